import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Run } from '../engine/cluster/Run.ts';
import type { Invariant } from '../engine/invariants/Invariant.ts';
import { preset, sessionOn } from './SessionTestContext.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const broken = vi.hoisted(() => ({ fromUs: Infinity }));

vi.mock('../engine/invariants/allInvariants.ts', () => ({
  allInvariants: (): Invariant[] => [
    {
      name: 'NothingHappensLate',
      check(cluster) {
        return cluster.nowUs >= broken.fromUs ? 'it is late' : null;
      },
    },
  ],
}));

const scenario = preset('three-brokers');

afterEach(() => {
  broken.fromUs = Infinity;
});

/** Its own log of commands is changed behind its back. */
function runOf(engine: ReturnType<typeof sessionOn>): Run {
  return (engine as unknown as { run(): Run }).run();
}

describe('a broken law', () => {
  test('stops the run, and is told once', () => {
    broken.fromUs = 3_000_000;
    const engine = sessionOn(scenario, { invariantInterval: 1 });
    const frame = engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    expect(frame.violations).toEqual([
      { invariant: 'NothingHappensLate', detail: 'it is late', timeUs: frame.nowUs },
    ]);
    expect(frame.nowUs).toBeLessThan(3_600_000);
    expect(frame.trace.at(-1)?.event.kind).toBe('InvariantBroken');
    const later = engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    expect([later.nowUs, later.violations, later.trace]).toEqual([frame.nowUs, frame.violations, []]);
    expect(engine.stepEvent().eventCount).toBe(frame.eventCount);
    expect(engine.result().violations).toEqual(frame.violations);
  });

  test('does not keep anybody from looking at what was before, and breaks again', () => {
    broken.fromUs = 3_000_000;
    const engine = sessionOn(scenario, { invariantInterval: 1 });
    const first = engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    const before = engine.seek({ timeUs: 2_000_000, after: 0 });
    expect([before.nowUs, before.violations]).toEqual([2_000_000, []]);
    const again = engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    expect([again.nowUs, again.violations]).toEqual([first.nowUs, first.violations]);
  });

  test('is told at the latest with the next frame, however seldom laws are checked', () => {
    broken.fromUs = 1_000_000;
    const engine = sessionOn(scenario, { invariantInterval: 1_000_000 });
    const { nowUs, violations } = engine.advance({ untilUs: 2_000_000, budgetMs: Infinity });
    expect([nowUs, violations.length]).toEqual([2_000_000, 1]);
  });
});

describe('a failed assertion', () => {
  test('stops the run and is reported', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 1_000_000, budgetMs: Infinity });
    const { cluster } = runOf(engine);
    vi.spyOn(cluster, 'step').mockImplementation(() => {
      throw new Error('a belief of ours is broken');
    });
    const frame = engine.advance({ untilUs: 2_000_000, budgetMs: Infinity });
    expect(frame.violations).toMatchObject([
      { invariant: 'Assertion', detail: 'a belief of ours is broken', timeUs: 1_000_000 },
    ]);
    expect(frame.nowUs).toBe(1_000_000);
  });
});

describe('a run that does not repeat itself', () => {
  test('is reported with the first row that came out otherwise', () => {
    const engine = sessionOn(scenario, { checkpointInterval: 200 });
    engine.advance({ untilUs: 5_000_000, budgetMs: Infinity });
    const run = runOf(engine);
    run.log = [{ command: { atUs: 3_000_000, kind: 'KillBroker', broker: 1 }, byHand: false }];
    engine.seek({ timeUs: 2_000_000, after: 0 });
    const { violations } = engine.advance({ untilUs: 5_000_000, budgetMs: Infinity });
    expect(violations).toMatchObject([{ invariant: 'ReplayIsIdentical' }]);
    expect(violations[0]?.detail).toContain('came out as {"kind":"CommandApplied"');
  });

  test('is not suspected of one that does', () => {
    const engine = sessionOn(scenario, { checkpointInterval: 200 });
    engine.advance({ untilUs: 5_000_000, budgetMs: Infinity });
    for (const timeUs of [4_000_000, 100, 2_500_000]) engine.seek({ timeUs, after: 1 });
    expect(engine.advance({ untilUs: 5_000_000, budgetMs: Infinity }).violations).toEqual([]);
  });
});
