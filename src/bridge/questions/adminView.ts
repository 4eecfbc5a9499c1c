import { Broker } from '../../engine/broker/Broker.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import { describeGroups } from '../../engine/cluster/describeGroups.ts';
import { controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import { BROKER_DEFAULTS, type ConfigValue } from '../../engine/protocol/configDefaults.ts';
import type { AdminView, LogResult } from '../../shared/RunQuestions.ts';
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

function logsOf(cluster: Cluster): readonly LogResult[] {
  const running = new Set(
    cluster.state.nodes.flatMap((node) => (node instanceof Broker && node.process ? [node.id] : [])),
  );
  return [...(controllerOf(cluster)?.image.partitions.values() ?? [])].flatMap(
    ({ topicPartition, registration: { leader } }) =>
      [...replicasOf(cluster, topicPartition)]
        .filter(([broker]) => running.has(broker))
        .map(([broker, { log, logDir, knownHighWatermark }]) => ({
          partition: topicPartition,
          broker,
          isLeader: broker === leader,
          logDir,
          sizeBytes: log.sizeBytes,
          logStartOffset: log.logStartOffset,
          highWatermark: knownHighWatermark,
          logEndOffset: log.logEndOffset,
        })),
  );
}
