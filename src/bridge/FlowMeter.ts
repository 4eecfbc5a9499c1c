import type { Envelope } from '../engine/node/Node.ts';
import type { Micros } from '../shared/units.ts';
import { RPC_KINDS, type FlowColumns } from './frame.ts';

/** The rate of now is that of the last five seconds, as it is of a partition in the columns of replicas. */
const WINDOW_US: Micros = 5_000_000;
/** They go out of the sum half a second at a time. */
const BUCKET_US: Micros = 500_000;
const BUCKETS = WINDOW_US / BUCKET_US;
/** A run that has just begun is not taken for one of great rates. */
const LEAST_US: Micros = 1_000_000;

const PRODUCE = RPC_KINDS.indexOf('Produce');
const FETCH = RPC_KINDS.indexOf('Fetch');

/** What arrived in one stretch of time, in bytes, by `pairOf`. */
type Bucket = Map<number, number>;

/**
 * How much is carried between each two nodes: bytes of the RPCs that bring records and were read. Nothing of a run depends on it. It
 * goes into checkpoints, so that what it says of an instant is the same however the run came there.
 */
export class FlowMeter {
  /** The newest last; by the number of the stretch. */
  private buckets: { readonly number: number; readonly bytes: Bucket }[] = [];

  clone(): FlowMeter {
    const copy = new FlowMeter();
    // Only the newest is still written to.
    copy.buckets = this.buckets.map(({ number, bytes }, i) => ({
      number,
      bytes: i === this.buckets.length - 1 ? new Map(bytes) : bytes,
    }));
    return copy;
  }

  read(envelope: Envelope, nowUs: Micros): void {
    const rpc = kindOf(envelope);
    if (rpc < 0) return;
    const number = Math.floor(nowUs / BUCKET_US);
    let newest = this.buckets[this.buckets.length - 1];
    if (newest?.number !== number) {
      newest = { number, bytes: new Map() };
      this.buckets = [...this.buckets.filter((bucket) => bucket.number > number - BUCKETS), newest];
    }
    const pair = pairOf(envelope.source, envelope.target, rpc);
    newest.bytes.set(pair, (newest.bytes.get(pair) ?? 0) + envelope.sizeBytes);
  }

  /** One entry for each pair of nodes and way, in a fixed order. */
  columns(nowUs: Micros): FlowColumns {
    const oldest = Math.floor(nowUs / BUCKET_US) - BUCKETS + 1;
    const total: Bucket = new Map();
    for (const { number, bytes } of this.buckets) {
      if (number < oldest) continue;
      for (const [pair, size] of bytes) total.set(pair, (total.get(pair) ?? 0) + size);
    }
    const pairs = [...total.keys()].sort((a, b) => a - b);
    const overUs = Math.max(LEAST_US, nowUs - Math.max(0, oldest * BUCKET_US));
    return {
      count: pairs.length,
      source: Uint16Array.from(pairs, (pair) => Math.floor(pair / 0x2_0000)),
      target: Uint16Array.from(pairs, (pair) => Math.floor(pair / 2) % 0x1_0000),
      rpc: Uint8Array.from(pairs, (pair) => (pair % 2 === 0 ? PRODUCE : FETCH)),
      bytesPerSecond: Float64Array.from(pairs, (pair) => (total.get(pair)! * 1_000_000) / overUs),
    };
  }
}

/** Index of RPC_KINDS; −1: it brings no records. */
function kindOf({ rpc }: Envelope): number {
  if (rpc.kind === 'ProduceRequest') return PRODUCE;
  return rpc.kind === 'FetchResponse' && rpc.partitions.some(({ batches }) => batches.length > 0)
    ? FETCH
    : -1;
}

function pairOf(source: number, target: number, rpc: number): number {
  return source * 0x2_0000 + target * 2 + (rpc === FETCH ? 1 : 0);
}
