import { expect, test } from 'vitest';
import { MetadataImage } from '../metadata/MetadataImage.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import { ControllerMeters } from './ControllerMeters.ts';

const LED: PartitionRegistration = {
  replicas: [1, 2, 3],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 9,
  isr: [1],
  elr: [2],
  lastKnownElr: [],
  recovery: 'RECOVERED',
};

/** Elections counted when the partition goes from one state to the next. */
function counted(before: PartitionRegistration, after: PartitionRegistration): [number, number] {
  const image = new MetadataImage();
  const names = { topic: 'orders', partition: 0 } as const;
  image.replay({ kind: 'TopicRecord', topic: 'orders' });
  image.replay({ kind: 'PartitionRecord', ...names, registration: before });
  const meters = new ControllerMeters();
  meters.replaying(
    { kind: 'PartitionChangeRecord', topicPartition: 'orders-0', registration: after },
    image,
    7_000_000,
  );
  return [meters.uncleanLeaderElections.count, meters.electionsFromElr.count];
}

test.each<[string, PartitionRegistration, PartitionRegistration, [number, number]]>([
  ['a clean election', LED, { ...LED, leader: 3, isr: [3] }, [0, 0]],
  ['one of a member of the ELR', { ...LED, leader: -1 }, { ...LED, leader: 2, isr: [2], elr: [] }, [0, 1]],
  ['an unclean one', LED, { ...LED, leader: 3, isr: [3], recovery: 'RECOVERING' }, [1, 0]],
  [
    'a change while it recovers',
    { ...LED, recovery: 'RECOVERING' },
    { ...LED, leader: 3, recovery: 'RECOVERING' },
    [0, 0],
  ],
  ['the end of the recovery', { ...LED, recovery: 'RECOVERING' }, LED, [0, 0]],
  ['a leader that stays, though it is in the ELR', { ...LED, leader: 2 }, { ...LED, leader: 2 }, [0, 0]],
])('[controller-metrics] %s: unclean elections and elections from the ELR', (_, before, after, expected) => {
  expect(counted(before, after)).toEqual(expected);
});
