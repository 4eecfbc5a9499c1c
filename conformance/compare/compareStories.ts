import type { Expectation } from './Expectation.ts';
import type { Fact, Story } from './Story.ts';

/** Where two stories part: the first fact of a lane that is not the same. null on the side that has none. */
export interface Divergence {
  readonly lane: string;
  readonly index: number;
  readonly kafka: Fact | null;
  readonly engine: Fact | null;
  readonly reason: 'missing' | 'text' | 'numbers' | 'early' | 'late';
}

/** First divergence of each lane that has one; the lanes are in the order of when they part. */
export function compareStories(kafka: Story, engine: Story, expectation: Expectation): Divergence[] {
  const lanes = [...new Set([...kafka.keys(), ...engine.keys()])].filter((lane) =>
    isCompared(lane, expectation),
  );
  return lanes
    .flatMap((lane) => compareLanes(lane, kafka.get(lane) ?? [], engine.get(lane) ?? [], expectation) ?? [])
    .sort((a, b) => timeOf(a) - timeOf(b));
}

function compareLanes(
  lane: string,
  kafka: readonly Fact[],
  engine: readonly Fact[],
  expectation: Expectation,
): Divergence | null {
  const window = expectation.windows.find((one) => matches(lane, one.lane)) ?? expectation.windowMs;
  const slack = expectation.slack.find((one) => matches(lane, one.lane))?.by ?? 0;
  for (let index = 0; index < Math.max(kafka.length, engine.length); index++) {
    const ours = engine[index];
    const theirs = kafka[index];
    const reason = differenceOf(theirs, ours, window, slack);
    if (reason !== null) return { lane, index, kafka: theirs ?? null, engine: ours ?? null, reason };
  }
  return null;
}

function differenceOf(
  kafka: Fact | undefined,
  engine: Fact | undefined,
  window: { readonly early: number; readonly late: number },
  slack: number,
): Divergence['reason'] | null {
  if (!kafka || !engine) return 'missing';
  if (kafka.text !== engine.text) return 'text';
  if (kafka.numbers.some((number, i) => Math.abs(number - (engine.numbers[i] ?? NaN)) > slack))
    return 'numbers';
  if (kafka.t === null || engine.t === null) return null;
  if (kafka.t < engine.t - window.early) return 'early';
  if (kafka.t > engine.t + window.late) return 'late';
  return null;
}

function isCompared(lane: string, { lanes }: Expectation): boolean {
  return lanes.some((pattern) => matches(lane, pattern));
}

/** A pattern is a regular expression that the whole name of a lane must match. */
export function matches(lane: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(lane);
}

function timeOf({ kafka, engine }: Divergence): number {
  return Math.min(kafka?.t ?? Infinity, engine?.t ?? Infinity);
}
