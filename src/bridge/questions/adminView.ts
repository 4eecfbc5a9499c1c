import { Broker } from '../../engine/broker/Broker.ts';
import type { Partition } from '../../engine/broker/Partition.ts';
import { fetchOffsetForTimestamp, type OffsetSearch } from '../../engine/broker/fetchOffsetForTimestamp.ts';
import { configOf } from '../../engine/broker/partitionConfig.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { electionAnswer } from '../../engine/controller/electLeaders.ts';
import { describeGroups } from '../../engine/cluster/describeGroups.ts';
import { activeControllerOf, controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import { BROKER_DEFAULTS, type ConfigValue } from '../../engine/protocol/configDefaults.ts';
import {
  EARLIEST_LOCAL_TIMESTAMP,
  EARLIEST_PENDING_UPLOAD_TIMESTAMP,
  LATEST_TIERED_TIMESTAMP,
} from '../../engine/protocol/requests.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import type { AdminView, ElectionResult, ListedOffsets, LogResult } from '../../shared/RunQuestions.ts';
import type { Offset } from '../../shared/units.ts';
import { describeQuorum } from '../describeQuorum.ts';
import { describeTransactions } from '../describeTransactions.ts';

/** What servers would answer to Kafka's own tools. Reads, and changes nothing. */
export function adminView(cluster: Cluster): AdminView {
  const defaults: Readonly<Record<string, ConfigValue>> = BROKER_DEFAULTS;
  const image = controllerOf(cluster)?.image;
  const set = [...(image?.brokerConfigs.values() ?? [])].flatMap((configs) => [...configs.keys()]);
  return {
    groups: describeGroups(cluster),
    quorum: describeQuorum(cluster),
    transactions: describeTransactions(cluster),
    brokerDefaults: Object.fromEntries(
      set.flatMap((name) =>
        defaults[name] === undefined || defaults[name] === null ? [] : [[name, String(defaults[name])]],
      ),
    ),
    logs: logsOf(cluster),
    elections: electionsOf(cluster),
    quotas: [...(image?.clientQuotas.values() ?? [])].map(({ user, clientId, key, value }) => ({
      user,
      clientId,
      key,
      value,
    })),
    groupConfigs: Object.fromEntries(
      [...(image?.groupConfigs ?? [])].map(([group, configs]) => [group, Object.fromEntries(configs)]),
    ),
  };
}

function electionsOf(cluster: Cluster): readonly ElectionResult[] | null {
  const controller = activeControllerOf(cluster);
  return (
    controller &&
    [...controller.image.partitions.values()].map((entry) => ({
      topic: entry.topic,
      partition: entry.partition,
      preferred: electionAnswer(controller, 'PREFERRED', entry, cluster.rules),
      unclean: electionAnswer(controller, 'UNCLEAN', entry, cluster.rules),
    }))
  );
}

function logsOf(cluster: Cluster): readonly LogResult[] {
  const running = new Map(
    cluster.state.nodes.flatMap((node) =>
      node instanceof Broker && node.process ? [[node.id, node] as const] : [],
    ),
  );
  return [...(controllerOf(cluster)?.image.partitions.values() ?? [])].flatMap(
    ({ topicPartition, registration: { leader } }) =>
      [...replicasOf(cluster, topicPartition)]
        .filter(([broker]) => running.has(broker))
        .map(([broker, partition]) => {
          const { log, logDir, knownHighWatermark } = partition;
          return {
            partition: topicPartition,
            broker,
            isLeader: broker === leader,
            logDir,
            sizeBytes: log.sizeBytes,
            logStartOffset: log.logStartOffset,
            highWatermark: knownHighWatermark,
            logEndOffset: log.logEndOffset,
            listed: broker === leader ? listedOf(partition, running.get(broker) as Broker, cluster) : null,
          };
        }),
  );
}

/** What ListOffsets would answer a client of this leader; an offset that it cannot tell yet is none. */
function listedOf(partition: Partition, broker: Broker, cluster: Cluster): ListedOffsets {
  const { log, leader, knownHighWatermark, topicPartition, topicId } = partition;
  const search: OffsetSearch = {
    log,
    lastFetchableOffset: knownHighWatermark,
    isBehind: leader !== null && knownHighWatermark < leader.leaderEpochStartOffset,
    highestRemoteOffset:
      configOf(partition, broker).log.remote === null
        ? null
        : cluster.state.remoteLogs.highestOffset(topicPartition, topicId),
  };
  const at = (timestamp: number): Offset => fetchOffsetForTimestamp(timestamp, search).offset;
  return {
    maxTimestamp: at(MAX_TIMESTAMP),
    earliestLocal: at(EARLIEST_LOCAL_TIMESTAMP),
    latestTiered: at(LATEST_TIERED_TIMESTAMP),
    earliestPendingUpload: at(EARLIEST_PENDING_UPLOAD_TIMESTAMP),
  };
}
