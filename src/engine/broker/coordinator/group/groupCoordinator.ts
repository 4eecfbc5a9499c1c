import { MICROS_PER_MILLI } from '../../../../shared/units.ts';
import type { BrokerProcess } from '../../BrokerProcess.ts';
import type { CoordinatorKind } from '../CoordinatorShard.ts';
import type { CoordinatorRuntime } from '../CoordinatorRuntime.ts';
import { OFFSETS_TOPIC } from '../internalTopics.ts';
import type { GroupOperation } from './GroupOperation.ts';
import { GroupShard } from './GroupShard.ts';

/**
 * The coordinator of groups: what it writes holds at once, and is answered when it is committed. Kafka: `GroupCoordinatorService`,
 * `GroupCoordinatorShard` (4.2).
 */
export const GROUP_COORDINATOR: CoordinatorKind<GroupShard, GroupOperation> = {
  topic: OFFSETS_TOPIC,
  timerPrefix: 'coordinator/group/',
  loaderThreads: 1,
  reloadsUnderNewEpoch: false,
  runtimeOf: (process: BrokerProcess): CoordinatorRuntime<GroupShard, GroupOperation> =>
    process.coordinators.groups,
  newState: (topicPartition) => new GroupShard(topicPartition),
  writeTimeoutUs: ({ groups }) => groups.offsetCommitTimeoutUs,
  // −1 waits until the queue of the coordinator is empty, which it is after every request here.
  appendLingerUs: ({ groups }) => Math.max(0, groups.appendLingerMs) * MICROS_PER_MILLI,
  replay: ({ offsets }, record, offset, writer) => {
    if (record.kind === 'OffsetCommit') offsets.replay(record, offset, writer);
  },
  replayMarker: ({ offsets }, { producerId, marker }, offset) => {
    if (marker) offsets.endTransaction(producerId, marker.type, offset);
  },
  revert: ({ offsets }, records, baseOffset) => {
    for (const record of records) if (record.kind === 'OffsetCommit') offsets.revert(record, baseOffset);
  },
  loaded: () => undefined,
  unloaded: () => undefined,
  onTimer: () => undefined,
  complete: ({ replyTo, response }, _error, _shard, { broker, ctx }) => broker.answer(replyTo, response, ctx),
};
