import { parseScenario } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';

/** 100 MB/s into some partitions on 3 brokers, RF 3, acks=all: 160-byte records, 16 KiB batches, four producers. */
export function loadScenario(partitions = 12): Scenario {
  const recordsPerSecond = 625_000;
  const producers = Array.from({ length: 4 }, (_, i) => ({
    'client.id': `load-${i}`,
    configs: { acks: 'all', 'linger.ms': 5, 'batch.size': 16384 },
    workload: { topic: 'load', arrivals: { constant: `${recordsPerSecond / 4}/s` }, valueBytes: 150 },
  }));
  const parsed = parseScenario({
    highwater: 1,
    'kafka.version': '4.2',
    seed: 1,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'load', partitions, 'replication.factor': 3, configs: { 'min.insync.replicas': 2 } }],
    producers,
    consumers: [{ 'client.id': 'reader', assign: Array.from({ length: partitions }, (_, i) => `load-${i}`) }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}
