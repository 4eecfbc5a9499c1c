import type { KafkaError } from '../../protocol/Errors.ts';
import type { Micros, Offset, TopicPartition } from '../../../shared/units.ts';
import type { CoordinatorShard, DeferredOperation } from './CoordinatorShard.ts';

/** A log that waits to be read, or is being read. */
export interface PendingLoad {
  readonly topicPartition: TopicPartition;
  /** When it is read; Infinity: no thread has begun. */
  dueUs: Micros;
}

/** The shards of one kind of coordinator on one broker. Kafka: `CoordinatorRuntime` (4.2). Lives as long as the process. */
export class CoordinatorRuntime<State, Operation> {
  readonly shards = new Map<TopicPartition, CoordinatorShard<State, Operation>>();
  /** In the order in which the broker became their leader. */
  loads: PendingLoad[] = [];
  /** How many operations wait, over all shards. */
  deferredCount = 0;

  /** Nothing ever happened to it. */
  get isDormant(): boolean {
    return this.shards.size === 0;
  }

  /** The shard of a partition that serves, or why none does. Kafka: `withActiveContextOrThrow`. */
  activeShard(topicPartition: TopicPartition | undefined): CoordinatorShard<State, Operation> | KafkaError {
    const shard = topicPartition === undefined ? undefined : this.shards.get(topicPartition);
    if (!shard) return 'NOT_COORDINATOR';
    return shard.status === 'ACTIVE' ? shard : 'COORDINATOR_LOAD_IN_PROGRESS';
  }

  defer(shard: CoordinatorShard<State, Operation>, deferred: DeferredOperation<Operation>): void {
    shard.deferred = [...shard.deferred, deferred];
    this.deferredCount += 1;
  }

  /** Takes the oldest of a shard that its high watermark has come up to; undefined: none. */
  takeCommitted(
    shard: CoordinatorShard<State, Operation>,
    highWatermark: Offset,
  ): DeferredOperation<Operation> | undefined {
    const [first, ...rest] = shard.deferred;
    if (!first || first.requiredOffset > highWatermark) return undefined;
    shard.deferred = rest;
    this.deferredCount -= 1;
    return first;
  }

  /** Takes those whose time is over. */
  takeExpired(
    shard: CoordinatorShard<State, Operation>,
    nowUs: Micros,
  ): readonly DeferredOperation<Operation>[] {
    const expired = shard.deferred.filter(({ timesOutUs }) => timesOutUs <= nowUs);
    if (expired.length === 0) return expired;
    shard.deferred = shard.deferred.filter(({ timesOutUs }) => timesOutUs > nowUs);
    this.deferredCount -= expired.length;
    return expired;
  }

  /** Takes all of them. */
  takeAll(shard: CoordinatorShard<State, Operation>): readonly DeferredOperation<Operation>[] {
    const all = shard.deferred;
    shard.deferred = [];
    this.deferredCount -= all.length;
    return all;
  }

  /** When the next operation's time is over; Infinity: none waits. */
  nextTimeoutUs(): Micros {
    let earliest = Infinity;
    if (this.deferredCount === 0) return earliest;
    for (const { deferred } of this.shards.values())
      for (const { timesOutUs } of deferred) earliest = Math.min(earliest, timesOutUs);
    return earliest;
  }
}
