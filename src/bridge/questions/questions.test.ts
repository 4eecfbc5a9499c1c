import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { murmur2 } from '../../engine/client/producer/murmur2.ts';
import type {
  CoordinatedTransaction,
  ProducerInside,
  TransactionLogView,
} from '../../shared/RunQuestions.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import { parseScenarioText } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineSession } from '../EngineSession.ts';
import { compressionFigures } from './compressionFigures.ts';
import { keyPartitions } from './keyPartitions.ts';
import { customPartition } from '../../engine/client/producer/partitioners/customRules.ts';
import { finishHash, hashSteps, keyPath } from './keyPath.ts';

interface HashVectors {
  readonly vectors: readonly {
    readonly key: string;
    readonly partitions: number;
    readonly java: number;
    readonly librdkafka_crc32: number;
    readonly sarama_default: number;
    readonly kafkajs_default: number;
    readonly kafkajs_legacy: number;
  }[];
}

const { vectors } = JSON.parse(readFileSync('test/vectors/hash_vectors.json', 'utf8')) as HashVectors;

function readLessonScenario(folder: string): Scenario {
  const parsed = parseScenarioText(readFileSync(`content/lessons/${folder}/scenario.json`, 'utf8'));
  if (!parsed.ok) throw new Error(`${folder} has no scenario`);
  return parsed.scenario;
}

describe('the way of a key to its partition', () => {
  it('[PP2] ends, step by step, where the producer puts the record', () => {
    for (const { key, partitions, java } of vectors) {
      const bytes = utf8Bytes(key);
      const { words, rest } = hashSteps(bytes);
      const last = rest?.hash ?? words.at(-1)?.hash ?? (keyPath(key, partitions).seed ^ bytes.length) | 0;
      expect(finishHash(last), key).toBe(murmur2(bytes));
      expect(keyPath(key, partitions)).toMatchObject({ hash: murmur2(bytes), partition: java });
    }
  });

  it('[PP9] goes by a rule of the application’s own, where it has one', () => {
    const bytesOf = (text: string) => utf8Bytes(text);
    for (const { key } of vectors) {
      for (const keys of [[key], ['somebody else']]) {
        const rule = { kind: 'vip', keys, partitions: 2 } as const;
        const path = keyPath(key, 8, rule);
        expect(path.partition).toBe(customPartition(rule, key, 0, 8, bytesOf));
        expect(path.range).toEqual(keys[0] === key ? { first: 6, count: 2 } : { first: 0, count: 6 });
        expect(path).toMatchObject({ hash: murmur2(utf8Bytes(key)), salted: null });
      }
      const salt = { kind: 'salt', keys: null, salts: 3 } as const;
      const { salted, partition, hash } = keyPath(key, 8, salt);
      expect(salted?.map((own) => own.partition)).toEqual(
        [0, 1, 2].map((n) => customPartition(salt, key, n, 8, bytesOf)),
      );
      expect([salted?.[0]?.partition, hash]).toEqual([partition, murmur2(utf8Bytes(`${key}-0`))]);
      expect(keyPath(key, 8, { ...salt, keys: ['somebody else'] }).salted).toBe(null);
    }
  });

  it('[PP9] is compared with that of each client as it is out of the box', () => {
    for (const vector of vectors) {
      if (vector.key === '') continue;
      const found = keyPartitions([vector.key], vector.partitions).clients;
      expect(found.map(({ partitions }) => partitions[0])).toEqual([
        vector.java,
        vector.librdkafka_crc32,
        vector.sarama_default,
        vector.kafkajs_default,
        vector.kafkajs_legacy,
      ]);
      for (const { counts } of found) expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    }
  });
});

describe('what codecs make of a batch', () => {
  it('[RB9] is measured for real, beside what is assumed: far more for alike records than for a single one', () => {
    const values = Array.from({ length: 40 }, (_, n) =>
      JSON.stringify({ paymentId: `pay-${(n * 7919) % 100003}`, currency: 'EUR', status: 'captured', n }),
    );
    const figures = compressionFigures(values);
    expect(figures.map(({ type }) => type)).toEqual(['gzip', 'snappy', 'lz4', 'zstd']);
    for (const { type, all, first } of figures) {
      const ratio = all.originalBytes / all.compressedBytes;
      expect(ratio, type).toBeGreaterThan(type === 'gzip' || type === 'zstd' ? 4 : 2.5);
      expect(first.originalBytes / first.compressedBytes, type).toBeLessThan(1.3);
      expect(all.assumedBytes, type).toBeLessThan(all.originalBytes);
    }
    expect(compressionFigures([])).toEqual([]);
  });
});

describe('a run from within', () => {
  it('[ID3] shows batches in flight with the sequences that the leader will remember', async () => {
    const engine = new EngineSession();
    await engine.loadQuestions();
    engine.load(readLessonScenario('10-batching-and-compression'), []);
    engine.advance({ untilUs: 1_000_000, budgetMs: 60_000 });
    engine.apply({ kind: 'SendRecords', producer: 'export-job', count: 8000 });
    engine.advance({ untilUs: 1_300_000, budgetMs: 60_000 });
    const inside = engine.inspectRun({ kind: 'producer', producer: 'export-job' }) as ProducerInside;
    const [partition] = inside.partitions;
    expect(inside).toMatchObject({
      maxInFlight: 5,
      requests: [{ broker: 1, count: 5 }],
      compression: 'none',
    });
    const waiting = partition!.waiting.length;
    expect(inside.bufferHeldBytes).toBe((5 + waiting) * inside.batchSizeBytes);
    const sequences = partition!.inFlight.map(({ firstSequence, lastSequence }) => [
      firstSequence,
      lastSequence,
    ]);
    sequences.slice(1).forEach(([first], i) => expect(first).toBe(sequences[i]![1]! + 1));
    expect(partition!.remembered?.batches).toHaveLength(5);
    expect(engine.inspectRun({ kind: 'producer', producer: 'nobody' })).toBeNull();
  });

  it('[T24] shows what each batch is to a reader, and what the coordinator knows', async () => {
    const engine = new EngineSession();
    await engine.loadQuestions();
    engine.load(readLessonScenario('17-transactions'), []);
    const deed = (kind: 'BeginTransaction' | 'CommitTransaction' | 'AbortTransaction', untilUs: number) => {
      engine.apply({ kind, producer: 'transfer-app' });
      if (kind === 'BeginTransaction')
        engine.apply({ kind: 'SendRecords', producer: 'transfer-app', count: 2 });
      engine.advance({ untilUs, budgetMs: 60_000 });
    };
    engine.apply({ kind: 'CloseClient', client: 'producer:transfer-app-2' });
    engine.advance({ untilUs: 2_000_000, budgetMs: 60_000 });
    deed('BeginTransaction', 2_300_000);
    deed('CommitTransaction', 2_600_000);
    deed('BeginTransaction', 2_900_000);
    deed('AbortTransaction', 3_200_000);
    deed('BeginTransaction', 3_500_000);
    const log = engine.inspectRun({
      kind: 'transactionLog',
      partition: 'ledger-0',
      limit: 9,
    }) as TransactionLogView;
    expect(log.batches.map(({ what }) => what)).toEqual([
      'committed',
      'commitMarker',
      'aborted',
      'abortMarker',
      'open',
    ]);
    expect(log).toMatchObject({ logEndOffset: 5, highWatermark: 5, lastStableOffset: 4, before: 0 });
    const known = engine.inspectRun({ kind: 'transactions' }) as readonly CoordinatedTransaction[];
    expect(known.find(({ transactionalId }) => transactionalId === 'transfers')).toMatchObject({
      coordinator: 3,
      state: 'Ongoing',
      partitions: ['ledger-1', 'ledger-0'],
    });
  });
});
