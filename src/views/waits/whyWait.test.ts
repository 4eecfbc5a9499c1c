import { expect, test } from 'vitest';
import type { WaitView } from '../../bridge/frame.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { EXAMPLE_FACTS } from '../trace/ExampleFactsTestContext.ts';
import { WAITS } from './WaitsTestContext.ts';
import { whyWait } from './whyWait.ts';

/** What keeps a wait from ending, among facts that do not. */
const CASES: readonly (readonly [WaitView['what'], readonly TraceEvent[], number | null])[] = [
  [
    'ProduceForHighWatermark',
    [
      { ...EXAMPLE_FACTS.ProduceParked, correlationId: 7 },
      { ...EXAMPLE_FACTS.ProduceParked, correlationId: 8 },
    ],
    0,
  ],
  [
    'ProducerRetry',
    [
      { ...EXAMPLE_FACTS.ProduceRetried, producer: 'shop' },
      { ...EXAMPLE_FACTS.ProduceRetried, producer: 'other' },
    ],
    0,
  ],
  ['ProducerForMetadata', [{ ...EXAMPLE_FACTS.PartitionOffline, partition: 'payments-0' }], 0],
  [
    'FencingOfBroker',
    [
      { ...EXAMPLE_FACTS.LinkCut, between: ['broker:2', 'controller:101'] },
      { ...EXAMPLE_FACTS.BrokerKilled, broker: 1 },
    ],
    0,
  ],
  ['FollowerBackoff', [{ ...EXAMPLE_FACTS.FetchFailed, broker: 3 }], 0],
  ['FollowerBackoff', [{ ...EXAMPLE_FACTS.FetchFailed, broker: 1 }], null],
  ['ControlledShutdown', [{ ...EXAMPLE_FACTS.ControlledShutdownStarted, broker: 3 }], 0],
];

test.each(CASES)('%s %#', (what, events, expected) => {
  const wait = WAITS.find((each) => each.what === what)!;
  const rows = events.map((event, seq) => ({ timeUs: seq, seq, causeSeq: 0, event }));
  expect(whyWait(rows, wait).row?.seq ?? null).toBe(expected);
});
