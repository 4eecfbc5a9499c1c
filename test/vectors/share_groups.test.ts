import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acknowledgeRecords, expireLocks, settleChanges } from '../../src/engine/broker/share/acknowledgeRecords.ts';
import { acquireRecords } from '../../src/engine/broker/share/acquireRecords.ts';
import { inFlightBatch, stateAt, type InFlightBatch } from '../../src/engine/broker/share/InFlightBatch.ts';
import { settled, type AcknowledgeType, type RecordState } from '../../src/engine/broker/share/InFlightState.ts';
import { moveStartOffset } from '../../src/engine/broker/share/moveStartOffset.ts';
import type { ShareState } from '../../src/engine/broker/share/ShareState.ts';
import { MICROS_PER_MILLI } from '../../src/shared/units.ts';

const NO_RECORDS: ShareState = { startOffset: 0, endOffset: 0, batches: [], gap: null };

interface LifeCycle {
  readonly id: string;
  readonly deliveryCountLimit: number;
  readonly recordLockMs: number;
  readonly events: readonly {
    readonly atMs: number;
    readonly op: 'acquire' | 'accept' | 'release' | 'reject' | 'renew' | 'lock-timeout';
    readonly member?: string;
    readonly state: RecordState;
    readonly deliveryCount: number;
    readonly error?: string;
  }[];
}

interface Prefix {
  readonly id: string;
  readonly startOffset: number;
  readonly states: readonly RecordState[];
  readonly expectStartOffset: number;
}

const { shareRecordStates, shareStartOffset } = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: {
      readonly shareRecordStates: readonly LifeCycle[];
      readonly shareStartOffset: readonly Prefix[];
    };
  }
).groups;

const TYPES: Readonly<Record<string, AcknowledgeType>> = {
  accept: 'ACCEPT',
  release: 'RELEASE',
  reject: 'REJECT',
  renew: 'RENEW',
};

/** Plays the events of a case, and says what came of each: state, delivery count, and error. */
function play({ deliveryCountLimit, recordLockMs, events }: LifeCycle) {
  const limits = { deliveryCountLimit, recordLockUs: recordLockMs * MICROS_PER_MILLI };
  let state = NO_RECORDS;
  return events.map(({ atMs, op, member = '' }) => {
    const nowUs = atMs * MICROS_PER_MILLI;
    let error: string | undefined;
    if (op === 'acquire') {
      const acquisition = acquireRecords(state, {
        memberId: member,
        mode: 'batch_optimized',
        maxRecords: 500,
        batchSize: 500,
        fetchOffset: 0,
        read: [{ baseOffset: 0, count: 1, sizeBytes: 70, maxTimestampMs: 0 }],
        maxRecordLocks: 2000,
        limits,
        nowUs,
      });
      if (acquisition.records.length === 0) error = 'not offered';
      state = acquisition.state;
    } else if (op === 'lock-timeout') {
      // Not a moment earlier.
      expect(expireLocks(state, nowUs - 1, limits).written).toEqual([]);
      const expired = expireLocks(state, nowUs, limits);
      expect(expired.written).toHaveLength(1);
      state = expired.state;
    } else {
      const ranges = [{ firstOffset: 0, lastOffset: 0, type: TYPES[op] ?? 'GAP' }];
      const changes = acknowledgeRecords(state, member, ranges, nowUs, limits);
      if (typeof changes === 'string') error = changes;
      else state = settleChanges(changes.state, changes.written, true, nowUs, limits);
    }
    const record = stateAt(state.batches[0] as InFlightBatch, 0);
    return { state: record.state, deliveryCount: record.deliveryCount, error };
  });
}

describe('vectors-2.json shareRecordStates', () => {
  test('has 9 cases', () => {
    expect(new Set(shareRecordStates.map(({ id }) => id)).size).toBe(9);
  });

  for (const vector of shareRecordStates)
    test(`[share-record-states] ${vector.id}`, () => {
      expect(play(vector)).toEqual(
        vector.events.map(({ state, deliveryCount, error }) => ({ state, deliveryCount, error })),
      );
    });
});

describe('vectors-2.json shareStartOffset', () => {
  test('has 4 cases', () => {
    expect(new Set(shareStartOffset.map(({ id }) => id)).size).toBe(4);
  });

  for (const { id, startOffset, states, expectStartOffset } of shareStartOffset)
    test(`[share-start-offset] ${id}`, () => {
      const endOffset = startOffset + states.length - 1;
      const alone = states.map((state, i) =>
        inFlightBatch(startOffset + i, startOffset + i, settled(state, 1)),
      );
      const together: InFlightBatch = {
        firstOffset: startOffset,
        lastOffset: endOffset,
        state: null,
        offsets: states.map((state) => settled(state, 1)),
      };
      for (const batches of [alone, [together]])
        expect(moveStartOffset({ startOffset, endOffset, batches, gap: null }).startOffset).toBe(
          expectStartOffset,
        );
    });
});
