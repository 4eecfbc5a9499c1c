import { dirname } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/engine/model/ruleAreas.ts';
import type { TraceEvent } from '../../src/shared/traceEvents.ts';
import { EXAMPLE_FACTS } from '../../src/views/trace/ExampleFactsTestContext.ts';
import { ruleOfFact } from '../../src/views/trace/ruleOfFact.ts';

const FACTS: readonly TraceEvent[] = Object.values(EXAMPLE_FACTS);
const ENGINE = 'src/engine';
const SOURCES = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|TestContext|^model\/|^invariants\//.test(path))
  .map((path) => ({ path, text: readFileSync(`${ENGINE}/${path}`, 'utf8') }));

test.each(FACTS.map((event) => [event.kind, event] as const))(
  'theRuleOf%sStandsInTheLedgerWithItsSource',
  (_, event) => {
    const rule = RULES.find(({ id }) => id === ruleOfFact(event));
    expect(rule?.source).toMatch(/\w/);
  },
);

/** Told by one part of the engine and decided in another: a client hears what a broker decided, or a thin shell asks the rule. */
const DECIDED_ELSEWHERE: Readonly<Record<string, string>> = {
  AlterPartitionFailed: 'I9',
  CommittedOffsetFetched: 'O2',
  ControllerKilled: 'killed-and-powerless',
  ControllerPowerLost: 'killed-and-powerless',
  ControllerStarted: 'controller-quorum',
  ControllerStopped: 'Q8',
  CoordinatorDiscovered: 'find-coordinator',
  CoordinatorLost: 'find-coordinator',
  InvariantBroken: 'invariants',
  IsrExpanded: 'I5',
  LogCleaned: 'CL5',
  LogRecovered: 'RC1',
  QuietTimePassed: 'quiet-time',
  RecordsAcknowledged: 'A2',
  RecordsFailed: 'RT5',
  SharePartitionsAssigned: 'share-group-heartbeat',
  StoreWriterFenced: 'outside-fencing',
  TxnMarkerRefused: 'T18',
};

test('theRuleOfAFactLiesWhereTheEngineTellsTheFact', () => {
  const strangers = FACTS.flatMap((event) => {
    const rule = RULES.find(({ id }) => id === ruleOfFact(event))!;
    const tellers = SOURCES.filter(({ text }) => text.includes(`'${event.kind}'`)).map(({ path }) => path);
    const folders = new Set(tellers.map((path) => dirname(path)));
    const isThere = rule.files.some((path) => tellers.includes(path) || folders.has(dirname(path)));
    return isThere ? [] : [[event.kind, rule.id]];
  });
  expect(Object.fromEntries(strangers)).toEqual(DECIDED_ELSEWHERE);
});

/** Which of several rules it was the fact itself tells. */
const TOLD_APART: readonly (readonly [TraceEvent, string])[] = [
  [{ kind: 'BrokerRegistered', broker: 1, brokerEpoch: 2, cleanShutdown: true }, 'B2'],
  [{ kind: 'BrokerRegistered', broker: 1, brokerEpoch: 2, cleanShutdown: false }, 'B7'],
  [{ kind: 'IsrShrunk', partition: 'p-0', isr: [1], removed: [2], elr: [] }, 'I2'],
  [{ kind: 'IsrShrunk', partition: 'p-0', isr: [1], removed: [2], elr: [2] }, 'R1'],
  [refusal('NOT_ENOUGH_REPLICAS'), 'A2'],
  [refusal('NOT_LEADER_OR_FOLLOWER'), 'M2'],
  [refusal('MESSAGE_TOO_LARGE'), 'batch-limits'],
  [refusal('NOT_ENOUGH_REPLICAS_AFTER_APPEND'), 'after-append-race'],
  [failure('TimeoutException'), 'RT2'],
  [{ ...failure('TimeoutException'), blockedMs: 60_000 }, 'S2'],
  [deletion('RetentionMsBreach'), 'RE3'],
  [deletion('RetentionSizeBreach'), 'RE2'],
  [{ kind: 'HighWatermarkAdvanced', partition: 'p-0', broker: 1, role: 'leader', from: 1, to: 2 }, 'H1'],
  [{ kind: 'HighWatermarkAdvanced', partition: 'p-0', broker: 1, role: 'follower', from: 1, to: 2 }, 'F8'],
  [{ kind: 'ClientThrottled', client: 'a', broker: 1, quota: 'request_percentage', throttleMs: 1 }, 'QT6'],
];

test.each(TOLD_APART)('%j comes about by %s', (event, rule) => {
  expect(ruleOfFact(event)).toBe(rule);
  expect(RULES.map(({ id }) => id)).toContain(rule);
});

function refusal(error: string): TraceEvent {
  return { ...EXAMPLE_FACTS.ProduceRefused, error };
}

function failure(error: string): Extract<TraceEvent, { kind: 'RecordsFailed' }> {
  return { kind: 'RecordsFailed', producer: 'a', partition: 'p-0', count: 1, error };
}

function deletion(reason: 'RetentionMsBreach' | 'RetentionSizeBreach'): TraceEvent {
  return { ...EXAMPLE_FACTS.SegmentsDeleted, reason };
}
