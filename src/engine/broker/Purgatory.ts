import type { SelfCloning } from '../kernel/cloneState.ts';
import type { Digest } from '../kernel/Digest.ts';
import { FewMap } from '../kernel/FewMap.ts';
import { removeAt } from '../kernel/shortLists.ts';
import type { NodeContext } from '../node/Node.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';

/** What an operation waits for: a partition, or any of those in a fetch session, by the session's id. */
export type WatchKey = TopicPartition | number;

/** Something that waits on a broker for one or more partitions to move on. Never changed: see `Purgatory.replace`. */
export interface DelayedOperation {
  readonly id: number;
  /** Whose progress may complete it. */
  readonly watched: readonly WatchKey[];
  readonly timesOutUs: Micros;
}

/** Parked operations by id, and by the partitions they watch. Kafka: `DelayedOperationPurgatory`. */
export class Purgatory<Operation extends DelayedOperation> implements SelfCloning {
  readonly parked: FewMap<number, Operation>;
  /** Lists stay when they are empty: most are filled again at once. */
  private readonly watchers = new Map<WatchKey, number[]>();

  constructor(parked = new FewMap<number, Operation>()) {
    this.parked = parked;
  }

  /** For checkpoints. */
  shareOrClone(): Purgatory<Operation> {
    const copy = new Purgatory<Operation>(this.parked.copy((operation) => operation));
    for (const [key, ids] of this.watchers) copy.watchers.set(key, ids.slice());
    return copy;
  }

  park(operation: Operation): void {
    this.parked.set(operation.id, operation);
    for (const key of operation.watched) {
      const ids = this.watchers.get(key);
      if (ids) ids.push(operation.id);
      else this.watchers.set(key, [operation.id]);
    }
  }

  /** How many operations wait. Kafka: PurgatorySize. */
  get size(): number {
    return this.parked.size;
  }

  /** Adds those that wait for this to a list, oldest first. */
  addWatching(key: WatchKey, list: number[]): void {
    const ids = this.watchers.get(key);
    if (ids === undefined) return;
    for (const id of ids) list.push(id);
  }

  /** Operations that watch this partition, oldest first; a copy, since completing one changes the list. */
  watching(topicPartition: TopicPartition): readonly number[] {
    const ids = this.watchers.get(topicPartition);
    return ids === undefined || ids.length === 0 ? NOBODY : ids.slice();
  }

  /** Operations whose time is over, oldest first. */
  expired(nowUs: Micros): readonly number[] {
    const ids: number[] = [];
    for (const operation of this.parked.values()) if (operation.timesOutUs <= nowUs) ids.push(operation.id);
    return ids;
  }

  /** When the next one's time is over; Infinity when nothing is parked. */
  nextTimeoutUs(): Micros {
    let earliest = Infinity;
    for (const operation of this.parked.values()) earliest = Math.min(earliest, operation.timesOutUs);
    return earliest;
  }

  /** Puts another operation in the place of one with the same id that watches the same. */
  replace(operation: Operation): void {
    this.parked.set(operation.id, operation);
  }

  remove(id: number): void {
    const operation = this.parked.get(id);
    if (operation === undefined) return;
    this.parked.delete(id);
    for (const key of operation.watched) {
      const ids = this.watchers.get(key);
      const index = ids?.indexOf(id) ?? -1;
      if (ids && index >= 0) removeAt(ids, index);
    }
  }

  /** Who watches what is told by who is parked. */
  digestInto(digest: Digest): void {
    digest.state(this.parked);
  }
}

const NOBODY: readonly number[] = [];

/** Sets the one timer of a purgatory to the next time-out in it. */
export function watchOver(purgatory: Purgatory<DelayedOperation>, timerKey: string, ctx: NodeContext): void {
  const nextUs = purgatory.nextTimeoutUs();
  if (nextUs < Infinity) ctx.setTimer(timerKey, nextUs - ctx.nowUs);
}
