import { expect, test } from 'vitest';
import { readScenario } from '../../../test/engine/randomScenario.ts';
import { buildCluster } from '../cluster/buildCluster.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import { kafkaRules, rulesWith } from './kafkaRules.ts';

const registration: PartitionRegistration = {
  replicas: [1, 2, 3],
  isr: [1, 2, 3],
  elr: [],
  lastKnownElr: [],
  leader: 1,
  leaderEpoch: 4,
  partitionEpoch: 7,
  recovery: 'RECOVERED',
};
const change = {
  election: 'ONLINE',
  isAcceptableLeader: (broker: number) => broker !== 1,
  minIsr: 3,
  eligibleLeaderReplicasEnabled: true,
  targetIsr: [2, 3],
} as const;

test('a decision that is replaced counts within the decisions that ask it', () => {
  expect(kafkaRules.buildPartitionChange(registration, change)).toMatchObject({ leader: 2, elr: [1] });
  const last = rulesWith({ electLeader: () => ({ leader: 3, unclean: false }) });
  expect(last.buildPartitionChange(registration, change)).toMatchObject({ leader: 3, elr: [1] });
  const none = rulesWith({ targetElr: () => [] });
  expect(none.buildPartitionChange(registration, change)).toMatchObject({ leader: 2, elr: [] });
});

test('what is not given is Kafka’s', () => {
  const { buildPartitionChange: _bound, ...others } = kafkaRules;
  expect(rulesWith({})).toMatchObject(others);
  expect(rulesWith({}).buildPartitionChange(registration, change)).toEqual(
    kafkaRules.buildPartitionChange(registration, change),
  );
});

test('rules are no part of a run’s state: neither checkpoints nor digests know them', () => {
  const scenario = readScenario({
    highwater: 1,
    seed: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'orders', replicas: { '0': [1] } }],
  });
  const clusters = [buildCluster(scenario), buildCluster(scenario, rulesWith({ targetElr: () => [] }))];
  for (const cluster of clusters) {
    cluster.start();
    while (cluster.step(100_000));
  }
  expect(clusters[0]?.digest()).toBe(clusters[1]?.digest());
  const { rules } = clusters[1] ?? {};
  const checkpoint = clusters[1]?.checkpoint();
  expect(holds(checkpoint, rules)).toBe(false);
  expect(holds({ nodes: [{ rules }] }, rules)).toBe(true);
});

function holds(value: unknown, sought: unknown): boolean {
  if (value === sought) return true;
  if (typeof value !== 'object' || value === null) return false;
  const children: unknown[] = value instanceof Map ? [...value.values()] : Object.values(value);
  return children.some((child) => holds(child, sought));
}
