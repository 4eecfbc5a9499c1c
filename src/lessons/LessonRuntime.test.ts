import { afterEach, describe, expect, it } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { FAKE_SCENARIO, FakeEngine } from '../bridge/FakeEngineTestContext.ts';
import type { TraceEvent } from '../shared/traceEvents.ts';
import { createSimulation } from '../state/createSimulation.ts';
import { FakeClock } from '../state/FakeClockTestContext.ts';
import type { Simulation } from '../state/Simulation.ts';
import { LessonRuntime } from './LessonRuntime.ts';
import { parseLesson, type Lesson } from './lessonSchema.ts';

const KILLED: TraceEvent = { kind: 'BrokerKilled', broker: 1 };
const FENCED: TraceEvent = { kind: 'BrokerFenced', broker: 1, silentForMs: 9000 };
const SHRUNK: TraceEvent = { kind: 'IsrShrunk', partition: 'payments-0', isr: [2], removed: [1], elr: [] };

const LESSON: Lesson = parseLesson(
  {
    steps: [
      {
        id: 'first',
        from: 'scenario',
        before: [{ until: { atMs: 10 }, limitMs: 10 }],
        acts: [{ until: { event: 'BrokerFenced' }, limitMs: 5000 }],
        predict: {
          id: 'what',
          kind: 'choice',
          options: [
            { id: 'fenced', when: { saw: { event: 'BrokerFenced' } } },
            { id: 'shrunk', when: { saw: { event: 'IsrShrunk' } } },
          ],
        },
        facts: { afterMs: { betweenMs: [{ event: 'BrokerKilled' }, { event: 'BrokerFenced' }] } },
        explain: { event: 'BrokerFenced' },
      },
      { id: 'second', from: 'previous', acts: [{ until: { event: 'IsrShrunk' }, limitMs: 5000 }] },
      {
        id: 'free',
        from: 'scenario',
        acts: [{ until: { event: 'LeaderElected' }, limitMs: 700 }],
        goals: [{ id: 'kill', when: { saw: { event: 'BrokerKilled' } }, solution: [] }],
      },
    ],
  },
  'steps.json',
);

let stop = (): void => undefined;
afterEach(() => stop());

function start(): { runtime: LessonRuntime; simulation: Simulation; engine: FakeEngine } {
  const engine = new FakeEngine({
    everyUs: 50_000,
    facts: [
      [40_500, KILLED],
      [1_240_500, FENCED],
      [2_000_500, SHRUNK],
    ],
  });
  const simulation = createSimulation({ startEngine: () => directEngine(engine), clock: new FakeClock() });
  const runtime = new LessonRuntime(simulation, LESSON, FAKE_SCENARIO);
  const stopRuntime = runtime.start();
  stop = () => {
    stopRuntime();
    simulation.dispose();
  };
  return { runtime, simulation, engine };
}

const state = (runtime: LessonRuntime) => runtime.store.getState();

describe('LessonRuntime', () => {
  it('brings the run to where a step begins', async () => {
    const { runtime, simulation } = start();
    await runtime.open(0);
    expect(state(runtime)).toMatchObject({ phase: 'ready', grade: null, changed: false });
    expect(simulation.store.getState().nowUs).toBe(10_000);
  });

  it('lets the run grade the prediction, over more rows than one slice brings', async () => {
    const { runtime, simulation } = start();
    await runtime.open(0);
    runtime.answer('shrunk');
    await runtime.doDeed();
    expect(simulation.store.getState().nowUs).toBe(1_240_500);
    expect(state(runtime)).toMatchObject({
      phase: 'done',
      reached: true,
      answers: { what: 'shrunk' },
      grade: { kind: 'choice', trueOptions: ['fenced'] },
      facts: { afterMs: 1200 },
    });
    expect(state(runtime).explainSeq).not.toBeNull();
  });

  it('goes on from the step before, or plays it for who comes by a link', async () => {
    const { runtime, simulation } = start();
    await runtime.open(0);
    await runtime.doDeed();
    await runtime.open(1);
    expect(simulation.store.getState().nowUs).toBe(1_240_500);
    stop();
    const other = start();
    await other.runtime.open(1);
    expect(other.simulation.store.getState().nowUs).toBe(1_240_500);
    await other.runtime.doDeed();
    expect(other.simulation.store.getState().nowUs).toBe(2_000_500);
  });

  it('starts a deed where the text stands, whatever was looked at before', async () => {
    const { runtime, simulation } = start();
    await runtime.open(0);
    await simulation.seek({ timeUs: 900_000, after: 0 });
    expect(state(runtime).changed).toBe(false);
    await runtime.doDeed();
    expect(state(runtime).facts).toEqual({ afterMs: 1200 });
  });

  it('takes a command for a change of the cluster, and sets the step up again', async () => {
    const { runtime, engine } = start();
    await runtime.open(0);
    await runtime.apply({ kind: 'KillBroker', broker: 1 });
    expect(state(runtime).changed).toBe(true);
    const loads = engine.calls.filter((call) => call.startsWith('load')).length;
    await runtime.restart();
    expect(state(runtime)).toMatchObject({ phase: 'ready', changed: false });
    expect(engine.calls.filter((call) => call.startsWith('load')).length).toBe(loads + 1);
  });

  it('shows the deed again from its beginning, and returns to the result', async () => {
    const { runtime, simulation } = start();
    await runtime.open(0);
    await runtime.doDeed();
    await runtime.watch();
    simulation.pause();
    expect(simulation.store.getState().nowUs).toBeLessThan(1_240_500);
    await runtime.toResult();
    expect(simulation.store.getState().nowUs).toBe(1_240_500);
    expect(state(runtime)).toMatchObject({ phase: 'done', changed: false });
  });

  it('says so when what the step waits for does not come', async () => {
    const { runtime, simulation } = start();
    await runtime.open(2);
    await runtime.doDeed();
    expect(state(runtime)).toMatchObject({ phase: 'done', reached: false });
    expect(simulation.store.getState().nowUs).toBe(700_000);
  });

  it('sees a goal as soon as the run meets it, and keeps it', async () => {
    const { runtime, simulation } = start();
    await runtime.open(2);
    expect(state(runtime).goalsMet).toEqual([]);
    await simulation.advanceUntil({ event: 'BrokerKilled' }, 100_000);
    expect(state(runtime).goalsMet).toEqual(['kill']);
    await simulation.seek({ timeUs: 1000, after: 0 });
    expect(state(runtime).goalsMet).toEqual(['kill']);
  });

  it('drops a step that was left while it was being set up', async () => {
    const { runtime } = start();
    const left = runtime.open(0);
    await runtime.open(2);
    await left;
    expect(state(runtime)).toMatchObject({ stepIndex: 2, phase: 'ready' });
  });
});
