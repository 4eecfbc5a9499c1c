import type { LimitFigure, LimitKind, QueueFigures } from '../../shared/RunQuestions.ts';

/** Above this share of the time something is in the way; below the second it has room for all that comes. */
const BINDS = 0.85;
const TIGHT = 0.6;

export interface Finding {
  readonly kind: LimitKind;
  readonly node: string;
  readonly to: string | null;
  readonly share: number;
  readonly verdict: 'binds' | 'tight' | 'free';
}

/** What is used up first stands first; of each kind only the busiest. */
export function whatBinds({ limits }: Pick<QueueFigures, 'limits'>): readonly Finding[] {
  const busiest = new Map<LimitKind, LimitFigure>();
  for (const limit of limits)
    if (limit.share > (busiest.get(limit.kind)?.share ?? -1)) busiest.set(limit.kind, limit);
  return [...busiest.values()]
    .sort((a, b) => b.share - a.share)
    .map((limit) => ({
      ...limit,
      verdict: limit.share >= BINDS ? 'binds' : limit.share >= TIGHT ? 'tight' : 'free',
    }));
}
