import type { Offset } from '../../../shared/units.ts';
import { archiveAvailable } from './acquireRecords.ts';
import type { ShareState } from './ShareState.ts';

/** Records before the start of the log are gone: what nobody has of them is archived, and SPSO is not before it. Kafka: `updateCacheAndOffsets`. */
export function moveLogStart(state: ShareState, logStartOffset: Offset): ShareState {
  if (logStartOffset <= state.startOffset) return state;
  if (state.batches.length === 0)
    return Object.freeze({ ...state, startOffset: logStartOffset, endOffset: logStartOffset });
  const next = archiveAvailable(state, state.startOffset, logStartOffset);
  return Object.freeze({
    ...next,
    startOffset: logStartOffset,
    endOffset: Math.max(next.endOffset, logStartOffset),
  });
}
