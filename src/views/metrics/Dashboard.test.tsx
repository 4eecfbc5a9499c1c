import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Simulation, SimulationState } from '../../state/Simulation.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider, useStageViewStore } from '../SimulationContext.tsx';
import { Dashboard } from './Dashboard.tsx';

const LAG = 'kafka.consumer:type=consumer-fetch-manager-metrics,name=records-lag-max';
const TOTAL = 'broker:1 kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce';

function show(deeds: Partial<Simulation> = {}) {
  const state: SimulationState = {
    ...exampleFrame(EXAMPLE_FRAMES[0]!.name),
    nowUs: 3_000_000,
    exploredUs: 4_000_000,
    metrics: {
      names: [LAG, `${TOTAL}:50thPercentile`, `${TOTAL}:99thPercentile`],
      timesUs: Float64Array.of(0, 1_000_000, 2_000_000, 3_000_000),
      values: [Float64Array.of(0, 40, NaN, 60), Float64Array.of(1, 2, 2, 2), Float64Array.of(1, 9, 12, 30)],
    },
  };
  const simulation = createStillSimulation(state, { deeds });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 90));
  render(
    <SimulationProvider simulation={simulation}>
      <Dashboard />
    </SimulationProvider>,
  );
  return simulation;
}

test('percentiles share a chart, a gap is told, and one cursor reads all charts', () => {
  show();
  const [lag, percentiles] = screen.getAllByRole('slider');
  expect(lag).toHaveAttribute('aria-valuetext', '0:03.000: 60');
  expect(percentiles).toHaveAttribute('aria-valuetext', '0:03.000: p50 2, p99 30');
  expect(screen.getByText('1 gap: nobody reported', { selector: 'p' })).toBeInTheDocument();
  expect(screen.getByText(/^records-lag-max: 60, /)).toBeInTheDocument();
  fireEvent.keyDown(lag!, { key: 'Home' });
  expect(percentiles).toHaveAttribute('aria-valuetext', '0:00.000: p50 1, p99 1');
});

test('a rule fires where its metric was above, and each time is gone to', async () => {
  const seek = vi.fn(() => Promise.resolve());
  const simulation = show({ seek });
  const section = screen.getByRole('region', { name: 'Alerts' });
  fireEvent.change(within(section).getByLabelText('Threshold'), { target: { value: '30' } });
  await userEvent.click(within(section).getByRole('button', { name: 'Add the rule' }));
  expect(simulation.alertRules.getState()).toEqual([
    { series: LAG, condition: 'above', threshold: 30, forUs: 0 },
  ]);
  expect(section).toHaveTextContent('records-lag-max above 30 fired 2 times');
  expect(section).toHaveTextContent('fires now');
  await userEvent.click(within(section).getByRole('button', { name: /^Go to 0:01\.000/ }));
  expect(seek).toHaveBeenCalledExactlyOnceWith({ timeUs: 1_000_001, after: 0 });
  await userEvent.click(within(section).getByRole('button', { name: 'Add the rule' }));
  expect(within(section).getByRole('alert')).toHaveTextContent('This rule is there already.');
  await userEvent.click(within(section).getByRole('button', { name: /^Remove the rule/ }));
  expect(simulation.alertRules.getState()).toEqual([]);
});

test('a threshold that is no number is told, and nothing is added', async () => {
  const simulation = show();
  const section = screen.getByRole('region', { name: 'Alerts' });
  fireEvent.change(within(section).getByLabelText('Threshold'), { target: { value: 'much' } });
  await userEvent.click(within(section).getByRole('button', { name: 'Add the rule' }));
  expect(within(section).getByRole('alert')).toHaveTextContent('The threshold is a number.');
  expect(simulation.alertRules.getState()).toEqual([]);
  act(() => simulation.alertRules.setState([], true));
});

test('percentiles of produce requests are added to what is shown', async () => {
  const watchMetrics = vi.fn(() => Promise.resolve());
  const other = 'broker:2 kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce:99thPercentile';
  show({ watchMetrics, metricNames: () => Promise.resolve([LAG, other]) });
  await userEvent.click(screen.getByRole('button', { name: 'Add request percentiles' }));
  expect(watchMetrics).toHaveBeenCalledExactlyOnceWith(expect.arrayContaining([LAG, other]));
});

test('its way back leaves the panel that was open', async () => {
  let view: ReturnType<typeof useStageViewStore> | undefined;
  function Keep() {
    view = useStageViewStore();
    return null;
  }
  render(
    <SimulationProvider
      simulation={createStillSimulation(exampleFrame(EXAMPLE_FRAMES[0]!.name))}
      initialView={{ dashboard: true, panel: 'ledger' }}
    >
      <Keep />
      <Dashboard />
    </SimulationProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back to the picture' }));
  expect(view?.getState()).toMatchObject({ dashboard: false, panel: 'ledger' });
});

test('a chart that is drawn again by itself, after its columns went back to the worker, shows what it showed', () => {
  const simulation = show();
  const [lag] = screen.getAllByRole('slider');
  const { timesUs, values } = simulation.store.getState().metrics;
  for (const { buffer } of [timesUs, ...values])
    structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
  expect(timesUs).toHaveLength(0);
  fireEvent.keyDown(lag!, { key: 'Home' });
  fireEvent.keyDown(lag!, { key: 'End' });
  expect(lag).toHaveAttribute('aria-valuetext', '0:04.000: 60');
  expect(screen.getByText(/^records-lag-max: 60, /)).toBeInTheDocument();
});
