import { expect, test } from 'vitest';
import { whyEndings } from '../../i18n/en/whyEndings.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { endingOfFact } from './endingOfFact.ts';
import { EXAMPLE_FACTS } from './ExampleFactsTestContext.ts';

function rowsOf(...events: readonly TraceEvent[]): readonly TraceRow[] {
  return events.map((event, i) => ({ timeUs: i * 1000, seq: i, causeSeq: 0, event }));
}

const { BrokerFenced, BrokerUnfenced, IsrShrunk, IsrExpanded, LinkCut, LinkMended, ClientDied } =
  EXAMPLE_FACTS;

test.each(Object.keys(whyEndings))('%s says what ends it, in words that go on from “Ends when”', (kind) => {
  const [row] = rowsOf(EXAMPLE_FACTS[kind as keyof typeof EXAMPLE_FACTS]);
  const ending = endingOfFact(row!, [row!])!;
  expect(ending.text).not.toMatch(/undefined|NaN|^[A-Z]|\.$/);
  expect(ending.by).toBeNull();
});

/** What was begun, what came then, and which of that ended it; null: nothing yet. */
const ENDED: readonly (readonly [string, TraceEvent, readonly TraceEvent[], number | null])[] = [
  ['of another broker it is not the end', BrokerFenced, [{ ...BrokerUnfenced, broker: 9 }], null],
  [
    'the heartbeat of this one is',
    BrokerFenced,
    [
      { ...BrokerUnfenced, broker: 9 },
      { ...BrokerUnfenced, broker: BrokerFenced.broker },
    ],
    2,
  ],
  [
    'a replica is back only when the ISR has it',
    { ...IsrShrunk, partition: 'p-0', removed: [2] },
    [
      { ...IsrExpanded, partition: 'p-0', isr: [1, 3] },
      { ...IsrExpanded, partition: 'p-0', isr: [1, 2, 3] },
    ],
    2,
  ],
  [
    'a link has no first end',
    { ...LinkCut, between: ['broker:1', 'broker:2'] },
    [{ ...LinkMended, between: ['broker:2', 'broker:1'] }],
    1,
  ],
  [
    'a client stands by its key or by its name',
    { ...ClientDied, client: 'producer:shop' },
    [{ ...EXAMPLE_FACTS.ProducerStarted, producer: 'shop' }],
    1,
  ],
  [
    'a parked request ends when the high watermark is there, and not before',
    { ...EXAMPLE_FACTS.ProduceParked, partition: 'p-0', broker: 1, requiredOffset: 10 },
    [
      { ...EXAMPLE_FACTS.HighWatermarkAdvanced, partition: 'p-0', broker: 1, from: 5, to: 9 },
      { ...EXAMPLE_FACTS.HighWatermarkAdvanced, partition: 'p-0', broker: 1, from: 9, to: 12 },
    ],
    2,
  ],
];

test.each(ENDED)('%s', (_, begun, later, expected) => {
  const rows = rowsOf(begun, ...later);
  expect(endingOfFact(rows[0]!, rows)?.by?.seq ?? null).toBe(expected);
});

test('whatEndsByItselfSaysWhen', () => {
  const [row] = rowsOf({ ...EXAMPLE_FACTS.ClientThrottled, throttleMs: 250 });
  expect(endingOfFact(row!, [row!])?.atUs).toBe(250_000);
  const [paused] = rowsOf({ ...EXAMPLE_FACTS.ProcessPaused, forMs: -1 });
  expect(endingOfFact(paused!, [paused!])?.atUs).toBeNull();
});

test('anAppendIsOverInItsInstant', () => {
  const [row] = rowsOf(EXAMPLE_FACTS.RecordsAppended);
  expect(endingOfFact(row!, [row!])).toBeNull();
});

test('ofWhatIsOlderThanTheRowsThatAreKeptIsSaidWhatIsKnown', () => {
  const [row] = rowsOf(EXAMPLE_FACTS.ProduceParked);
  expect(endingOfFact(row!, [], 1_000_000)).toMatchObject({ by: null, isUntold: true });
  expect(endingOfFact(row!, [row!])).toMatchObject({ by: null, isUntold: false });
  // What ends it is worth a mark, and marks are kept.
  const [fenced] = rowsOf(BrokerFenced);
  expect(endingOfFact(fenced!, [], 1_000_000)).toMatchObject({ by: null, isUntold: false });
  // What ends by itself has ended, whatever is kept.
  const [retried] = rowsOf({ ...EXAMPLE_FACTS.ProduceRetried, backoffMs: 100 });
  expect(endingOfFact(retried!, [], 1_000_000)).toMatchObject({ atUs: 100_000, isUntold: false });
});
