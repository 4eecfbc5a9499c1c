import type { FlowColumns, Frame, InFlightColumns, MetricColumns, ReplicaColumns } from './frame.ts';

/**
 * The one place that turns the columns of a frame into ArrayBuffers and back, and says which of them are transferred. Four
 * buffers a frame: RPCs in flight, flows, metrics and, while somebody watches them, replicas. They come from a pool and go back to it when
 * the page is done with them, so that a run at 60 frames a second leaves no garbage.
 */
export type PackedFrame<F extends Frame = Frame> = Omit<F, 'inFlight' | 'flows' | 'metrics' | 'replicas'> & {
  readonly inFlight: PackedInFlight;
  readonly flows: PackedFlows;
  readonly replicas: PackedReplicas;
  readonly metrics: PackedMetrics;
};

interface PackedInFlight {
  readonly count: number;
  readonly nodeKeys: readonly string[];
  readonly buffer: ArrayBuffer;
}

interface PackedFlows {
  readonly count: number;
  readonly buffer: ArrayBuffer;
}

interface PackedReplicas {
  readonly count: number;
  readonly partitionNames: readonly string[];
  /** null: nobody watches them. */
  readonly buffer: ArrayBuffer | null;
}

interface PackedMetrics {
  readonly names: readonly string[];
  readonly samples: number;
  readonly buffer: ArrayBuffer;
}

const FLOAT_COLUMNS = 5;
const BYTES_PER_RPC = FLOAT_COLUMNS * 8 + 2 * 2 + 2;

/** Copies the columns into buffers of the pool; the engine keeps its own arrays. */
export function packFrame<F extends Frame>(frame: F, pool: BufferPool): PackedFrame<F> {
  return {
    ...frame,
    inFlight: packInFlight(frame.inFlight, pool),
    flows: packFlows(frame.flows, pool),
    replicas: packReplicas(frame.replicas, pool),
    metrics: packMetrics(frame.metrics, pool),
  };
}

/** The buffers that belong to a frame: to be transferred on the way out, to be handed back when it is no longer drawn. */
export function buffersOf(packed: PackedFrame): ArrayBuffer[] {
  const { inFlight, flows, replicas, metrics } = packed;
  const always = [inFlight.buffer, flows.buffer, metrics.buffer];
  return replicas.buffer === null ? always : [...always, replicas.buffer];
}

/** A frame whose columns are views of the buffers: valid until the buffers are handed back. */
export function unpackFrame<F extends Frame>(packed: PackedFrame<F>): F {
  const { inFlight, flows, replicas, metrics, ...rest } = packed;
  const columns = {
    inFlight: unpackInFlight(inFlight),
    flows: unpackFlows(flows),
    replicas: unpackReplicas(replicas),
    metrics: unpackMetrics(metrics),
  };
  // TypeScript cannot see that Omit and these keys make F again.
  return { ...rest, ...columns } as unknown as F;
}

function packInFlight(columns: InFlightColumns, pool: BufferPool): PackedInFlight {
  const { count, nodeKeys } = columns;
  const buffer = pool.take(count * BYTES_PER_RPC);
  const views = inFlightViews(buffer, count);
  copy(columns.sentAtUs, views.sentAtUs);
  copy(columns.deliverAtUs, views.deliverAtUs);
  copy(columns.correlationId, views.correlationId);
  copy(columns.records, views.records);
  copy(columns.sizeBytes, views.sizeBytes);
  copy(columns.source, views.source);
  copy(columns.target, views.target);
  copy(columns.rpc, views.rpc);
  copy(columns.flags, views.flags);
  return { count, nodeKeys, buffer };
}

function unpackInFlight({ count, nodeKeys, buffer }: PackedInFlight): InFlightColumns {
  return { count, nodeKeys, ...inFlightViews(buffer, count) };
}

/** Widest columns first, so that each starts where its type may. */
function inFlightViews(buffer: ArrayBuffer, count: number): Omit<InFlightColumns, 'count' | 'nodeKeys'> {
  const floats = (column: number): Float64Array => new Float64Array(buffer, column * count * 8, count);
  const afterFloats = FLOAT_COLUMNS * count * 8;
  return {
    sentAtUs: floats(0),
    deliverAtUs: floats(1),
    correlationId: floats(2),
    records: floats(3),
    sizeBytes: floats(4),
    source: new Uint16Array(buffer, afterFloats, count),
    target: new Uint16Array(buffer, afterFloats + count * 2, count),
    rpc: new Uint8Array(buffer, afterFloats + count * 4, count),
    flags: new Uint8Array(buffer, afterFloats + count * 5, count),
  };
}

const BYTES_PER_FLOW = 8 + 2 * 2 + 1;

function packFlows(columns: FlowColumns, pool: BufferPool): PackedFlows {
  const { count } = columns;
  const buffer = pool.take(count * BYTES_PER_FLOW);
  const views = flowViews(buffer, count);
  copy(columns.bytesPerSecond, views.bytesPerSecond);
  copy(columns.source, views.source);
  copy(columns.target, views.target);
  copy(columns.rpc, views.rpc);
  return { count, buffer };
}

function unpackFlows({ count, buffer }: PackedFlows): FlowColumns {
  return { count, ...flowViews(buffer, count) };
}

function flowViews(buffer: ArrayBuffer, count: number): Omit<FlowColumns, 'count'> {
  return {
    bytesPerSecond: new Float64Array(buffer, 0, count),
    source: new Uint16Array(buffer, count * 8, count),
    target: new Uint16Array(buffer, count * 10, count),
    rpc: new Uint8Array(buffer, count * 12, count),
  };
}

const REPLICA_FLOAT_COLUMNS = 4;
const BYTES_PER_REPLICA = REPLICA_FLOAT_COLUMNS * 8 + 4 + 2 + 1;

function packReplicas(columns: ReplicaColumns, pool: BufferPool): PackedReplicas {
  const { count, partitionNames } = columns;
  if (count === 0) return { count, partitionNames, buffer: null };
  const buffer = pool.take(count * BYTES_PER_REPLICA);
  const views = replicaViews(buffer, count);
  copy(columns.logEndOffset, views.logEndOffset);
  copy(columns.highWatermark, views.highWatermark);
  copy(columns.lag, views.lag);
  copy(columns.bytesInPerSecond, views.bytesInPerSecond);
  copy(columns.broker, views.broker);
  copy(columns.partition, views.partition);
  copy(columns.flags, views.flags);
  return { count, partitionNames, buffer };
}

function unpackReplicas({ count, partitionNames, buffer }: PackedReplicas): ReplicaColumns {
  return { count, partitionNames, ...replicaViews(buffer ?? new ArrayBuffer(0), count) };
}

function replicaViews(buffer: ArrayBuffer, count: number): Omit<ReplicaColumns, 'count' | 'partitionNames'> {
  const floats = (column: number): Float64Array => new Float64Array(buffer, column * count * 8, count);
  const afterFloats = REPLICA_FLOAT_COLUMNS * count * 8;
  return {
    logEndOffset: floats(0),
    highWatermark: floats(1),
    lag: floats(2),
    bytesInPerSecond: floats(3),
    broker: new Int32Array(buffer, afterFloats, count),
    partition: new Uint16Array(buffer, afterFloats + count * 4, count),
    flags: new Uint8Array(buffer, afterFloats + count * 6, count),
  };
}

function packMetrics(columns: MetricColumns, pool: BufferPool): PackedMetrics {
  const samples = columns.timesUs.length;
  const buffer = pool.take((columns.names.length + 1) * samples * 8);
  copy(columns.timesUs, new Float64Array(buffer, 0, samples));
  columns.values.forEach((values, i) =>
    copy(values, new Float64Array(buffer, (i + 1) * samples * 8, samples)),
  );
  return { names: columns.names, samples, buffer };
}

function unpackMetrics({ names, samples, buffer }: PackedMetrics): MetricColumns {
  return {
    names,
    timesUs: new Float64Array(buffer, 0, samples),
    values: names.map((_, i) => new Float64Array(buffer, (i + 1) * samples * 8, samples)),
  };
}

type Column = Float64Array | Int32Array | Uint16Array | Uint8Array;

/** The source may be longer: an engine keeps room for more. */
function copy(from: Column, to: Column): void {
  to.set(from.length === to.length ? from : from.subarray(0, to.length));
}

const SMALLEST_BUFFER_BYTES = 4096;
/** Four buffers a frame: one frame drawn, one just replaced, one on its way. */
const MOST_BUFFERS = 12;

/** Buffers that nobody reads. Sizes are powers of two, so that a run that grows slowly still finds its old ones fit. */
export class BufferPool {
  private readonly free: ArrayBuffer[] = [];

  take(sizeBytes: number): ArrayBuffer {
    let best = -1;
    for (const [i, buffer] of this.free.entries()) {
      if (buffer.byteLength >= sizeBytes && (best < 0 || buffer.byteLength < this.free[best]!.byteLength))
        best = i;
    }
    if (best >= 0) return this.free.splice(best, 1)[0]!;
    let size = SMALLEST_BUFFER_BYTES;
    while (size < sizeBytes) size *= 2;
    return new ArrayBuffer(size);
  }

  /** The oldest go first when there are too many: they are the smallest of a run that grows. */
  give(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) if (buffer.byteLength > 0) this.free.push(buffer);
    if (this.free.length > MOST_BUFFERS) this.free.splice(0, this.free.length - MOST_BUFFERS);
  }
}
