import { expect, test } from 'vitest';
import { findConsumerConflict } from './findConsumerConflict.ts';

test('a consumer does not start when it would commit without a group, or heartbeat slower than its session', () => {
  expect(findConsumerConflict({})).toBeNull();
  expect(findConsumerConflict({ 'enable.auto.commit': 'true' })).toEqual({
    name: 'enable.auto.commit',
    other: 'group.id',
  });
  expect(findConsumerConflict({ 'enable.auto.commit': 'true', 'group.id': 'g' })).toBeNull();
  expect(findConsumerConflict({ 'group.id': 'g', 'session.timeout.ms': '3000' })).toEqual({
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
  expect(findConsumerConflict(configs)).toEqual({ name, other: 'group.protocol' });
});
