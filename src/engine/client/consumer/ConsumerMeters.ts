import { pollIdleRatio } from '../metrics/clientMetricFormulas.ts';
import { SampledStat } from '../metrics/SampledStat.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Bytes, Micros, Offset, TopicPartition } from '../../../shared/units.ts';

/** Ours: the application calls poll() with a timeout of 100 ms; one that finds nothing returns then. */
const POLL_TIMEOUT_US: Micros = 100 * MICROS_PER_MILLI;
/** Empty polls that are made up for at most: those of the last minute. */
const MOST_EMPTY_POLLS = 600;

/** What a consumer counts of calls to its coordinator, by their kind. */
export type CoordinatorCallKind = 'heartbeat' | 'join' | 'sync' | 'commit';

/**
 * What a consumer counts for its metrics; it decides nothing, and is no part of the digest. Kafka: `FetchMetricsManager`,
 * `KafkaConsumerMetrics`, `AbstractCoordinator.GroupCoordinatorMetrics`, `ShareFetchMetricsManager` (4.2).
 *
 * Simplified: bytes and records of a fetch are recorded when its answer comes, and not when the application has taken the last of them.
 */
export class ConsumerMeters {
  readonly isDormant = true;
  readonly fetchLatencyMs = new SampledStat();
  readonly fetchBytes = new SampledStat();
  readonly fetchRecords = new SampledStat();
  fetches = 0;
  records = 0;
  bytes = 0;
  readonly lag = new SampledStat();
  /** By partition, of the last answer: what may be read (the last stable offset with read_committed), and where the log begins. */
  readonly ends = new Map<
    TopicPartition,
    { readonly readableEnd: Offset; readonly logStartOffset: Offset }
  >();
  /** By partition: how far behind, and how far from the start of the log, when records were last taken. */
  readonly progress = new Map<TopicPartition, { readonly lag: number; readonly lead: number }>();
  readonly calls: Readonly<Record<CoordinatorCallKind, SampledStat>> = {
    heartbeat: new SampledStat(),
    join: new SampledStat(),
    sync: new SampledStat(),
    commit: new SampledStat(),
  };
  lastHeartbeatUs: Micros | null = null;
  readonly rebalanceMs = new SampledStat();
  readonly acknowledgements = new SampledStat();
  acknowledged = 0;
  readonly betweenPollsMs = new SampledStat();
  readonly idleRatio = new SampledStat();
  lastPollUs: Micros | null = null;
  private pollBeganUs: Micros | null = null;
  private sinceLastPollUs: Micros = 0;

  fetched(latencyUs: Micros, bytes: Bytes, records: number, nowUs: Micros): void {
    this.fetches += 1;
    this.bytes += bytes;
    this.records += records;
    this.fetchLatencyMs.record(latencyUs / MICROS_PER_MILLI, nowUs);
    this.fetchBytes.record(bytes, nowUs);
    this.fetchRecords.record(records, nowUs);
  }

  /** Records were taken, or there were none. */
  progressed(topicPartition: TopicPartition, position: Offset, nowUs: Micros): void {
    const ends = this.ends.get(topicPartition);
    if (!ends) return;
    const lag = ends.readableEnd - position;
    this.progress.set(topicPartition, { lag, lead: position - ends.logStartOffset });
    this.lag.record(lag, nowUs);
  }

  answered(kind: CoordinatorCallKind, latencyUs: Micros, nowUs: Micros): void {
    this.calls[kind].record(latencyUs / MICROS_PER_MILLI, nowUs);
    if (kind === 'heartbeat') this.lastHeartbeatUs = nowUs;
  }

  /** The application calls poll(), or goes on waiting in it. */
  pollBegins(nowUs: Micros): void {
    if (this.pollBeganUs === null) this.beginPoll(nowUs, this.sinceLastPollUs);
  }

  /** poll() returns records: the calls before it that found nothing are made up for. */
  pollEnds(nowUs: Micros): void {
    this.settle(nowUs);
    if (this.pollBeganUs === null) return;
    const tookUs = nowUs - this.pollBeganUs;
    this.noteIdle(tookUs, nowUs);
    this.sinceLastPollUs = this.pollBeganUs;
    this.pollBeganUs = null;
  }

  /** Calls of poll() that have found nothing by now. */
  settle(nowUs: Micros): void {
    if (this.pollBeganUs === null) return;
    const over = Math.floor((nowUs - this.pollBeganUs) / POLL_TIMEOUT_US);
    const first = Math.max(0, over - MOST_EMPTY_POLLS);
    if (first > 0) this.pollBeganUs += first * POLL_TIMEOUT_US;
    for (let i = first; i < over; i++) {
      const endUs = this.pollBeganUs + POLL_TIMEOUT_US;
      this.noteIdle(POLL_TIMEOUT_US, endUs);
      this.beginPoll(endUs, this.pollBeganUs);
    }
  }

  /** So many fetches more in so long a time, as those before. */
  skip(turns: number, forUs: Micros): void {
    this.fetches += turns;
    for (const stat of [this.fetchLatencyMs, this.fetchBytes, this.fetchRecords, this.lag]) stat.shift(forUs);
  }

  /** For so long heartbeats were answered as before. */
  skipHeartbeats(forUs: Micros): void {
    this.calls.heartbeat.shift(forUs);
    if (this.lastHeartbeatUs !== null) this.lastHeartbeatUs += forUs;
  }

  /** The process is gone. */
  stop(): void {
    this.progress.clear();
    this.ends.clear();
    this.pollBeganUs = null;
    this.sinceLastPollUs = 0;
  }

  private beginPoll(nowUs: Micros, lastBeganUs: Micros): void {
    this.pollBeganUs = nowUs;
    this.lastPollUs = nowUs;
    if (lastBeganUs > 0) this.betweenPollsMs.record((nowUs - lastBeganUs) / MICROS_PER_MILLI, nowUs);
    this.sinceLastPollUs = lastBeganUs > 0 ? nowUs - lastBeganUs : 0;
  }

  private noteIdle(pollUs: Micros, nowUs: Micros): void {
    this.idleRatio.record(
      pollIdleRatio(pollUs / MICROS_PER_MILLI, this.sinceLastPollUs / MICROS_PER_MILLI),
      nowUs,
    );
  }
}
