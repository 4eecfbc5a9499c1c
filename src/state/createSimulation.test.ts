import { afterEach, describe, expect, test } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { EngineFailure, type AsyncEngine } from '../bridge/engineClient.ts';
import { FAKE_SCENARIO, FakeEngine, type FakeEngineOptions } from '../bridge/FakeEngineTestContext.ts';
import type { TraceEvent } from '../shared/traceEvents.ts';
import { createSimulation, type SimulationOptions } from './createSimulation.ts';
import { FakeClock, settled } from './FakeClockTestContext.ts';
import type { Simulation } from './Simulation.ts';

const fenced = (broker: number): TraceEvent => ({ kind: 'BrokerFenced', broker, silentForMs: 9000 });

let simulation: Simulation | undefined;
afterEach(() => simulation?.dispose());

async function start(engineOptions: FakeEngineOptions = {}, options: SimulationOptions = {}) {
  const engine = new FakeEngine(engineOptions);
  const clock = new FakeClock();
  const created = createSimulation({ startEngine: () => directEngine(engine), clock, ...options });
  simulation = created;
  await created.load(FAKE_SCENARIO);
  return {
    engine,
    clock,
    simulation: created,
    state: () => created.store.getState(),
    playback: () => created.playback.getState(),
  };
}

describe('deeds', () => {
  test('a loaded scenario is ready at its start', async () => {
    const { state } = await start();
    expect(state()).toMatchObject({ status: 'ready', nowUs: 0, scenario: FAKE_SCENARIO, commands: [] });
  });

  test('a command moves no time and is listed; undo takes it back with its mark', async () => {
    const { simulation, state, playback } = await start();
    await simulation.seek({ timeUs: 2500, after: 0 });
    await simulation.apply({ kind: 'KillBroker', broker: 1 });
    expect(state().commands).toEqual([{ atUs: 2500, after: 0, kind: 'KillBroker', broker: 1 }]);
    expect(state().marks.map((mark) => mark.kind)).toEqual(['command']);
    expect(playback().playheadUs).toBe(2500);
    await simulation.undo();
    expect(state()).toMatchObject({ commands: [], marks: [], nowUs: 2500 });
  });

  test('a command in the past forgets the marks of the future that it replaces', async () => {
    const { simulation, state } = await start({ facts: [[9100, fenced(1)]] });
    await simulation.seek({ timeUs: 10_000, after: 0 });
    await simulation.seek({ timeUs: 3000, after: 0 });
    expect(state().marks.map((mark) => mark.kind)).toEqual(['fencing']);
    await simulation.apply({ kind: 'StopBroker', broker: 1 });
    expect(state().marks.map((mark) => mark.kind)).toEqual(['command']);
  });

  test('next event stops at the fact and tells what was passed over', async () => {
    const { simulation, state, playback } = await start({ facts: [[4100, fenced(1)]], eventsPerAdvance: 2 });
    await simulation.stepInteresting();
    expect(state().nowUs).toBe(4100);
    expect(state().trace.at(-1)?.event).toEqual(fenced(1));
    expect(playback()).toMatchObject({ playing: false, playheadUs: 4100, skippedUs: 4100 });
  });

  test('step back goes to before the previous mark, and at last to the start', async () => {
    const { simulation, state } = await start({
      facts: [
        [1500, fenced(1)],
        [4100, fenced(2)],
      ],
    });
    await simulation.seek({ timeUs: 9000, after: 0 });
    const stops: number[] = [];
    for (let i = 0; i < 3; i++) {
      await simulation.stepBack();
      stops.push(state().nowUs);
    }
    expect(stops).toEqual([4100, 1500, 0]);
  });

  test('advanceUntil tells whether the goal came', async () => {
    const { simulation, state } = await start({ facts: [[4100, fenced(1)]] });
    expect(await simulation.advanceUntil({ event: 'BrokerFenced' }, 9000)).toBe(true);
    expect(state().nowUs).toBe(4100);
    expect(await simulation.advanceUntil({ event: 'BrokerFenced' }, 9000)).toBe(false);
    expect(state().nowUs).toBe(9000);
  });

  test('while a seek runs only the newest wish is kept', async () => {
    const { engine, simulation, state } = await start();
    const seeks = [1000, 2000, 3000, 4000].map((timeUs) => simulation.seek({ timeUs, after: 0 }));
    await settled();
    const late = [5000, 6000].map((timeUs) => simulation.seek({ timeUs, after: 0 }));
    await Promise.all([...seeks, ...late]);
    expect(state().nowUs).toBe(6000);
    expect(engine.calls.filter((call) => call.startsWith('seek'))).toEqual(['seek 4000/0', 'seek 6000/0']);
  });

  test('of two loads the later one is shown', async () => {
    const { simulation, state } = await start();
    const other = { ...FAKE_SCENARIO, seed: 8 };
    await Promise.all([
      simulation.load(FAKE_SCENARIO, [], { timeUs: 5000, after: 0 }),
      simulation.load(other),
    ]);
    expect(state()).toMatchObject({ status: 'ready', nowUs: 0, scenario: { seed: 8 } });
  });
});

describe('failure', () => {
  test('a worker that fails is told, play stops, and a new load starts another one', async () => {
    let failNow: (failure: Error) => void = () => {};
    const engines: AsyncEngine[] = [];
    const { simulation, state, playback } = await start(
      {},
      {
        startEngine: () => {
          const whenFailed = new Promise<Error>((resolve) => (failNow = resolve));
          engines.push({ ...directEngine(new FakeEngine()), whenFailed });
          return engines.at(-1)!;
        },
      },
    );
    simulation.play();
    failNow(new EngineFailure('worker-crashed', 'out of memory'));
    await settled();
    expect(state()).toMatchObject({
      status: 'failed',
      failure: 'worker-crashed',
      failureDetail: 'out of memory',
    });
    expect(playback().playing).toBe(false);
    await simulation.apply({ kind: 'KillBroker', broker: 1 });
    expect(state().commands).toEqual([]);
    await simulation.load(FAKE_SCENARIO);
    expect(engines.length).toBe(2);
    expect(state().status).toBe('ready');
  });

  test('an engine that throws fails the simulation', async () => {
    const { engine, simulation, state } = await start();
    engine.stepEvent = () => {
      throw new Error('a belief was wrong');
    };
    await simulation.stepEvent();
    expect(state()).toMatchObject({
      status: 'failed',
      failure: 'engine-threw',
      failureDetail: 'a belief was wrong',
    });
  });

  test('a broken invariant stops play', async () => {
    const { clock, simulation, state, playback } = await start(
      { violationAtUs: 3000 },
      { pacing: 'steady', speed: 10_000 },
    );
    simulation.play();
    await clock.run(1000);
    expect(state()).toMatchObject({ status: 'failed', failure: 'FakeInvariant' });
    expect(playback().playing).toBe(false);
  });
});
