import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Run } from '../../src/engine/cluster/Run.ts';
import { EventQueue } from '../../src/engine/kernel/EventQueue.ts';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import {
  drawsOf,
  outcomeOf,
  randomDeed,
  scenarioOf,
  SEEDS,
  session,
  straightRun,
  UNTIL_US,
} from './replay.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** For the sake of time every third; with `test:all` each. */
const SEEDS_NOW = SEEDS.filter((_, i) => process.env['HIGHWATER_TEST_ALL'] === '1' || i % 3 === 0);

/** Each over many random scenarios with faults; a failure names the seed of `randomScenario`. */
describe.each(SEEDS_NOW)('the run of seed %i', (seed) => {
  const scenario = scenarioOf(seed);

  test('[kernel-order] is the same the second time, and no law breaks', () => {
    const again = session(0);
    again.load(scenario, []);
    const { digest, rows, result } = outcomeOf(again);
    const straight = straightRun(seed);
    expect(result.violations).toEqual([]);
    expect(digest).toBe(straight.digest);
    expect(rows).toEqual(straight.rows);
    expect(result).toEqual(straight.result);
  });

  test('is the same in slices, event by event and from mark to mark', () => {
    const draw = drawsOf(seed, 'slices');
    const engine = session(0);
    engine.load(scenario, []);
    for (let nowUs = 0, looks = 0; nowUs < UNTIL_US - 1_000_000 && looks < 60; looks++) {
      const limitUs = Math.min(UNTIL_US, nowUs + draw(2_000_000));
      const way = draw(4);
      if (way === 0) nowUs = engine.stepEvent().nowUs;
      else if (way === 1) nowUs = engine.stepInteresting(limitUs).nowUs;
      else {
        const stopAtInteresting = draw(3) === 0;
        nowUs = engine.advance({ untilUs: limitUs, budgetMs: draw(6), stopAtInteresting }).nowUs;
      }
    }
    expect(outcomeOf(engine)).toEqual(straightRun(seed));
  });

  test('does not notice who looks at it', () => {
    const draw = drawsOf(seed, 'looks');
    const engine = session(0);
    engine.load(scenario, []);
    for (let looks = 0; looks < 25; looks++) {
      const { nowUs, trace } = engine.advance({
        untilUs: Math.min(UNTIL_US, draw(UNTIL_US)),
        budgetMs: draw(20),
      });
      engine.digest();
      engine.result();
      engine.ledgerRanges('lost', 10);
      engine.ledgerRanges('duplicated', 10);
      engine.traceRows(0, nowUs, 100);
      engine.why(trace.at(-1)?.seq ?? 0);
    }
    expect(outcomeOf(engine)).toEqual(straightRun(seed));
  });

  test('is the same after seeking to and fro in it', () => {
    const draw = drawsOf(seed, 'seeks');
    const engine = session();
    engine.load(scenario, []);
    outcomeOf(engine);
    for (let seeks = 0; seeks < 10; seeks++) {
      // Some of them are instants at which something happens, and `after` stands within it.
      const rows = straightRun(seed).rows;
      const timeUs = draw(2) === 0 ? draw(UNTIL_US) : (rows[draw(rows.length)]?.timeUs ?? 0);
      const to = { timeUs, after: draw(4) };
      const frame = engine.seek(to);
      expect([frame.nowUs, frame.after <= to.after]).toEqual([to.timeUs, true]);
      if (seeks % 5 > 0) continue;
      const loaded = session(0);
      const { nowUs, after } = loaded.load(scenario, [], to);
      expect([nowUs, after, loaded.digest()]).toEqual([frame.nowUs, frame.after, engine.digest()]);
    }
    expect(outcomeOf(engine)).toEqual(straightRun(seed));
  });

  test('[kernel-checkpoint] goes on alike in another cluster, from any checkpoint', () => {
    const draw = drawsOf(seed, 'checkpoints');
    const original = new Run(scenario, []);
    original.start();
    const kept: ReturnType<typeof original.cluster.checkpoint>[] = [];
    while (original.step(UNTIL_US)) {
      if (kept.length < 3 && original.cluster.nowUs > (kept.length * UNTIL_US) / 3 && draw(40) === 0)
        kept.push(original.cluster.checkpoint());
    }
    // The original has long gone on: whatever a checkpoint shares with it would show.
    original.settle();
    for (const checkpoint of kept) {
      const fresh = new Run(scenario, []);
      fresh.cluster.restore(checkpoint);
      while (fresh.step(UNTIL_US));
      fresh.settle();
      expect(digestsByNode(fresh)).toEqual(digestsByNode(original));
      expect(fresh.cluster.digest()).toBe(original.cluster.digest());
    }
  });

  test('is the same without a trace', () => {
    const run = new Run(scenario, []);
    run.start();
    while (run.step(UNTIL_US));
    run.cluster.idleUntil(UNTIL_US);
    run.settle();
    expect(run.cluster.digest()).toBe(straightRun(seed).digest);
  });

  test('with commands given in the past is the run loaded with their log', () => {
    const draw = drawsOf(seed, 'forks');
    const engine = session();
    engine.load(scenario, []);
    engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
    for (let forks = 0; forks < 3; forks++) {
      engine.seek({ timeUs: draw(UNTIL_US - 2_000_000), after: draw(3) });
      for (let deeds = 1 + draw(3); deeds > 0; deeds--) {
        engine.apply(randomDeed(scenario, draw));
        if (draw(3) > 0) engine.advance({ untilUs: draw(UNTIL_US), budgetMs: draw(3) });
        else if (draw(2) === 0) engine.stepEvent();
      }
    }
    const forked = outcomeOf(engine);
    const log = engine.seek({ timeUs: UNTIL_US, after: 0 }).commands;
    expect(log.length).toBeGreaterThan(0);
    const loaded = session(0);
    loaded.load(scenario, log);
    expect(outcomeOf(loaded)).toEqual(forked);
  });

  test('with all commands undone is the run without them', () => {
    const draw = drawsOf(seed, 'undo');
    const engine = session();
    engine.load(scenario, []);
    engine.advance({ untilUs: draw(UNTIL_US / 2), budgetMs: Infinity });
    const count = 1 + draw(3);
    for (let deeds = 0; deeds < count; deeds++) {
      engine.apply(randomDeed(scenario, draw));
      if (draw(2) === 0) engine.advance({ untilUs: draw(UNTIL_US), budgetMs: 1 + draw(3) });
    }
    for (let deeds = 0; deeds < count; deeds++) engine.undo();
    expect(engine.undo().commands).toEqual([]);
    expect(outcomeOf(engine)).toEqual(straightRun(seed));
  });
});

describe('what was once sent', () => {
  const { push } = EventQueue.prototype;
  beforeAll(() => {
    EventQueue.prototype.push = function (timeUs, seq, target, causeSeq, payload) {
      push.call(this, timeUs, seq, target, causeSeq, deepFreeze(payload));
    };
  });
  afterAll(() => {
    EventQueue.prototype.push = push;
  });

  test.each(SEEDS_NOW)('is never changed, with seed %i', (seed) => {
    const engine = new EngineSession({ checkpointInterval: 0, traceRows: 1 });
    engine.load(scenarioOf(seed), []);
    engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
    // A write to what is frozen throws, and the session tells of it.
    expect(engine.result().violations).toEqual([]);
    expect(engine.digest()).toBe(straightRun(seed).digest);
  });
});

function digestsByNode(run: Run): Record<string, string> {
  return Object.fromEntries(
    run.cluster.directory.names.map((name, index) => [name, run.cluster.digestOf(index)]),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const field of Object.values(value)) deepFreeze(field);
  return value;
}
