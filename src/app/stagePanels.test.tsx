import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exampleFrame } from '../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../views/gallery/stillSimulation.ts';
import { SimulationProvider, useStageViewStore } from '../views/SimulationContext.tsx';
import { StagePanels } from './StagePanels.tsx';

afterEach(cleanup);

/** What opens the dashboard and leads back. */
function Toggle() {
  const view = useStageViewStore();
  return (
    <button type="button" onClick={() => view.setState(({ dashboard }) => ({ dashboard: !dashboard }))}>
      Dashboard
    </button>
  );
}
const chosen = () => screen.getByRole('radio', { checked: true }).textContent;

test('while the dashboard is there the strips are not, and after it what was chosen shows again', () => {
  render(
    <SimulationProvider
      simulation={createStillSimulation(exampleFrame('healthy'))}
      initialView={{ panel: 'metrics' }}
    >
      <Toggle />
      <StagePanels />
    </SimulationProvider>,
  );
  expect(chosen()).toBe('Metrics');
  fireEvent.click(screen.getByText('Dashboard'));
  expect(chosen()).toBe('Waits and facts');
  expect(screen.queryByRole('radio', { name: 'Metrics' })).toBeNull();
  fireEvent.click(screen.getByText('Dashboard'));
  expect(chosen()).toBe('Metrics');
});
