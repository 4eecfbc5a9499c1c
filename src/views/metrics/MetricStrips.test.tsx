import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { METRIC_DEFINITIONS } from '../../shared/metricDefinitions.ts';
import { en } from '../../i18n/en/index.ts';
import { metricMeanings } from '../../i18n/en/metricMeanings.ts';
import type { Simulation, SimulationState } from '../../state/Simulation.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { matchingMetrics } from './matchingMetrics.ts';
import { MetricStrips } from './MetricStrips.tsx';
import { meaningOf, shortNameOf } from './metricWords.ts';

const URP = 'kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions';
const PURGATORY = 'kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Produce';
const MESSAGES = 'broker:2 kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec:OneMinuteRate';

function show(deeds: Partial<Simulation> = {}) {
  const state: SimulationState = {
    ...exampleFrame(EXAMPLE_FRAMES[0]!.name),
    nowUs: 3_000_000,
    exploredUs: 4_000_000,
    metrics: {
      names: [URP, PURGATORY, MESSAGES],
      timesUs: Float64Array.of(0, 1_000_000, 2_000_000, 3_000_000),
      values: [
        Float64Array.of(0, 0, 1, 1),
        Float64Array.of(0, 14, 3, 0),
        Float64Array.of(NaN, NaN, 12.34, NaN),
      ],
    },
  };
  const simulation = createStillSimulation(state, { deeds });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 90));
  render(
    <SimulationProvider simulation={simulation}>
      <MetricStrips />
    </SimulationProvider>,
  );
  return simulation;
}

test('tellsTheValuesAtThePlayheadAndWhereTheKeysGo', () => {
  show();
  const reading = screen.getByRole('slider', { name: 'Read the metrics at' });
  expect(reading).toHaveAttribute(
    'aria-valuetext',
    '0:03.000: UnderReplicatedPartitions 1; PurgatorySize, Produce 0; MessagesInPerSec, OneMinuteRate no value',
  );
  fireEvent.keyDown(reading, { key: 'Home' });
  expect(reading.getAttribute('aria-valuetext')).toContain('0:00.000: UnderReplicatedPartitions 0');
  for (let i = 0; i < 8; i++) fireEvent.keyDown(reading, { key: 'ArrowRight' });
  expect(reading.getAttribute('aria-valuetext')).toContain('MessagesInPerSec, OneMinuteRate 12.3');
  fireEvent.keyDown(reading, { key: 'Escape' });
  expect(reading.getAttribute('aria-valuetext')).toContain('0:03.000');
});

test('enterGoesToTheInstantThatIsRead', () => {
  const seek = vi.fn(() => Promise.resolve());
  show({ seek });
  const reading = screen.getByRole('slider');
  fireEvent.keyDown(reading, { key: 'Home' });
  fireEvent.keyDown(reading, { key: 'Enter' });
  expect(seek).toHaveBeenCalledExactlyOnceWith({ timeUs: 1, after: 0 });
});

test('metricsAreChosenByNameAndMeaning', async () => {
  const watchMetrics = vi.fn(() => Promise.resolve());
  const controller = 'kafka.controller:type=KafkaController,name=OfflinePartitionsCount';
  show({ watchMetrics, metricNames: () => Promise.resolve([URP, controller]) });
  await userEvent.click(screen.getByRole('button', { name: 'Choose metrics' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('checkbox', { name: /OfflinePartitionsCount/ });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'without a leader offline' } });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('checkbox'));
  expect(watchMetrics).toHaveBeenCalledExactlyOnceWith([URP, PURGATORY, MESSAGES, controller]);
});

test('everyMetricHasANameAndAMeaning', () => {
  for (const { id, name } of METRIC_DEFINITIONS) {
    expect(metricMeanings[id], id).toMatch(/^[^\s].*\.$/);
    expect(meaningOf(name, en.metrics).length).toBeGreaterThan(metricMeanings[id].length);
  }
  expect(shortNameOf(PURGATORY)).toBe('PurgatorySize, Produce');
  expect(matchingMetrics([URP, PURGATORY], 'purgatory', () => '')).toEqual([PURGATORY]);
});
