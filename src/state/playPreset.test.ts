import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { EngineSession } from '../bridge/EngineSession.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { createSimulation, type SimulationOptions } from './createSimulation.ts';
import { FakeClock } from './FakeClockTestContext.ts';
import { selectBrokers, selectPartition, selectReplicas } from './selectors.ts';
import type { Simulation } from './Simulation.ts';

const PRESET = 'content/scenarios/presets/three-brokers.json';

function preset(): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(PRESET, 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

let simulation: Simulation | undefined;
afterEach(() => simulation?.dispose());

async function start(options: SimulationOptions) {
  const clock = new FakeClock();
  const created = createSimulation({
    startEngine: () => directEngine(new EngineSession()),
    clock,
    ...options,
  });
  simulation = created;
  await created.load(preset());
  return {
    clock,
    simulation: created,
    state: () => created.store.getState(),
    playback: () => created.playback.getState(),
  };
}

describe('a preset on the real engine', () => {
  test('plays steadily, and ends in the state of a run in one piece', async () => {
    const { clock, simulation, state, playback } = await start({ pacing: 'steady', speed: 1_000_000 });
    expect(selectBrokers(state()).map((broker) => broker.process)).toEqual(['running', 'running', 'running']);
    simulation.play();
    await clock.run(3000);
    simulation.pause();
    expect(state()).toMatchObject({ status: 'ready', failure: null, violations: [] });
    expect(playback().playheadUs).toBe(state().nowUs);
    expect(state().nowUs).toBeGreaterThan(500_000);
    const whole = new EngineSession();
    whole.load(preset(), []);
    whole.advance({ untilUs: state().nowUs, budgetMs: Infinity });
    expect(await simulation.digest()).toBe(whole.digest());
  });

  test('event-paced play goes from a kill over its errors to the new leader', async () => {
    const { clock, simulation, state, playback } = await start({ pacing: 'event', speed: 2000 });
    const partition = [...state().entities.values()].find((view) => view.kind === 'partition');
    if (partition === undefined) throw new Error('the preset has a partition');
    await simulation.seek({ timeUs: 1_000_000, after: 0 });
    await simulation.apply({ kind: 'KillBroker', broker: partition.leader });
    let longestSkipUs = 0;
    simulation.play();
    const hasLeader = () => state().marks.some((mark) => mark.kind === 'election');
    for (let seconds = 0; seconds < 60 && !hasLeader(); seconds++) {
      await clock.run(1000, () => {
        expect(playback().playheadUs).toBeLessThanOrEqual(state().nowUs);
        longestSkipUs = Math.max(longestSkipUs, playback().skippedUs ?? 0);
      });
    }
    expect(state()).toMatchObject({ status: 'ready', violations: [] });
    const after = selectPartition(partition.name)(state());
    expect(after?.leader).not.toBe(partition.leader);
    expect(selectReplicas(partition.name)(state()).length).toBe(partition.replicas.length);
    // The session of a dead broker takes seconds, and nothing happens in most of them.
    expect(longestSkipUs).toBeGreaterThan(1_000_000);
    expect(state().marks.map((mark) => mark.kind)).toEqual(
      expect.arrayContaining(['command', 'fault', 'fencing', 'election']),
    );
  }, 30_000);

  test('scrubbing, going on and undoing leave no trace in the result', async () => {
    const { simulation, state } = await start({});
    await simulation.advanceUntil({ event: 'RecordsAcknowledged', times: 20 }, 60_000_000);
    const at = { timeUs: state().nowUs, after: state().after };
    const digest = await simulation.digest();
    await simulation.seek({ timeUs: at.timeUs + 2_000_000, after: 0 });
    await simulation.seek({ timeUs: Math.floor(at.timeUs / 2), after: 0 });
    await simulation.seek(at);
    expect(await simulation.digest()).toBe(digest);
    await simulation.apply({ kind: 'KillBroker', broker: 1 });
    await simulation.stepInteresting();
    await simulation.undo();
    expect(state()).toMatchObject({ nowUs: at.timeUs, after: at.after, commands: [], violations: [] });
    expect(await simulation.digest()).toBe(digest);
  });
});
