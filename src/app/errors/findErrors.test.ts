import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findErrors } from './findErrors.ts';

const CONFIGS = new Set(['max.poll.interval.ms', 'unclean.leader.election.enable', 'advertised.listeners']);
const FIELD = join(import.meta.dirname, '../../../test/field');

function found(text: string) {
  const { errors, troubles, configs } = findErrors(text, CONFIGS);
  return [...errors, ...troubles, ...configs].map(({ name }) => name);
}

describe('one line', () => {
  test.each<[line: string, names: readonly string[]]>([
    [
      'org.apache.kafka.common.errors.NotEnoughReplicasException: Messages are rejected',
      ['NOT_ENOUGH_REPLICAS'],
    ],
    [
      '[Producer clientId=a] Got error produce response … retrying (3 attempts left). Error: NOT_LEADER_OR_FOLLOWER',
      ['NOT_LEADER_OR_FOLLOWER'],
    ],
    // The message says more than its class, which the protocol knows as REQUEST_TIMED_OUT.
    [
      'org.apache.kafka.common.errors.TimeoutException: Expiring 1 record(s) for orders-0:120000 ms has passed since batch creation',
      ['deliveryTimeout'],
    ],
    [
      'org.apache.kafka.common.errors.TimeoutException: Topic orders not present in metadata after 60000 ms.',
      ['metadataTimeout'],
    ],
    ['org.apache.kafka.common.errors.TimeoutException: The request timed out.', ['REQUEST_TIMED_OUT']],
    ['java.util.concurrent.TimeoutException', []],
    [
      'WARN Error while fetching metadata with correlation id 1 : {orders=LEADER_NOT_AVAILABLE}',
      ['LEADER_NOT_AVAILABLE'],
    ],
    [
      'rd_kafka: RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE and RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS',
      ['NOT_ENOUGH_REPLICAS'],
    ],
    ['kafka.errors.UnknownTopicOrPartitionError: [Error 3]', ['UNKNOWN_TOPIC_OR_PARTITION']],
    ['{"error_code": 19, "topic": "orders"}', ['NOT_ENOUGH_REPLICAS']],
    ['errorCode=19, errorMessage=null', ['NOT_ENOUGH_REPLICAS']],
    ['Offset commit failed with error code 27', ['REBALANCE_IN_PROGRESS']],
    ['the longest time between poll() was longer than max.poll.interval.ms', ['max.poll.interval.ms']],
    ['Node 3 disconnected.', ['disconnected']],
    ['nothing of Kafka here: 19', []],
  ])('%s', (line, names) => {
    expect(found(line)).toEqual(names);
  });
});

test('theRootOfAStackTraceComesFirst', () => {
  const trace = [
    'java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.TransactionAbortableException: x',
    '\tat org.apache.kafka.clients.producer.KafkaProducer.commitTransaction(KafkaProducer.java:1)',
    'Caused by: org.apache.kafka.common.errors.NotEnoughReplicasException: y',
  ].join('\n');
  const { errors } = findErrors(trace, CONFIGS);
  expect(errors.map(({ name, line, count }) => [name, line, count])).toEqual([
    ['NOT_ENOUGH_REPLICAS', 3, 1],
    ['TRANSACTION_ABORTABLE', 1, 1],
  ]);
});

test.each([
  [
    'other/other-04-logs-only.txt',
    ['LEADER_NOT_AVAILABLE', 'advertised.listeners', 'unclean.leader.election.enable'],
  ],
  ['groups/groups-24-group-does-not-exist.txt', ['GROUP_AUTHORIZATION_FAILED']],
  ['offsets/offsets-04-time-query-and-skip-error.txt', ['LEADER_NOT_AVAILABLE']],
  ['topics/topics-27-error-and-stacktrace-only.txt', []],
])('ofWhatPeoplePaste %s', (file, names) => {
  expect(found(readFileSync(join(FIELD, file), 'utf8')).sort()).toEqual([...names].sort());
});
