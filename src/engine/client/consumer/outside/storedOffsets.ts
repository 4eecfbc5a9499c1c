import type { NodeContext } from '../../../node/Node.ts';
import type { StoreOffsetsResponse } from '../../../protocol/storeRequests.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { Micros, TopicPartition } from '../../../../shared/units.ts';
import type { GroupConsumer } from '../group/GroupConsumer.ts';
import type { OutsideWork } from './OutsideWork.ts';

/** Ours: how soon the database is asked again. */
const RETRY_US: Micros = 1_000 * MICROS_PER_MILLI;

/**
 * onPartitionsAssigned of an application that keeps its offsets in a database: it reads them and seeks there; with a token it claims the
 * partitions too, so that who had them before can write no more. Returns when to look again; null when nothing is open. Kafka:
 * `KafkaConsumer`, "Storing Offsets Outside Kafka" (4.2).
 */
export function claimInStore(consumer: GroupConsumer, work: OutsideWork, ctx: NodeContext): Micros | null {
  const { store } = work.spec;
  if (!store || (!store.keepsOffsets && !store.showsToken)) return null;
  const token = consumer.tokenNow();
  const open = [...consumer.coordinator.initializing].filter((one) => work.claimed.get(one) !== token);
  if (open.length === 0) return null;
  const { claimCall } = work;
  if (claimCall !== null && claimCall.untilUs > ctx.nowUs) return claimCall.untilUs;
  if (work.claimAtUs > ctx.nowUs) return work.claimAtUs;
  const correlationId = ctx.request(store.node, {
    kind: 'StoreOffsetsRequest',
    group: consumer.group.groupId,
    token: store.showsToken ? token : -1,
    partitions: open,
  });
  work.claimCall = { correlationId, untilUs: ctx.nowUs + store.timeoutUs, partitions: open };
  return work.claimCall.untilUs;
}

export function handleStoreOffsets(
  consumer: GroupConsumer,
  work: OutsideWork,
  response: StoreOffsetsResponse,
  correlationId: number,
  ctx: NodeContext,
): void {
  const { store } = work.spec;
  const call = work.claimCall;
  if (!store || call?.correlationId !== correlationId) return;
  work.claimCall = null;
  if (response.outcome !== 'NONE') {
    work.claimAtUs = ctx.nowUs + RETRY_US;
    return;
  }
  const token = consumer.tokenNow();
  for (const topicPartition of call.partitions) work.claimed.set(topicPartition, token);
  if (!store.keepsOffsets) return;
  for (const { topicPartition, offset } of response.offsets)
    seekTo(consumer, topicPartition, offset, store.name, ctx);
}

/** seek(), or what `auto.offset.reset` says where nothing is kept. */
function seekTo(
  consumer: GroupConsumer,
  topicPartition: TopicPartition,
  offset: number,
  store: string,
  ctx: NodeContext,
): void {
  const partition = consumer.partitionOf(topicPartition);
  if (!partition || !consumer.coordinator.initializing.delete(topicPartition)) return;
  consumer.moved.add(topicPartition);
  partition.needsReset = offset < 0;
  if (offset < 0) return;
  partition.position = offset;
  partition.offsetEpoch = null;
  partition.positionLeader = null;
  ctx.trace({
    kind: 'StoredOffsetFetched',
    consumer: consumer.clientId,
    store,
    partition: topicPartition,
    offset,
  });
}
