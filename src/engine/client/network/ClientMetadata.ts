import { Derived } from '../../kernel/Derived.ts';
import { oneText } from '../../kernel/oneText.ts';
import type { NodeContext } from '../../node/Node.ts';
import type { LeaderHint, MetadataResponse } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Millis, TopicPartition } from '../../../shared/units.ts';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from './exponentialBackoff.ts';
import { entriesInHashMapOrder, inHashMapOrder } from './hashMapOrder.ts';
import { acceptsLeaderHint, acceptsMetadata } from './leaderHint.ts';
import type { InFlightRequest, NetworkClient } from './NetworkClient.ts';

export interface MetadataConfig {
  readonly metadataMaxAgeMs: Millis;
  /** `metadata.recovery.strategy` is `rebootstrap`, and not `none` (KIP-899). */
  readonly rebootstraps: boolean;
  readonly retryBackoffMs: Millis;
  readonly retryBackoffMaxMs: Millis;
  readonly reconnectBackoffMs: Millis;
}

interface KnownLeader {
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

/** The partitions that one broker leads, in the order in which Java's client has them: `Cluster.partitionsForNode` (S4). */
interface LedPartitions {
  readonly partitions: readonly TopicPartition[];
  readonly indexes: ReadonlyMap<TopicPartition, number>;
}

/** A topic's partitions: their names by number, and which of them have a leader. */
interface TopicPartitions {
  readonly names: readonly TopicPartition[];
  /** Numbers of those with a leader, rising. */
  readonly available: readonly number[];
  /** The same in the order in which Java's client has them (PP8). */
  readonly inHashMapOrder: readonly number[];
  /** Where in `available` each of them stands. */
  readonly places: ReadonlyMap<TopicPartition, number>;
}

const NO_PARTITIONS: LedPartitions = { partitions: [], indexes: new Map() };

/**
 * What a client believes the cluster is: leaders by partition, brokers by id, how old that is and whether to ask again (RT8).
 * Kafka: `Metadata`, `NetworkClient.DefaultMetadataUpdater` (4.2). A leader epoch only moves forward (RT6).
 *
 * Between two requests lies a back-off: 100 ms, doubled up to 1 s for each that failed, and for each answer that told no newer
 * leader epoch.
 */
export class ClientMetadata {
  /** Bootstrap servers at first, then the brokers of the last answer. */
  brokers: readonly BrokerId[];
  private readonly bootstrap: readonly BrokerId[];
  private topics: readonly string[];
  private readonly config: MetadataConfig;
  private readonly leaders = new Map<TopicPartition, KnownLeader>();
  private readonly partitionCounts = new Map<string, number>();
  private needsUpdate = true;
  private lastSuccessUs: Micros = -Infinity;
  /** Requests in a row that failed. */
  private failures = 0;
  /** How many pauses there were so far. */
  private pauses = 0;
  /** Answers in a row that told nothing new. */
  private equivalentResponses = 0;
  private nextAllowedUs: Micros = 0;
  private inFlight: number | null = null;
  private readonly generation = new Derived<object>();
  private readonly byLeader = new Derived<Map<BrokerId, LedPartitions>>();
  private readonly byTopic = new Derived<Map<string, TopicPartitions>>();

  constructor(bootstrap: readonly BrokerId[], topics: readonly string[], config: MetadataConfig) {
    this.brokers = bootstrap;
    this.bootstrap = bootstrap;
    this.topics = topics;
    this.config = config;
  }

  /** For checkpoints. */
  blank(): ClientMetadata {
    return new ClientMetadata(this.bootstrap, this.topics, this.config);
  }

  /** Another object whenever a leader has changed: who keeps what `leaderOf` said sees by it how long that holds. */
  get leadersGeneration(): object {
    return (this.generation.value ??= {});
  }

  leaderOf(topicPartition: TopicPartition): KnownLeader | null {
    const known = this.leaders.get(topicPartition);
    return known && known.leader >= 0 ? known : null;
  }

  leaderEpochOf(topicPartition: TopicPartition): Epoch | null {
    return this.leaders.get(topicPartition)?.leaderEpoch ?? null;
  }

  /** Partitions that a broker leads, as far as is known. */
  ledBy(broker: BrokerId): LedPartitions {
    const byLeader = (this.byLeader.value ??= groupByLeader(this.leaders, this.partitionCounts));
    return byLeader.get(broker) ?? NO_PARTITIONS;
  }

  partitionsOf(topic: string): TopicPartitions {
    const byTopic = (this.byTopic.value ??= new Map<string, TopicPartitions>());
    let known = byTopic.get(topic);
    if (!known) {
      known = this.listPartitions(topic);
      byTopic.set(topic, known);
    }
    return known;
  }

  /** 0 before the first answer. */
  partitionCount(topic: string): number {
    return this.partitionCounts.get(topic) ?? 0;
  }

  /** When the last answer came; −Infinity: none has. */
  get updatedAtUs(): Micros {
    return this.lastSuccessUs;
  }

  /** When it asks next, if nothing makes it ask before; null while it is asking, or is about to. */
  get refreshAtUs(): Micros | null {
    return this.inFlight !== null || this.needsUpdate ? null : this.dueUs();
  }

  /** How long after an answer it asks again, if nothing makes it ask before. */
  get maxAgeUs(): Micros {
    return this.config.metadataMaxAgeMs * MICROS_PER_MILLI;
  }

  /** Whether an answer would tell it nothing new. */
  knows({ brokers, topics }: MetadataResponse): boolean {
    return (
      brokers.join() === this.brokers.join() &&
      topics.every(
        ({ topic, error, partitions }) =>
          error === 'NONE' &&
          this.partitionCounts.get(topic) === partitions.length &&
          partitions.every(({ topicPartition, leader, leaderEpoch }) => {
            const known = this.leaders.get(topicPartition);
            return leader >= 0 && known?.leader === leader && known.leaderEpoch === leaderEpoch;
          }),
      )
    );
  }

  /** Asked so many times more because it was old, heard nothing new, and was answered last at `lastUs`. */
  skip(refreshes: number, lastUs: Micros, jitter: (n: number) => number): void {
    this.pauses += refreshes;
    this.equivalentResponses = 1;
    this.lastSuccessUs = lastUs;
    this.nextAllowedUs = lastUs + this.pauseUs(1, jitter(this.pauses));
  }

  requestUpdate(): void {
    this.needsUpdate = true;
  }

  get topicsAsked(): readonly string[] {
    return this.topics;
  }

  /**
   * Other topics are asked about from now on; if one of them is new, as soon as there is a broker to ask. Kafka:
   * `Metadata.requestUpdateForNewTopics` (4.2).
   */
  setTopics(topics: readonly string[]): void {
    const isNews = topics.some((topic) => !this.topics.includes(topic));
    this.topics = topics;
    if (!isNews) return;
    this.needsUpdate = true;
    this.nextAllowedUs = 0;
  }

  /** Asks if it is time to, and returns when to look again. */
  maybeRefresh(network: NetworkClient, ctx: NodeContext): Micros {
    if (this.inFlight !== null) return Infinity;
    const dueUs = this.dueUs();
    if (dueUs > ctx.nowUs) return dueUs;
    const broker = this.whomToAsk(network, ctx);
    if (broker === null) return ctx.nowUs + this.config.reconnectBackoffMs * MICROS_PER_MILLI;
    if (!network.ready(broker, ctx)) return Infinity;
    // What is only old is not to blame for having told nothing new.
    if (ctx.nowUs >= this.expiresUs()) this.equivalentResponses = 0;
    this.inFlight = network.send(broker, { kind: 'MetadataRequest', topics: this.topics }, true, ctx);
    return Infinity;
  }

  /**
   * A broker of the last answer; the bootstrap servers again when none of those can be used, as the last answer may have named
   * only brokers that are gone since (KIP-899). Kafka: `Metadata.rebootstrap` (4.2).
   */
  private whomToAsk(network: NetworkClient, ctx: NodeContext): BrokerId | null {
    const broker = network.leastLoaded(this.brokers, ctx);
    if (broker !== null || !this.config.rebootstraps || network.hasReady(this.brokers)) return broker;
    if (this.bootstrap.every((server) => this.brokers.includes(server))) return null;
    this.brokers = this.bootstrap;
    return network.leastLoaded(this.brokers, ctx);
  }

  /** Takes over an answer, and tells each leader that is new. */
  update(response: MetadataResponse, client: string, ctx: NodeContext): void {
    this.inFlight = null;
    if (response.brokers.length === 0) {
      this.failed(ctx);
      return;
    }
    this.needsUpdate = false;
    this.lastSuccessUs = ctx.nowUs;
    this.failures = 0;
    this.equivalentResponses += 1;
    this.brokers = response.brokers;
    for (const topic of response.topics) {
      if (topic.error !== 'NONE') this.needsUpdate = true;
      this.partitionCounts.set(topic.topic, topic.partitions.length);
      this.byTopic.value = null;
      for (const { topicPartition, leader, leaderEpoch } of topic.partitions) {
        if (leader < 0) this.needsUpdate = true;
        const before = this.leaderEpochOf(topicPartition);
        this.learn(topicPartition, leader, leaderEpoch, client, ctx);
        if (this.leaderEpochOf(topicPartition) !== before) this.equivalentResponses = 0;
      }
    }
    // It was asked before other topics were wanted too.
    if (this.topics.some((topic) => !response.topics.some((answer) => answer.topic === topic))) {
      this.needsUpdate = true;
      this.nextAllowedUs = 0;
    } else this.backOff(ctx);
  }

  /** A broker named the new leader together with an error (KIP-951). Returns whether that was news. */
  takeHint(topicPartition: TopicPartition, hint: LeaderHint, client: string, ctx: NodeContext): boolean {
    if (!acceptsLeaderHint(this.leaders.get(topicPartition) ?? null, hint)) return false;
    this.learn(topicPartition, hint.leader, hint.leaderEpoch, client, ctx);
    return true;
  }

  /** A connection ended, maybe with the request for metadata on it; maybe because the metadata are old. */
  onDisconnected(requests: readonly InFlightRequest[], ctx: NodeContext): void {
    const isLost = requests.some(({ correlationId }) => correlationId === this.inFlight);
    const isDue = this.inFlight === null && this.dueUs() <= ctx.nowUs;
    if (isLost) this.inFlight = null;
    if (isLost || isDue) this.failed(ctx);
    this.needsUpdate = true;
  }

  private listPartitions(topic: string): TopicPartitions {
    const count = this.partitionCount(topic);
    const names = Array.from({ length: count }, (_, partition) => oneText(`${topic}-${partition}`));
    const available: number[] = [];
    const places = new Map<TopicPartition, number>();
    names.forEach((topicPartition, partition) => {
      if (!this.leaderOf(topicPartition)) return;
      places.set(topicPartition, available.length);
      available.push(partition);
    });
    const inOrder = inHashMapOrder(
      topic,
      Array.from(names, (_, partition) => partition),
    );
    return {
      names,
      available,
      inHashMapOrder: inOrder.filter((partition) => places.has(`${topic}-${partition}`)),
      places,
    };
  }

  private expiresUs(): Micros {
    return this.lastSuccessUs + this.config.metadataMaxAgeMs * MICROS_PER_MILLI;
  }

  private dueUs(): Micros {
    return Math.max(this.needsUpdate ? 0 : this.expiresUs(), this.nextAllowedUs);
  }

  private learn(
    topicPartition: TopicPartition,
    leader: BrokerId,
    leaderEpoch: Epoch,
    client: string,
    ctx: NodeContext,
  ): void {
    const known = this.leaders.get(topicPartition);
    if (!acceptsMetadata(known?.leaderEpoch ?? null, leaderEpoch, false)) return;
    if (known?.leader === leader && known.leaderEpoch === leaderEpoch) return;
    // Frozen: checkpoints share it.
    this.leaders.set(topicPartition, Object.freeze({ leader, leaderEpoch }));
    this.generation.value = null;
    this.byLeader.value = null;
    this.byTopic.value = null;
    ctx.trace({ kind: 'LeaderLearned', client, partition: topicPartition, leader, leaderEpoch });
  }

  private failed(ctx: NodeContext): void {
    this.failures += 1;
    this.equivalentResponses = 0;
    this.backOff(ctx);
  }

  private backOff(ctx: NodeContext): void {
    this.pauses += 1;
    const inARow = Math.max(1, this.failures, this.equivalentResponses);
    this.nextAllowedUs = ctx.nowUs + this.pauseUs(inARow, ctx.jitter('metadataBackoff', this.pauses));
  }

  private pauseUs(inARow: number, jitter: number): Micros {
    const policy = {
      initialMs: this.config.retryBackoffMs,
      maxMs: this.config.retryBackoffMaxMs,
      multiplier: 2,
    };
    const factor = jitterFactor(RETRY_BACKOFF_JITTER, jitter);
    return exponentialBackoffMs(policy, inARow - 1, factor) * MICROS_PER_MILLI;
  }
}

function groupByLeader(
  leaders: ReadonlyMap<TopicPartition, KnownLeader>,
  partitionCounts: ReadonlyMap<string, number>,
): Map<BrokerId, LedPartitions> {
  const groups = new Map<BrokerId, { partitions: TopicPartition[]; indexes: Map<TopicPartition, number> }>();
  const all = [...partitionCounts].flatMap(([topic, count]) =>
    Array.from({ length: count }, (_, partition) => ({ topic, partition })),
  );
  for (const { topic, partition } of entriesInHashMapOrder(all)) {
    const topicPartition = oneText(`${topic}-${partition}`);
    const leader = leaders.get(topicPartition)?.leader;
    if (leader === undefined) continue;
    const group = groups.get(leader) ?? { partitions: [], indexes: new Map<TopicPartition, number>() };
    groups.set(leader, group);
    group.indexes.set(topicPartition, group.partitions.length);
    group.partitions.push(topicPartition);
  }
  return groups;
}
