import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';

const RECORDS_PER_SECOND = 625_000;
const PRODUCERS = 4;
const MEMBERS = 3;

export interface LoadShape {
  readonly partitions?: number;
  /** Who reads: one consumer that assigns itself all partitions, or three members of a group. */
  readonly readers?: 'assign' | 'classic' | 'consumer';
  /** Each producer commits ten times a second, and readers see what is committed. */
  readonly transacts?: boolean;
}

/** 100 MB/s into some partitions on 3 brokers, RF 3, acks=all: 160-byte records, 16 KiB batches, four producers. */
export function loadScenario({
  partitions = 12,
  readers = 'assign',
  transacts = false,
}: LoadShape = {}): Scenario {
  const perProducer = RECORDS_PER_SECOND / PRODUCERS;
  const producers = Array.from({ length: PRODUCERS }, (_, i) => ({
    'client.id': `load-${i}`,
    configs: {
      acks: 'all',
      'linger.ms': 5,
      'batch.size': 16384,
      ...(transacts && { 'transactional.id': `load-${i}` }),
    },
    workload: {
      topic: 'load',
      arrivals: { constant: `${perProducer}/s` },
      valueBytes: 150,
      ...(transacts && { transaction: { records: perProducer / 10 } }),
    },
  }));
  const configs = transacts ? { 'isolation.level': 'read_committed' } : {};
  const alone = {
    'client.id': 'reader',
    configs,
    assign: Array.from({ length: partitions }, (_, i) => `load-${i}`),
  };
  const members = Array.from({ length: MEMBERS }, (_, i) => ({
    'client.id': `reader-${i}`,
    configs: { ...configs, 'group.id': 'readers', 'group.protocol': readers },
    subscribe: ['load'],
  }));
  const parsed = parseScenario({
    highwater: 1,
    'kafka.version': '4.2',
    seed: 1,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'load', partitions, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } }],
    producers,
    consumers: readers === 'assign' ? [alone] : members,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}
