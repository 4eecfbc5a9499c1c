import type { Offset } from '../../../shared/units.ts';
import { inFlightBatch } from './InFlightBatch.ts';
import { settled } from './InFlightState.ts';
import { moveStartOffset } from './moveStartOffset.ts';
import type { ShareState, StateBatch } from './ShareState.ts';

/**
 * What a leader begins with: what the share coordinator has of the share partition. Records that somebody had acquired are between the
 * batches it tells of, or behind them: nobody wrote that down, so they are delivered once more, as if for the first time (SH9). Kafka:
 * `SharePartition.maybeInitialize` (4.2).
 */
export function initialShareState(startOffset: Offset, stateBatches: readonly StateBatch[]): ShareState {
  let gapStartOffset = -1;
  let previous = startOffset - 1;
  for (const { firstOffset, lastOffset } of stateBatches) {
    if (gapStartOffset === -1 && firstOffset > previous + 1) gapStartOffset = previous + 1;
    previous = lastOffset;
  }
  const batches = stateBatches.map(({ firstOffset, lastOffset, deliveryState, deliveryCount }) =>
    inFlightBatch(firstOffset, lastOffset, settled(deliveryState, deliveryCount)),
  );
  const endOffset = stateBatches.at(-1)?.lastOffset ?? startOffset;
  const gap = gapStartOffset === -1 ? null : Object.freeze({ endOffset, gapStartOffset });
  return moveStartOffset(Object.freeze({ startOffset, endOffset, batches: Object.freeze(batches), gap }));
}
