import type { Offset } from '../../../shared/units.ts';
import { RECORD_STATE_IDS } from './InFlightState.ts';
import type { StateBatch } from './ShareState.ts';

/**
 * What the share coordinator makes of what it has and what is new: where both speak of an offset the higher delivery count holds, and
 * of equal ones the state that comes later; what lies before SPSO goes; neighbours that are alike are one. Kafka:
 * `PersisterStateBatchCombiner` (4.2).
 */
export function combineStateBatches(
  soFar: readonly StateBatch[],
  news: readonly StateBatch[],
  startOffset: Offset,
): readonly StateBatch[] {
  const all = [...soFar, ...news].flatMap((batch) =>
    batch.lastOffset < startOffset
      ? []
      : [{ ...batch, firstOffset: Math.max(batch.firstOffset, startOffset) }],
  );
  if (all.length <= 1) return all;
  const bounds = [
    ...new Set(all.flatMap(({ firstOffset, lastOffset }) => [firstOffset, lastOffset + 1])),
  ].sort((a, b) => a - b);
  all.sort((a, b) => a.firstOffset - b.firstOffset);
  const combined: StateBatch[] = [];
  let active: StateBatch[] = [];
  let next = 0;
  for (let i = 0; i + 1 < bounds.length; i++) {
    const from = bounds[i] as Offset;
    const to = (bounds[i + 1] as Offset) - 1;
    while (next < all.length && (all[next] as StateBatch).firstOffset <= from)
      active.push(all[next++] as StateBatch);
    active = active.filter(({ lastOffset }) => lastOffset >= from);
    const [head, ...rest] = active;
    if (!head) continue;
    const winner = rest.reduce((best, one) => (isStronger(one, best) ? one : best), head);
    const { deliveryState, deliveryCount } = winner;
    const last = combined.at(-1);
    if (
      last?.lastOffset === from - 1 &&
      last.deliveryState === deliveryState &&
      last.deliveryCount === deliveryCount
    )
      combined[combined.length - 1] = { ...last, lastOffset: to };
    else combined.push({ firstOffset: from, lastOffset: to, deliveryState, deliveryCount });
  }
  return combined;
}

function isStronger(a: StateBatch, b: StateBatch): boolean {
  if (a.deliveryCount !== b.deliveryCount) return a.deliveryCount > b.deliveryCount;
  return RECORD_STATE_IDS[a.deliveryState] > RECORD_STATE_IDS[b.deliveryState];
}
