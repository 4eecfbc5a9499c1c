import type { RuleArea, RuleEntry } from './RuleEntry.ts';
import { acks } from './rules/acks.ts';
import { administration } from './rules/administration.ts';
import { assignors } from './rules/assignors.ts';
import { brokerLifecycle } from './rules/brokerLifecycle.ts';
import { consumer } from './rules/consumer.ts';
import { consumerProtocol } from './rules/consumerProtocol.ts';
import { elections } from './rules/elections.ts';
import { fetching } from './rules/fetching.ts';
import { groupMembers } from './rules/groupMembers.ts';
import { groups } from './rules/groups.ts';
import { highWatermark } from './rules/highWatermark.ts';
import { isr } from './rules/isr.ts';
import { leaderEpochs } from './rules/leaderEpochs.ts';
import { metrics } from './rules/metrics.ts';
import { notModelled } from './rules/notModelled.ts';
import { producer } from './rules/producer.ts';
import { queueBroker } from './rules/queueBroker.ts';
import { quorum } from './rules/quorum.ts';
import { requestPath } from './rules/requestPath.ts';
import { retries } from './rules/retries.ts';
import { storage } from './rules/storage.ts';
import { disk } from './rules/disk.ts';
import { shareGroups } from './rules/shareGroups.ts';
import { transactionLogs } from './rules/transactionLogs.ts';
import { storageFormat } from './rules/storageFormat.ts';
import { outside } from './rules/outside.ts';
import { transactionalProducer } from './rules/transactionalProducer.ts';
import { transactionCoordinator } from './rules/transactionCoordinator.ts';
import { world } from './rules/world.ts';

/** The whole ledger, in the order of MODEL.md. */
export const RULE_AREAS: readonly RuleArea[] = [
  fetching,
  highWatermark,
  isr,
  acks,
  leaderEpochs,
  storage,
  elections,
  brokerLifecycle,
  quorum,
  administration,
  producer,
  retries,
  transactionalProducer,
  outside,
  transactionCoordinator,
  transactionLogs,
  consumer,
  groupMembers,
  assignors,
  groups,
  consumerProtocol,
  shareGroups,
  queueBroker,
  requestPath,
  disk,
  storageFormat,
  world,
  metrics,
  notModelled,
];

export const RULES: readonly RuleEntry[] = RULE_AREAS.flatMap((area) => area.rules);
