import { describe, expect, test } from 'vitest';
import { MetadataImage } from '../metadata/MetadataImage.ts';
import { coordinatorPartition } from './coordinatorPartition.ts';
import { answerFindCoordinator } from './findCoordinator.ts';

const PARTITIONS = 50;
const GROUP = 'payments';

/** A cluster of two brokers whose `__consumer_offsets` is led as `leaderOf` says. */
function imageWith(leaderOf: (partition: number) => number, fenced: readonly number[] = []): MetadataImage {
  const image = new MetadataImage();
  for (const broker of [1, 2]) {
    const brokerEpoch = image.lastOffset + 1;
    image.replay({
      kind: 'RegisterBrokerRecord',
      broker,
      incarnationId: `${broker}/1`,
      brokerEpoch,
      rack: null,
    });
    image.replay({
      kind: 'BrokerRegistrationChangeRecord',
      broker,
      brokerEpoch,
      fenced: fenced.includes(broker),
    });
  }
  image.replay({ kind: 'TopicRecord', topic: '__consumer_offsets' });
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const leader = leaderOf(partition);
    image.replay({
      kind: 'PartitionRecord',
      topic: '__consumer_offsets',
      partition,
      registration: {
        replicas: [1, 2],
        isr: [1, 2],
        elr: [],
        lastKnownElr: [],
        leader,
        leaderEpoch: 0,
        partitionEpoch: 0,
        recovery: 'RECOVERED',
      },
    });
  }
  return image;
}

const ask = (image: MetadataImage, keyType: 'GROUP' | 'TRANSACTION' = 'GROUP') =>
  answerFindCoordinator({ kind: 'FindCoordinatorRequest', keyType, key: GROUP }, image);
const NOBODY = { error: 'COORDINATOR_NOT_AVAILABLE', nodeId: -1 };

describe('FindCoordinator', () => {
  test('[find-coordinator] [T1] names the leader of the partition of the group', () => {
    const own = coordinatorPartition(GROUP, PARTITIONS);
    expect(ask(imageWith((partition) => (partition === own ? 2 : 1)))).toMatchObject({
      error: 'NONE',
      nodeId: 2,
    });
  });

  test('[find-coordinator] names nobody without a leader, with a fenced one, or without the topic', () => {
    expect(ask(imageWith(() => -1))).toMatchObject(NOBODY);
    expect(ask(imageWith(() => 2, [2]))).toMatchObject(NOBODY);
    expect(
      ask(
        imageWith(() => 1),
        'TRANSACTION',
      ),
    ).toMatchObject(NOBODY);
    expect(ask(new MetadataImage())).toMatchObject(NOBODY);
  });
});
