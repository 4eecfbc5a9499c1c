import type { Controller } from '../../engine/controller/Controller.ts';
import type { PartitionRegistration } from '../../engine/metadata/PartitionRegistration.ts';
import type { Micros } from '../../shared/units.ts';
import { visitMeters } from './MetricVisitor.ts';
import type { MetricVisitor } from './MetricVisitor.ts';
import { visitRaft } from './raftMetrics.ts';

const CONTROLLER = 'kafka.controller:type=KafkaController,name=';
const STATS = 'kafka.controller:type=ControllerStats,name=';

/** Everything that a controller reports. Kafka: `ControllerMetadataMetrics`, `QuorumControllerMetrics`, `KafkaRaftMetrics`. */
export function visitController(
  controller: Controller,
  isActive: boolean,
  nowUs: Micros,
  visit: MetricVisitor,
): void {
  const { image, raft, meters } = controller;
  let offline = 0;
  let imbalanced = 0;
  for (const { registration } of image.partitions.values()) {
    if (registration.leader < 0) offline += 1;
    if (!hasPreferredLeader(registration)) imbalanced += 1;
  }
  let fenced = 0;
  for (const broker of image.brokers.values()) if (broker.fenced) fenced += 1;
  visit(`${CONTROLLER}ActiveControllerCount`, null, isActive ? 1 : 0);
  visit(`${CONTROLLER}OfflinePartitionsCount`, null, offline);
  visit(`${CONTROLLER}PreferredReplicaImbalanceCount`, null, imbalanced);
  visit(`${CONTROLLER}GlobalPartitionCount`, null, image.partitions.size);
  visit(`${CONTROLLER}GlobalTopicCount`, null, image.topics.size);
  visit(`${CONTROLLER}ActiveBrokerCount`, null, image.brokers.size - fenced);
  visit(`${CONTROLLER}FencedBrokerCount`, null, fenced);
  visit(`${CONTROLLER}LastCommittedRecordOffset`, null, raft.committedEnd - 1);
  visit(`${CONTROLLER}NewActiveControllersCount`, null, meters.newActiveControllers);
  visitRaft(controller, nowUs, visit);
  const ageUs = nowUs - meters.startedUs;
  visitMeters(visit, `${STATS}UncleanLeaderElectionsPerSec`, [meters.uncleanLeaderElections], ageUs);
  visitMeters(visit, `${STATS}ElectionFromEligibleLeaderReplicasPerSec`, [meters.electionsFromElr], ageUs);
}

/** A partition without a leader has not its preferred one either. */
function hasPreferredLeader(registration: PartitionRegistration): boolean {
  return registration.leader === registration.replicas[0];
}
