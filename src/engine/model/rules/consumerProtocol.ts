import type { RuleArea } from '../RuleEntry.ts';

const FOLDER = 'broker/coordinator/group/modern';

export const consumerProtocol: RuleArea = {
  area: 'Groups of the consumer protocol (KIP-848)',
  rules: [
    {
      id: 'server-assignor-range',
      title: 'The server’s range assignor: topic by topic consecutive partitions, whatever anybody had',
      source: 'RangeAssignor of the group coordinator, KIP-848',
      files: [
        `${FOLDER}/assignors/rangeAssignor.ts`,
        `${FOLDER}/assignors/assignTarget.ts`,
        `${FOLDER}/assignors/GroupSpec.ts`,
      ],
      state: 'modelled',
      controls: ['group.remote.assignor', 'group.consumer.assignors'],
    },
    {
      id: 'server-assignor-uniform',
      title:
        'The server’s uniform assignor: everybody as many, and what it has; members in the order of a HashMap of their ids',
      source: 'UniformAssignor and its two builders, KIP-848, KAFKA-18688',
      files: [
        `${FOLDER}/assignors/uniformHomogeneousAssignment.ts`,
        `${FOLDER}/assignors/uniformHeterogeneousAssignment.ts`,
        `${FOLDER}/assignors/MemberAssignmentBalancer.ts`,
      ],
      state: 'simplified',
      reason: 'Topics are gone over by name, where Kafka goes by a hash of their ids, which are random.',
      consequence:
        'With several topics and equal members it is one of the assignments that Kafka might have made; with one topic it is Kafka’s.',
      controls: ['group.remote.assignor', 'group.consumer.assignors'],
    },
    {
      id: 'consumer-group-reconciliation',
      title:
        'A member first gives up what it is not to have, under its old epoch, and then gets what nobody else has any more',
      source: 'CurrentAssignmentBuilder, KIP-848, KAFKA-19974, KAFKA-19449',
      files: [`${FOLDER}/reconcileMember.ts`, `${FOLDER}/ConsumerGroupMember.ts`],
      state: 'modelled',
      controls: ['group.protocol'],
    },
  ],
};
