import type { ToolBroker, ToolInput, ToolPartition } from '../../../export/tools/ToolInput.ts';
import type { AdminView, LogResult } from '../../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import { selectBrokers, selectCluster, selectPartitions } from '../../../state/selectors.ts';
import type { SimulationState } from '../../../state/Simulation.ts';

/** What frames bring and what the worker was asked for, put together for Kafka’s tools. */
export function toolInput(state: SimulationState, admin: AdminView): ToolInput {
  const { scenario, nowUs } = state;
  const cluster = selectCluster(state);
  const partitions = selectPartitions(state);
  const leaders = new Map(admin.logs.flatMap((log) => (log.isLeader ? [[log.partition, log] as const] : [])));
  return {
    kafkaVersion: scenario.kafkaVersion,
    seed: scenario.seed,
    nowMs: nowUs / MICROS_PER_MILLI,
    groups: admin.groups,
    quorum: admin.quorum,
    transactions: admin.transactions,
    elections: admin.elections,
    partitions: partitions.map((partition): ToolPartition => {
      const leader = leaders.get(partition.name);
      return {
        ...partition,
        logStartOffset: leader?.logStartOffset ?? null,
        highWatermark: leader?.highWatermark ?? null,
        listed: leader?.listed ?? null,
      };
    }),
    brokers: selectBrokers(state).map(({ nodeId, process, pausedSinceUs, configs = {}, logDirs }) => ({
      nodeId,
      isRunning: (process === 'running' || process === 'stopping') && pausedSinceUs === null,
      configs,
      logDirs: logDirs.map(({ path, hasFailed }) => ({
        path,
        hasFailed,
        replicas: replicasIn(path, nodeId, admin.logs),
      })),
    })),
    topicConfigs: Object.fromEntries(partitions.map(({ topic, configs }) => [topic, configs])),
    clusterConfigs: cluster?.configs ?? {},
    serverConfigs: (broker) => ({
      ...scenario.configs,
      ...scenario.brokers.find(({ nodeId }) => nodeId === broker)?.configs,
    }),
    brokerDefaults: admin.brokerDefaults,
    quotas: admin.quotas,
    groupConfigs: admin.groupConfigs,
    features: { ...scenario.features },
    metadataLogEndOffset: cluster?.metadataLogEndOffset ?? 0,
  };
}

function replicasIn(
  path: string,
  nodeId: number,
  logs: readonly LogResult[],
): ToolBroker['logDirs'][number]['replicas'] {
  return logs
    .filter(({ broker, logDir }) => broker === nodeId && logDir === path)
    .map(({ partition, sizeBytes, highWatermark, logEndOffset }) => ({
      partition,
      sizeBytes,
      // Kafka: LogManager.logEndOffsetLag, of a log that is not a future one.
      offsetLag: Math.max(highWatermark - logEndOffset, 0),
    }));
}
