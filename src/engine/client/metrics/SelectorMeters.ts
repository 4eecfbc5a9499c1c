import type { SelfCloning } from '../../kernel/cloneState.ts';
import type { Dormant } from '../../kernel/Digest.ts';
import type { Bytes, Micros } from '../../../shared/units.ts';
import { SampledStat } from './SampledStat.ts';

/** Four bytes before each request and answer say how long it is. */
const LENGTH_BYTES = 4;

/** What a client measures on its connections. Kafka: `Selector.SelectorMetrics` (4.2). It decides nothing, and is no part of a digest. */
export class SelectorMeters implements Dormant, SelfCloning {
  /** Bytes of each request; their number is that of its samples. */
  private sent = new SampledStat();
  private requests = new SampledStat();
  private received = new SampledStat();
  private responses = new SampledStat();

  get isDormant(): boolean {
    return true;
  }

  shareOrClone(): SelectorMeters {
    const copy = new SelectorMeters();
    copy.sent = this.sent.shareOrClone();
    copy.requests = this.requests.shareOrClone();
    copy.received = this.received.shareOrClone();
    copy.responses = this.responses.shareOrClone();
    return copy;
  }

  requestSent(bytes: Bytes, nowUs: Micros): void {
    this.sent.record(bytes + LENGTH_BYTES, nowUs);
    this.requests.record(1, nowUs);
  }

  responseReceived(bytes: Bytes, nowUs: Micros): void {
    this.received.record(bytes + LENGTH_BYTES, nowUs);
    this.responses.record(1, nowUs);
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
    return [
      ['outgoing-byte-rate', this.sent.perSecond(nowUs)],
      ['outgoing-byte-total', this.sent.total],
      ['request-rate', this.requests.perSecond(nowUs)],
      ['request-total', this.requests.total],
      ['request-size-avg', this.sent.average(nowUs)],
      ['request-size-max', this.sent.largest(nowUs)],
      ['incoming-byte-rate', this.received.perSecond(nowUs)],
      ['incoming-byte-total', this.received.total],
      ['response-rate', this.responses.perSecond(nowUs)],
      ['response-total', this.responses.total],
    ];
  }
}
