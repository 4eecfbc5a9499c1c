import { describe, expect, test } from 'vitest';
import type { FileConfigs, FileWorkload } from '../../../src/scenario/ScenarioFile.ts';
import type { RecordBatch } from '../../../src/engine/storage/RecordBatch.ts';
import { ClusterTestContext, TOPIC } from '../ClusterTestContext.ts';

const HALF = { ratioPermille: 500, halfBytes: 0 };

function run(
  configs: FileConfigs,
  topicConfigs: FileConfigs = {},
  workload: Partial<FileWorkload> = {},
): ClusterTestContext {
  const load = { topic: TOPIC, valueBytes: 100, compressibility: HALF, ...workload };
  const producers = [{ 'client.id': 'app', configs, workload: load }];
  return new ClusterTestContext({ brokers: 1, replicas: [1], topicConfigs, producers }).runUntil(100);
}

function batchesOf(cluster: ClusterTestContext): RecordBatch[] {
  const { log } = cluster.replica(1);
  return Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i));
}

describe('a producer that compresses', () => {
  test('[CM1] fills its first batches as if nothing could be gained, so they are small on the wire', () => {
    const [first] = batchesOf(run({ 'compression.type': 'lz4' }).send('app', 2000).runFor(100));
    // As many bytes of records as come to 16,384 when five percent are added to them, and half of them is left.
    const raw = first!.compression!.uncompressedBytes;
    expect(raw).toBeGreaterThan(15_400);
    expect(61 + Math.floor(raw * 1.05) + 109).toBeGreaterThan(16_384 - 109);
    expect(first?.sizeBytes).toBe(61 + Math.ceil(raw / 2));
    expect(first?.compression?.type).toBe('lz4');
  });

  test('[CM1] expects a little less with each batch, and so puts more into the next', () => {
    const cluster = run({ 'compression.type': 'zstd' });
    for (let i = 0; i < 30; i++) cluster.send('app', 400).runFor(20);
    const counts = batchesOf(cluster).map(({ count }) => count);
    const [first, late] = [counts[0]!, Math.max(...counts.slice(-6))];
    expect(late).toBeGreaterThan(first * 1.1);
    expect(cluster.producer('app').accumulator.compression?.expectedRatio).toBeLessThan(0.9);
    expect(cluster.ledger().acked).toBe(12_000);
  });

  test('[CM1] begins anew with another producer, and without a codec sends records as they are', () => {
    const cluster = run({ 'compression.type': 'gzip' }).send('app', 500).runFor(100);
    const learned = cluster.producer('app').accumulator.compression?.expectedRatio;
    expect(learned).toBeLessThan(1);
    cluster.do({ kind: 'RestartProducer', producer: 'app', configs: {} }).runFor(100);
    expect(cluster.producer('app').accumulator.compression?.expectedRatio).toBe(1);
    cluster.do({ kind: 'RestartProducer', producer: 'app', configs: { 'compression.type': 'none' } });
    cluster.runFor(100).send('app', 1).runFor(100);
    const last = batchesOf(cluster).at(-1);
    expect([last?.compression, last?.sizeBytes]).toEqual([undefined, 170]);
  });

  test('[RT7] [CM1] splits what comes to more than the broker takes, and then expects nothing of its codec', () => {
    const limit = { 'max.message.bytes': 9000 };
    const cluster = run({ 'compression.type': 'lz4', 'batch.size': 32_768 }, limit);
    cluster.send('app', 290).runFor(500);
    const [split] = cluster.facts('BatchSplit');
    expect(split?.event.sizeBytes).toBeGreaterThan(9000);
    expect(cluster.ledger()).toMatchObject({ acked: 290, failed: 0, duplicated: 0 });
    for (const { sizeBytes } of batchesOf(cluster)) expect(sizeBytes).toBeLessThanOrEqual(9000);
  });

  test('[RB9] the codec of the topic takes the place of its own, and what the broker packs must fit too', () => {
    const kept = batchesOf(
      run({ 'compression.type': 'zstd' }, { 'compression.type': 'gzip' }).send('app', 50).runFor(100),
    );
    expect(kept[0]?.compression?.type).toBe('gzip');
    const limit = { 'compression.type': 'uncompressed', 'max.message.bytes': 4000 };
    const cluster = run({ 'compression.type': 'zstd', 'delivery.timeout.ms': 31_000 }, limit);
    cluster.send('app', 60).runFor(500);
    expect(cluster.facts('ProduceRefused')[0]?.event.error).toBe('MESSAGE_TOO_LARGE');
    for (const { sizeBytes, compression } of batchesOf(cluster)) {
      expect(compression).toBeUndefined();
      expect(sizeBytes).toBeLessThanOrEqual(4000);
    }
  });
});
