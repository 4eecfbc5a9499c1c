import { expect, test } from 'vitest';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import { lastFactAbout, traceItems } from './traceItems.ts';

const P = 'payments-0';
const row = (timeUs: number, seq: number, event: TraceEvent): TraceRow => ({
  timeUs,
  seq,
  causeSeq: 0,
  event,
});
const appended = (timeUs: number, seq: number, baseOffset: number): TraceRow =>
  row(timeUs, seq, {
    kind: 'RecordsAppended',
    partition: P,
    broker: 1,
    role: 'leader',
    baseOffset,
    count: 4,
    leaderEpoch: 7,
  });
const kill = row(30, 5, { kind: 'CommandApplied', command: 'KillBroker', target: 'broker:2' });
const killed = row(30, 5, { kind: 'BrokerKilled', broker: 2 });

test('makesADeedAndItsFirstFactOneLine', () => {
  const items = traceItems([kill, killed], [{ atUs: 30, kind: 'KillBroker', broker: 2 }], 10);
  expect(items).toMatchObject([{ type: 'fact', row: killed, by: 'you' }]);
});

test('tellsTheScenariosDeedsFromTheReaders', () => {
  expect(traceItems([kill, killed], [], 10)).toMatchObject([{ by: 'scenario' }]);
});

test('foldsRoutineBetweenTwoFacts', () => {
  const items = traceItems([appended(1, 1, 0), appended(2, 2, 4), killed, appended(40, 9, 8)], [], 10);
  expect(items.map((item) => item.type)).toEqual(['summary', 'fact', 'summary']);
  expect(items[0]).toMatchObject({ counts: { appended: 8 } });
});

test('keepsTheNewestLines', () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    row(index, index, { kind: 'BrokerUnfenced', broker: index }),
  );
  const items = traceItems(rows, [], 5);
  expect(items).toHaveLength(5);
  expect(items.at(-1)).toMatchObject({ row: { timeUs: 29 } });
});

test('findsTheLastFactAboutABroker', () => {
  expect(lastFactAbout([kill, killed, appended(40, 9, 8)], 'broker:2')).toBe(killed);
  expect(lastFactAbout([killed], 'broker:3')).toBeNull();
});
