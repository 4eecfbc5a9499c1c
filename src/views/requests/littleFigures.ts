import { REQUEST_STAGES, type RequestPath, type RequestStage } from '../../shared/RunQuestions.ts';
import type { Micros } from '../../shared/units.ts';

/** A stage by Little's law: how many are in it on the average, how many leave a second, how long each stays. */
export interface StageFigures {
  readonly stage: RequestStage;
  /** In it now. */
  readonly present: number;
  /** On the average over the time, measured from what each request spent there and what those in it have spent so far. */
  readonly l: number;
  /** Answered a second. */
  readonly lambdaPerSecond: number;
  /** Of those answered; null: none was. */
  readonly wUs: Micros | null;
}

/** Over what lies between two looks at one process; `before` null: since it began. */
export function littleFigures(after: RequestPath, before: RequestPath | null): readonly StageFigures[] {
  const known = before?.startedUs === after.startedUs && before.nowUs < after.nowUs ? before : null;
  const forUs = after.nowUs - (known?.nowUs ?? after.startedUs);
  const count = answeredCount(after) - (known ? answeredCount(known) : 0);
  return REQUEST_STAGES.map((stage, at) => {
    const answeredUs = answeredIn(after, at) - (known ? answeredIn(known, at) : 0);
    const spentUs = answeredUs + presentIn(after, at) - (known ? presentIn(known, at) : 0);
    return {
      stage,
      present: after.present[stage].length,
      l: forUs <= 0 ? 0 : Math.max(0, spentUs) / forUs,
      lambdaPerSecond: forUs <= 0 ? 0 : (count * 1_000_000) / forUs,
      wUs: count === 0 ? null : answeredUs / count,
    };
  });
}

export function answeredCount({ answered }: RequestPath): number {
  return answered.reduce((sum, { count }) => sum + count, 0);
}

function answeredIn({ answered }: RequestPath, stage: number): Micros {
  return answered.reduce((sum, { spentUs }) => sum + (spentUs[stage] ?? 0), 0);
}

/** What requests that are under way have spent in a stage so far. */
function presentIn({ present, nowUs }: RequestPath, stage: number): Micros {
  let sum = 0;
  for (const [at, name] of REQUEST_STAGES.entries())
    for (const { sinceUs, spentUs } of present[name])
      sum += at === stage ? nowUs - sinceUs : at > stage ? (spentUs[stage] ?? 0) : 0;
  return sum;
}

const WINDOW_US: Micros = 2_000_000;

/** Looks that are kept: one at least as old as the window, and what came after it. Going back in time forgets what lies ahead. */
export function keepLooks(looks: readonly RequestPath[], next: RequestPath): readonly RequestPath[] {
  const before = looks.filter(({ nowUs, startedUs }) => nowUs < next.nowUs && startedUs === next.startedUs);
  const first = before.findLastIndex(({ nowUs }) => nowUs <= next.nowUs - WINDOW_US);
  return [...before.slice(Math.max(0, first)).slice(-64), next];
}
