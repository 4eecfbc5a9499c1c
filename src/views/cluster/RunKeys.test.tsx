import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider, useStageView } from '../SimulationContext.tsx';
import { RunKeys } from './RunKeys.tsx';

afterEach(cleanup);

/** A level of the stage that is not the picture: something to press, and a thing that stands in it. */
function Level() {
  const target = useRef<HTMLDivElement>(null);
  const said = useStageView(({ muted, verbosity, outlineVisible }) =>
    JSON.stringify({ muted, verbosity, outlineVisible }),
  );
  return (
    <div ref={target}>
      <RunKeys target={target} />
      <button type="button">Pressed by Space</button>
      <button type="button" data-entity="broker:1">
        Broker 1
      </button>
      <output>{said}</output>
    </div>
  );
}

function show() {
  const stepInteresting = vi.fn(() => Promise.resolve());
  const simulation = createStillSimulation(exampleFrame('healthy'), { deeds: { stepInteresting } });
  render(
    <SimulationProvider simulation={simulation}>
      <Level />
    </SimulationProvider>,
  );
  return { simulation, button: screen.getByText('Pressed by Space'), thing: screen.getByText('Broker 1') };
}

test('narrationIsMutedAndToldInThreeLevelsOnEveryLevelOfTheStage', () => {
  const { button } = show();
  const now = () => JSON.parse(screen.getByRole('status').textContent) as Record<string, unknown>;
  fireEvent.keyDown(button, { key: 'm' });
  expect(now()).toMatchObject({ muted: true, verbosity: 'changes' });
  fireEvent.keyDown(button, { key: 'v' });
  expect(now()).toMatchObject({ muted: false, verbosity: 'everything' });
  fireEvent.keyDown(button, { key: 'v' });
  expect(now()).toMatchObject({ verbosity: 'errors' });
  fireEvent.keyDown(button, { key: 'v' });
  expect(now()).toMatchObject({ verbosity: 'changes' });
  fireEvent.keyDown(button, { key: 'o' });
  expect(now()).toMatchObject({ outlineVisible: true });
});

test('spacePlaysButWhereItPressesSomething', () => {
  const { simulation, button, thing } = show();
  fireEvent.keyDown(button, { key: ' ' });
  expect(simulation.playback.getState().playing).toBe(false);
  fireEvent.keyDown(thing, { key: ' ' });
  expect(simulation.playback.getState().playing).toBe(true);
  fireEvent.keyDown(thing, { key: ' ', ctrlKey: true });
  expect(simulation.playback.getState().playing).toBe(true);
});
