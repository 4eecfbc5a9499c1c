import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeDirectory } from '../../engine/storage/format/partitionDirectory.ts';
import { checkIndexes, decodeSegment } from '../../engine/storage/format/segmentBytes.ts';
import { parseSegmentFileName } from '../../engine/storage/segmentFileName.ts';
import type {
  DirectoryAnswers,
  DirectoryFile,
  DirectoryQuery,
  DirectoryQueryKind,
  DirectorySource,
} from '../../shared/LogDirectory.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import type { EngineSession } from '../EngineSession.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';
import { CLOCK_ORIGIN_MS } from './replicaDirectory.ts';

const SOURCE: DirectorySource = { kind: 'replica', broker: 1, partition: 'payments-0' };

function ask<Kind extends DirectoryQueryKind>(
  engine: EngineSession,
  query: Extract<DirectoryQuery, { readonly kind: Kind }>,
): NonNullable<DirectoryAnswers[Kind]> {
  const answer = engine.inspectDirectory(query);
  if (answer === null) throw new Error(`no answer to ${query.kind}`);
  return answer as NonNullable<DirectoryAnswers[Kind]>;
}

/** Segments of a few KiB in a running cluster: its limits are below what Kafka takes from people. */
function run(untilUs: number, topicConfigs: Record<string, unknown> = {}): EngineSession {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    topics: { configs: Record<string, unknown> }[];
    producers: { workload: { arrivals: unknown; valueBytes: number } }[];
  };
  const [topic, producer] = [file.topics[0]!, file.producers[0]!];
  topic.configs = { ...topic.configs, 'segment.bytes': 1_048_576, 'segment.ms': 3000, ...topicConfigs };
  producer.workload = { ...producer.workload, arrivals: { constant: '2000/s' }, valueBytes: 150 };
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: untilUs, after: 0 });
  return engine;
}

const exported = (engine: EngineSession): readonly DirectoryFile[] => {
  const answer = ask(engine, { kind: 'export', source: SOURCE, missingBytes: 'refuse' });
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.files;
};

describe('the directory of a replica', () => {
  const engine = run(8_000_000);
  const view = ask(engine, { kind: 'overview', source: SOURCE });

  test('has the files of each segment with their sizes, and the active one’s indexes allocated in full', () => {
    expect(view.segments.length).toBeGreaterThan(2);
    expect(view.batchesWithoutBytes).toBe(0);
    const names = view.files.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    for (const { baseOffset } of view.segments)
      for (const kind of ['.log', '.index', '.timeindex'])
        expect(names).toContain(String(baseOffset).padStart(20, '0') + kind);
    expect(names.filter((name) => name.endsWith('.snapshot'))).toHaveLength(view.segments.length - 1);
    const active = String(view.segments.at(-1)!.baseOffset).padStart(20, '0');
    const index = view.files.find(({ name }) => name === `${active}.index`)!;
    expect(index.allocatedBytes).toBe(10_485_760);
    expect(index.sizeBytes).toBe(index.entries! * 8);
    expect(view.logEndOffset).toBe(view.segments.at(-1)!.lastOffset + 1);
  });

  test('[RB1] [RB5] every batch has bytes of the size that it has in the run, and its times', () => {
    for (const { baseOffset, sizeBytes } of view.segments) {
      const batches = ask(engine, {
        kind: 'batches',
        source: SOURCE,
        segment: baseOffset,
        from: 0,
        limit: 100_000,
      });
      expect(batches.reduce((sum, batch) => sum + batch.sizeBytes, 0)).toBe(sizeBytes);
      for (const batch of batches.slice(0, 40)) {
        const read = ask(engine, {
          kind: 'batch',
          source: SOURCE,
          segment: baseOffset,
          position: batch.position,
        });
        expect(read.problem).toBeNull();
        expect(read.bytes?.length).toBe(batch.sizeBytes);
        const value = (name: string): number | null | undefined =>
          read.fields.find((field) => field.name === name)?.value;
        expect(value('baseOffset')).toBe(batch.baseOffset);
        expect(value('maxTimestamp')).toBe(batch.maxTimestampMs);
        expect(value('baseTimestamp')).toBeGreaterThanOrEqual(CLOCK_ORIGIN_MS);
        expect(value('maxTimestamp')! - value('baseTimestamp')!).toBeLessThan(1000);
        expect(read.fields.find(({ name }) => name === 'crc')?.reading).toMatchObject({ isValid: true });
      }
    }
  });

  test('[segment-files] its export is read without a complaint, and is the same log', () => {
    const files = new Map(exported(engine));
    const { partition, problems } = decodeDirectory(files);
    expect(problems).toEqual([]);
    expect(partition.segments.map(({ baseOffset }) => baseOffset)).toEqual(
      view.segments.map(({ baseOffset }) => baseOffset),
    );
    expect(partition.topicId).toBe(view.topicId);
    expect(partition.leaderEpochs).toEqual(view.leaderEpochs);
    for (const { name, kind, sizeBytes } of view.files)
      if (kind !== '.timeindex') expect(files.get(name)?.length, name).toBe(sizeBytes);
    for (const [name, bytes] of files) {
      const parsed = parseSegmentFileName(name);
      if (parsed?.suffix !== '.log') continue;
      const segment = partition.segments.find(({ baseOffset }) => baseOffset === parsed.offset)!;
      const log = decodeSegment(bytes);
      expect(log.problem).toBeNull();
      expect(checkIndexes(log.batches, segment.offsetIndex, segment.timeIndex)).toEqual([]);
    }
    // A clean stop leaves the state of the producers at the end.
    expect(partition.producerSnapshots.at(-1)?.offset).toBe(view.logEndOffset);
  });

  test('[SG2] [SG4] an offset and a time are found in the bytes as in the run', () => {
    const offset = Math.floor(view.logEndOffset / 2);
    const byOffset = ask(engine, { kind: 'lookUp', source: SOURCE, target: { by: 'offset', offset } });
    expect(byOffset.outcome).toBe('found');
    expect(byOffset.found!.batch.baseOffset).toBeLessThanOrEqual(offset);
    expect(byOffset.found!.batch.lastOffset).toBeGreaterThanOrEqual(offset);
    expect(byOffset.scanned.at(-1)).toEqual(byOffset.found!.batch);
    expect(byOffset.scanned[0]?.position).toBe(byOffset.scanFrom);
    const timestampMs = byOffset.found!.timestampMs!;
    const byTime = ask(engine, { kind: 'lookUp', source: SOURCE, target: { by: 'timestamp', timestampMs } });
    expect(byTime.outcome).toBe('found');
    expect(byTime.found!.offset).toBeLessThanOrEqual(offset);
    expect(byTime.found!.timestampMs).toBe(timestampMs);
    expect(byTime.timeIndex!.probes.length).toBeGreaterThan(0);
    // The same directory from files: every step is the same but the last entry of the active segment.
    ask(engine, { kind: 'open', name: view.name, files: exported(engine) });
    const opened = { kind: 'opened' } as const;
    expect(ask(engine, { kind: 'lookUp', source: opened, target: { by: 'offset', offset } })).toEqual(
      byOffset,
    );
    expect(
      ask(engine, { kind: 'lookUp', source: opened, target: { by: 'timestamp', timestampMs } }).found,
    ).toEqual(byTime.found);
  });

  test('[SG6] the latest time is found by the offset index, and the first record that has it', () => {
    const target = { by: 'timestamp', timestampMs: MAX_TIMESTAMP } as const;
    const latestMs = Math.max(...view.segments.map(({ largestTimestampMs }) => largestTimestampMs));
    const found = ask(engine, { kind: 'lookUp', source: SOURCE, target });
    expect(found).toMatchObject({ outcome: 'found', timeIndex: null, segmentsRead: view.segments.length });
    expect(found.found?.timestampMs).toBe(latestMs);
    expect(found.scanned.at(-1)).toEqual(found.found?.batch);
    expect(found.offsetIndex?.target).toBe(found.found?.batch.lastOffset);
    ask(engine, { kind: 'open', name: view.name, files: exported(engine) });
    expect(ask(engine, { kind: 'lookUp', source: { kind: 'opened' }, target })).toEqual(found);
  });

  test.each([
    [{ by: 'offset', offset: 1e9 }, 'beyond-log-end'],
    [{ by: 'offset', offset: -1 }, 'below-log-start'],
    [{ by: 'timestamp', timestampMs: CLOCK_ORIGIN_MS + 1e9 }, 'later-than-all'],
  ] as const)('%j is %s', (target, outcome) => {
    expect(ask(engine, { kind: 'lookUp', source: SOURCE, target })).toMatchObject({ outcome, found: null });
  });

  test('every byte of each other file is of a field', () => {
    for (const { name, kind, sizeBytes } of view.files) {
      if (kind === '.log') continue;
      const file = ask(engine, { kind: 'file', source: SOURCE, file: name, from: 0, limit: 1e9 });
      expect(file.sizeBytes).toBe(sizeBytes);
      let end = 0;
      for (const field of file.fields) {
        expect(field.start, name).toBe(end);
        end = field.end;
      }
      expect(end).toBe(sizeBytes);
    }
    const part = ask(engine, {
      kind: 'file',
      source: SOURCE,
      file: `${String(view.segments[1]!.baseOffset).padStart(20, '0')}.index`,
      from: 21,
      limit: 20,
    });
    expect([part.from, part.bytes.length]).toEqual([16, 16]);
    expect(part.fields.map(({ fields }) => fields.map(({ name }) => name))).toEqual(
      Array.from({ length: 2 }, () => ['relativeOffset', 'position']),
    );
  });
});

describe('the directory of a compacted topic', () => {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    configs?: Record<string, unknown>;
    topics: { configs: Record<string, unknown> }[];
    producers: { workload: Record<string, unknown> }[];
  };
  file.configs = { 'log.cleaner.backoff.ms': 1000 };
  file.topics[0]!.configs = {
    'cleanup.policy': 'compact',
    'segment.ms': 2000,
    'min.cleanable.dirty.ratio': 0,
    'delete.retention.ms': 3000,
  };
  Object.assign(file.producers[0]!.workload, {
    arrivals: { constant: '2000/s' },
    key: 'k-{n}',
    keys: 75,
    tombstoneEvery: 9,
    valueBytes: 40,
  });
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: 12_000_000, after: 0 });
  const view = ask(engine, { kind: 'overview', source: SOURCE });
  const batches = view.segments.flatMap(({ baseOffset: segment }) =>
    ask(engine, { kind: 'batches', source: SOURCE, segment, from: 0, limit: 100_000 }).map((batch) => ({
      segment,
      ...batch,
    })),
  );

  test('[RB8] [stored-contents] cleaned batches have bytes of their size, with keys, tombstones and gaps', () => {
    expect(view.batchesWithoutBytes).toBe(0);
    const gaps = batches.filter(
      ({ recordCount, baseOffset, lastOffset }) => recordCount < lastOffset - baseOffset + 1,
    );
    expect(gaps.length).toBeGreaterThan(0);
    let tombstones = 0;
    for (const { segment, position, sizeBytes, recordCount } of batches) {
      const read = ask(engine, { kind: 'batch', source: SOURCE, segment, position });
      expect(read.problem).toBeNull();
      expect(read.bytes?.length).toBe(sizeBytes);
      const records = read.fields.filter(({ name }) => name === 'record');
      expect(records).toHaveLength(recordCount);
      for (const record of records) {
        const key = record.fields.find(({ name }) => name === 'key')!;
        expect(new TextDecoder().decode(read.bytes!.subarray(key.start, key.end))).toMatch(/^k-\d+$/);
        if (record.fields.some(({ name, value }) => name === 'valueLength' && value === -1)) tombstones += 1;
      }
    }
    expect(tombstones).toBeGreaterThan(0);
  });

  test('[SG2] an offset that was cleaned away leads to the record after it', () => {
    const gap = batches.find(
      ({ recordCount, baseOffset, lastOffset }) =>
        recordCount > 0 && recordCount < lastOffset - baseOffset + 1,
    )!;
    for (let offset = gap.baseOffset; offset <= gap.lastOffset; offset++) {
      const { found } = ask(engine, { kind: 'lookUp', source: SOURCE, target: { by: 'offset', offset } });
      expect(found!.batch.lastOffset).toBeGreaterThanOrEqual(offset);
      expect(found!.offset).toBeGreaterThanOrEqual(offset);
    }
  });

  test('[segment-files] its export is read without a complaint', () => {
    const { problems, partition } = decodeDirectory(new Map(exported(engine)));
    expect(problems).toEqual([]);
    expect(partition.segments.map(({ batches: { length } }) => length).reduce((a, b) => a + b)).toBe(
      batches.length,
    );
  });
});

describe('the directory of a topic whose batches are as small as a preset ratio says', () => {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    topics: { configs: Record<string, unknown> }[];
    producers: { configs: Record<string, unknown>; workload: Record<string, unknown> }[];
  };
  const [topic, producer] = [file.topics[0]!, file.producers[0]!];
  topic.configs = { ...topic.configs, 'segment.bytes': 1_048_576, 'segment.ms': 3000 };
  producer.configs = { ...producer.configs, 'compression.type': 'lz4' };
  Object.assign(producer.workload, {
    arrivals: { constant: '1000/s' },
    key: 'k-{n}',
    keys: 9,
    valueBytes: 150,
  });
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: 5_000_000, after: 0 });
  const view = ask(engine, { kind: 'overview', source: SOURCE });

  test('[stored-contents] is not exported, because such bytes do not exist', () => {
    expect(view.batchesWithoutBytes).toBeGreaterThan(10);
    const refused = ask(engine, { kind: 'export', source: SOURCE, missingBytes: 'refuse' });
    expect(refused).toEqual({
      ok: false,
      refusal: 'no-bytes',
      batches: view.batchesWithoutBytes,
      firstOffset: view.segments[0]!.baseOffset,
    });
  });

  test('[stored-contents] is written without compression if one asks for it: the same records, at positions and in indexes of its own', () => {
    const answer = ask(engine, { kind: 'export', source: SOURCE, missingBytes: 'uncompressed' });
    if (!answer.ok) throw new Error(answer.refusal);
    const { partition, problems } = decodeDirectory(new Map(answer.files));
    expect(problems).toEqual([]);
    expect(partition.segments.map(({ baseOffset }) => baseOffset)).toEqual(
      view.segments.map(({ baseOffset }) => baseOffset),
    );
    let records = 0;
    for (const [name, bytes] of answer.files) {
      const parsed = parseSegmentFileName(name);
      if (parsed?.suffix !== '.log') continue;
      const ofRun = view.segments.find(({ baseOffset }) => baseOffset === parsed.offset)!;
      const segment = partition.segments.find(({ baseOffset }) => baseOffset === parsed.offset)!;
      expect(bytes.length).toBeGreaterThan(1.5 * ofRun.sizeBytes);
      const log = decodeSegment(bytes);
      expect(log.problem).toBeNull();
      expect(checkIndexes(log.batches, segment.offsetIndex, segment.timeIndex)).toEqual([]);
      for (const { batch } of log.batches) {
        expect(batch.attributes.compression).toBe('none');
        records += batch.lastOffsetDelta + 1;
      }
    }
    expect(records).toBe(view.logEndOffset - view.logStartOffset);
  });
});

test('a directory that is not there has no answer', () => {
  const engine = run(1000);
  expect(engine.inspectDirectory({ kind: 'overview', source: { kind: 'opened' } })).toBeNull();
  expect(
    engine.inspectDirectory({
      kind: 'overview',
      source: { kind: 'replica', broker: 9, partition: 'payments-0' },
    }),
  ).toBeNull();
});
