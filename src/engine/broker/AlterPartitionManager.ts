import type { NodeContext } from '../node/Node.ts';
import type { AlterPartitionItem, AlterPartitionResponse } from '../protocol/requests.ts';
import { MICROS_PER_MILLI, UNDEFINED_EPOCH } from '../../shared/units.ts';
import type { Epoch, Micros, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import { ControllerChannel } from './ControllerChannel.ts';
import { isInflight, proposedIsr } from './isrState.ts';
import type { Partition } from './Partition.ts';
import type { ReplicaManager } from './ReplicaManager.ts';

export const ALTER_PARTITION_TIMER = 'alterPartition';
const RETRY_BACKOFF_US = 50_000;
/** Not a config of its own: `controller.socket.timeout.ms`. */
const SOCKET_TIMEOUT_US = 30_000 * MICROS_PER_MILLI;

/**
 * Asks the controller for ISR changes: one change per partition at a time, one request per broker at a time, everything that
 * waits goes with the next (I7). Kafka: `AlterPartitionManager` (4.2).
 *
 * A change stays here until it is answered, even when metadata overtake it meanwhile; till then the partition may ask for no
 * other. Whether an answer still matters is for the partition to say.
 */
export class AlterPartitionManager {
  private readonly unsent = new Map<TopicPartition, AlterPartitionItem>();
  /** Sends a request until it is answered, by whichever controller is active then. */
  readonly channel = new ControllerChannel('alter-partition', Infinity, SOCKET_TIMEOUT_US);
  private asked: readonly AlterPartitionItem[] = [];
  private isBackingOff = false;

  /** Since when a request is under way; null when none is. */
  get askedSinceUs(): Micros | null {
    return this.channel.busySinceUs;
  }

  /** Whether a change of this partition waits to be sent or answered. */
  isAsking(topicPartition: TopicPartition): boolean {
    return this.unsent.has(topicPartition);
  }

  /** Takes the change that the partition proposes; false while an earlier one of it is not answered. */
  submit(partition: Partition, broker: BrokerInternals, ctx: NodeContext): boolean {
    const { leader, topicPartition } = partition;
    if (!leader || !isInflight(leader.isrState) || this.unsent.has(topicPartition)) return false;
    const newIsr = proposedIsr(leader.isrState).map((brokerId) => ({
      brokerId,
      brokerEpoch: memberEpoch(brokerId, partition, broker),
    }));
    this.unsent.set(topicPartition, {
      topicPartition,
      topicId: partition.topicId,
      leaderEpoch: leader.leaderEpoch,
      partitionEpoch: leader.partitionEpoch,
      newIsr,
      // A leader counts itself recovered as soon as it leads (L5, KIP-704).
      recovery: 'RECOVERED',
    });
    this.maybeSend(broker, ctx);
    return true;
  }

  handleResponse(
    response: AlterPartitionResponse,
    correlationId: number,
    manager: ReplicaManager,
    broker: BrokerInternals,
    ctx: NodeContext,
  ): void {
    if (!this.channel.takeAnswer(response, correlationId, broker.controllerId, ctx)) return;
    const items = this.asked;
    this.asked = [];
    if (response.error !== 'NONE') {
      this.isBackingOff = true;
      ctx.setTimer(ALTER_PARTITION_TIMER, RETRY_BACKOFF_US);
      return;
    }
    for (const answer of response.partitions) {
      const asked = items.find((item) => item.topicPartition === answer.topicPartition);
      if (!asked) continue;
      this.unsent.delete(answer.topicPartition);
      if (answer.error !== 'NONE') {
        const { topicPartition: partition, error } = answer;
        ctx.trace({ kind: 'AlterPartitionFailed', partition, broker: broker.id, error });
      }
      const partition = broker.partitions.get(answer.topicPartition);
      if (partition) manager.settleIsr(partition, asked, answer, broker, ctx);
    }
    this.maybeSend(broker, ctx);
  }

  /** The back-off is over. */
  onTimer(broker: BrokerInternals, ctx: NodeContext): void {
    this.isBackingOff = false;
    this.maybeSend(broker, ctx);
  }

  private maybeSend(broker: BrokerInternals, ctx: NodeContext): void {
    if (this.channel.isBusy || this.isBackingOff || this.unsent.size === 0) return;
    const items = [...this.unsent.values()];
    const { id: brokerId, brokerEpoch } = broker;
    this.asked = items;
    this.channel.send(
      { kind: 'AlterPartitionRequest', brokerId, brokerEpoch, partitions: items },
      broker.controllerId,
      ctx,
    );
  }
}

/**
 * Epoch of an ISR member as the leader last heard it, so that the controller can refuse one that restarted since (KIP-903). Of
 * a member that has not fetched yet it is not checked: if it restarts, the controller changes the partition epoch anyway.
 */
function memberEpoch(member: number, partition: Partition, broker: BrokerInternals): Epoch {
  if (member === broker.id) return broker.brokerEpoch;
  return partition.leader?.followers.get(member)?.brokerEpoch ?? UNDEFINED_EPOCH;
}
