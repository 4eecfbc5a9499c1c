import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODECS } from '../../codecs/codecs.ts';
import { recordsOf } from '../../engine/storage/format/compressBatch.ts';
import { recordCountOf } from '../../engine/storage/format/DiskBatch.ts';
import { decodeDirectory } from '../../engine/storage/format/partitionDirectory.ts';
import { checkIndexes, decodeSegment } from '../../engine/storage/format/segmentBytes.ts';
import type { PlacedBatch } from '../../engine/storage/format/segmentBytes.ts';
import { segmentFileName } from '../../engine/storage/segmentFileName.ts';
import type { DirectoryAnswers, DirectorySource } from '../../shared/LogDirectory.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';

const SOURCE: DirectorySource = { kind: 'replica', broker: 1, partition: 'payments-0' };

interface Exported {
  readonly batches: readonly PlacedBatch[];
  readonly sizeBytes: number;
}

/** What the exported files of a replica hold after some seconds; each .log is as large as in the run, and its indexes fit. */
function exportedAfter(
  seconds: number,
  values: 'json' | 'text' | 'random',
  producerCodec: string,
  topicConfigs: Record<string, unknown> = {},
  workload: Record<string, unknown> = {},
  producerConfigs: Record<string, unknown> = {},
): Exported {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    topics: { configs: Record<string, unknown> }[];
    producers: { configs: Record<string, unknown>; workload: Record<string, unknown> }[];
  };
  const [topic, producer] = [file.topics[0]!, file.producers[0]!];
  topic.configs = { ...topic.configs, 'segment.bytes': 1_048_576, 'segment.ms': 2000, ...topicConfigs };
  producer.configs = {
    ...producer.configs,
    'compression.type': producerCodec,
    'linger.ms': 50,
    ...producerConfigs,
  };
  producer.workload = {
    ...producer.workload,
    arrivals: { constant: '200/s' },
    valueBytes: 300,
    values,
    ...workload,
  };
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: seconds * 1_000_000, after: 0 });
  const view = engine.inspectDirectory({
    kind: 'overview',
    source: SOURCE,
  }) as DirectoryAnswers['overview'];
  expect(view?.batchesWithoutBytes).toBe(0);
  const answer = engine.inspectDirectory({
    kind: 'export',
    source: SOURCE,
    missingBytes: 'refuse',
  }) as DirectoryAnswers['export'];
  if (!view || !answer?.ok) throw new Error('not exported');
  const files = new Map(answer.files);
  const { partition, problems } = decodeDirectory(files);
  expect(problems).toEqual([]);
  const batches = view.segments.flatMap(({ baseOffset, sizeBytes }) => {
    const bytes = files.get(segmentFileName(baseOffset, '.log'))!;
    expect(bytes.length).toBe(sizeBytes);
    const log = decodeSegment(bytes);
    expect(log.problem).toBeNull();
    const segment = partition.segments.find((other) => other.baseOffset === baseOffset)!;
    expect(checkIndexes(log.batches, segment.offsetIndex, segment.timeIndex)).toEqual([]);
    return log.batches;
  });
  return { batches, sizeBytes: view.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

const textOf = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

test('[real-compression] [RB9] a producer with real values writes what its codec made, and the export is that to the byte', () => {
  const plain = exportedAfter(3, 'json', 'none');
  const sizes = new Map<string, number>();
  for (const codec of ['gzip', 'snappy', 'lz4', 'zstd']) {
    const { batches, sizeBytes } = exportedAfter(3, 'json', codec);
    sizes.set(codec, sizeBytes / plain.sizeBytes);
    let next = 0;
    for (const { batch } of batches) {
      expect(batch.attributes.compression).toBe(codec);
      for (const record of recordsOf(batch, CODECS)) {
        expect(batch.baseOffset + record.offsetDelta).toBe(next++);
        expect(JSON.parse(textOf(record.value))).toMatchObject({ number: next - 1 });
      }
    }
    expect(next).toBeGreaterThan(500);
  }
  expect(sizes.get('zstd')).toBeLessThan(0.5);
  expect(sizes.get('gzip')).toBeLessThan(0.5);
  expect(sizes.get('lz4')).toBeLessThan(0.75);
  expect(sizes.get('gzip')).toBeLessThan(sizes.get('lz4')!);
});

test('[real-compression] what no codec makes smaller becomes larger', () => {
  const { batches } = exportedAfter(1, 'random', 'lz4');
  for (const { batch, sizeBytes } of batches) expect(sizeBytes).toBeGreaterThan(300 * recordCountOf(batch));
});

test('[real-compression] [topic-compression] a topic with a codec of its own has what the leader packed; headers and keys are in it', () => {
  const headers = [{ key: 'trace', valueBytes: 16 }];
  const { batches } = exportedAfter(
    1,
    'text',
    'none',
    { 'compression.type': 'zstd' },
    { key: 'user-{n}', keys: 9, headers },
  );
  for (const { batch } of batches) {
    expect(batch.attributes.compression).toBe('zstd');
    for (const { key, value, headers: own } of recordsOf(batch, CODECS)) {
      expect(textOf(key)).toMatch(/^user-\d$/);
      expect(value?.length).toBe(300);
      expect(own.map((header) => [textOf(header.key), textOf(header.value)])).toEqual([
        ['trace', expect.stringMatching(/^[0-9a-f]{16}$/)],
      ]);
    }
  }
});

test('[real-compression] [CL5] what the cleaner leaves of a batch is compressed anew', () => {
  const { batches } = exportedAfter(
    25,
    'json',
    'gzip',
    { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': 0.01, 'segment.ms': 5000 },
    { key: 'user-{n}', keys: 64, tombstoneEvery: 7, arrivals: { constant: '200/s' } },
  );
  const cleaned = batches.filter(({ batch }) => recordCountOf(batch) < batch.lastOffsetDelta + 1);
  const partly = cleaned.filter(({ batch }) => recordCountOf(batch) > 0);
  expect(partly.length).toBeGreaterThan(0);
  for (const { batch } of cleaned)
    if (recordCountOf(batch) === 0) expect(batch.attributes.compression).toBe('none');
  for (const { batch } of partly)
    expect(recordsOf(batch, CODECS).every(({ key }) => key !== null)).toBe(true);
});

test('[real-compression] compression.gzip.level is that of who packs: the producer, or the leader for its topic', () => {
  const level = (gzipLevel: number) => ({ 'compression.gzip.level': gzipLevel });
  const byProducer = (gzipLevel: number) =>
    exportedAfter(3, 'json', 'gzip', level(9), {}, level(gzipLevel)).sizeBytes;
  const byTopic = (gzipLevel: number) =>
    exportedAfter(3, 'json', 'none', { 'compression.type': 'gzip', ...level(gzipLevel) }, {}, level(9))
      .sizeBytes;
  for (const sizeAt of [byProducer, byTopic]) {
    expect(sizeAt(1)).toBeGreaterThan(sizeAt(9));
    expect(sizeAt(-1)).toBe(sizeAt(6));
  }
});

test('[real-compression] [CL5] the cleaner packs what it leaves at the default level', () => {
  const compacted = { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': 0.01, 'segment.ms': 5000 };
  const keyed = { key: 'user-{n}', keys: 64 };
  const levelOne = { 'compression.gzip.level': 1 };
  // What is exported has the sizes of the run, batch for batch: with another level for some they would differ.
  const { batches } = exportedAfter(25, 'json', 'gzip', compacted, keyed, levelOne);
  const cleaned = batches.filter(({ batch }) => recordCountOf(batch) < batch.lastOffsetDelta + 1);
  expect(cleaned.length).toBeGreaterThan(0);
});
