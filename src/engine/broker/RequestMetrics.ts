import type { Request } from '../protocol/requests.ts';
import type { Micros } from '../../shared/units.ts';

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

/** Sums of all requests of one type, under the names of Kafka's metrics. Divide by `count` for a mean. */
export interface RequestSums {
  count: number;
  totalTimeUs: Micros;
  requestQueueTimeUs: Micros;
  localTimeUs: Micros;
  remoteTimeUs: Micros;
  throttleTimeUs: Micros;
  responseQueueTimeUs: Micros;
  responseSendTimeUs: Micros;
}

/**
 * How long requests took since the process started, by `request=` of Kafka's metrics: TotalTimeMs, RequestQueueTimeMs,
 * LocalTimeMs, RemoteTimeMs, ThrottleTimeMs, ResponseQueueTimeMs, ResponseSendTimeMs. Kafka: `RequestMetrics` (4.2).
 */
export class RequestMetrics {
  readonly sums = new Map<string, RequestSums>();

  record(request: Request, times: RequestTimes): void {
    for (const name of metricNames(request)) {
      const sums = this.sumsOf(name);
      sums.count += 1;
      sums.requestQueueTimeUs += times.requestQueueTimeUs;
      sums.localTimeUs += times.localTimeUs;
      sums.remoteTimeUs += times.remoteTimeUs;
      sums.throttleTimeUs += times.throttleTimeUs;
      sums.responseQueueTimeUs += times.responseQueueTimeUs;
      sums.responseSendTimeUs += times.responseSendTimeUs;
      sums.totalTimeUs +=
        times.requestQueueTimeUs +
        times.localTimeUs +
        times.remoteTimeUs +
        times.responseQueueTimeUs +
        times.responseSendTimeUs;
    }
  }

  private sumsOf(name: string): RequestSums {
    let sums = this.sums.get(name);
    if (sums === undefined) {
      sums = {
        count: 0,
        totalTimeUs: 0,
        requestQueueTimeUs: 0,
        localTimeUs: 0,
        remoteTimeUs: 0,
        throttleTimeUs: 0,
        responseQueueTimeUs: 0,
        responseSendTimeUs: 0,
      };
      this.sums.set(name, sums);
    }
    return sums;
  }
}

const PRODUCE = ['Produce'] as const;
const CONSUMER_FETCH = ['FetchConsumer', 'Fetch'] as const;
const FOLLOWER_FETCH = ['FetchFollower', 'Fetch'] as const;

/** A fetch counts twice: as Fetch, and by who sent it. */
export function metricNames(request: Request): readonly string[] {
  if (request.kind === 'FetchRequest') return request.replicaId < 0 ? CONSUMER_FETCH : FOLLOWER_FETCH;
  if (request.kind === 'ProduceRequest') return PRODUCE;
  return [request.kind.slice(0, -'Request'.length)];
}
