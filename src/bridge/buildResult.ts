import { Broker } from '../engine/broker/Broker.ts';
import type { Run } from '../engine/cluster/Run.ts';
import { describeGroups } from '../engine/cluster/describeGroups.ts';
import { activeControllerOf, controllerOf, replicasOf } from '../engine/cluster/ledger.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import { describeQuorum } from './describeQuorum.ts';
import { describeTransactions } from './describeTransactions.ts';
import type { Violation } from './frame.ts';
import { projectLedger } from './projectLedger.ts';
import { metricsNow } from './metrics/readMetrics.ts';
import { processStateOf } from './projectEntities.ts';
import type { BrokerResultState, PartitionResult, SimulationResult } from './SimulationResult.ts';

/** Everything that a run has come to, as the published result document. */
export function buildResult(run: Run, violations: readonly Violation[]): SimulationResult {
  const { cluster, scenario } = run;
  run.settle();
  const transactions = describeTransactions(cluster);
  return {
    highwater: 1,
    engine: ENGINE_VERSION,
    'kafka.version': scenario.kafkaVersion,
    seed: scenario.seed,
    nowMs: cluster.nowUs / 1000,
    events: cluster.state.eventCount,
    digest: cluster.digest(),
    violations,
    ledger: projectLedger(cluster),
    cluster: {
      controller: activeControllerOf(cluster)?.nodeId ?? -1,
      brokers: brokersOf(run),
      topics: topicsOf(run),
      quorum: describeQuorum(cluster),
      ...(transactions && { transactions }),
    },
    groups: describeGroups(cluster),
    metrics: metricsNow(cluster),
  };
}

function brokersOf(run: Run): SimulationResult['cluster']['brokers'] {
  const brokers: Record<string, { state: BrokerResultState; brokerEpoch: number }> = {};
  const controller = controllerOf(run.cluster);
  for (const node of run.cluster.state.nodes) {
    if (!(node instanceof Broker)) continue;
    const registration = controller?.image.brokers.get(node.id);
    brokers[String(node.id)] = {
      state: stateOf(node, registration?.fenced ?? true),
      brokerEpoch: registration?.brokerEpoch ?? -1,
    };
  }
  return brokers;
}

/** `fenced` stands for any broker that the controller has fenced, unless its process is known to be stopped or starting. */
function stateOf(broker: Broker, fenced: boolean): BrokerResultState {
  const process = processStateOf(broker);
  if (process === 'starting' || process === 'stopping' || process === 'stopped') return process;
  return fenced ? 'fenced' : 'running';
}

function topicsOf(run: Run): SimulationResult['cluster']['topics'] {
  const topics: Record<string, Record<string, PartitionResult>> = {};
  for (const { topic, partition, topicPartition, registration } of controllerOf(
    run.cluster,
  )?.image.partitions.values() ?? []) {
    const replicas: Record<string, { logStartOffset: number; logEndOffset: number; highWatermark: number }> =
      {};
    for (const [broker, replica] of replicasOf(run.cluster, topicPartition)) {
      const { logStartOffset, logEndOffset } = replica.log;
      replicas[String(broker)] = { logStartOffset, logEndOffset, highWatermark: replica.knownHighWatermark };
    }
    const { leader, leaderEpoch, partitionEpoch, isr, elr, lastKnownElr } = registration;
    topics[topic] ??= {};
    topics[topic][String(partition)] = {
      leader,
      leaderEpoch,
      partitionEpoch,
      isr,
      elr,
      lastKnownElr,
      replicas,
    };
  }
  return topics;
}
