import { describe, expect, test, vi } from 'vitest';
import { InterestTracker } from '../shared/interestingEvents.ts';
import { preset, sessionOn } from './SessionTestContext.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const scenario = preset('lose-a-record');
const END_US = 25_000_000;

function wholeTrace() {
  const engine = sessionOn(scenario, { traceRows: Infinity });
  engine.advance({ untilUs: END_US, budgetMs: Infinity });
  return engine.allRows();
}

describe('running to a goal', () => {
  test('ends with the event that meets it', () => {
    const engine = sessionOn(scenario);
    const goal = { event: 'LeaderElected', where: { leader: 2 } } as const;
    const frame = engine.advanceUntil(goal, END_US);
    expect(frame.reached).toBe(true);
    expect(frame.trace.at(-1)?.timeUs).toBe(frame.nowUs);
    expect(frame.trace.filter((row) => row.event.kind === 'LeaderElected')).toHaveLength(1);
  });

  test('counts how often, from where the run stands', () => {
    const engine = sessionOn(scenario);
    const goal = { event: 'RecordsAcknowledged', times: 3 } as const;
    for (let round = 0; round < 3; round++) {
      const { trace, reached } = engine.advanceUntil(goal, END_US);
      expect(reached).toBe(true);
      expect(trace.filter((row) => row.event.kind === 'RecordsAcknowledged')).toHaveLength(3);
    }
  });

  test('stops at the limit when nothing meets it', () => {
    const engine = sessionOn(scenario);
    const { reached, nowUs } = engine.advanceUntil({ event: 'PowerLost' }, 3_000_000);
    expect([reached, nowUs]).toEqual([false, 3_000_000]);
  });
});

describe('play that stops only where an instant is over', () => {
  test('stands after the instant that it was asked for, with all of its events', () => {
    const whole = wholeTrace();
    const [untilUs] = whole.filter(({ timeUs }) => timeUs > 5_000_000).map(({ timeUs }) => timeUs);
    const engine = sessionOn(scenario, { traceRows: Infinity });
    const frame = engine.advance({ untilUs: untilUs!, budgetMs: Infinity, endsInstant: true });
    expect(frame).toMatchObject({ nowUs: untilUs! + 1, after: 0, metAtUs: null });
    expect(engine.allRows()).toEqual(whole.filter(({ timeUs }) => timeUs <= untilUs!));
  });

  test('tells when the event came that it stopped at, and goes over all of that instant', () => {
    const whole = wholeTrace();
    const engine = sessionOn(scenario, { traceRows: Infinity });
    let stops = 0;
    for (let hereUs = 0; hereUs < END_US; stops++) {
      const { nowUs, after, metAtUs, sinceFrame } = engine.advance({
        untilUs: END_US,
        budgetMs: Infinity,
        stopAtInteresting: true,
        endsInstant: true,
      });
      expect([nowUs, after]).toEqual([(metAtUs ?? END_US) + 1, 0]);
      expect(sinceFrame).toBeGreaterThan(0);
      hereUs = nowUs;
    }
    expect(stops).toBeGreaterThan(10);
    expect(engine.allRows()).toEqual(whole.filter(({ timeUs }) => timeUs <= END_US));
  });
});

describe('steps', () => {
  test('handle one event each', () => {
    const engine = sessionOn(scenario);
    for (let count = 1; count <= 50; count++) expect(engine.stepEvent().eventCount).toBe(count);
  });

  test('back by one go to where each step on had stood, also inside an instant', () => {
    const engine = sessionOn(scenario);
    engine.seek({ timeUs: 4_000_000, after: 0 });
    const stood: { timeUs: number; after: number; digest: string }[] = [];
    for (let count = 0; count < 40; count++) {
      const { nowUs, after } = engine.stepEvent();
      stood.push({ timeUs: nowUs, after, digest: engine.digest() });
    }
    for (const before of stood.reverse().slice(1)) {
      const { nowUs, after } = engine.stepBack('event');
      expect({ timeUs: nowUs, after, digest: engine.digest() }).toEqual(before);
    }
  });

  test('by RPC end with one that arrives, and go back the way they came', () => {
    const engine = sessionOn(scenario);
    engine.seek({ timeUs: 4_000_000, after: 0 });
    const stood: string[] = [];
    for (let count = 0; count < 12; count++) {
      const before = engine.seek({ timeUs: engine.stepEvent().nowUs, after: 0 });
      const flying = before.inFlight.count;
      const { nowUs, after, inFlight, eventCount } = engine.stepRpc(5_000_000);
      expect(eventCount).toBeGreaterThan(before.eventCount);
      expect(flying + inFlight.count).toBeGreaterThan(0);
      stood.push(`${nowUs}/${after}`);
    }
    const back: string[] = [stood.at(-1)!];
    while (back.length < 40 && back.at(-1) !== stood[0]) {
      const { nowUs, after } = engine.stepBack('rpc');
      back.push(`${nowUs}/${after}`);
    }
    expect(stood.filter((at) => !back.includes(at))).toEqual([]);
  });

  test('back from the first event lead to the start', () => {
    const engine = sessionOn(scenario);
    engine.stepEvent();
    const { nowUs, after, eventCount } = engine.stepBack('event');
    expect([nowUs, after, eventCount]).toEqual([0, 0, 0]);
    expect(engine.stepBack('rpc').nowUs).toBe(0);
  });

  test('from mark to mark stop at each row worth reading, and at no other', () => {
    const engine = sessionOn(scenario);
    const tracker = new InterestTracker();
    const marks = new Set<number>();
    for (const row of wholeTrace()) if (tracker.observe(row.event) !== 'rpc') marks.add(row.seq);
    engine.stepInteresting(0);
    const stops: (number | undefined)[] = [];
    for (let nowUs = 0; nowUs < END_US;) {
      const frame = engine.stepInteresting(END_US);
      nowUs = frame.nowUs;
      const last = frame.trace.at(-1)?.seq;
      if (last !== undefined && marks.has(last)) stops.push(last);
    }
    // Those that came with the start of the cluster are event 0.
    expect(stops).toEqual([...marks].filter((seq) => seq > 0));
  });

  test('end a slice when its time is used up, and only then', () => {
    const engine = sessionOn(scenario);
    const { nowUs, eventCount } = engine.advance({ untilUs: END_US, budgetMs: 2 });
    expect(eventCount).toBe(2 * 128);
    expect(nowUs).toBeLessThan(END_US);
    expect(engine.advance({ untilUs: END_US, budgetMs: Infinity }).nowUs).toBe(END_US);
  });
});

describe('seeking', () => {
  /** An instant at which several things happen. */
  function crowdedInstant(): { timeUs: number; events: number } {
    const engine = sessionOn(scenario, { checkpointInterval: 100 });
    engine.advance({ untilUs: 4_000_000, budgetMs: Infinity });
    for (;;) {
      const { nowUs, after } = engine.stepEvent();
      if (after >= 3) return { timeUs: nowUs, events: after };
    }
  }

  test('stops inside an instant, after as many of its events as are asked for', () => {
    const { timeUs, events } = crowdedInstant();
    const engine = sessionOn(scenario, { checkpointInterval: 100 });
    engine.advance({ untilUs: END_US, budgetMs: Infinity });
    const counts: number[] = [];
    for (let after = 0; after <= events; after++) {
      const frame = engine.seek({ timeUs, after });
      expect([frame.nowUs, frame.after]).toEqual([timeUs, after]);
      counts.push(frame.eventCount);
      const forward = sessionOn(scenario);
      expect(forward.load(scenario, [], { timeUs, after }).eventCount).toBe(frame.eventCount);
      expect(forward.digest()).toBe(engine.digest());
    }
    expect(counts).toEqual(counts.map((_, i) => (counts[0] ?? 0) + i));
  });

  test('comes to an instant at which nothing happens, too', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: END_US, budgetMs: Infinity });
    expect(engine.seek({ timeUs: 1_234_567, after: 9 })).toMatchObject({ nowUs: 1_234_567, after: 0 });
  });

  test('includes the commands that stand at the instant', () => {
    const engine = sessionOn(scenario);
    engine.seek({ timeUs: 5_000_000, after: 0 });
    expect(engine.allRows().at(-1)?.event.kind).toBe('BrokerKilled');
    engine.seek({ timeUs: 4_999_999, after: 0 });
    expect(engine.allRows().some((row) => row.event.kind === 'BrokerKilled')).toBe(false);
  });

  test('remembers how far the run was explored', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    expect(engine.seek({ timeUs: 1_000_000, after: 0 }).exploredUs).toBe(9_000_000);
    expect(engine.apply({ kind: 'KillBroker', broker: 3 }).exploredUs).toBe(1_000_000);
  });
});
