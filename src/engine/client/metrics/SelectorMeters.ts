import type { Dormant } from '../../kernel/Digest.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Bytes, Micros } from '../../../shared/units.ts';
import { SampledStat } from './SampledStat.ts';

/** Four bytes before each request and answer say how long it is. */
const LENGTH_BYTES = 4;

/** What a client measures on its connections. Kafka: `Selector.SelectorMetrics` (4.2). It decides nothing, and is no part of a digest. */
export class SelectorMeters implements Dormant {
  /** Bytes of each request; their number is that of its samples. */
  private readonly sent = new SampledStat();
  private readonly requests = new SampledStat();
  private readonly received = new SampledStat();
  private readonly responses = new SampledStat();

  get isDormant(): boolean {
    return true;
  }

  requestSent(bytes: Bytes, nowUs: Micros): void {
    const nowMs = Math.floor(nowUs / MICROS_PER_MILLI);
    this.sent.record(bytes + LENGTH_BYTES, nowMs);
    this.requests.record(1, nowMs);
  }

  responseReceived(bytes: Bytes, nowUs: Micros): void {
    const nowMs = Math.floor(nowUs / MICROS_PER_MILLI);
    this.received.record(bytes + LENGTH_BYTES, nowMs);
    this.responses.record(1, nowMs);
  }

  /** So many times more one was sent and answered, the last time now. */
  skip(times: number, requestBytes: Bytes, responseBytes: Bytes, nowUs: Micros): void {
    this.sent.total += (times - 1) * (requestBytes + LENGTH_BYTES);
    this.received.total += (times - 1) * (responseBytes + LENGTH_BYTES);
    this.requests.total += times - 1;
    this.responses.total += times - 1;
    this.requestSent(requestBytes, nowUs);
    this.responseReceived(responseBytes, nowUs);
  }

  /** By the names that Kafka gives them. */
  now(nowUs: Micros): readonly (readonly [name: string, value: number | null])[] {
    const nowMs = Math.floor(nowUs / MICROS_PER_MILLI);
    return [
      ['outgoing-byte-rate', this.sent.rate(nowMs)],
      ['outgoing-byte-total', this.sent.total],
      ['request-rate', this.requests.rate(nowMs)],
      ['request-total', this.requests.total],
      ['request-size-avg', this.sent.avg(nowMs)],
      ['request-size-max', this.sent.max(nowMs)],
      ['incoming-byte-rate', this.received.rate(nowMs)],
      ['incoming-byte-total', this.received.total],
      ['response-rate', this.responses.rate(nowMs)],
      ['response-total', this.responses.total],
    ];
  }
}
