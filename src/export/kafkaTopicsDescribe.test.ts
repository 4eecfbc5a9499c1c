import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importKafkaTopics } from '../import/kafkaTopics.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import {
  describableScenario,
  describedReplicationFactor,
  describeTopics,
  type DescribableCluster,
  type DescribablePartition,
} from './kafkaTopicsDescribe.ts';
import { topicId } from '../shared/topicId.ts';

const partition = (change: Partial<DescribablePartition> = {}): DescribablePartition => ({
  partition: 0,
  leader: 1,
  replicas: [1, 2, 3],
  isr: [1, 2, 3],
  elr: [],
  lastKnownElr: [],
  ...change,
});

test('prints as kafka-topics.sh of Kafka 4.2 does, to the tab', () => {
  const partitions = [
    partition(),
    partition({ partition: 1, leader: -1, isr: [], elr: [3], lastKnownElr: [2, 1] }),
  ];
  const topic = {
    name: 'payments',
    replicationFactor: 3,
    configs: { 'min.insync.replicas': '2', 'retention.ms': '-1' },
    partitions,
  };
  expect(describeTopics({ kafkaVersion: '4.2', seed: 7, topics: [topic] })).toBe(
    `Topic: payments\tTopicId: ${topicId('payments', 7)}\tPartitionCount: 2\tReplicationFactor: 3\tConfigs: min.insync.replicas=2,retention.ms=-1\n` +
      '\tTopic: payments\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: \n' +
      '\tTopic: payments\tPartition: 1\tLeader: none\tReplicas: 1,2,3\tIsr: \tElr: 3\tLastKnownElr: 2,1\n',
  );
});

test('a reassignment under way shows who comes and who goes, and newcomers do not count yet', () => {
  const moving = partition({ replicas: [1, 4, 2], isr: [1, 2], addingReplicas: [4], removingReplicas: [2] });
  const [, line] = describeTopics({
    kafkaVersion: '4.2',
    seed: 7,
    topics: [{ name: 'p', replicationFactor: 2, configs: {}, partitions: [moving] }],
  }).split('\n');
  expect(line).toBe(
    '\tTopic: p\tPartition: 0\tLeader: 1\tReplicas: 1,4,2\tIsr: 1,2\tAdding Replicas: 4\tRemoving Replicas: 2\tElr: \tLastKnownElr: ',
  );
  expect(describedReplicationFactor(moving)).toBe(2);
  expect(describedReplicationFactor(partition())).toBe(3);
});

test('ids of topics are 22 characters of base64url, stable, and differ by name and seed', () => {
  expect(topicId('payments', 7)).toBe(topicId('payments', 7));
  fc.assert(
    fc.property(fc.string(), fc.nat(4294967295), (name, seed) => {
      const id = topicId(name, seed);
      expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{20}[AQgw]$/);
      expect(Buffer.from(id, 'base64url').toString('base64url')).toBe(id);
      expect(topicId(`${name}x`, seed)).not.toBe(id);
      expect(topicId(name, seed + 1)).not.toBe(id);
    }),
  );
});

/** States that a cluster can be in: leaders run and are in their ISR. */
const clusters: fc.Arbitrary<DescribableCluster> = fc
  .uniqueArray(fc.nat(3000), { minLength: 1, maxLength: 6 })
  .chain((brokers) => {
    const sub = (min: number) => fc.shuffledSubarray(brokers, { minLength: min });
    const anyPartition = fc
      .tuple(sub(1), fc.nat(), fc.nat(), fc.boolean())
      .map(([replicas, inIsr, inElr, led]): Omit<DescribablePartition, 'partition'> => {
        const isr = replicas.filter((_, i) => (inIsr >> i) % 2 === 1);
        const rest = replicas.filter((id) => !isr.includes(id));
        const elr = rest.filter((_, i) => (inElr >> i) % 2 === 1);
        return {
          replicas,
          isr,
          elr,
          lastKnownElr: rest.filter((id) => !elr.includes(id)),
          leader: led ? (isr[isr.length - 1] ?? -1) : -1,
        };
      });
    const topic = fc
      .tuple(
        fc.array(anyPartition, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(
          {},
          { 'min.insync.replicas': '2' },
          {
            'cleanup.policy': 'compact,delete',
            'follower.replication.throttled.replicas': '0:1,1:2',
            'retention.ms': '-1',
          },
        ),
      )
      .map(([partitions, configs]) => ({
        configs,
        partitions: partitions.map((one, i) => ({ ...one, partition: i })),
        replicationFactor: partitions[0]!.replicas.length,
      }));
    return fc.tuple(fc.array(topic, { minLength: 1, maxLength: 3 }), fc.nat()).map(([topics, seed]) => ({
      kafkaVersion: '4.2',
      seed,
      topics: topics.map((one, i) => ({ ...one, name: `t.${i}_-` })),
    }));
  });

function scenarioOf(text: string) {
  const { scenario: file } = importKafkaTopics(text);
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { file, scenario: parsed.scenario };
}

describe('import of an export', () => {
  test('finds the state that was exported', () => {
    fc.assert(
      fc.property(clusters, (cluster) => {
        const { scenario } = scenarioOf(describeTopics(cluster));
        expect(describableScenario({ ...scenario, seed: cluster.seed })).toEqual(cluster);
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same scenario', () => {
    fc.assert(
      fc.property(clusters, (cluster) => {
        const once = scenarioOf(describeTopics(cluster));
        const twice = scenarioOf(describeTopics(describableScenario(once.scenario)));
        expect(twice).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  const folder = new URL('../../test/field/topics/', import.meta.url);
  test.each(readdirSync(folder))('gives the same scenario for %s', (name) => {
    const { scenario: file } = importKafkaTopics(readFileSync(new URL(name, folder), 'utf8'));
    if (file === null) return;
    const parsed = parseScenario(file);
    expect(
      parsed.ok && importKafkaTopics(describeTopics(describableScenario(parsed.scenario))).scenario,
    ).toEqual(file);
  });
});
