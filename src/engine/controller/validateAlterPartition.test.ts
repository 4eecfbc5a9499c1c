import { describe, expect, test } from 'vitest';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import {
  errorAfterAlterPartition,
  validateAlterPartition,
  type AlterPartition,
  type BrokerEligibility,
} from './validateAlterPartition.ts';

const PARTITION: PartitionRegistration = {
  replicas: [1, 2, 3],
  isr: [1, 2],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 9,
  recovery: 'RECOVERED',
};
const BROKER: BrokerEligibility = { brokerEpoch: 50, fenced: false, inControlledShutdown: false };
const REQUEST: AlterPartition = {
  senderId: 1,
  leaderEpoch: 4,
  partitionEpoch: 9,
  newIsr: members(1, 2, 3),
  recovery: 'RECOVERED',
};

function members(...brokers: number[]) {
  return brokers.map((brokerId) => ({ brokerId, brokerEpoch: 50 }));
}

function answer(
  request: Partial<AlterPartition>,
  partition: Partial<PartitionRegistration> = {},
  third: BrokerEligibility | undefined = BROKER,
) {
  return validateAlterPartition({ ...REQUEST, ...request }, { ...PARTITION, ...partition }, (broker) =>
    broker === 3 ? third : BROKER,
  );
}

test('[I9] accepts what the leader asks for at the stored epochs', () => {
  expect(answer({})).toBe('NONE');
  expect(answer({ newIsr: members(1) })).toBe('NONE');
});

test('[I9] an unknown partition comes before everything else', () => {
  expect(validateAlterPartition(REQUEST, undefined, () => BROKER)).toBe('UNKNOWN_TOPIC_OR_PARTITION');
});

/** One fault each, in the order in which the controller looks. */
const FAULTS: [string, Partial<AlterPartition>, string][] = [
  ['a leader epoch that is ahead', { leaderEpoch: 5 }, 'NOT_CONTROLLER'],
  ['a partition epoch that is ahead', { partitionEpoch: 10 }, 'NOT_CONTROLLER'],
  ['a leader epoch that is behind', { leaderEpoch: 3 }, 'FENCED_LEADER_EPOCH'],
  ['a sender that does not lead', { senderId: 2 }, 'INVALID_REQUEST'],
  ['a partition epoch that is behind', { partitionEpoch: 8 }, 'INVALID_UPDATE_VERSION'],
  ['a member that is no replica', { newIsr: members(1, 4) }, 'INVALID_REQUEST'],
  ['a member named twice', { newIsr: members(1, 2, 2) }, 'INVALID_REQUEST'],
  ['an ISR without the leader', { newIsr: members(2, 3) }, 'INVALID_REQUEST'],
  ['an empty ISR', { newIsr: [] }, 'INVALID_REQUEST'],
  ['more than one member while recovering', { recovery: 'RECOVERING' }, 'INVALID_REQUEST'],
  ['a way back to recovering', { recovery: 'RECOVERING', newIsr: members(1) }, 'INVALID_REQUEST'],
];

describe('one fault', () => {
  test.each(FAULTS)('[I9] answers %s', (_, fault, error) => {
    expect(answer(fault)).toBe(error);
  });

  test('[I9] a recovering partition may stay so while the leader is alone', () => {
    const recovering = { recovery: 'RECOVERING', isr: [1] } as const;
    expect(answer({ recovery: 'RECOVERING', newIsr: members(1) }, recovering)).toBe('NONE');
    expect(answer({ recovery: 'RECOVERING', newIsr: members(1, 2) }, recovering)).toBe('INVALID_REQUEST');
    expect(answer({ recovery: 'RECOVERED', newIsr: members(1, 2) }, recovering)).toBe('NONE');
  });

  test.each([
    ['not registered', undefined],
    ['fenced', { ...BROKER, fenced: true }],
    ['shutting down', { ...BROKER, inControlledShutdown: true }],
    ['of another epoch', { ...BROKER, brokerEpoch: 51 }],
  ])('[I9] refuses a member that is %s', (_, third) => {
    const registered = (broker: number) => (broker === 3 ? third : BROKER);
    expect(validateAlterPartition(REQUEST, PARTITION, registered)).toBe('INELIGIBLE_REPLICA');
  });

  test('[I9] does not compare a broker epoch of -1', () => {
    const newIsr = [...members(1, 2), { brokerId: 3, brokerEpoch: -1 }];
    expect(answer({ newIsr }, {}, { ...BROKER, brokerEpoch: 51 })).toBe('NONE');
    expect(answer({ newIsr }, {}, { ...BROKER, fenced: true })).toBe('INELIGIBLE_REPLICA');
  });
});

test('[I9] of two faults that can meet, the one looked at first is answered', () => {
  let pairs = 0;
  FAULTS.forEach(([, first, error], index) => {
    for (const [, second] of FAULTS.slice(index + 1)) {
      if (Object.keys(first).some((key) => key in second)) continue;
      expect(answer({ ...second, ...first }, {}, { ...BROKER, fenced: true })).toBe(error);
      pairs += 1;
    }
  });
  expect(pairs).toBe(42);
});

test('[I9] tells the sender when its own change took the leadership from it', () => {
  const bumped = { ...PARTITION, leaderEpoch: 5 };
  expect(errorAfterAlterPartition(1, PARTITION, { ...bumped, leader: 2 })).toBe('NEW_LEADER_ELECTED');
  expect(errorAfterAlterPartition(1, PARTITION, bumped)).toBe('NONE');
  expect(errorAfterAlterPartition(1, PARTITION, PARTITION)).toBe('NONE');
});
