import { afterEach, describe, expect, test, vi } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { FAKE_SCENARIO, FakeEngine, type FakeEngineOptions } from '../bridge/FakeEngineTestContext.ts';
import type { TraceEvent } from '../shared/traceEvents.ts';
import { createSimulation, type SimulationOptions } from './createSimulation.ts';
import { FakeClock, settled } from './FakeClockTestContext.ts';
import type { Simulation } from './Simulation.ts';

const fenced = (broker: number): TraceEvent => ({ kind: 'BrokerFenced', broker, silentForMs: 9000 });

let simulation: Simulation | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  simulation?.dispose();
});

async function start(engineOptions: FakeEngineOptions, options: SimulationOptions) {
  const engine = new FakeEngine(engineOptions);
  const clock = new FakeClock();
  const created = createSimulation({ startEngine: () => directEngine(engine), clock, ...options });
  simulation = created;
  await created.load(FAKE_SCENARIO);
  const state = () => created.store.getState();
  const playback = () => created.playback.getState();
  let lastUs = 0;
  /** Holds at each repaint: never beyond the run, never backwards. */
  const watch = () => {
    const { playheadUs } = playback();
    expect(playheadUs).toBeLessThanOrEqual(state().nowUs);
    expect(playheadUs).toBeGreaterThanOrEqual(lastUs);
    lastUs = playheadUs;
  };
  return { engine, clock, simulation: created, state, playback, watch };
}

describe('steady play', () => {
  test('the playhead moves at the asked speed and the worker just ahead of it', async () => {
    const { clock, simulation, state, playback, watch } = await start(
      {},
      { pacing: 'steady', speed: 10_000 },
    );
    simulation.play();
    await clock.run(3000, watch);
    expect(playback().playheadUs).toBeGreaterThan(29_000);
    expect(playback().playheadUs).toBeLessThanOrEqual(30_000);
    expect(state().nowUs - playback().playheadUs).toBeLessThan(2500);
    expect(playback().reachedSpeed).toBeNull();
  });

  test('moves between two frames of the slowest speed too', async () => {
    const { clock, simulation, playback } = await start({}, { pacing: 'steady', speed: 100 });
    simulation.play();
    await clock.run(1000);
    expect(playback().playheadUs).toBeGreaterThanOrEqual(95);
  });

  test('one frame at a time is on its way', async () => {
    let onTheWay = 0;
    const engine = directEngine(new FakeEngine());
    const advance: typeof engine.advance = async (request) => {
      expect(++onTheWay).toBe(1);
      await settled();
      await settled();
      onTheWay--;
      return engine.advance(request);
    };
    const { clock, simulation } = await start(
      {},
      { startEngine: () => ({ ...engine, advance }), pacing: 'steady', speed: 10_000 },
    );
    simulation.play();
    await clock.run(500);
  });

  test('a machine that is too slow is told, and nothing is made up for later', async () => {
    const { engine, clock, simulation, playback, watch } = await start(
      { eventsPerAdvance: 5 },
      { pacing: 'steady', speed: 1_000_000 },
    );
    simulation.play();
    await clock.run(2000, watch);
    // Five events of 1 ms each repaint.
    expect(playback().reachedSpeed).toBeGreaterThan(250_000);
    expect(playback().reachedSpeed).toBeLessThan(350_000);
    const slowUs = playback().playheadUs;
    simulation.setSpeed(10_000);
    expect(engine.calls.length).toBeGreaterThan(100);
    await clock.run(1000, watch);
    expect(playback().playheadUs - slowUs).toBeLessThanOrEqual(16_000);
    expect(playback().reachedSpeed).toBeNull();
  });

  test('a hidden tab asks for nothing and does not jump when it comes back', async () => {
    const { engine, clock, simulation, playback, watch } = await start(
      {},
      { pacing: 'steady', speed: 10_000 },
    );
    simulation.play();
    await clock.run(1000, watch);
    clock.setVisible(false);
    const before = playback().playheadUs;
    const calls = engine.calls.length;
    expect(clock.isAsked).toBe(false);
    clock.nowMs += 60_000;
    clock.setVisible(true);
    expect(engine.calls.length).toBe(calls);
    await clock.run(100, watch);
    expect(playback().playheadUs - before).toBeLessThanOrEqual(1100);
    expect(playback()).toMatchObject({ playing: true, reachedSpeed: null });
  });

  test('pause lets drawing and figures speak of one instant', async () => {
    const { clock, simulation, state, playback } = await start({}, { pacing: 'steady', speed: 10_000 });
    simulation.play();
    await clock.run(1000);
    simulation.pause();
    await settled();
    expect(playback()).toMatchObject({ playing: false, playheadUs: state().nowUs });
    const { nowUs } = state();
    await clock.run(1000);
    expect(state().nowUs).toBe(nowUs);
  });

  test('play goes on from where a seek went', async () => {
    const { clock, simulation, playback } = await start({}, { pacing: 'steady', speed: 10_000 });
    simulation.play();
    await clock.run(1000);
    await simulation.seek({ timeUs: 500_000, after: 0 });
    await clock.run(1000);
    expect(playback().playheadUs).toBeGreaterThan(508_000);
    expect(playback().playheadUs).toBeLessThan(511_000);
  });
});

describe('event-paced play', () => {
  const facts = [
    [9_000_100, fenced(1)],
    [9_000_300, fenced(2)],
    [20_000_000, fenced(3)],
  ] as const;

  test('each event has the same time on screen, and what lies between passes in a moment and is told', async () => {
    const { clock, simulation, state, playback, watch } = await start(
      { facts },
      { pacing: 'event', speed: 2000 },
    );
    const stops = new Map<number, number>();
    const skipped = new Set<number>();
    simulation.play();
    await clock.run(6000, () => {
      watch();
      const { playheadUs, skippedUs } = playback();
      if (facts.some(([timeUs]) => timeUs === playheadUs))
        stops.set(playheadUs, (stops.get(playheadUs) ?? 0) + 1000 / 60);
      if (skippedUs !== null) skipped.add(skippedUs);
    });
    expect([...stops.keys()]).toEqual([9_000_100, 9_000_300, 20_000_000]);
    // Approach of 400 ms and rest of 500; the second comes 100 ms after the first was left.
    expect(stops.get(9_000_100)).toBeGreaterThan(400);
    expect(stops.get(9_000_100)).toBeLessThan(650);
    expect(stops.get(9_000_300)).toBeGreaterThan(700);
    expect(stops.get(9_000_300)).toBeLessThan(950);
    expect([...skipped]).toEqual([9_000_100 - 800, 20_000_000 - 800 - 9_000_300]);
    // Then nothing is ahead, and the ladder sets the pace.
    expect(state().nowUs).toBeLessThan(20_010_000);
  });

  test('the rpcs that lead to an event are shown at the speed of the ladder', async () => {
    const { clock, simulation, playback } = await start({ facts }, { pacing: 'event', speed: 2000 });
    const seen = new Set<number>();
    simulation.play();
    await clock.run(2000, () => seen.add(playback().playheadUs));
    const approach = [...seen].filter((timeUs) => timeUs > 9_000_100 - 800 && timeUs < 9_000_100);
    expect(approach.length).toBeGreaterThan(15);
  });

  test('with nothing ahead it runs at the speed of the ladder', async () => {
    const { clock, simulation, playback, watch } = await start(
      { everyUs: 1_000_000 },
      { pacing: 'event', speed: 2000 },
    );
    simulation.play();
    await clock.run(3000, watch);
    expect(playback().playheadUs).toBeGreaterThan(5500);
    expect(playback().playheadUs).toBeLessThanOrEqual(6000);
    expect(playback().skippedUs).toBeNull();
  });

  test('looking ahead shows nothing of the future and leaves the run where it stood', async () => {
    const { clock, simulation, state } = await start({ facts }, { pacing: 'event', speed: 2000 });
    simulation.play();
    const states: unknown[] = [];
    simulation.store.subscribe(({ nowUs, marks }) => states.push([nowUs, marks.length]));
    await settled();
    await settled();
    expect(states).toEqual([[0, 0]]);
    expect(state().exploredUs).toBe(9_000_100);
    expect(await simulation.digest()).toBe('0/0/0');
    await clock.run(100);
  });

  test('a command given by hand is an event of its own and what follows is looked for anew', async () => {
    const { clock, simulation, state, playback, watch } = await start(
      { facts },
      { pacing: 'event', speed: 2000 },
    );
    simulation.play();
    await clock.run(1500, watch);
    const at = state().nowUs;
    await simulation.apply({ kind: 'KillBroker', broker: 1 });
    await clock.run(800, watch);
    expect(playback().playheadUs).toBe(at);
    await clock.run(1000, watch);
    expect(playback().playheadUs).toBe(20_000_000);
  });

  test('pause while a stretch is passed over leaves drawing and figures at its end', async () => {
    const { clock, simulation, state, playback, watch } = await start(
      { facts },
      { pacing: 'event', speed: 2000 },
    );
    simulation.play();
    await clock.run(120, watch);
    expect(playback().playheadUs).toBeLessThan(state().nowUs);
    simulation.setPacing('steady');
    expect(playback().playheadUs).toBe(9_000_100 - 800);
    simulation.pause();
    await settled();
    expect(playback().playheadUs).toBe(state().nowUs);
  });

  test('pause before the jump over a stretch has come lets it come and stands there', async () => {
    const { clock, simulation, state, playback } = await start({ facts }, { pacing: 'event', speed: 2000 });
    simulation.play();
    await clock.run(1);
    for (let i = 0; i < 5; i++) {
      await clock.run(1);
      simulation.pause();
      await settled();
      expect(playback()).toMatchObject({ playing: false, playheadUs: state().nowUs });
      simulation.play();
    }
  });

  test('an engine that throws while play looks ahead fails the simulation', async () => {
    const { engine, clock, simulation, state, playback } = await start({}, { pacing: 'event' });
    engine.advance = () => {
      throw new Error('a belief was wrong');
    };
    simulation.play();
    await clock.run(50);
    expect(state()).toMatchObject({ status: 'failed', failureDetail: 'a belief was wrong' });
    expect(playback().playing).toBe(false);
  });

  test('an event beyond what one look ahead reaches is come to in several, and all that was passed over is told', async () => {
    const { clock, simulation, playback, watch } = await start(
      { facts: [[1_200_100, fenced(1)]], eventsPerAdvance: 5 },
      { pacing: 'event', speed: 2000 },
    );
    simulation.play();
    await clock.run(1500, watch);
    expect(playback()).toMatchObject({ playheadUs: 1_200_100, skippedUs: 1_200_100 - 800 });
  });

  test('a machine on which each slice takes long looks ahead for a second or two and no longer', async () => {
    let wallMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
    const { engine, clock, simulation, playback } = await start(
      { eventsPerAdvance: 1 },
      { pacing: 'event', speed: 2000 },
    );
    const advance = engine.advance.bind(engine);
    engine.advance = (request) => {
      wallMs += 120;
      return advance(request);
    };
    simulation.play();
    await settled();
    expect(wallMs).toBeLessThan(2000);
    // And it goes on from there.
    await clock.run(1500);
    expect(playback().playheadUs).toBeGreaterThan(10_000);
  });

  test('a deed does not wait for a look ahead to end', async () => {
    const { engine, simulation, state } = await start({ eventsPerAdvance: 1 }, { pacing: 'event' });
    simulation.play();
    await simulation.apply({ kind: 'KillBroker', broker: 1 });
    const calls = engine.calls.slice(0, engine.calls.indexOf('apply KillBroker'));
    expect(calls.length).toBeLessThan(10);
    expect(state().commands).toEqual([{ atUs: 0, after: 0, kind: 'KillBroker', broker: 1 }]);
  });

  test('a jump that waits behind a deed is not made after it', async () => {
    const { engine, clock, simulation, state } = await start({ facts }, { pacing: 'event', speed: 2000 });
    simulation.play();
    await settled();
    clock.onNextFrame = () => void simulation.seek({ timeUs: 500_000, after: 0 });
    await clock.run(1);
    expect(engine.calls.filter((call) => call.startsWith('seek 899'))).toEqual([]);
    expect(state().nowUs).toBe(500_000);
  });

  test('changing the pacing in the middle goes on from there', async () => {
    const { clock, simulation, playback, watch } = await start({ facts }, { pacing: 'event', speed: 2000 });
    simulation.play();
    await clock.run(1500, watch);
    simulation.setPacing('steady');
    const { playheadUs } = playback();
    await clock.run(1000, watch);
    expect(playback().playheadUs - playheadUs).toBeGreaterThan(1800);
    expect(playback().playheadUs - playheadUs).toBeLessThan(2100);
  });
});

describe('reduced motion', () => {
  test('play is "next event"', async () => {
    const { clock, simulation, playback } = await start(
      { facts: [[5100, fenced(1)]] },
      { isMotionReduced: () => true },
    );
    simulation.play();
    await settled();
    expect(playback()).toMatchObject({ playing: false, playheadUs: 5100, skippedUs: 5100 });
    expect(clock.isAsked).toBe(false);
  });
});
