import type { ReplicaView } from '../../../bridge/frame.ts';
import type { Offset } from '../../../shared/units.ts';

/**
 * Up to which offset two replicas of one partition are drawn the same: their batches, their epochs, and where each knows the
 * high watermark to be. null: one of them is not there.
 */
export function equalUpTo(a: ReplicaView | undefined, b: ReplicaView | undefined): Offset | null {
  if (a === undefined || b === undefined) return null;
  // Frames bring the newest batches only: what one of them no longer brings is no difference.
  const known = Math.max(a.batches[0] ?? 0, b.batches[0] ?? 0);
  const ends = [
    firstUnequal([a.logStartOffset], [b.logStartOffset]),
    firstUnequal([a.logEndOffset], [b.logEndOffset]),
    firstUnequal([a.highWatermark], [b.highWatermark]),
    firstUnequal(basesOf(a, known), basesOf(b, known)),
    firstUnequal(
      a.epochs.map(({ startOffset }) => startOffset),
      b.epochs.map(({ startOffset }) => startOffset),
    ),
  ].filter((offset) => offset !== null);
  return Math.max(0, Math.min(a.logEndOffset, b.logEndOffset, ...ends));
}

/** The lower of the first two numbers that are not the same; null: all are. */
function firstUnequal(a: readonly number[], b: readonly number[]): number | null {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (a[i] !== b[i]) return Math.min(a[i] ?? Infinity, b[i] ?? Infinity);
  }
  return null;
}

function basesOf({ batches }: ReplicaView, from: Offset): readonly Offset[] {
  return batches.filter((offset, index) => index % 2 === 0 && offset >= from);
}
