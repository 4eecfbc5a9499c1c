import { expect, test } from 'vitest';
import { MetadataImage } from '../metadata/MetadataImage.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { NodeContext } from '../node/Node.ts';
import { kafkaRules } from '../rules/kafkaRules.ts';
import { balanceLeaders, electionError, electUncleanLeaders, isElectionNeeded } from './electLeaders.ts';
import type { ReplicationControl } from './ReplicationControl.ts';

const registration = (change: Partial<PartitionRegistration> = {}): PartitionRegistration => ({
  replicas: [1, 2],
  isr: [1, 2],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 0,
  partitionEpoch: 0,
  recovery: 'RECOVERED',
  ...change,
});
const CONTEXT = { trace: () => undefined, rules: kafkaRules } as unknown as NodeContext;

/** A controller with two live brokers and a topic of these partitions. */
function controlOf(
  partitions: readonly PartitionRegistration[],
  uncleanLeaderElection = false,
): ReplicationControl {
  const image = new MetadataImage();
  for (const broker of [1, 2]) {
    const brokerEpoch = image.lastOffset + 1;
    image.replay({ kind: 'RegisterBrokerRecord', broker, incarnationId: '', brokerEpoch, rack: null });
    image.replay({ kind: 'BrokerRegistrationChangeRecord', broker, brokerEpoch, fenced: false });
  }
  image.replay({ kind: 'TopicRecord', topic: 't' });
  partitions.forEach((one, partition) => {
    image.replay({ kind: 'PartitionRecord', topic: 't', partition, registration: one });
  });
  return {
    image,
    config: { eligibleLeaderReplicas: true, minInsyncReplicas: 1, uncleanLeaderElection },
    append: (record) => {
      image.replay(record);
    },
  };
}
const leaders = ({ image }: ReplicationControl) =>
  [...image.partitions.values()].map((entry) => entry.registration.leader);

test('[L4] [L5] an election is needed without the preferred leader, an unclean one without any', () => {
  expect(isElectionNeeded('PREFERRED', registration())).toBe(false);
  expect(isElectionNeeded('PREFERRED', registration({ leader: 2 }))).toBe(true);
  expect(isElectionNeeded('PREFERRED', registration({ leader: -1 }))).toBe(true);
  expect(isElectionNeeded('UNCLEAN', registration({ leader: 2 }))).toBe(false);
  expect(isElectionNeeded('UNCLEAN', registration({ leader: -1 }))).toBe(true);
  expect(electionError('PREFERRED')).toBe('PREFERRED_LEADER_NOT_AVAILABLE');
  expect(electionError('UNCLEAN')).toBe('ELIGIBLE_LEADERS_NOT_AVAILABLE');
});

test('[L7] one pass moves so many and says that there may be more; who is not in sync counts for nothing', () => {
  const away = registration({ leader: 2 });
  const control = controlOf([away, registration(), registration({ leader: 2, isr: [2] }), away, away]);
  expect(balanceLeaders(control, CONTEXT, 2)).toBe(true);
  expect(leaders(control)).toEqual([1, 1, 2, 1, 2]);
  expect(balanceLeaders(control, CONTEXT, 2)).toBe(false);
  expect(leaders(control)).toEqual([1, 1, 2, 1, 1]);
});

test('[L5] the task elects where it may, and nobody where the config forbids', () => {
  const lost = registration({ leader: -1, isr: [], elr: [], lastKnownElr: [] });
  const forbidden = controlOf([lost]);
  expect(electUncleanLeaders(forbidden, CONTEXT)).toBe(false);
  expect(leaders(forbidden)).toEqual([-1]);
  const allowed = controlOf([lost, registration(), lost], true);
  expect(electUncleanLeaders(allowed, CONTEXT, 1)).toBe(true);
  expect(leaders(allowed)).toEqual([1, 1, -1]);
  expect(electUncleanLeaders(allowed, CONTEXT, 1)).toBe(true);
  expect(electUncleanLeaders(allowed, CONTEXT, 1)).toBe(false);
  expect(leaders(allowed)).toEqual([1, 1, 1]);
});
