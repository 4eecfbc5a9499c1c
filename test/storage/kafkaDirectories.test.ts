import { describe, expect, test } from 'vitest';
import { decodeDirectory, encodeDirectory } from '../../src/engine/storage/format/partitionDirectory.ts';
import { checkIndexes, decodeSegment } from '../../src/engine/storage/format/segmentBytes.ts';
import { parseSegmentFileName } from '../../src/engine/storage/segmentFileName.ts';
import { indexesOf } from './arbitraries.ts';
import { KAFKA_DIRECTORIES, toHex } from './kafkaFiles.ts';

const hexOf = (files: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, toHex(bytes)]));

describe.each(KAFKA_DIRECTORIES)('the directory that Kafka $name', ({ name, files, indexIntervalBytes }) => {
  const { partition, problems, preallocatedBytes } = decodeDirectory(files);

  test('[segment-files] is read without a complaint', () => {
    expect(problems).toEqual([]);
    expect(partition.topicId).toBe('AAECAwQFBgcICQoLDA0ODw');
    expect(partition.leaderEpochs).toEqual([
      { epoch: 0, startOffset: 0 },
      { epoch: 2, startOffset: 21 },
      { epoch: 5, startOffset: 44 },
    ]);
    expect(partition.segments.map(({ baseOffset, batches }) => [baseOffset, batches.length])).toEqual([
      [0, 24],
      [42, 17],
    ]);
  });

  test('[segment-files] [producer-snapshots] [aborted-index] is written again byte for byte, indexes trimmed', () => {
    const written = hexOf(encodeDirectory(partition));
    const original = hexOf(files);
    if (name === 'closed') {
      expect(preallocatedBytes).toBe(0);
      expect(written).toEqual(original);
      return;
    }
    expect(preallocatedBytes).toBeGreaterThan(1000);
    expect(Object.keys(written)).toEqual(Object.keys(original));
    for (const [file, hex] of Object.entries(written)) {
      if (!/^0*42\..*index$/.test(file)) expect(hex).toBe(original[file]);
      else expect(original[file]?.replace(/(00)+$/, '').startsWith(hex.replace(/(00)+$/, ''))).toBe(true);
    }
  });

  test('[SG1] its indexes follow from its batches, and point at them', () => {
    const logs = [...files].filter(([file]) => file.endsWith('.log'));
    for (const [file, bytes] of logs) {
      const baseOffset = parseSegmentFileName(file)!.offset;
      const { batches, validBytes } = decodeSegment(bytes);
      expect(validBytes).toBe(bytes.length);
      const segment = partition.segments.find((candidate) => candidate.baseOffset === baseOffset)!;
      const isClosed = baseOffset === 0 || name === 'closed';
      const { offsetIndex, timeIndex } = segment;
      expect(
        indexesOf(
          batches.map(({ batch }) => batch),
          indexIntervalBytes,
          isClosed,
        ),
      ).toEqual({ offsetIndex, timeIndex });
      expect(checkIndexes(batches, offsetIndex, timeIndex)).toEqual([]);
    }
  });

  test('[producer-snapshots] has two snapshots, the second with an open transaction', () => {
    expect(partition.producerSnapshots.map(({ offset }) => offset)).toEqual([42, 71]);
    expect(partition.producerSnapshots[1]?.producers.at(-1)).toEqual({
      producerId: 3000,
      producerEpoch: 0,
      lastSequence: 0,
      lastOffset: 70,
      offsetDelta: 0,
      timestampMs: 1_700_000_026_450,
      coordinatorEpoch: -1,
      currentTransactionFirstOffset: 70,
    });
  });

  test('[aborted-index] has five aborted transactions', () => {
    expect(partition.segments.map(({ abortedTransactions }) => abortedTransactions.length)).toEqual([3, 2]);
    expect(partition.segments[0]?.abortedTransactions[0]).toEqual({
      producerId: 2000,
      firstOffset: 5,
      lastOffset: 6,
      lastStableOffset: 7,
    });
  });
});
