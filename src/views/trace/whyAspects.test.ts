import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { EXAMPLE_FACTS } from './ExampleFactsTestContext.ts';
import { whyAspects } from './whyAspects.ts';

const EVENTS: readonly TraceEvent[] = [
  { kind: 'BrokerKilled', broker: 1 },
  { kind: 'BrokerFenced', broker: 1, silentForMs: 9000 },
  { kind: 'LeaderElected', partition: 'p-0', leader: 2, previousLeader: 1, leaderEpoch: 1, clean: true },
  { kind: 'LeaderElected', partition: 'p-1', leader: 3, previousLeader: 1, leaderEpoch: 1, clean: true },
  { kind: 'IsrShrunk', partition: 'p-0', isr: [2, 3], removed: [1], elr: [] },
  { kind: 'HighWatermarkAdvanced', partition: 'p-0', broker: 2, role: 'leader', from: 1, to: 2 },
  { kind: 'ClientThrottled', client: 'producer:a', broker: 2, quota: 'producer_byte_rate', throttleMs: 10 },
  {
    kind: 'ProduceRetried',
    producer: 'a',
    partition: 'p-0',
    count: 1,
    attempt: 1,
    error: 'NOT_ENOUGH_REPLICAS',
    backoffMs: 100,
  },
  { kind: 'RecordsAcknowledged', producer: 'a', partition: 'p-0', count: 1, baseOffset: 2, latencyMs: 3 },
  { kind: 'BrokerStarted', broker: 1 },
];
const TRACE: readonly TraceRow[] = EVENTS.map((event, seq) => ({ timeUs: seq, seq, causeSeq: 0, event }));

/** Of each thing the facts that made its values what they are, by their numbers; null: none that is kept did. */
test.each([
  ['broker:1', { process: 9, registration: 1, leadership: 3 }],
  ['broker:2', { process: null, registration: null, leadership: 2, throttle: 6 }],
  ['partition:p-0', { leader: 2, isr: 4, elr: 4, lastKnownElr: 2, highWatermark: 5 }],
  ['partition:p-1', { leader: 3, isr: null, elr: 3, lastKnownElr: 3, highWatermark: null }],
  ['replica:p-0@2', { logEnd: null, highWatermark: 5 }],
  ['replica:p-0@3', { highWatermark: null }],
  ['producer:a', { delivery: 8, lastError: 7, throttle: 6, held: 7 }],
  ['consumer:a', { position: null, lag: null }],
  ['nothing', {}],
] as const)('%s', (key, rows) => {
  const found = Object.fromEntries(whyAspects(TRACE, key).map(({ name, row }) => [name, row?.seq ?? null]));
  expect(found).toMatchObject(rows);
});

test('aThrottleOfAProducerIsNotOfTheConsumerOfThatName', () => {
  expect(whyAspects(TRACE, 'consumer:a').map(({ name }) => name)).not.toContain('throttle');
});

test('aShareGroupIsNamedWithItsPartition', () => {
  const shared: readonly TraceEvent[] = [
    EXAMPLE_FACTS.ShareRecordsAcquired,
    { ...EXAMPLE_FACTS.ShareRecordsAcquired, partition: 'other-0' },
  ];
  const rows = shared.map((event, seq) => ({ timeUs: seq, seq, causeSeq: 0, event }));
  const { group, partition } = EXAMPLE_FACTS.ShareRecordsAcquired;
  const [records] = whyAspects(rows, `share:${group}@${partition}`);
  expect(records).toMatchObject({ name: 'shareRecords', rule: 'share-record-states', row: { seq: 0 } });
});
