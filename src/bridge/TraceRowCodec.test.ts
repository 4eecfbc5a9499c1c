import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import { MOST_ROW_BYTES, TraceRowCodec, TraceWords } from './TraceRowCodec.ts';

const NUMBER = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0.5, 12.345, 1e-9, 2 ** 27, 2 ** 27 - 1, 2 ** 48, -(2 ** 48), Infinity, -Infinity),
  fc.double({ noNaN: true }).filter((value) => !Object.is(value, -0)),
);
const VALUE = fc.oneof(
  NUMBER,
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.nat(9), { maxLength: 4 }),
);
const EVENT = fc.tuple(
  fc.constantFrom('BrokerKilled', 'IsrShrunk', 'RecordsAppended'),
  fc.dictionary(fc.constantFrom('broker', 'partition', 'isr', 'error'), VALUE),
);
const ROW = fc
  .tuple(fc.nat(2 ** 40), fc.nat(2 ** 33), fc.nat(2 ** 33), EVENT)
  .map(([timeUs, seq, causeSeq, [kind, fields]]): TraceRow => {
    const event = { kind, ...fields } as unknown as TraceEvent;
    return { timeUs, seq, causeSeq, event };
  });

test('rows come back from their bytes as they were, one after the other', () => {
  fc.assert(
    fc.property(fc.array(ROW, { minLength: 1, maxLength: 20 }), (rows) => {
      const words = new TraceWords();
      const writer = new TraceRowCodec(words);
      const bytes = new Uint8Array(rows.length * MOST_ROW_BYTES);
      for (const { timeUs, seq, causeSeq, event } of rows)
        writer.offset = writer.write(bytes, writer.offset, timeUs, seq, causeSeq, event);
      const reader = new TraceRowCodec(words);
      expect(rows.map(() => reader.read(bytes))).toEqual(rows);
      expect(reader.offset).toBe(writer.offset);
      const skipper = new TraceRowCodec(words);
      for (let i = 1; i < rows.length; i++) skipper.skip(bytes);
      expect(skipper.read(bytes)).toEqual(rows.at(-1));
    }),
  );
});

test('a row of a steady run takes about thirteen bytes', () => {
  const words = new TraceWords();
  const writer = new TraceRowCodec(words);
  const bytes = new Uint8Array(200 * MOST_ROW_BYTES);
  for (let i = 0; i < 100; i++) {
    const event: TraceEvent = {
      kind: 'RecordsAppended',
      partition: 'payments-0',
      broker: 1,
      role: 'leader',
      baseOffset: 100_000 + i * 100,
      count: 100,
      leaderEpoch: 3,
    };
    writer.offset = writer.write(bytes, writer.offset, i * 250, 1000 + 7 * i, 990 + 7 * i, event);
  }
  expect(writer.offset / 100).toBeLessThan(14);
});

test('the most frequent rows come back too, with their fields in any order', () => {
  const partition = 'pay-0';
  const events: TraceEvent[] = [
    {
      kind: 'RecordsAppended',
      partition,
      broker: 1,
      role: 'leader',
      baseOffset: 7,
      count: 3,
      leaderEpoch: 2,
    },
    { kind: 'HighWatermarkAdvanced', partition, broker: 1, role: 'follower', from: 7, to: 2 ** 33 },
    { kind: 'ProduceParked', partition, broker: 1, producer: 'app', correlationId: 9, requiredOffset: 10 },
    { kind: 'RecordsAcknowledged', producer: 'app', partition, count: 3, baseOffset: -1, latencyMs: 1.234 },
    { kind: 'RecordsDelivered', consumer: 'reader', partition, baseOffset: 7, count: 3 },
  ];
  const turned = events.map(
    (event) => Object.fromEntries(Object.entries(event).reverse()) as unknown as TraceEvent,
  );
  for (const rows of [[...events, ...events], turned]) {
    const words = new TraceWords();
    const writer = new TraceRowCodec(words);
    const bytes = new Uint8Array(rows.length * MOST_ROW_BYTES);
    rows.forEach((event, i) => {
      writer.offset = writer.write(bytes, writer.offset, i, i + 1, i, event);
    });
    const reader = new TraceRowCodec(words);
    expect(rows.map(() => reader.read(bytes).event)).toEqual(rows);
  }
});

test('offsets of several partitions come back from whichever row is read first', () => {
  const PARTITION = fc.constantFrom('pay-0', 'pay-1', 'audit-0');
  const OFFSET = fc.oneof(fc.nat(5000), fc.integer({ min: -1, max: 2 ** 48 }));
  const FREQUENT = fc.oneof(
    fc.record({
      kind: fc.constant('RecordsAppended' as const),
      partition: PARTITION,
      broker: fc.nat(3),
      role: fc.constantFrom('leader' as const, 'follower' as const),
      baseOffset: OFFSET,
      count: fc.nat(200),
      leaderEpoch: fc.nat(3),
    }),
    fc.record({
      kind: fc.constant('HighWatermarkAdvanced' as const),
      partition: PARTITION,
      broker: fc.nat(3),
      role: fc.constantFrom('leader' as const, 'follower' as const),
      from: OFFSET,
      to: OFFSET,
    }),
    fc.record({
      kind: fc.constant('RecordsDelivered' as const),
      consumer: fc.constantFrom('reader', 'other'),
      partition: PARTITION,
      baseOffset: OFFSET,
      count: fc.nat(200),
    }),
  );
  fc.assert(
    fc.property(fc.array(FREQUENT, { minLength: 2, maxLength: 30 }), fc.nat(29), (events, skipped) => {
      const words = new TraceWords();
      const writer = new TraceRowCodec(words);
      const bytes = new Uint8Array(events.length * MOST_ROW_BYTES);
      events.forEach((event, i) => {
        writer.offset = writer.write(bytes, writer.offset, i, i + 1, i, event);
      });
      const from = skipped % events.length;
      const reader = new TraceRowCodec(words);
      for (let i = 0; i < from; i++) reader.skip(bytes);
      expect(events.slice(from).map(() => reader.read(bytes).event)).toEqual(events.slice(from));
    }),
  );
});
