import type { KafkaError } from '../../../protocol/Errors.ts';
import type { ReplyAddress } from '../../../node/Node.ts';
import type { ShareStateRequest, ShareStateResponse } from '../../../protocol/shareRequests.ts';
import type { ShareStateRecord } from '../../../storage/ShareGroupRecord.ts';
import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import { coordinatorPartition } from '../../coordinatorPartition.ts';
import type { MetadataImage } from '../../../metadata/MetadataImage.ts';
import type { TopicPartition } from '../../../../shared/units.ts';
import type { CoordinatorHost, CoordinatorKind, CoordinatorShard } from '../CoordinatorShard.ts';
import { combineStateBatches } from '../../share/combineStateBatches.ts';
import { clientError } from '../group/GroupOperation.ts';
import { SHARE_GROUP_STATE_TOPIC } from '../internalTopics.ts';
import { writeRecords } from '../runCoordinator.ts';
import { ShareStateShard, stateError, type ShareStateOperation } from './ShareStateShard.ts';

type Shard = CoordinatorShard<ShareStateShard, ShareStateOperation>;

/**
 * The share coordinator: it keeps where a share partition begins and what became of its records, for the leader of the partition that
 * has it in memory. Kafka: `ShareCoordinatorService`, `ShareCoordinatorShard` (4.2).
 *
 * Simplified: nothing removes what is redundant from the log, as Kafka does every
 * `share.coordinator.state.topic.prune.interval.ms`, and partitions at rest get no snapshot of their own: a new coordinator reads more.
 */
export const SHARE_COORDINATOR: CoordinatorKind<ShareStateShard, ShareStateOperation> = {
  topic: SHARE_GROUP_STATE_TOPIC,
  timerPrefix: 'coordinator/share/',
  loaderThreads: 1,
  reloadsUnderNewEpoch: false,
  runtimeOf: (process) => process.coordinators.shares,
  newState: () => new ShareStateShard(),
  writeTimeoutUs: ({ groups }) => groups.share.writeTimeoutUs,
  appendLingerUs: ({ groups }) => Math.max(0, groups.share.appendLingerMs) * MICROS_PER_MILLI,
  replay: (state, record, offset) => {
    if (record.kind === 'ShareSnapshot' || record.kind === 'ShareUpdate') state.replay(record, offset);
  },
  replayMarker: () => undefined,
  revert: (state, _records, baseOffset) => {
    state.revert(baseOffset);
  },
  noteCommitted: (state, highWatermark) => {
    state.noteCommitted(highWatermark);
  },
  loaded: () => undefined,
  unloaded: () => undefined,
  onTimer: () => undefined,
  complete: ({ replyTo, request, response }, error, _shard, { broker, ctx }) => {
    broker.answer(
      replyTo,
      error === 'NONE' ? response : stateErrorResponse(request, clientError(error)),
      ctx,
    );
  },
};

/** The partition of `__share_group_state` that keeps a share partition. Kafka: `SharePartitionKey.asCoordinatorKey`. */
export function shareStatePartitionOf(
  groupId: string,
  topicPartition: TopicPartition,
  image: MetadataImage,
): TopicPartition | undefined {
  const partitions = image.topics.get(SHARE_GROUP_STATE_TOPIC) ?? [];
  const dash = topicPartition.lastIndexOf('-');
  const topicId = image.topicIds.get(topicPartition.slice(0, dash)) ?? -1;
  const key = `${groupId}:${topicId}:${topicPartition.slice(dash + 1)}`;
  return partitions[coordinatorPartition(key, partitions.length)];
}

/** All share partitions of a request are of one partition of `__share_group_state`. */
export function handleShareStateRequest(
  request: ShareStateRequest,
  replyTo: ReplyAddress,
  host: CoordinatorHost,
): void {
  const { broker, process, ctx } = host;
  const first = request.partitions[0]?.topicPartition ?? '';
  const name = shareStatePartitionOf(request.groupId, first, broker.image);
  const shard = process.coordinators.shares.activeShard(name);
  if (typeof shard === 'string') {
    broker.answer(replyTo, stateErrorResponse(request, shard), ctx);
    return;
  }
  const { snapshotUpdateRecordsPerSnapshot } = broker.config.groups.share;
  const { records, response } = carryOut(request, shard, snapshotUpdateRecordsPerSnapshot);
  const operation = { replyTo, request, response };
  const error = writeRecords(SHARE_COORDINATOR, shard, { records, operation, replays: true }, host);
  if (error !== 'NONE') SHARE_COORDINATOR.complete(operation, error, shard, host);
}

function carryOut(
  request: ShareStateRequest,
  { state }: Shard,
  updatesPerSnapshot: number,
): { readonly records: readonly ShareStateRecord[]; readonly response: ShareStateResponse } {
  const { groupId } = request;
  const records: ShareStateRecord[] = [];
  switch (request.kind) {
    case 'InitializeShareGroupStateRequest': {
      const partitions = request.partitions.map(({ topicPartition, stateEpoch, startOffset }) => {
        const known = state.of(groupId, topicPartition);
        const error = stateError(known, -1, stateEpoch);
        if (error === 'NONE' && (known?.stateEpoch !== stateEpoch || known.startOffset !== startOffset))
          records.push({
            kind: 'ShareSnapshot',
            key: { groupId, topicPartition },
            value: {
              snapshotEpoch: known ? known.snapshotEpoch + 1 : 0,
              stateEpoch,
              leaderEpoch: 0,
              startOffset,
              deliveryCompleteCount: startOffset === -1 ? -1 : 0,
              stateBatches: [],
            },
          });
        return { topicPartition, error };
      });
      return { records, response: { kind: 'InitializeShareGroupStateResponse', partitions } };
    }
    case 'DeleteShareGroupStateRequest': {
      const partitions = request.partitions.map(({ topicPartition }) => {
        const known = state.of(groupId, topicPartition);
        if (known) records.push({ kind: 'ShareSnapshot', key: known.key, value: null });
        return { topicPartition, error: 'NONE' as const };
      });
      return { records, response: { kind: 'DeleteShareGroupStateResponse', partitions } };
    }
    case 'ReadShareGroupStateRequest': {
      const partitions = request.partitions.map(({ topicPartition, leaderEpoch }) => {
        const known = state.of(groupId, topicPartition);
        const error = known ? stateError(known, leaderEpoch, null) : 'INVALID_REQUEST';
        // From now on writes of earlier leaders are refused.
        if (known && error === 'NONE' && known.leaderEpoch !== leaderEpoch)
          records.push({
            kind: 'ShareUpdate',
            key: known.key,
            value: {
              snapshotEpoch: known.snapshotEpoch,
              leaderEpoch,
              startOffset: known.startOffset,
              deliveryCompleteCount: known.deliveryCompleteCount,
              stateBatches: [],
            },
          });
        return {
          topicPartition,
          error,
          stateEpoch: known?.stateEpoch ?? 0,
          startOffset: known?.startOffset ?? -1,
          stateBatches: known?.stateBatches ?? [],
        };
      });
      return { records, response: { kind: 'ReadShareGroupStateResponse', partitions } };
    }
    case 'WriteShareGroupStateRequest': {
      const partitions = request.partitions.map((item) => {
        const { topicPartition } = item;
        const known = state.of(groupId, topicPartition);
        const error = known ? stateError(known, item.leaderEpoch, item.stateEpoch) : 'INVALID_REQUEST';
        if (known && error === 'NONE') records.push(stateRecord(known, item, updatesPerSnapshot));
        return { topicPartition, error };
      });
      return { records, response: { kind: 'WriteShareGroupStateResponse', partitions } };
    }
  }
}

type WriteItem = Extract<ShareStateRequest, { kind: 'WriteShareGroupStateRequest' }>['partitions'][number];
type Known = NonNullable<ReturnType<ShareStateShard['of']>>;

/** What is new, or everything after so many updates. SPSO never goes back. Kafka: `generateShareStateRecord` (4.2). */
function stateRecord(known: Known, item: WriteItem, updatesPerSnapshot: number): ShareStateRecord {
  const startOffset = Math.max(item.startOffset, known.startOffset);
  const deliveryCompleteCount =
    item.startOffset > known.startOffset
      ? item.deliveryCompleteCount
      : item.startOffset < known.startOffset
        ? known.deliveryCompleteCount
        : Math.max(item.deliveryCompleteCount, known.deliveryCompleteCount);
  const { key, leaderEpoch, snapshotEpoch, stateEpoch } = known;
  const value = { leaderEpoch, startOffset, deliveryCompleteCount };
  if (known.updates < updatesPerSnapshot)
    return {
      kind: 'ShareUpdate',
      key,
      value: {
        ...value,
        snapshotEpoch,
        stateBatches: Object.freeze(combineStateBatches([], item.stateBatches, startOffset)),
      },
    };
  return {
    kind: 'ShareSnapshot',
    key,
    value: {
      ...value,
      snapshotEpoch: snapshotEpoch + 1,
      stateEpoch,
      stateBatches: Object.freeze(combineStateBatches(known.stateBatches, item.stateBatches, startOffset)),
    },
  };
}

function stateErrorResponse(request: ShareStateRequest, error: KafkaError): ShareStateResponse {
  const partitions = request.partitions.map(({ topicPartition }) => ({ topicPartition, error }));
  switch (request.kind) {
    case 'InitializeShareGroupStateRequest':
      return { kind: 'InitializeShareGroupStateResponse', partitions };
    case 'DeleteShareGroupStateRequest':
      return { kind: 'DeleteShareGroupStateResponse', partitions };
    case 'WriteShareGroupStateRequest':
      return { kind: 'WriteShareGroupStateResponse', partitions };
    case 'ReadShareGroupStateRequest':
      return {
        kind: 'ReadShareGroupStateResponse',
        partitions: partitions.map((item) => ({ ...item, stateEpoch: 0, startOffset: -1, stateBatches: [] })),
      };
  }
}
