import type { NodeContext } from '../node/Node.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { PartitionEntry } from '../metadata/MetadataImage.ts';
import type { PartitionRegistration } from '../metadata/PartitionRegistration.ts';
import type { Rules } from '../rules/Rules.ts';
import { NO_LEADER, type TopicPartition } from '../../shared/units.ts';
import type { ElectionAnswer } from '../../shared/RunQuestions.ts';
import type { ElectionType } from './electLeader.ts';
import {
  changePartition,
  isUncleanAllowed,
  plannedChange,
  type ReplicationControl,
} from './ReplicationControl.ts';

/** Most elections of one pass of a periodic task. Kafka: `QuorumController.MAX_ELECTIONS_PER_IMBALANCE`. */
export const MAX_ELECTIONS_PER_PASS = 1000;

/** What an ElectLeaders request may ask for. */
export type RequestedElection = Extract<ElectionType, 'PREFERRED' | 'UNCLEAN'>;

/** Whether an election is asked for where none is needed: ELECTION_NOT_NEEDED. */
export function isElectionNeeded(election: RequestedElection, registration: PartitionRegistration): boolean {
  if (election === 'UNCLEAN') return registration.leader === NO_LEADER;
  return registration.leader !== registration.replicas[0];
}

/** The error of an election that changed nothing. */
export function electionError(
  election: RequestedElection,
): Exclude<ElectionAnswer, 'NONE' | 'ELECTION_NOT_NEEDED'> {
  return election === 'PREFERRED' ? 'PREFERRED_LEADER_NOT_AVAILABLE' : 'ELIGIBLE_LEADERS_NOT_AVAILABLE';
}

/**
 * One partition of an ElectLeaders request (L4, L5). UNCLEAN is what it says, whether or not the topic allows it by itself: a
 * person asked. Kafka: `ReplicationControlManager.electLeader` (4.2).
 */
export function electLeaderOf(
  control: ReplicationControl,
  election: RequestedElection,
  topicPartition: TopicPartition,
  ctx: NodeContext,
): KafkaError {
  const entry = control.image.partitions.get(topicPartition);
  if (!entry) return 'UNKNOWN_TOPIC_OR_PARTITION';
  if (!isElectionNeeded(election, entry.registration)) return 'ELECTION_NOT_NEEDED';
  return changePartition(control, entry, { election }, ctx) ? 'NONE' : electionError(election);
}

/** What the same request would be answered, with nothing done: for who only looks. */
export function electionAnswer(
  control: Pick<ReplicationControl, 'image' | 'config'>,
  election: RequestedElection,
  entry: PartitionEntry,
  rules: Rules,
): ElectionAnswer {
  if (!isElectionNeeded(election, entry.registration)) return 'ELECTION_NOT_NEEDED';
  return plannedChange(control, entry, { election }, rules) ? 'NONE' : electionError(election);
}

/**
 * Gives leaderships back to the preferred replicas that may lead; true if there may be more (L7). There is no percentage: one
 * partition is enough. Kafka: `ReplicationControlManager.maybeBalancePartitionLeaders` (4.2).
 */
export function balanceLeaders(
  control: ReplicationControl,
  ctx: NodeContext,
  maxElections = MAX_ELECTIONS_PER_PASS,
): boolean {
  let elections = 0;
  for (const entry of [...control.image.partitions.values()]) {
    if (elections >= maxElections) return true;
    if (!isElectionNeeded('PREFERRED', entry.registration)) continue;
    if (changePartition(control, entry, { election: 'PREFERRED' }, ctx)) elections += 1;
  }
  return elections >= maxElections;
}

/**
 * Elects leaders for partitions that have none and may have an unclean one: where unclean.leader.election.enable was switched
 * on since they lost theirs; true if there may be more (L5). Kafka: `ReplicationControlManager.maybeElectUncleanLeaders` (4.2).
 */
export function electUncleanLeaders(
  control: ReplicationControl,
  ctx: NodeContext,
  maxElections = MAX_ELECTIONS_PER_PASS,
): boolean {
  let elections = 0;
  for (const { topic, topicPartition, registration } of [...control.image.partitions.values()]) {
    if (elections >= maxElections) return true;
    if (registration.leader !== NO_LEADER || !isUncleanAllowed(control, topic)) continue;
    if (electLeaderOf(control, 'UNCLEAN', topicPartition, ctx) === 'NONE') elections += 1;
  }
  return elections >= maxElections;
}
