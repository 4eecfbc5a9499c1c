import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { collectAbortedTransactions, LogTransactions } from '../../src/engine/storage/LogTransactions.ts';
import { ABORTED_TRANSACTION_BYTES, encodeTransactionIndex } from '../../src/engine/storage/format/transactionIndexBytes.ts';
import { ProducerStateManager } from '../../src/engine/storage/ProducerStateManager.ts';
import type { ProducerBatch } from '../../src/engine/storage/ProducerStateManager.ts';
import { UnifiedLog } from '../../src/engine/storage/UnifiedLog.ts';
import { NO_ORIGIN } from '../../src/engine/storage/RecordBatch.ts';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface LsoStep {
  readonly op: 'txn-append' | 'COMMIT marker' | 'ABORT marker' | 'HW';
  readonly pid?: number;
  readonly offset?: number;
  readonly value?: number;
  readonly firstUndecided?: number | null;
  readonly firstUnstable: number | null;
}

function stepBatch(step: LsoStep): ProducerBatch {
  const offset = step.offset ?? -1;
  const type = step.op === 'COMMIT marker' ? 'COMMIT' : 'ABORT';
  return {
    producerId: step.pid ?? -1,
    producerEpoch: 0,
    baseSequence: 0,
    lastSequence: 0,
    baseOffset: offset,
    lastOffset: offset,
    timestampMs: 0,
    isTransactional: true,
    marker: step.op === 'txn-append' ? undefined : { type, coordinatorEpoch: 0 },
  };
}

const interleaved = caseRunner(
  ['T24'],
  /firstUnstable|firstUndecided/,
  ({ steps, lso_rule: rule }: { readonly steps: readonly LsoStep[]; readonly lso_rule: string }) => {
    expect(rule).toBe('LSO = firstUnstable if present and < HW else HW');
    const manager = new ProducerStateManager();
    let highWatermark = 0;
    for (const step of steps) {
      if (step.op === 'HW') {
        highWatermark = step.value ?? 0;
        manager.transactions?.forgetReplicated(highWatermark);
      } else manager.append(stepBatch(step));
      expect(manager.firstUnstableOffset(highWatermark)).toBe(step.firstUnstable);
      if (step.firstUndecided !== undefined)
        expect(manager.transactions?.ongoing[0]?.firstOffset ?? null).toBe(step.firstUndecided);
    }
  },
);

/** The rule as a log has it, with a high watermark below, at and above the first open transaction. */
function lastStableOffsets(firstOffset: number): number[] {
  const log = new UnifiedLog(firstOffset, 0);
  const batch = { count: 1, sizeBytes: 70, leaderEpoch: 0, maxTimestampMs: 0, origin: NO_ORIGIN, firstOrdinal: 0 };
  const sent = { ...batch, producerId: 1, producerEpoch: 0, baseSequence: 0, isTransactional: true as const };
  log.append({ ...sent, baseOffset: firstOffset }, 0);
  log.append({ ...batch, producerId: -1, producerEpoch: -1, baseSequence: -1, baseOffset: firstOffset + 1 }, 0);
  return [firstOffset, firstOffset + 1, firstOffset + 2].map((highWatermark) => {
    log.highWatermark = highWatermark;
    return rulesUnderTest.lastStableOffset(log);
  });
}

interface CompletedVector {
  readonly open: readonly { readonly pid: number; readonly first: number }[];
  readonly complete: readonly { readonly pid: number; readonly last: number; readonly lso: number }[];
}

const completed = caseRunner(['T24', 'T26'], /lso/, ({ open, complete }: CompletedVector) => {
  const transactions = new LogTransactions();
  for (const { pid: producerId, first: firstOffset } of open) transactions.begin({ producerId, firstOffset });
  for (const { pid: producerId, last: lastOffset, lso } of complete) {
    const firstOffset = open.find(({ pid }) => pid === producerId)?.first ?? -1;
    const transaction = { producerId, firstOffset, lastOffset, isAborted: true };
    expect(transactions.stableOffsetAfter(transaction)).toBe(lso);
    transactions.complete(transaction);
  }
  const first = open[0]?.first ?? 0;
  expect(lastStableOffsets(first)).toEqual([first, first, first]);
});

runVectorGroup({
  file: 'vectors-1.json',
  group: 'lso',
  cases: {
    'two interleaved txns': interleaved,
    'completed txn LSO stored in index': completed,
  },
  prose: ['source', 'name'],
  runCount: 2,
  leftCount: 0,
});

interface IndexEntry {
  readonly pid: number;
  readonly first: number;
  readonly last: number;
  readonly lso: number;
}
interface Query {
  readonly from: number;
  readonly upper: number;
  readonly pids: readonly number[];
  readonly complete: boolean;
}

/** What the queries look through. */
const ENTRIES = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-1.json'), 'utf8')) as {
    readonly aborted_txn_index: { readonly entries: readonly IndexEntry[] };
  }
).aborted_txn_index.entries.map(({ pid, first, last, lso }) => ({
  producerId: pid,
  firstOffset: first,
  lastOffset: last,
  lastStableOffset: lso,
}));

runVectorGroup({
  file: 'vectors-1.json',
  group: 'aborted_txn_index',
  cases: {},
  entries: {
    entry_bytes: caseRunner(['T26'], /^$/, (bytes: number) => {
      expect(ABORTED_TRANSACTION_BYTES).toBe(bytes);
    }),
    layout: caseRunner(['T26'], /\d/, (fields: readonly string[]) => {
      const [version, ...rest] = fields.map((field) => field.split(' '));
      expect(version).toEqual(['int16', 'version', '0']);
      const values: Record<string, number> = { producerId: 5, firstOffset: 6, lastOffset: 7, lastStableOffset: 8 };
      const bytes = encodeTransactionIndex([{ producerId: 5, firstOffset: 6, lastOffset: 7, lastStableOffset: 8 }]);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      expect(view.getInt16(0)).toBe(0);
      rest.forEach(([type, name], i) => {
        expect(type).toBe('int64');
        expect(Number(view.getBigInt64(2 + 8 * i))).toBe(values[name ?? '']);
      });
    }),
    select_rule: caseRunner(['T26'], /^$/, (rule: string) => {
      expect(rule).toBe(
        'lastOffset >= fetchOffset and firstOffset < upperBound; stop once an entry has lastStableOffset >= upperBound',
      );
    }),
    queries: caseRunner(['T26'], /pids|complete/, (queries: readonly Query[]) => {
      expect(queries).toHaveLength(8);
      for (const { from, upper, pids, complete } of queries) {
        const found = collectAbortedTransactions(ENTRIES, from, upper);
        expect(found.aborted.map(({ producerId }) => producerId)).toEqual(pids);
        expect(found.isComplete).toBe(complete);
      }
    }),
  },
  prose: ['source', 'entries'],
  runCount: 4,
  leftCount: 0,
});
