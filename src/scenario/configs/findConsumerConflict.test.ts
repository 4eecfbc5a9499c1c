import { expect, test } from 'vitest';
import { findConsumerConflict } from './findConsumerConflict.ts';

test('a consumer does not start when it would commit without a group, or heartbeat slower than its session', () => {
  expect(findConsumerConflict({})).toBeNull();
  expect(findConsumerConflict({ 'enable.auto.commit': 'true' })).toMatchObject({
    name: 'enable.auto.commit',
    other: 'group.id',
  });
  expect(findConsumerConflict({ 'enable.auto.commit': 'true', 'group.id': 'g' })).toBeNull();
  expect(findConsumerConflict({ 'group.id': 'g', 'session.timeout.ms': '3000' })).toMatchObject({
    name: 'heartbeat.interval.ms',
    other: 'session.timeout.ms',
  });
  expect(findConsumerConflict({ 'session.timeout.ms': '3000' })).toBeNull();
});

test.each([
  ['consumer', 'session.timeout.ms', '10000'],
  ['consumer', 'heartbeat.interval.ms', '1000'],
  ['consumer', 'partition.assignment.strategy', 'org.apache.kafka.clients.consumer.RangeAssignor'],
  ['classic', 'group.remote.assignor', 'uniform'],
])('[consumer-protocol-configs] under group.protocol=%s a consumer refuses %s', (protocol, name, value) => {
  const configs = { 'group.id': 'g', 'group.protocol': protocol, [name]: value };
  expect(findConsumerConflict(configs)).toMatchObject({ name, other: 'group.protocol' });
});

test('[consumer-protocol-configs] all of the other protocol are told at once, and what is empty is not given', () => {
  const classic = { 'heartbeat.interval.ms': '1000', 'session.timeout.ms': '10000' };
  expect(findConsumerConflict({ 'group.id': 'g', 'group.protocol': 'consumer', ...classic })?.exception).toBe(
    'ConfigException: heartbeat.interval.ms, session.timeout.ms cannot be set when group.protocol=CONSUMER',
  );
  expect(findConsumerConflict({ 'group.id': 'g', 'group.remote.assignor': '' })).toBeNull();
});

test.each([
  [{ 'group.id': '' }, 'group.id'],
  [{ 'group.id': ' ', 'enable.auto.commit': 'true' }, 'group.id'],
  [{ 'group.id': 'g', 'group.instance.id': '' }, 'group.instance.id'],
])('names without a letter are refused: %o', (configs, name) => {
  expect(findConsumerConflict(configs)?.name).toBe(name);
});
