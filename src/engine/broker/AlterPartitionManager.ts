import type { NodeContext } from '../node/Node.ts';
import type { AlterPartitionItem, AlterPartitionResponse } from '../protocol/requests.ts';
import type { Epoch, Micros, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { isInflight, isrAfterAlterPartitionResponse, proposedIsr } from './isrState.ts';
import type { AlterPartitionAnswer } from './isrState.ts';
import type { Partition } from './Partition.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

export const ALTER_PARTITION_TIMER = 'alterPartition';
const RETRY_BACKOFF_US = 50_000;

interface Pending {
  readonly leaderEpoch: Epoch;
  readonly item: AlterPartitionItem;
}

/**
 * Asks the controller for ISR changes: one change per partition at a time, one request per broker at a time, everything that
 * waits goes with the next (I7). Kafka: `AlterPartitionManager`.
 */
export class AlterPartitionManager {
  private readonly pending = new Map<TopicPartition, Pending>();
  inFlight: {
    readonly correlationId: number;
    readonly sentAtUs: Micros;
    readonly partitions: readonly TopicPartition[];
  } | null = null;

  submit(partition: Partition, broker: BrokerInternals, ctx: NodeContext): void {
    const { leader, topicPartition } = partition;
    if (!leader || !isInflight(leader.isrState)) return;
    const newIsr = proposedIsr(leader.isrState).map((brokerId) => ({
      brokerId,
      brokerEpoch: memberEpoch(brokerId, partition, broker),
    }));
    const item: AlterPartitionItem = {
      topicPartition,
      leaderEpoch: leader.leaderEpoch,
      partitionEpoch: leader.partitionEpoch,
      newIsr,
      // A leader counts itself recovered as soon as it leads (L5, KIP-704).
      recovery: 'RECOVERED',
    };
    this.pending.set(topicPartition, { leaderEpoch: leader.leaderEpoch, item });
    this.maybeSend(broker, ctx);
  }

  /** The partition's leadership changed: what was asked for no longer matters. */
  forget(topicPartition: TopicPartition): void {
    this.pending.delete(topicPartition);
  }

  maybeSend(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.inFlight || this.pending.size === 0) return;
    const partitions = [...this.pending.values()].map((entry) => entry.item);
    const request = {
      kind: 'AlterPartitionRequest' as const,
      brokerId: broker.id,
      brokerEpoch: broker.brokerEpoch,
      partitions,
    };
    const correlationId = ctx.request(ctx.directory.controller, request);
    this.inFlight = {
      correlationId,
      sentAtUs: ctx.nowUs,
      partitions: partitions.map((item) => item.topicPartition),
    };
    ctx.setTimer(ALTER_PARTITION_TIMER, broker.config.controllerRequestTimeoutUs);
  }

  handleResponse(
    response: AlterPartitionResponse,
    correlationId: number,
    manager: ReplicaManager,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (this.inFlight?.correlationId !== correlationId) return;
    this.inFlight = null;
    ctx.cancelTimer(ALTER_PARTITION_TIMER);
    if (response.error !== 'NONE') {
      ctx.setTimer(ALTER_PARTITION_TIMER, RETRY_BACKOFF_US);
      return;
    }
    for (const answer of response.partitions) {
      const partition = broker.partitions.get(answer.topicPartition);
      const pending = this.pending.get(answer.topicPartition);
      if (!partition?.leader || pending?.leaderEpoch !== partition.leader.leaderEpoch) continue;
      if (answer.error !== 'NONE') {
        ctx.trace({
          kind: 'AlterPartitionFailed',
          partition: answer.topicPartition,
          broker: broker.id,
          error: answer.error,
        });
      }
      this.settle(partition, answer, manager, broker, ctx);
    }
    this.maybeSend(broker, ctx);
  }

  /** No answer came, or the back-off is over. */
  onTimer(broker: BrokerInternals, ctx: NodeContext): void {
    this.inFlight = null;
    this.maybeSend(broker, ctx);
  }

  private settle(
    partition: Partition,
    answer: AlterPartitionAnswer,
    manager: ReplicaManager,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    const { leader, topicPartition } = partition;
    if (!leader || !isInflight(leader.isrState)) return;
    const result = isrAfterAlterPartitionResponse(
      leader.isrState,
      answer,
      leader.leaderEpoch,
      leader.partitionEpoch,
    );
    if (result.outcome === 'resend') return;
    this.pending.delete(topicPartition);
    leader.isrState = result.state;
    leader.partitionEpoch = result.partitionEpoch;
    if (result.outcome === 'committed') manager.afterIsrCommit(partition, broker, ctx);
  }
}

/** Epoch of an ISR member as the leader last heard it, so that the controller can refuse one that restarted since (KIP-903). */
function memberEpoch(member: number, partition: Partition, broker: BrokerInternals): Epoch {
  if (member === broker.id) return broker.brokerEpoch;
  return (
    partition.leader?.followers.get(member)?.brokerEpoch ??
    broker.image.brokers.get(member)?.brokerEpoch ??
    -1
  );
}
