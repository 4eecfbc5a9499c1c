import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setPreferences } from '../ui/preferences.ts';
import { exampleFrame } from './gallery/exampleFrames.ts';
import { createStillSimulation } from './gallery/stillSimulation.ts';
import { SimulationProvider, useSimulationState } from './SimulationContext.tsx';
import { useChangedInStep } from './useChangedInStep.ts';

afterEach(() => act(() => setPreferences({ motion: 'system' })));

function Epochs() {
  const epoch = useSimulationState(({ commands }) => commands.length);
  return <output>{useChangedInStep(String(epoch)) ? 'changed' : 'as before'}</output>;
}

function show() {
  const simulation = createStillSimulation(exampleFrame('healthy'));
  render(
    <SimulationProvider simulation={simulation}>
      <Epochs />
    </SimulationProvider>,
  );
  /** Some microseconds on, and with so many commands. */
  return (byUs: number, commands: number) =>
    act(() =>
      simulation.store.setState(({ nowUs }) => ({
        nowUs: nowUs + byUs,
        commands: Array.from({ length: commands }, () => ({ kind: 'KillBroker', broker: 1, atUs: 0 })),
      })),
    );
}

test('whatAStepHasChangedIsMarkedUntilTheNextStep', () => {
  setPreferences({ motion: 'reduced' });
  const step = show();
  expect(screen.getByText('as before')).toBeVisible();
  step(10, 1);
  expect(screen.getByText('changed')).toBeVisible();
  // Drawn again at the same instant it is marked still.
  step(0, 1);
  expect(screen.getByText('changed')).toBeVisible();
  step(10, 1);
  expect(screen.getByText('as before')).toBeVisible();
});

test('whereThingsMayMoveNothingIsMarked', () => {
  const step = show();
  step(10, 1);
  expect(screen.getByText('as before')).toBeVisible();
});
