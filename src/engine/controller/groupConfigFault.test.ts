import { expect, test } from 'vitest';
import { groupConfigFault } from './groupConfigFault.ts';

test.each([
  [{}, null],
  [{ 'consumer.heartbeat.interval.ms': '15000', 'consumer.session.timeout.ms': '60000' }, null],
  [
    { 'consumer.heartbeat.interval.ms': '4999' },
    'consumer.heartbeat.interval.ms must be greater than or equal to group.consumer.min.heartbeat.interval.ms',
  ],
  [
    { 'consumer.session.timeout.ms': '60001' },
    'consumer.session.timeout.ms must be less than or equal to group.consumer.max.session.timeout.ms',
  ],
  [
    { 'share.session.timeout.ms': '44999' },
    'share.session.timeout.ms must be greater than or equal to group.share.min.session.timeout.ms',
  ],
  [
    { 'share.record.lock.duration.ms': '14999' },
    'share.record.lock.duration.ms must be greater than or equal to group.share.min.record.lock.duration.ms',
  ],
  [
    { 'share.record.lock.duration.ms': '60001' },
    'share.record.lock.duration.ms must be less than or equal to group.share.max.record.lock.duration.ms',
  ],
  [
    { 'share.heartbeat.interval.ms': '15001' },
    'share.heartbeat.interval.ms must be less than or equal to group.share.max.heartbeat.interval.ms',
  ],
])('[group-configs] %j is refused with %s', (configs, message) => {
  expect(groupConfigFault(new Map(Object.entries(configs)))).toBe(message);
});
