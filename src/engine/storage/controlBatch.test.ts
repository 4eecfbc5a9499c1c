import { expect, test } from 'vitest';
import { controlBatch } from './controlBatch.ts';
import { encodeBatch } from './format/batchBytes.ts';
import { endTransactionBatch } from './format/endTransactionMarker.ts';

test.each(['ABORT', 'COMMIT'] as const)(
  '[RB7] an %s marker takes one offset and as many bytes as are written for it',
  (type) => {
    const batch = controlBatch(7, 3, { type, coordinatorEpoch: 9 }, 1234);
    const bytes = encodeBatch(
      endTransactionBatch({
        type,
        coordinatorEpoch: 9,
        baseOffset: 0,
        partitionLeaderEpoch: 0,
        timestampMs: 1234,
        producerId: 7,
        producerEpoch: 3,
      }),
    );
    expect(batch).toMatchObject({
      count: 1,
      sizeBytes: bytes.length,
      baseSequence: -1,
      isTransactional: true,
    });
  },
);
