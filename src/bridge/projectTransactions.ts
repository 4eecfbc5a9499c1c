import type { RecordBatch } from '../engine/storage/RecordBatch.ts';
import type { UnifiedLog } from '../engine/storage/UnifiedLog.ts';
import type { TransactionBatchView } from '../shared/RunQuestions.ts';
import type { ReplicaTransactionsView, TransactionSpanView } from './frame.ts';

/** More of them are not told: the picture shows the end of a log. */
const SHOWN_BATCHES = 256;

/** What a log has of transactions; undefined: it never had any. Whoever asks again gets the same if nothing moved. */
export function projectTransactions(
  log: UnifiedLog,
  known: ReplicaTransactionsView | undefined,
): ReplicaTransactionsView | undefined {
  if (!log.producers.transactions) return undefined;
  const { lastStableOffset, logEndOffset } = log;
  if (known?.lastStableOffset === lastStableOffset && known.logEndOffset === logEndOffset) return known;
  return { lastStableOffset, logEndOffset, spans: spansOf(log) };
}

/** Transactions by their first record that is shown; a marker without records is none. */
function spansOf(log: UnifiedLog): TransactionSpanView[] {
  const spans: TransactionSpanView[] = [];
  const begun = new Map<number, { firstOffset: number; endOffset: number }>();
  for (let i = Math.max(0, log.batchCount - SHOWN_BATCHES); i < log.batchCount; i++) {
    const { producerId, isTransactional, marker, baseOffset, count } = log.batchAt(i);
    if (isTransactional !== true) continue;
    const endOffset = baseOffset + count;
    const open = begun.get(producerId);
    if (!marker) begun.set(producerId, { firstOffset: open?.firstOffset ?? baseOffset, endOffset });
    else {
      begun.delete(producerId);
      const state = marker.type === 'COMMIT' ? 'committed' : 'aborted';
      spans.push({ firstOffset: open?.firstOffset ?? baseOffset, endOffset, state });
    }
  }
  for (const open of begun.values()) spans.push({ ...open, state: 'open' });
  return spans;
}

/** What a batch is to readers, given how the next marker of its producer ends its transaction, if there is one. */
export function transactionBatchKind(
  { marker, isTransactional }: RecordBatch,
  ending: 'committed' | 'aborted' | undefined,
): TransactionBatchView['what'] {
  if (marker) return marker.type === 'COMMIT' ? 'commitMarker' : 'abortMarker';
  if (isTransactional !== true) return 'plain';
  return ending ?? 'open';
}
