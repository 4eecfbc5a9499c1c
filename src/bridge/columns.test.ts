import { describe, expect, test } from 'vitest';
import { BufferPool, buffersOf, packFrame, unpackFrame } from './columns.ts';
import { FAKE_SCENARIO, FakeEngine } from './FakeEngineTestContext.ts';

const frameOf = () => new FakeEngine().load(FAKE_SCENARIO, [], { timeUs: 5000, after: 1 });

describe('columns', () => {
  test('a packed frame that was transferred unpacks to the same columns, as long as they count', () => {
    const frame = frameOf();
    const packed = packFrame(frame, new BufferPool());
    const buffers = buffersOf(packed);
    const arrived = unpackFrame(structuredClone(packed, { transfer: buffers }));
    expect(buffers.map((buffer) => buffer.byteLength)).toEqual([0, 0, 0]);
    expect(arrived.inFlight).toEqual({
      count: 2,
      nodeKeys: ['broker:1', 'producer:pay-api'],
      rpc: Uint8Array.of(0, 1),
      source: Uint16Array.of(1, 0),
      target: Uint16Array.of(0, 1),
      sentAtUs: Float64Array.of(5000, 5001),
      deliverAtUs: Float64Array.of(5500, 5600),
      correlationId: Float64Array.of(3, 4),
      records: Float64Array.of(1, 2),
      sizeBytes: Float64Array.of(68, 70),
      flags: Uint8Array.of(0, 1),
    });
    expect(arrived.flows).toEqual(frame.flows);
    expect(arrived.flows.count).toBe(1);
    expect(arrived.metrics).toEqual(frame.metrics);
    expect(arrived.trace).toEqual(frame.trace);
  });

  test('replicas that somebody watches have a buffer of their own', () => {
    const replicas = {
      count: 2,
      partitionNames: ['pay-0'],
      partition: Uint16Array.of(0, 0),
      broker: Int32Array.of(1, 70_000),
      logEndOffset: Float64Array.of(12, 9),
      highWatermark: Float64Array.of(9, 9),
      lag: Float64Array.of(0, 3),
      bytesInPerSecond: Float64Array.of(1000.5, 1000.5),
      flags: Uint8Array.of(35, 128),
    };
    const packed = packFrame({ ...frameOf(), replicas }, new BufferPool());
    const buffers = buffersOf(packed);
    expect(buffers.length).toBe(4);
    expect(unpackFrame(structuredClone(packed, { transfer: buffers })).replicas).toEqual(replicas);
  });

  test('packing copies: the engine may go on writing to its arrays', () => {
    const frame = frameOf();
    const packed = packFrame(frame, new BufferPool());
    frame.inFlight.sentAtUs.fill(-1);
    expect(unpackFrame(packed).inFlight.sentAtUs[0]).toBe(5000);
  });

  test('no RPC and no metric is a frame too', () => {
    const frame = frameOf();
    const empty = {
      ...frame,
      inFlight: { ...frame.inFlight, count: 0 },
      metrics: { names: [], timesUs: new Float64Array(0), values: [] },
    };
    const arrived = unpackFrame(packFrame(empty, new BufferPool()));
    expect(arrived.inFlight.rpc.length).toBe(0);
    expect(arrived.metrics).toEqual(empty.metrics);
  });
});

describe('BufferPool', () => {
  test('gives back what it was given, the smallest that is large enough', () => {
    const pool = new BufferPool();
    const small = pool.take(10);
    const large = pool.take(20_000);
    pool.give([large, small]);
    expect(pool.take(5000)).toBe(large);
    expect(pool.take(100)).toBe(small);
    expect(pool.take(100)).not.toBe(small);
  });

  test('keeps only a few, and none that was transferred away', () => {
    const pool = new BufferPool();
    const gone = pool.take(10);
    structuredClone(gone, { transfer: [gone] });
    const buffers = Array.from({ length: 14 }, () => new ArrayBuffer(4096));
    pool.give([gone, ...buffers]);
    const taken = Array.from({ length: 14 }, () => pool.take(1));
    expect(taken.filter((buffer) => buffers.includes(buffer)).length).toBe(12);
  });
});
