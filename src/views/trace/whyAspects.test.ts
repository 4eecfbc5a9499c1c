import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
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

test.each([
  ['broker:1', { process: 9, registration: 1 }],
  ['broker:2', {}],
  ['partition:p-0', { leader: 2, isr: 4, highWatermark: 5 }],
  ['partition:p-1', { leader: 3 }],
  ['producer:a', { delivery: 8, lastError: 7, throttle: 6 }],
  ['consumer:a', {}],
  ['nothing', {}],
] as const)('%s', (key, rows) => {
  expect(Object.fromEntries(whyAspects(TRACE, key).map(({ name, row }) => [name, row.seq]))).toEqual(rows);
});
