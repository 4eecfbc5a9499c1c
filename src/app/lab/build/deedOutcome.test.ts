import { expect, test } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { TraceRow } from '../../../shared/traceEvents.ts';
import { problemsOfDeed, refusalsOfLastCommand } from './deedOutcome.ts';

const row = (seq: number, event: TraceRow['event']): TraceRow => ({ timeUs: 0, seq, causeSeq: 0, event });
const failed = (resource: string) =>
  ({
    kind: 'AdminRequestFailed',
    request: 'CreateTopics',
    resource,
    error: 'INVALID_REPLICATION_FACTOR',
    message: 'why',
  }) as const;
const applied = { kind: 'CommandApplied', command: 'CreateTopic', target: 't' } as const;

test('onlyWhatTheLastCommandMetIsItsRefusal', () => {
  expect(
    refusalsOfLastCommand([row(1, applied), row(2, failed('old')), row(3, applied), row(4, failed('new'))]),
  ).toEqual([failed('new')]);
  expect(refusalsOfLastCommand([row(1, applied), row(2, failed('old')), row(3, applied)])).toEqual([]);
  expect(refusalsOfLastCommand([row(2, failed('before the window of rows'))])).toEqual([]);
});

test('aCommandThatNoFileCouldHoldIsToldInTheWordsForFiles', () => {
  const parsed = parseScenario({ highwater: 1, brokers: [{ 'node.id': 1 }] });
  if (!parsed.ok) throw new Error('bad scenario');
  expect(problemsOfDeed({ kind: 'UnregisterBroker', broker: 1 }, parsed.scenario)).toEqual([]);
  expect(problemsOfDeed({ kind: 'UnregisterBroker', broker: 7 }, parsed.scenario)[0]).toMatch(/broker/);
  // A name that Kafka refuses is a command all the same: Kafka is to say so.
  expect(
    problemsOfDeed(
      { kind: 'CreateTopic', topic: 'a b', partitions: 1, replicationFactor: 1, replicas: null, configs: {} },
      parsed.scenario,
    ),
  ).toEqual([]);
});
