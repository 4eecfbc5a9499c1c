import { describe, expect, test } from 'vitest';
import { FAKE_SCENARIO, FakeEngine } from '../bridge/FakeEngineTestContext.ts';
import type { Frame } from '../bridge/frame.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import { applyFrame, loadingState, TRACE_ROWS_KEPT } from './simulationState.ts';

const start = () => {
  const engine = new FakeEngine();
  return { engine, state: applyFrame(loadingState(FAKE_SCENARIO), engine.load(FAKE_SCENARIO, [])) };
};

describe('applyFrame', () => {
  test('an entity that was not sent keeps its identity, and so does the map', () => {
    const { engine, state } = start();
    const next = applyFrame(state, engine.advance({ untilUs: 3000, budgetMs: 1 }));
    expect(next.entities).toBe(state.entities);
    expect(next.commands).toBe(state.commands);
    expect(next.waits).toBe(state.waits);
    expect(next.nowUs).toBe(3000);
  });

  test('a new version replaces the entity and leaves the old state alone', () => {
    const { engine, state } = start();
    const next = applyFrame(state, engine.apply({ kind: 'KillBroker', broker: 1 }));
    expect(next.entities.get('broker:1')).toMatchObject({ process: 'killed' });
    expect(state.entities.get('broker:1')).toMatchObject({ process: 'running' });
  });

  test('what a frame names as removed is gone', () => {
    const { engine, state } = start();
    const frame: Frame = { ...engine.stepEvent(), removed: ['broker:1'], upserts: [] };
    expect(applyFrame(state, frame).entities.size).toBe(0);
  });

  test('a complete frame forgets everything before, but equal entities keep their identity', () => {
    const { engine, state } = start();
    const ahead = applyFrame(state, engine.advance({ untilUs: 5000, budgetMs: 1 }));
    const stale = {
      ...ahead,
      entities: new Map([...ahead.entities, ['broker:9', ahead.entities.get('broker:1')!]]),
    };
    const back = applyFrame(stale, engine.seek({ timeUs: 2000, after: 1 }));
    expect([...back.entities.keys()]).toEqual(['broker:1']);
    expect(back.entities.get('broker:1')).toBe(ahead.entities.get('broker:1'));
    expect(back.trace.map((row) => row.timeUs)).toEqual([1000, 2000]);
    expect(back.exploredUs).toBe(5000);
  });

  test('a jump to where the run stands changes nothing that can be read', () => {
    const { engine, state } = start();
    const before = applyFrame(state, engine.advance({ untilUs: 5000, budgetMs: 1 }));
    const after = applyFrame(before, engine.seek({ timeUs: 5000, after: 1 }));
    expect(after.entities).toBe(before.entities);
    expect(after.trace).toBe(before.trace);
    expect(after.marks).toBe(before.marks);
  });

  test('the trace keeps its newest rows and the marks keep all', () => {
    const { engine, state } = start();
    const fenced: TraceRow = {
      timeUs: 1,
      seq: 1,
      causeSeq: 0,
      event: { kind: 'BrokerFenced', broker: 1, silentForMs: 9000 },
    };
    const appended = Array.from({ length: TRACE_ROWS_KEPT + 10 }, (_, i): TraceRow => {
      return { timeUs: 2 + i, seq: 2 + i, causeSeq: 0, event: { kind: 'BrokerStarted', broker: i } };
    });
    const frame: Frame = { ...engine.stepEvent(), trace: [fenced, ...appended] };
    const once = applyFrame(state, frame);
    const twice = applyFrame(once, { ...frame, trace: [{ ...fenced, timeUs: 99_999, seq: 99_999 }] });
    expect(once.trace.length).toBe(TRACE_ROWS_KEPT);
    expect(twice.trace.length).toBe(TRACE_ROWS_KEPT);
    expect(twice.trace.at(-1)?.seq).toBe(99_999);
    expect(twice.marks.map((mark) => mark.seq)).toEqual([1, 99_999]);
  });

  test('a broken invariant fails the simulation and names itself', () => {
    const engine = new FakeEngine({ violationAtUs: 0 });
    const state = applyFrame(loadingState(FAKE_SCENARIO), engine.load(FAKE_SCENARIO, []));
    expect(state).toMatchObject({ status: 'failed', failure: 'FakeInvariant', failureDetail: 'detail' });
  });
});
