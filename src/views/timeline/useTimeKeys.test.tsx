import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { useTimeKeys } from './useTimeKeys.ts';

afterEach(cleanup);

/** A page with one transport and no stage of its own, as two runs beside each other are. */
function Page() {
  useTimeKeys('Time');
  return <button type="button">First difference</button>;
}

test('keys of time work on the whole page, but where Space presses something', () => {
  const deeds = {
    stepInteresting: vi.fn(() => Promise.resolve()),
    stepBack: vi.fn(() => Promise.resolve()),
    stepEvent: vi.fn(() => Promise.resolve()),
    stepRpc: vi.fn(() => Promise.resolve()),
  };
  const simulation = createStillSimulation(exampleFrame('healthy'), { deeds });
  render(
    <SimulationProvider simulation={simulation}>
      <Page />
    </SimulationProvider>,
  );
  const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });
  press(' ', screen.getByRole('button'));
  expect(simulation.playback.getState().playing).toBe(false);
  press(' ');
  expect(simulation.playback.getState().playing).toBe(true);
  for (const key of ['.', ',', '}', '{', ')', '(', 'e', '>']) press(key);
  expect(deeds.stepInteresting).toHaveBeenCalledOnce();
  expect(deeds.stepBack.mock.calls).toEqual([[], ['event'], ['rpc']]);
  expect(deeds.stepEvent).toHaveBeenCalledOnce();
  expect(deeds.stepRpc).toHaveBeenCalledOnce();
  expect(simulation.playback.getState()).toMatchObject({ pacing: 'steady', speed: 4000 });
});
