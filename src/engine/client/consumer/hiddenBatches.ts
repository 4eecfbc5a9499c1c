import type { FetchedAbortedTransaction } from '../../protocol/requests.ts';
import { recordCountOf } from '../../storage/BatchContents.ts';
import type { RecordBatch } from '../../storage/RecordBatch.ts';

/**
 * Which batches of an answer the application does not get to see (T27): control batches never; with `isolation.level`
 * read_committed also those of transactions that were aborted. The position moves over them. `aborted` is what the answer says of such
 * transactions; undefined: the reader is read_uncommitted. null: it sees them all. Kafka: `CompletedFetch.nextFetchedRecord` (4.2).
 */
export function hiddenBatches(
  batches: readonly RecordBatch[],
  aborted: readonly FetchedAbortedTransaction[] | undefined,
): readonly boolean[] | null {
  if (!batches.some((batch) => batch.isTransactional === true)) return null;
  const ahead = [...(aborted ?? [])].sort((a, b) => a.firstOffset - b.firstOffset);
  let begun = 0;
  const abortedProducers = new Set<number>();
  const hidden = batches.map((batch) => {
    const lastOffset = batch.baseOffset + batch.count - 1;
    for (let next = ahead[begun]; next && next.firstOffset <= lastOffset; next = ahead[begun]) {
      abortedProducers.add(next.producerId);
      begun += 1;
    }
    if (!batch.marker) return batch.isTransactional === true && abortedProducers.has(batch.producerId);
    // A marker whose record the cleaner took ends nothing: nothing of its transaction is left.
    if (batch.marker.type === 'ABORT' && recordCountOf(batch) > 0) abortedProducers.delete(batch.producerId);
    return true;
  });
  return hidden.includes(true) ? hidden : null;
}
