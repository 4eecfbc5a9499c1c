import type { AcknowledgementBatch, AcknowledgeTypeName } from '../../../protocol/shareRequests.ts';
import type { Offset } from '../../../../shared/units.ts';

/** What is said of a record. */
export interface Acknowledgement {
  readonly offset: Offset;
  readonly type: AcknowledgeTypeName;
}

/** Acknowledgements as requests carry them: offsets that follow one another and are acknowledged alike are one. Kafka: `Acknowledgements`. */
export function acknowledgementBatches(
  acknowledgements: readonly Acknowledgement[],
): readonly AcknowledgementBatch[] {
  const sorted = [...acknowledgements].sort((a, b) => a.offset - b.offset);
  const batches: { firstOffset: Offset; lastOffset: Offset; type: AcknowledgeTypeName }[] = [];
  for (const { offset, type } of sorted) {
    const last = batches.at(-1);
    if (last?.lastOffset === offset - 1 && last.type === type) last.lastOffset = offset;
    else batches.push({ firstOffset: offset, lastOffset: offset, type });
  }
  return batches;
}
