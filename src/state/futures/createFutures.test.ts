import { afterEach, expect, test } from 'vitest';
import { directEngine } from '../../bridge/directEngine.ts';
import { FAKE_SCENARIO, FakeEngine } from '../../bridge/FakeEngineTestContext.ts';
import { createSimulation } from '../createSimulation.ts';
import { FakeClock } from '../FakeClockTestContext.ts';
import type { Simulation } from '../Simulation.ts';
import { createFutures } from './createFutures.ts';

let simulation: Simulation | undefined;
afterEach(() => simulation?.dispose());

async function start() {
  const created = createSimulation({
    startEngine: () => directEngine(new FakeEngine()),
    clock: new FakeClock(),
  });
  simulation = created;
  await created.load(FAKE_SCENARIO);
  return { simulation: created, futures: createFutures(created) };
}

const KILL = { kind: 'KillBroker', broker: 1 } as const;
const told = ({ store }: ReturnType<typeof createFutures>) => {
  const { list, open } = store.getState();
  return list.map(({ letter, commands, id }) => `${letter}${id === open ? '*' : ''}${commands.length}`);
};

test('undo jumps to before the deed, redo to right after it, and nothing is written over', async () => {
  const { simulation, futures } = await start();
  await simulation.seek({ timeUs: 2500, after: 0 });
  await simulation.apply(KILL);
  await simulation.seek({ timeUs: 5000, after: 0 });
  expect(futures.canUndo()).toBe(true);
  await futures.undo();
  expect(simulation.store.getState()).toMatchObject({ nowUs: 2500, commands: [] });
  expect(told(futures)).toEqual(['A1', 'B*0']);
  await futures.redo();
  expect(simulation.store.getState()).toMatchObject({ nowUs: 2500, commands: [KILL] });
  expect(told(futures)).toEqual(['A*1']);
  expect(futures.canRedo()).toBe(false);
});

test('a fork goes on by itself; the future that it left is opened where it was left', async () => {
  const { simulation, futures } = await start();
  await simulation.seek({ timeUs: 4000, after: 0 });
  await futures.fork();
  await simulation.apply(KILL);
  await simulation.seek({ timeUs: 9000, after: 0 });
  expect(told(futures)).toEqual(['A0', 'B*1']);
  await futures.open('f1');
  expect(simulation.store.getState()).toMatchObject({ nowUs: 4000, commands: [] });
  await futures.open('f2');
  expect(simulation.store.getState()).toMatchObject({ nowUs: 9000, commands: [KILL] });
});

test('another scenario is undone with the deed that came with it, and back', async () => {
  const { simulation, futures } = await start();
  await simulation.seek({ timeUs: 3000, after: 0 });
  const other = { ...FAKE_SCENARIO, seed: 99 };
  await futures.replace({ scenario: other, instant: { timeUs: 3000, after: 0 }, deed: KILL });
  expect(told(futures)).toEqual(['A0', 'B*1']);
  await futures.undo();
  expect(simulation.store.getState()).toMatchObject({ nowUs: 3000, scenario: FAKE_SCENARIO, commands: [] });
  await futures.redo();
  expect(simulation.store.getState()).toMatchObject({ scenario: other, commands: [KILL] });
});

test('one that is let go can be brought back where it stood', async () => {
  const { simulation, futures } = await start();
  await simulation.apply(KILL);
  await futures.fork();
  await futures.open('f1');
  const bringBack = futures.remove('f2');
  expect(told(futures)).toEqual(['A*1']);
  bringBack();
  expect(told(futures)).toEqual(['A*1', 'B1']);
});
