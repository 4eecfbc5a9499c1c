import type { NodeContext } from '../../node/Node.ts';
import type { LeaderHint, MetadataResponse } from '../../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { BrokerId, Epoch, Micros, Millis, TopicPartition } from '../../../shared/units.ts';
import { exponentialBackoffMs, jitterFactor, RETRY_BACKOFF_JITTER } from './exponentialBackoff.ts';
import { acceptsLeaderHint, acceptsMetadata } from './leaderHint.ts';
import type { NetworkClient } from './NetworkClient.ts';

export interface MetadataConfig {
  readonly metadataMaxAgeMs: Millis;
  readonly retryBackoffMs: Millis;
  readonly retryBackoffMaxMs: Millis;
}

interface KnownLeader {
  readonly leader: BrokerId;
  readonly leaderEpoch: Epoch;
}

/**
 * What a client believes the cluster is: leaders by partition, brokers by id, how old that is and whether to ask again (RT8).
 * Kafka: `Metadata`. A leader epoch only moves forward (RT6).
 */
export class ClientMetadata {
  /** Bootstrap servers at first, then the brokers of the last answer. */
  brokers: readonly BrokerId[];
  private readonly topics: readonly string[];
  private readonly config: MetadataConfig;
  private readonly leaders = new Map<TopicPartition, KnownLeader>();
  private readonly partitionCounts = new Map<string, number>();
  private needsUpdate = true;
  private lastRefreshUs: Micros = -Infinity;
  private failures = 0;
  private nextAllowedUs: Micros = 0;
  private inFlight: number | null = null;

  constructor(bootstrap: readonly BrokerId[], topics: readonly string[], config: MetadataConfig) {
    this.brokers = bootstrap;
    this.topics = topics;
    this.config = config;
  }

  leaderOf(topicPartition: TopicPartition): KnownLeader | null {
    const known = this.leaders.get(topicPartition);
    return known && known.leader >= 0 ? known : null;
  }

  leaderEpochOf(topicPartition: TopicPartition): Epoch | null {
    return this.leaders.get(topicPartition)?.leaderEpoch ?? null;
  }

  /** 0 before the first answer. */
  partitionCount(topic: string): number {
    return this.partitionCounts.get(topic) ?? 0;
  }

  get isWaiting(): boolean {
    return this.inFlight !== null || this.needsUpdate;
  }

  requestUpdate(): void {
    this.needsUpdate = true;
  }

  /** Asks if it is time to, and returns when to look again. */
  maybeRefresh(network: NetworkClient, ctx: NodeContext): Micros {
    if (this.inFlight !== null) return Infinity;
    const expiresUs = this.lastRefreshUs + this.config.metadataMaxAgeMs * MICROS_PER_MILLI;
    const dueUs = Math.max(this.needsUpdate ? 0 : expiresUs, this.nextAllowedUs);
    if (dueUs > ctx.nowUs) return dueUs;
    const broker = network.leastLoaded(this.brokers, ctx);
    if (broker === null) return this.firstRetryUs(network, ctx.nowUs);
    if (!network.ready(broker, ctx)) return Infinity;
    this.inFlight = network.send(broker, { kind: 'MetadataRequest', topics: this.topics }, true, ctx);
    return Infinity;
  }

  /** Takes over an answer, and tells each leader that is new. */
  update(response: MetadataResponse, client: string, ctx: NodeContext): void {
    this.inFlight = null;
    this.needsUpdate = false;
    this.lastRefreshUs = ctx.nowUs;
    if (response.brokers.length > 0) this.brokers = response.brokers;
    let isLeaderMissing = false;
    for (const topic of response.topics) {
      if (topic.error !== 'NONE') isLeaderMissing = true;
      this.partitionCounts.set(topic.topic, topic.partitions.length);
      for (const partition of topic.partitions) {
        if (partition.leader < 0) isLeaderMissing = true;
        this.learn(partition.topicPartition, partition.leader, partition.leaderEpoch, client, ctx);
      }
    }
    if (isLeaderMissing) this.needsUpdate = true;
    this.backOff(isLeaderMissing, ctx);
  }

  /** A broker named the new leader together with an error (KIP-951). */
  takeHint(topicPartition: TopicPartition, hint: LeaderHint, client: string, ctx: NodeContext): void {
    if (!acceptsLeaderHint(this.leaders.get(topicPartition) ?? null, hint)) return;
    this.learn(topicPartition, hint.leader, hint.leaderEpoch, client, ctx);
  }

  /** The request failed with its connection. */
  onFailed(correlationId: number, ctx: NodeContext): void {
    if (this.inFlight !== correlationId) return;
    this.inFlight = null;
    this.backOff(true, ctx);
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
    this.leaders.set(topicPartition, { leader, leaderEpoch });
    ctx.trace({ kind: 'LeaderLearned', client, partition: topicPartition, leader, leaderEpoch });
  }

  /** Between two requests lies a back-off that grows while answers do not help. */
  private backOff(isFailure: boolean, ctx: NodeContext): void {
    this.failures = isFailure ? this.failures + 1 : 0;
    const policy = {
      initialMs: this.config.retryBackoffMs,
      maxMs: this.config.retryBackoffMaxMs,
      multiplier: 2,
    };
    const jitter = jitterFactor(RETRY_BACKOFF_JITTER, ctx.rng('metadataBackoff').int(1_000_000) / 1_000_000);
    const waitMs = exponentialBackoffMs(policy, Math.max(0, this.failures - 1), jitter);
    this.nextAllowedUs = ctx.nowUs + waitMs * MICROS_PER_MILLI;
  }

  private firstRetryUs(network: NetworkClient, nowUs: Micros): Micros {
    let earliest = Infinity;
    for (const broker of this.brokers)
      earliest = Math.min(earliest, network.retryAtUs(broker, nowUs) ?? nowUs);
    return earliest;
  }
}
