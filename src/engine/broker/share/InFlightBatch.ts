import type { Offset } from '../../../shared/units.ts';
import type { InFlightState } from './InFlightState.ts';

/**
 * Records that were acquired together for the first time. As long as all are alike one state says it for all of them; from the first
 * difference on each offset has its own, and is delivered and locked by itself. Frozen. Kafka: `InFlightBatch` (4.2).
 */
export interface InFlightBatch {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  /** null: `offsets` says it. */
  readonly state: InFlightState | null;
  readonly offsets: readonly InFlightState[] | null;
}

export function inFlightBatch(firstOffset: Offset, lastOffset: Offset, state: InFlightState): InFlightBatch {
  return Object.freeze({ firstOffset, lastOffset, state, offsets: null });
}

/** The same with a state for each offset. Kafka: `maybeInitializeOffsetStateUpdate`. */
export function perOffset(batch: InFlightBatch): InFlightBatch {
  const { firstOffset, lastOffset, state } = batch;
  if (state === null) return batch;
  const offsets = new Array<InFlightState>(lastOffset - firstOffset + 1).fill(state);
  return Object.freeze({ firstOffset, lastOffset, state: null, offsets: Object.freeze(offsets) });
}

/** The state of the record at an offset that the batch spans. */
export function stateAt({ firstOffset, state, offsets }: InFlightBatch, offset: Offset): InFlightState {
  return state ?? (offsets?.[offset - firstOffset] as InFlightState);
}

/** Offsets that follow one another and are alike. */
export interface StateRun {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly state: InFlightState;
}

/** The states of a batch from one offset to another, both included, one run for each that differs from its neighbour as an object. */
export function runsOf(batch: InFlightBatch, from: Offset, to: Offset): StateRun[] {
  const first = Math.max(from, batch.firstOffset);
  const last = Math.min(to, batch.lastOffset);
  if (first > last) return [];
  if (batch.state) return [{ firstOffset: first, lastOffset: last, state: batch.state }];
  const runs: StateRun[] = [];
  for (let offset = first; offset <= last;) {
    const state = stateAt(batch, offset);
    let end = offset;
    while (end < last && stateAt(batch, end + 1) === state) end += 1;
    runs.push({ firstOffset: offset, lastOffset: end, state });
    offset = end + 1;
  }
  return runs;
}

/**
 * A batch in which the records between two offsets, both included, are changed. Only part of the batch: each offset has its own state
 * from then on.
 */
export function withStates(
  batch: InFlightBatch,
  from: Offset,
  to: Offset,
  change: (state: InFlightState, offset: Offset) => InFlightState,
): InFlightBatch {
  const { firstOffset, lastOffset, state } = batch;
  if (from > lastOffset || to < firstOffset) return batch;
  if (state && from <= firstOffset && to >= lastOffset) {
    const next = change(state, firstOffset);
    return next === state ? batch : inFlightBatch(firstOffset, lastOffset, next);
  }
  const before = perOffset(batch).offsets ?? [];
  const offsets = before.map((known, i) => {
    const offset = firstOffset + i;
    return offset < from || offset > to ? known : change(known, offset);
  });
  if (offsets.every((next, i) => next === before[i])) return batch;
  return Object.freeze({ firstOffset, lastOffset, state: null, offsets: Object.freeze(offsets) });
}
