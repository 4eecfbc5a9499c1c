import { RangeSet } from '../kernel/RangeSet.ts';
import type { StoredOffset, StoreTransactionRequest, StoreWrite } from '../protocol/storeRequests.ts';
import type { Rules } from '../rules/Rules.ts';
import type { Micros, NodeIndex, Offset, TopicPartition } from '../../shared/units.ts';

const RECENT_ROWS = 12;

/** A row as a person sees it; only the newest are kept, of the others only what tells them apart. */
export interface StoreRow {
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
  readonly writer: string;
  readonly atUs: Micros;
  readonly became: 'inserted' | 'overwritten' | 'ignored';
}

/** What a transaction did to the table. */
export interface StoreEffect {
  readonly inserted: number;
  /** Rows that were there already: left as they were, or written anew. */
  readonly repeated: number;
}

/**
 * The tables of a database as far as effects can be told from them: a row for each write, offsets of groups, and the newest owner of
 * each partition. Ours, no part of Kafka. Simplified: what a row holds is not kept, only which record it is of.
 */
export class StoreTable {
  rows = 0;
  ignored = 0;
  overwritten = 0;
  /** Offsets that there is a row of. */
  readonly byOffset = new Map<TopicPartition, RangeSet>();
  /** Records that took effect, by partition and producer; and those that took effect more than once. */
  readonly applied = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  readonly appliedTwice = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  /** By group and partition. */
  readonly offsets = new Map<string, Map<TopicPartition, Offset>>();
  private readonly tokens = new Map<string, Map<TopicPartition, number>>();
  recent: StoreRow[] = [];

  /** The highest token that was shown for any of these partitions; −1: none was. */
  newestToken(group: string, partitions: Iterable<TopicPartition>): number {
    let newest = -1;
    const known = this.tokens.get(group);
    if (known) for (const one of partitions) newest = Math.max(newest, known.get(one) ?? -1);
    return newest;
  }

  claim(group: string, partitions: Iterable<TopicPartition>, token: number): void {
    if (token < 0) return;
    const known = this.tokens.get(group) ?? new Map<TopicPartition, number>();
    this.tokens.set(group, known);
    for (const one of partitions) known.set(one, Math.max(token, known.get(one) ?? -1));
  }

  offsetsOf(group: string, partitions: readonly TopicPartition[]): StoredOffset[] {
    const known = this.offsets.get(group);
    return partitions.map((topicPartition) => ({ topicPartition, offset: known?.get(topicPartition) ?? -1 }));
  }

  /** Commits a transaction: rows and offsets at once. */
  apply(request: StoreTransactionRequest, rules: Rules, nowUs: Micros): StoreEffect {
    let inserted = 0;
    let repeated = 0;
    for (const write of request.writes) {
      for (let place = 0; place < write.count; place++) {
        const isRepeated = this.write(request, write, place, rules, nowUs);
        if (isRepeated) repeated += 1;
        else inserted += 1;
      }
    }
    if (request.offsets.length > 0) {
      const known = this.offsets.get(request.group) ?? new Map<TopicPartition, Offset>();
      this.offsets.set(request.group, known);
      for (const { topicPartition, offset } of request.offsets) known.set(topicPartition, offset);
    }
    return { inserted, repeated };
  }

  private write(
    { unique, isUpsert, writer }: StoreTransactionRequest,
    { topicPartition, baseOffset, origin, firstOrdinal }: StoreWrite,
    place: number,
    rules: Rules,
    atUs: Micros,
  ): boolean {
    const offset = baseOffset + place;
    const ordinal = firstOrdinal + place;
    const byOffset = this.byOffset.get(topicPartition) ?? new RangeSet();
    this.byOffset.set(topicPartition, byOffset);
    const applied = origin < 0 ? null : rangesOf(this.applied, topicPartition, origin);
    const hasId = applied?.has(ordinal) ?? false;
    const isRepeated = rules.isRepeatedWrite(unique, byOffset.has(offset), hasId);
    byOffset.add(offset, offset + 1);
    applied?.add(ordinal, ordinal + 1);
    if (hasId && !isRepeated) rangesOf(this.appliedTwice, topicPartition, origin).add(ordinal, ordinal + 1);
    if (!isRepeated) this.rows += 1;
    else if (isUpsert) this.overwritten += 1;
    else this.ignored += 1;
    const became = !isRepeated ? 'inserted' : isUpsert ? 'overwritten' : 'ignored';
    this.recent = [...this.recent.slice(1 - RECENT_ROWS), { topicPartition, offset, writer, atUs, became }];
    return isRepeated;
  }
}

function rangesOf(
  map: Map<TopicPartition, Map<NodeIndex, RangeSet>>,
  topicPartition: TopicPartition,
  origin: NodeIndex,
): RangeSet {
  const byOrigin = map.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
  map.set(topicPartition, byOrigin);
  const ranges = byOrigin.get(origin) ?? new RangeSet();
  byOrigin.set(origin, ranges);
  return ranges;
}
