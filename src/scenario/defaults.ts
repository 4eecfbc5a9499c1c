import type { BrokerId, Micros } from '../shared/units.ts';
import type { Features, KafkaVersion, ProcessingTimes } from './Scenario.ts';

/** What a scenario file means where it says nothing. Frozen with the format: a changed default would change old files. */
export const DEFAULTS = {
  kafkaVersion: '4.2' satisfies KafkaVersion,
  seed: 1,
  latencyUs: 250,
  latencyAcrossRacksUs: 500,
  bandwidthBitsPerSecond: 10_000_000_000,
  firstControllerId: 101,
  replicationFactor: 1,
  valueBytes: 100,
  keyCount: 1,
} as const;

export const DEFAULT_TIMES: ProcessingTimes = {
  requestUs: 20,
  requestPerKiBUs: 1,
  networkThreadUs: 0,
  networkThreadPerKiBUs: 0,
  appendUs: 10,
  appendPerKiBUs: 0.5,
  fsyncUs: 5000,
  brokerStartUs: 2_000_000,
  pageCacheExpireUs: 30_000_000,
  recoveryPerMiBUs: 2000,
};

/** KIP-966 is on in new clusters from 4.1. */
export function defaultFeatures(version: KafkaVersion): Features {
  return { 'eligible.leader.replicas.version': version === '4.0' ? 0 : 1 };
}

/** A latency between racks below the one inside them would surprise who sets only the latter. */
export function defaultLatencyAcrossRacksUs(latencyUs: Micros): Micros {
  return Math.max(DEFAULTS.latencyAcrossRacksUs, latencyUs);
}

export function defaultControllerId(brokers: readonly BrokerId[]): number {
  let id: number = DEFAULTS.firstControllerId;
  while (brokers.includes(id)) id += 1;
  return id;
}

/** Simplified: round robin over the brokers as the file lists them. Kafka's own placer is striped by rack and random. */
export function placeReplicas(
  brokers: readonly BrokerId[],
  partition: number,
  replicationFactor: number,
): readonly BrokerId[] {
  const count = Math.min(replicationFactor, brokers.length);
  return Array.from({ length: count }, (_, i) => brokers[(partition + i) % brokers.length]!);
}
