import { comparePartitions } from '../../../protocol/ConsumerProtocol.ts';
import type { OffsetCommitRecord, OffsetCommitValue } from '../../../storage/CoordinatorRecord.ts';
import type { EndTransactionType } from '../../../storage/RecordBatch.ts';
import type { Offset, TopicPartition } from '../../../../shared/units.ts';
import type { TransactionalWriter } from '../coordinatorBatch.ts';

/** An offset that a group has committed. Frozen data: replaced and never changed. Kafka: `OffsetAndMetadata` (4.2). */
export interface OffsetAndMetadata extends OffsetCommitValue {
  /** Where the record stands that says so. */
  readonly recordOffset: Offset;
}

/** What holds for a partition from a place in the log on; null: nothing. */
interface Version {
  readonly since: Offset;
  readonly value: OffsetAndMetadata | null;
  /** What held before; null: nothing, or nothing that anybody can ask for. */
  readonly before: Version | null;
}

/** By group, and within it by partition. */
type ByGroup<Value> = Map<string, Map<TopicPartition, Value>>;

/**
 * The offsets that the groups of a shard have committed, and those over which a transaction has not decided yet. It holds what was
 * written, committed or not; whoever may only see what is committed asks with the high watermark. Kafka: `OffsetMetadataManager`
 * (4.2), with its timeline collections.
 */
export class OffsetStore {
  /** High watermark as of which it was last told: nobody asks any more for what held before. */
  private committedUpTo: Offset = 0;
  private readonly versions: ByGroup<Version> = new Map();
  /** By producer id: offsets of its open transaction. */
  private readonly pending = new Map<number, ByGroup<OffsetAndMetadata>>();

  get(group: string, topicPartition: TopicPartition): OffsetAndMetadata | null {
    return this.versions.get(group)?.get(topicPartition)?.value ?? null;
  }

  /** What held for readers up to the high watermark. */
  getCommitted(
    group: string,
    topicPartition: TopicPartition,
    highWatermark: Offset,
  ): OffsetAndMetadata | null {
    let version = this.versions.get(group)?.get(topicPartition) ?? null;
    while (version && version.since >= highWatermark) version = version.before;
    return version?.value ?? null;
  }

  /** Partitions that a group has an offset of, by topic and index. */
  partitionsOf(group: string): TopicPartition[] {
    const partitions: TopicPartition[] = [];
    for (const [topicPartition, { value }] of this.versions.get(group) ?? [])
      if (value) partitions.push(topicPartition);
    return partitions.sort(comparePartitions);
  }

  /** Groups that have an offset, or one in an open transaction. */
  groups(): string[] {
    const groups = new Set<string>();
    for (const group of this.versions.keys()) if (this.partitionsOf(group).length > 0) groups.add(group);
    for (const byGroup of this.pending.values()) for (const group of byGroup.keys()) groups.add(group);
    return [...groups];
  }

  /** How many offsets there are, over all groups. Kafka: NumOffsets. */
  get size(): number {
    let size = 0;
    for (const partitions of this.versions.values())
      for (const { value } of partitions.values()) if (value) size += 1;
    return size;
  }

  /** Whether a transaction has yet to decide over an offset of this partition. */
  hasPending(group: string, topicPartition: TopicPartition): boolean {
    for (const byGroup of this.pending.values()) if (byGroup.get(group)?.has(topicPartition)) return true;
    return false;
  }

  /** Partitions of a group over which transactions have yet to decide. */
  pendingPartitionsOf(group: string): TopicPartition[] {
    const partitions = new Set<TopicPartition>();
    for (const byGroup of this.pending.values())
      for (const topicPartition of byGroup.get(group)?.keys() ?? []) partitions.add(topicPartition);
    return [...partitions].sort(comparePartitions);
  }

  /** A record of an offset, or a tombstone, which also takes what transactions had in mind for it. Kafka: `replay`. */
  replay(record: OffsetCommitRecord, recordOffset: Offset, writer: TransactionalWriter | null): void {
    const { key, value } = record;
    const topicPartition = `${key.topic}-${key.partition}`;
    if (value === null) {
      this.put(key.group, topicPartition, recordOffset, null);
      for (const producerId of [...this.pending.keys()])
        this.removePending(producerId, key.group, topicPartition);
    } else if (writer) {
      const byGroup = this.pending.get(writer.producerId) ?? (new Map() as ByGroup<OffsetAndMetadata>);
      this.pending.set(writer.producerId, byGroup);
      partitionsIn(byGroup, key.group).set(topicPartition, Object.freeze({ ...value, recordOffset }));
    } else this.put(key.group, topicPartition, recordOffset, Object.freeze({ ...value, recordOffset }));
  }

  /**
   * A transaction ended: its offsets take effect, unless a later record has come to the same partition, or are forgotten (T19).
   * Returns what took effect. Kafka: `replayEndTransactionMarker`.
   */
  endTransaction(
    producerId: number,
    result: EndTransactionType,
    markerOffset: Offset,
  ): readonly { readonly group: string; readonly topicPartition: TopicPartition; readonly offset: Offset }[] {
    const byGroup = this.pending.get(producerId);
    this.pending.delete(producerId);
    if (!byGroup || result === 'ABORT') return [];
    const effective: { group: string; topicPartition: TopicPartition; offset: Offset }[] = [];
    for (const [group, partitions] of byGroup)
      for (const [topicPartition, value] of partitions) {
        if (value.recordOffset <= (this.get(group, topicPartition)?.recordOffset ?? -1)) continue;
        this.put(group, topicPartition, markerOffset, value);
        effective.push({ group, topicPartition, offset: value.offset });
      }
    return effective;
  }

  /** Takes back what records did that came to stand at or after a place in the log, and could not be written. */
  revert({ key }: OffsetCommitRecord, baseOffset: Offset): void {
    const topicPartition = `${key.topic}-${key.partition}`;
    const partitions = this.versions.get(key.group);
    let version = partitions?.get(topicPartition) ?? null;
    while (version && version.since >= baseOffset) version = version.before;
    if (version) partitions?.set(topicPartition, version);
    else partitions?.delete(topicPartition);
  }

  /** The high watermark moved: what is written next is all that keeps older offsets of the same partition in mind. */
  noteCommitted(highWatermark: Offset): void {
    this.committedUpTo = highWatermark;
  }

  /** Whether there is nothing to forget. */
  get hasForgottenOld(): boolean {
    for (const partitions of this.versions.values())
      for (const version of partitions.values())
        if (keptVersion(version, this.committedUpTo) !== version) return false;
    return true;
  }

  /** Forgets what held before, also of partitions to which nothing comes any more. */
  forgetOld(): void {
    for (const [group, partitions] of this.versions) {
      for (const [topicPartition, version] of partitions) {
        const kept = keptVersion(version, this.committedUpTo);
        if (kept === null) partitions.delete(topicPartition);
        else if (kept !== version) partitions.set(topicPartition, kept);
      }
      if (partitions.size === 0) this.versions.delete(group);
    }
  }

  private put(
    group: string,
    topicPartition: TopicPartition,
    since: Offset,
    value: OffsetAndMetadata | null,
  ): void {
    const partitions = partitionsIn(this.versions, group);
    const known = partitions.get(topicPartition) ?? null;
    const before = known && keptVersion(known, this.committedUpTo);
    if (value === null && before === null) {
      partitions.delete(topicPartition);
      if (partitions.size === 0) this.versions.delete(group);
      return;
    }
    partitions.set(topicPartition, Object.freeze({ since, value, before }));
  }

  private removePending(producerId: number, group: string, topicPartition: TopicPartition): void {
    const byGroup = this.pending.get(producerId);
    const partitions = byGroup?.get(group);
    if (!byGroup || !partitions?.delete(topicPartition)) return;
    if (partitions.size === 0) byGroup.delete(group);
    if (byGroup.size === 0) this.pending.delete(producerId);
  }
}

function partitionsIn<Value>(byGroup: ByGroup<Value>, group: string): Map<TopicPartition, Value> {
  const partitions = byGroup.get(group) ?? new Map<TopicPartition, Value>();
  byGroup.set(group, partitions);
  return partitions;
}

/** The same version without what is older than the newest that is committed; null: it says nothing, and was committed. */
function keptVersion(version: Version, highWatermark: Offset): Version | null {
  if (version.since >= highWatermark) {
    const before = version.before && keptVersion(version.before, highWatermark);
    return before === version.before ? version : Object.freeze({ ...version, before });
  }
  if (version.value === null) return null;
  return version.before === null ? version : Object.freeze({ ...version, before: null });
}
