import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider, type StageViewState } from '../SimulationContext.tsx';
import { LiveNarration } from './LiveNarration.tsx';

const said: string[] = [];
vi.mock('../../ui/LiveRegion.tsx', () => ({
  announce: (text: string, politeness = 'polite') => said.push(`${politeness}: ${text}`),
}));

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const fenced: TraceEvent = { kind: 'BrokerFenced', broker: 2, silentForMs: 9204 };
const refused: TraceEvent = {
  kind: 'ProduceRefused',
  partition: 'payments-0',
  broker: 1,
  producer: 'pay-api',
  correlationId: 3123,
  error: 'NOT_ENOUGH_REPLICAS',
  isrSize: 1,
  minIsr: 2,
};
const appended: TraceEvent = {
  kind: 'RecordsAppended',
  partition: 'payments-0',
  broker: 1,
  role: 'leader',
  baseOffset: 0,
  count: 4,
  leaderEpoch: 7,
};

function listen(view: Partial<StageViewState> = {}) {
  const simulation = createStillSimulation(exampleFrame('healthy'));
  render(
    <SimulationProvider simulation={simulation} initialView={view}>
      <LiveNarration />
    </SimulationProvider>,
  );
  return (events: readonly TraceEvent[], fromUs = 39_204_000) => {
    const rows = events.map((event, index): TraceRow => ({
      timeUs: fromUs + index,
      seq: 900 + index,
      causeSeq: 0,
      event,
    }));
    act(() => simulation.store.setState(({ trace }) => ({ trace: [...trace, ...rows] })));
    act(() => {
      vi.advanceTimersByTime(700);
    });
  };
}

test('saysChangesPolitelyAndErrorsAtOnce', () => {
  listen()([fenced, refused, appended]);
  expect(said).toEqual([
    'polite: 0:39.204. Controller fenced broker 2, silent for 9.2 s.',
    'assertive: 0:39.204. Broker 1 refused Produce #3123 from pay-api: NOT_ENOUGH_REPLICAS. 1 in sync, minimum 2. Nothing was stored.',
  ]);
});

test('saysOnlyErrorsWhenAskedTo', () => {
  listen({ verbosity: 'errors' })([fenced, refused]);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^assertive/);
});

test('isSilentWhenMuted', () => {
  listen({ muted: true })([fenced, refused]);
  expect(said).toEqual([]);
});

test('sumsWhatComesFasterThanSpeech', () => {
  const happen = listen({ verbosity: 'everything' });
  happen([appended, appended, appended, appended]);
  expect(said).toEqual(['polite: In 1 second: 16 records appended, no errors.']);
  happen([appended, appended, appended]);
  expect(said).toHaveLength(1);
  act(() => {
    vi.advanceTimersByTime(4000);
  });
  expect(said).toHaveLength(2);
});

test('tellsTheEndOfARunAtOnceAndNotEveryPause', () => {
  const { nowUs, scenario, ...state } = exampleFrame('healthy');
  const untilUs = nowUs;
  for (const [end, told] of [
    [untilUs + 1, []],
    [untilUs, [expect.stringMatching(/^assertive: The run stopped at /)]],
  ] as const) {
    const simulation = createStillSimulation({ ...state, nowUs, scenario: { ...scenario, untilUs: end } });
    render(
      <SimulationProvider simulation={simulation}>
        <LiveNarration />
      </SimulationProvider>,
    );
    act(() => simulation.play());
    act(() => simulation.pause());
    expect(said).toEqual(told);
    cleanup();
  }
});

const assigned = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsAssigned',
  consumer,
  group: 'billing',
  generation: 2,
  partitions,
});
const revoked = (consumer: string, ...partitions: string[]): TraceEvent => ({
  kind: 'PartitionsRevoked',
  consumer,
  group: 'billing',
  partitions,
});
const six = [0, 1, 2, 3, 4, 5].map((number) => `payments-${number}`);

test('saysWhatARebalanceCostWhenTheLastPartitionIsReadAgain', () => {
  const happen = listen();
  happen([assigned('a', ...six)]);
  happen([revoked('a', ...six)]);
  expect(said.join()).not.toContain('partition-seconds');
  happen([assigned('b', ...six)], 40_267_333);
  expect(said.at(-1)).toBe(
    'polite: 0:40.267. b was assigned payments-0, payments-1, payments-2, payments-3, payments-4, and payments-5 in generation 2. ' +
      '0:40.267. Group billing: payments-0 to payments-5 are read again. Paused: 6.38 partition-seconds.',
  );
});

test('saysItWithTheSumOfWhatCameFasterThanSpeechAndNotToWhoWantsErrorsOnly', () => {
  const rebalance = [revoked('a', ...six), appended, appended, assigned('a', ...six)];
  const happen = listen();
  happen([assigned('a', ...six)]);
  happen(rebalance);
  act(() => {
    vi.advanceTimersByTime(4000);
  });
  expect(said.at(-1)).toMatch(/partition-seconds\.$/);
  said.length = 0;
  const quiet = listen({ verbosity: 'errors' });
  quiet([assigned('a', ...six)]);
  quiet(rebalance);
  expect(said.join()).not.toContain('partition-seconds');
});
