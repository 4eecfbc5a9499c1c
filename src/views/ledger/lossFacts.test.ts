import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { lossFacts } from './lossFacts.ts';

const EVENTS: readonly TraceEvent[] = [
  { kind: 'ProducerStarted', producer: 'a', acks: 'all', idempotent: true },
  { kind: 'ProducerStarted', producer: 'a', acks: '1', idempotent: false },
  { kind: 'LeaderElected', partition: 'p-0', leader: 2, previousLeader: 1, leaderEpoch: 1, clean: true },
  // The same broker once more: nobody else led.
  { kind: 'LeaderElected', partition: 'p-0', leader: 2, previousLeader: 2, leaderEpoch: 2, clean: true },
  { kind: 'LogTruncated', partition: 'p-0', broker: 1, from: 9, to: 7, reason: 'DivergingEpoch' },
  { kind: 'LogTruncated', partition: 'p-1', broker: 3, from: 5, to: 4, reason: 'PowerLost' },
];
const TRACE: readonly TraceRow[] = EVENTS.map((event, seq) => ({ timeUs: seq, seq, causeSeq: 0, event }));

test.each([
  ['a', 'p-0', { promise: 1, election: 2, truncation: 4 }],
  ['b', 'p-1', { truncation: 5 }],
  ['b', 'p-2', {}],
])('the loss of records of %s on %s', (producer, partition, rows) => {
  const facts = lossFacts(TRACE, { producer, partition });
  expect(Object.fromEntries(facts.map(({ name, row }) => [name, row.seq]))).toEqual(rows);
});
