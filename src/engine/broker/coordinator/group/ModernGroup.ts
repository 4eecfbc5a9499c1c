import type { Epoch, Offset, TopicPartition } from '../../../../shared/units.ts';

/** A member of a group whose coordinator assigns. Frozen data. Kafka: `ModernGroupMember` (4.2). */
export interface ModernGroupMember {
  readonly memberId: string;
  readonly rackId: string | null;
  readonly clientId: string;
  /** In the order of their names, each once. */
  readonly subscribedTopicNames: readonly string[];
  readonly memberEpoch: Epoch;
  readonly previousMemberEpoch: Epoch;
  /** What it is told to have. */
  readonly assignedPartitions: readonly TopicPartition[];
}

/**
 * A group whose coordinator assigns: what its records add up to. Frozen data: replaced and never changed, so that checkpoints share it.
 * Kafka: `ModernGroup` (4.2).
 */
export interface ModernGroup<Member extends ModernGroupMember> {
  readonly groupId: string;
  /** Raised whenever there is something to assign anew. */
  readonly groupEpoch: Epoch;
  /** The group epoch for which the target was computed. */
  readonly assignmentEpoch: Epoch;
  readonly metadataHash: string;
  readonly members: ReadonlyMap<string, Member>;
  /** By member, what it is to have in the end. */
  readonly targetAssignment: ReadonlyMap<string, readonly TopicPartition[]>;
}

export function newModernGroup<Member extends ModernGroupMember>(groupId: string): ModernGroup<Member> {
  return {
    groupId,
    groupEpoch: 0,
    assignmentEpoch: 0,
    metadataHash: '',
    members: new Map(),
    targetAssignment: new Map(),
  };
}

/** The same with another entry, which keeps its place; null: without it. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | null,
): ReadonlyMap<string, Value> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** The groups of one kind in one partition of `__consumer_offsets`, by group.id. */
export abstract class ModernGroups<
  Group,
  GroupRecord extends { readonly key: { readonly groupId: string } },
> {
  protected readonly byId = new Map<string, Group>();
  /** What groups were before records changed them that are not committed yet, oldest first: it may have to be taken back. */
  protected undos: {
    readonly offset: Offset;
    readonly groupId: string;
    readonly before: Group | undefined;
  }[] = [];

  /** The group after a record of it; null when there is none any more. */
  protected abstract after(known: Group | undefined, record: GroupRecord): Group | null;

  get(groupId: string): Group | undefined {
    return this.byId.get(groupId);
  }

  has(groupId: string): boolean {
    return this.byId.has(groupId);
  }

  values(): IterableIterator<Group> {
    return this.byId.values();
  }

  replay(record: GroupRecord, offset: Offset): void {
    const { groupId } = record.key;
    const before = this.byId.get(groupId);
    this.undos.push({ offset, groupId, before });
    this.put(groupId, this.after(before, record) ?? undefined);
  }

  /** Takes back what records did that came to stand at or after a place in the log, and could not be written. */
  revert(baseOffset: Offset): void {
    for (let undo = this.undos.at(-1); undo && undo.offset >= baseOffset; undo = this.undos.at(-1)) {
      this.put(undo.groupId, undo.before);
      this.undos.pop();
    }
  }

  noteCommitted(highWatermark: Offset): void {
    if (this.undos.length > 0) this.undos = this.undos.filter(({ offset }) => offset >= highWatermark);
  }

  private put(groupId: string, group: Group | undefined): void {
    if (group) this.byId.set(groupId, group);
    else this.byId.delete(groupId);
  }
}
