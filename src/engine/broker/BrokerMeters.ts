import type { SelfCloning } from '../kernel/cloneState.ts';
import type { Digest } from '../kernel/Digest.ts';
import { Meter } from '../kernel/Meter.ts';
import type { KafkaError } from '../protocol/Errors.ts';
import type { Request, Response } from '../protocol/requests.ts';
import { TimeHistogram } from './TimeHistogram.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Bytes, Micros, Offset, TopicPartition } from '../../shared/units.ts';

/**
 * What a broker's process counts. Kafka: the meters of `BrokerTopicMetrics`, `ReplicaManager`, `DelayedProduceMetrics`,
 * `DelayedFetchMetrics`, `RequestMetrics`, and the lag of `FetcherLagStats` (4.2). They end with the process, as Kafka's do. What
 * can be read off the state (gauges) is not kept here.
 */
export type BrokerMeter =
  | 'messagesIn'
  | 'bytesIn'
  | 'bytesOut'
  | 'bytesRejected'
  | 'replicationBytesIn'
  | 'replicationBytesOut'
  | 'totalProduceRequests'
  | 'failedProduceRequests'
  | 'noKeyCompactedTopicRecords'
  | 'totalFetchRequests'
  | 'isrShrinks'
  | 'isrExpands'
  | 'failedIsrUpdates'
  | 'fetchSessionEvictions'
  | 'produceExpires'
  | 'consumerFetchExpires'
  | 'followerFetchExpires'
  | 'remoteCopyBytes'
  | 'remoteCopyRequests'
  | 'remoteFetchBytes'
  | 'remoteFetchRequests'
  | 'remoteDeleteRequests'
  | 'offsetCommits'
  | 'offsetExpirations'
  | 'completedRebalances'
  | 'totalShareFetchRequests'
  | 'totalShareAcknowledgementRequests'
  | 'shareFetchExpires'
  | 'acquisitionLockTimeouts'
  | `shareAcknowledgements/${'ACCEPT' | 'RELEASE' | 'REJECT' | 'RENEW'}`;

/** A time in whole ms, as Kafka's histograms take it; of those only what does not depend on chance: number, mean, largest. */
export class TimeTally implements SelfCloning {
  count = 0;
  sumMs = 0;
  maxMs = 0;
  /** Not in Kafka: the sum of the times as they were, for Little's law. */
  sumUs = 0;

  shareOrClone(): TimeTally {
    const copy = new TimeTally();
    copy.count = this.count;
    copy.sumMs = this.sumMs;
    copy.maxMs = this.maxMs;
    copy.sumUs = this.sumUs;
    return copy;
  }

  /** So many more that took as long as those before did on the average. */
  skip(times: number): void {
    if (this.count > 0) {
      this.sumMs += Math.round((this.sumMs / this.count) * times);
      this.sumUs += Math.round((this.sumUs / this.count) * times);
    }
    this.count += times;
  }

  add(us: Micros): void {
    this.count += 1;
    if (us > 0) this.sumUs += us;
    // Of a request most parts take no time.
    if (us < 500 && us >= 0) return;
    const ms = Math.round(us / 1000);
    this.sumMs += ms;
    this.maxMs = Math.max(this.maxMs, ms);
  }
}

/** Of a time that is looked at closely: its percentiles too. */
export class SampledTally extends TimeTally {
  private histogram = new TimeHistogram();

  override shareOrClone(): SampledTally {
    const copy = new SampledTally();
    copy.count = this.count;
    copy.sumMs = this.sumMs;
    copy.maxMs = this.maxMs;
    copy.sumUs = this.sumUs;
    copy.histogram = this.histogram.shareOrClone();
    return copy;
  }

  addAt(us: Micros, ageUs: Micros): void {
    this.add(us);
    this.histogram.add(Math.max(0, Math.round(us / 1000)), ageUs);
  }

  skipAt(times: number, ageUs: Micros, forUs: Micros): void {
    if (this.count > 0) this.histogram.skip(Math.round(this.sumMs / this.count), times, ageUs, forUs);
    this.skip(times);
  }

  /** In ms; `share` from 0 to 1. */
  quantile(share: number): number {
    return this.histogram.quantile(share);
  }
}

/** The times of one answered request, part by part. Kafka: `RequestChannel.Request.updateRequestMetrics`. */
export interface RequestTimes {
  /** From the moment it was read to the moment an I/O thread took it. */
  readonly requestQueueTimeUs: Micros;
  /** On the I/O thread. */
  readonly localTimeUs: Micros;
  /** Waiting for others: followers, or records to fetch. */
  readonly remoteTimeUs: Micros;
  /** For which the connection was muted afterwards; no part of the total. */
  readonly throttleTimeUs: Micros;
  /** From the answer to the moment a network thread took it. */
  readonly responseQueueTimeUs: Micros;
  readonly responseSendTimeUs: Micros;
}

/** Kafka: `RequestMetrics` of one name. */
export class RequestTally {
  readonly requests = new Meter();
  readonly requestQueueTime = new TimeTally();
  readonly localTime = new TimeTally();
  readonly remoteTime = new TimeTally();
  readonly throttleTime = new TimeTally();
  readonly responseQueueTime = new TimeTally();
  readonly responseSendTime = new TimeTally();
  readonly totalTime = new SampledTally();
  readonly errors = new Map<KafkaError, Meter>();
  /** Of all of them together; of the largest. */
  sumBytes: Bytes = 0;
  maxBytes: Bytes = 0;

  /** So many more like those before, without an error, evenly over `forUs`. */
  skip(times: number, ageUs: Micros, forUs: Micros): void {
    if (this.requests.count > 0) this.sumBytes += Math.round((this.sumBytes / this.requests.count) * times);
    this.requests.skip(times, ageUs, forUs);
    this.errors.get('NONE')?.skip(times, ageUs, forUs);
    for (const tally of [
      this.requestQueueTime,
      this.localTime,
      this.remoteTime,
      this.throttleTime,
      this.responseQueueTime,
      this.responseSendTime,
    ])
      tally.skip(times);
    this.totalTime.skipAt(times, ageUs, forUs);
  }

  markError(error: KafkaError, times: number, ageUs: Micros): void {
    let meter = this.errors.get(error);
    if (meter === undefined) {
      meter = new Meter();
      this.errors.set(error, meter);
    }
    meter.mark(times, ageUs);
  }
}

export const CONSUMER_FETCH = 'FetchConsumer';
export const FOLLOWER_FETCH = 'FetchFollower';

/**
 * Errors that a leader expects and does not count as failed produce requests; NOT_ENOUGH_REPLICAS is not among them. Kafka:
 * `ReplicaManager.appendToLocalLog`.
 */
const EXPECTED_PRODUCE_ERRORS: ReadonlySet<KafkaError> = new Set<KafkaError>([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'UNKNOWN_TOPIC_ID',
  'NOT_LEADER_OR_FOLLOWER',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'KAFKA_STORAGE_ERROR',
]);

export class BrokerMeters {
  startedUs: Micros = 0;
  readonly meters = new Map<BrokerMeter, Meter>();
  /** By the name that Kafka gives the request in its metrics: `Produce`, `FetchConsumer`, `FetchFollower` …; `Fetch` is both. */
  readonly requests = new Map<string, RequestTally>();
  /** fsyncs of logs, by number and time. Kafka: `LogFlushStats` (4.2). */
  readonly flushes = new Meter();
  readonly flushTime = new TimeTally();
  /** µs that I/O threads were at work. Kafka measures the other part: `KafkaRequestHandlerPool.aggregateIdleMeter` (4.2). */
  readonly ioThreadsBusy = new Meter();
  /** How far each partition that is fetched was behind its leader's high watermark at the last answer. */
  readonly fetcherLag = new Map<TopicPartition, Offset>();

  mark(name: BrokerMeter, amount: number, nowUs: Micros): void {
    let meter = this.meters.get(name);
    if (meter === undefined) {
      meter = new Meter();
      this.meters.set(name, meter);
    }
    meter.mark(amount, nowUs - this.startedUs);
  }

  /** One partition of a produce request was written (again, if a duplicate: Kafka counts it too). */
  appended(records: number, sizeBytes: Bytes, nowUs: Micros): void {
    this.mark('totalProduceRequests', 1, nowUs);
    this.mark('bytesIn', sizeBytes, nowUs);
    this.mark('messagesIn', records, nowUs);
  }

  /** The share of the time in which an I/O thread had nothing to do, over the last minute; like Kafka’s, 0 before its first tick. */
  ioThreadsIdle(threads: number, ageUs: Micros): number {
    return this.ioThreadsBusy.hasTicked(ageUs)
      ? 1 - this.ioThreadsBusy.oneMinuteRate(ageUs) / (threads * MICROS_PER_SECOND)
      : 0;
  }

  /** A log was flushed. */
  flushed(tookUs: Micros, nowUs: Micros): void {
    this.flushes.mark(1, nowUs - this.startedUs);
    this.flushTime.add(tookUs);
  }

  /** One partition of a produce request was refused. */
  appendRefused(error: KafkaError, nowUs: Micros): void {
    this.mark('totalProduceRequests', 1, nowUs);
    if (!EXPECTED_PRODUCE_ERRORS.has(error)) this.mark('failedProduceRequests', 1, nowUs);
  }

  /** An answer is ready: its errors, and the bytes of its records. Kafka: `RequestChannel.updateErrorMetrics`, `BrokerTopicMetrics`. */
  answered(request: Request, response: Response, nowUs: Micros): void {
    const name = nameOf(request);
    countErrors(response, this.tallyOf(name), nowUs - this.startedUs);
    if (response.kind !== 'FetchResponse') return;
    let bytes = 0;
    for (const { batches } of response.partitions) for (const batch of batches) bytes += batch.sizeBytes;
    if (bytes > 0) this.mark(name === FOLLOWER_FETCH ? 'replicationBytesOut' : 'bytesOut', bytes, nowUs);
  }

  /** The answer has left, or none is due. Kafka: `RequestChannel.Request.updateRequestMetrics`. */
  completed(request: Request, sizeBytes: Bytes, times: RequestTimes, nowUs: Micros): void {
    const tally = this.tallyOf(nameOf(request));
    tally.sumBytes += sizeBytes;
    tally.maxBytes = Math.max(tally.maxBytes, sizeBytes);
    tally.requests.mark(1, nowUs - this.startedUs);
    tally.requestQueueTime.add(times.requestQueueTimeUs);
    tally.localTime.add(times.localTimeUs);
    tally.remoteTime.add(times.remoteTimeUs);
    tally.throttleTime.add(times.throttleTimeUs);
    tally.responseQueueTime.add(times.responseQueueTimeUs);
    tally.responseSendTime.add(times.responseSendTimeUs);
    const { requestQueueTimeUs, localTimeUs, remoteTimeUs, responseQueueTimeUs, responseSendTimeUs } = times;
    tally.totalTime.addAt(
      requestQueueTimeUs + localTimeUs + remoteTimeUs + responseQueueTimeUs + responseSendTimeUs,
      nowUs - this.startedUs,
    );
  }

  /** So many fetches of so many partitions each were parked and answered empty, evenly over `forUs` from a time on. */
  skipFetches(isFollower: boolean, turns: number, partitions: number, nowUs: Micros, forUs: Micros): void {
    const ageUs = nowUs - this.startedUs;
    this.meters.get('totalFetchRequests')?.skip(2 * partitions * turns, ageUs, forUs);
    this.meters.get(isFollower ? 'followerFetchExpires' : 'consumerFetchExpires')?.skip(turns, ageUs, forUs);
    this.skipTally(isFollower ? FOLLOWER_FETCH : CONSUMER_FETCH, turns, ageUs, forUs);
  }

  /** The same of a share group's member. */
  skipShareFetches(turns: number, partitions: number, nowUs: Micros, forUs: Micros): void {
    const ageUs = nowUs - this.startedUs;
    this.meters.get('totalShareFetchRequests')?.skip(partitions * turns, ageUs, forUs);
    this.meters.get('shareFetchExpires')?.skip(turns, ageUs, forUs);
    this.skipTally('ShareFetch', turns, ageUs, forUs);
  }

  /** So many requests of one name more, answered like those before, evenly over `forUs` from a time on. */
  skipRequests(name: string, times: number, nowUs: Micros, forUs: Micros): void {
    this.skipTally(name, times, nowUs - this.startedUs, forUs);
  }

  /** I/O threads were at work for them as for those before. */
  private skipTally(name: string, times: number, ageUs: Micros, forUs: Micros): void {
    const tally = this.requests.get(name);
    if (tally === undefined || tally.localTime.count === 0) return;
    this.ioThreadsBusy.skip((tally.localTime.sumUs / tally.localTime.count) * times, ageUs, forUs);
    tally.skip(times, ageUs, forUs);
  }

  digestInto(_digest: Digest): void {
    return;
  }

  private tallyOf(name: string): RequestTally {
    let tally = this.requests.get(name);
    if (tally === undefined) {
      tally = new RequestTally();
      this.requests.set(name, tally);
    }
    return tally;
  }
}

/** Cut off once: a text that is made anew must be hashed anew. */
const NAMES: Record<string, string> = {};

function nameOf(request: Request): string {
  if (request.kind === 'FetchRequest') return request.replicaId >= 0 ? FOLLOWER_FETCH : CONSUMER_FETCH;
  return (NAMES[request.kind] ??= request.kind.slice(0, -'Request'.length));
}

/** As Kafka counts them: one a partition, and for a fetch one for the answer as a whole. */
function countErrors(response: Response, tally: RequestTally, ageUs: Micros): void {
  let successes = 0;
  switch (response.kind) {
    case 'FetchResponse':
      successes = 1 + countEach(response.partitions, tally, ageUs);
      break;
    case 'ProduceResponse':
    case 'ListOffsetsResponse':
      successes = countEach(response.partitions, tally, ageUs);
      break;
    case 'MetadataResponse':
      successes = countEach(response.topics, tally, ageUs);
      break;
    default:
      successes = countError('error' in response ? response.error : 'NONE', tally, ageUs);
  }
  if (successes > 0) tally.markError('NONE', successes, ageUs);
}

function countEach(
  items: readonly { readonly error: KafkaError }[],
  tally: RequestTally,
  ageUs: Micros,
): number {
  let successes = 0;
  for (const { error } of items) successes += countError(error, tally, ageUs);
  return successes;
}

/** Returns 1 for a success, which is counted with the others of the answer. */
function countError(error: KafkaError, tally: RequestTally, ageUs: Micros): number {
  if (error === 'NONE') return 1;
  tally.markError(error, 1, ageUs);
  return 0;
}
