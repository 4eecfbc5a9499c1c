import type { Bytes } from '../../shared/units.ts';

/** Bytes at the end of an index that are kept in memory because every look-up at the end of the log touches them. */
export const WARM_BYTES: Bytes = 8192;

/** One comparison of a look-up: an entry of the index against what is looked for. */
export interface IndexProbe {
  readonly slot: number;
  readonly key: number;
  /** What it was read for: `warm` decides which half is searched, `first` whether the target lies before all entries. */
  readonly step: 'warm' | 'first' | 'bisect';
  /** Still possible after this probe, both ends included. */
  readonly low: number;
  readonly high: number;
}

export interface IndexLookup {
  /** Slot of the largest entry that is not above the target; −1 when there is none. */
  readonly slot: number;
  readonly probes: readonly IndexProbe[];
}

/**
 * Looks for the largest entry of a sparse index that is not above the target, with the very comparisons that Kafka makes
 * (SG2): first with the beginning of the warm section, the last 8,192 bytes of entries; then it bisects only the part that can
 * hold the target, the middle rounded up, and stops at an equal key. Kafka: `AbstractIndex.indexSlotRangeFor` (4.2).
 */
export function lookUpIndex(keys: readonly number[], target: number, entryBytes: Bytes): IndexLookup {
  const last = keys.length - 1;
  if (last < 0) return { slot: -1, probes: [] };
  const probes: IndexProbe[] = [];
  const firstWarm = Math.max(0, last - Math.floor(WARM_BYTES / entryBytes));
  const keyAt = (slot: number): number => keys[slot] as number;
  const isInWarm = keyAt(firstWarm) < target;
  let low = isInWarm ? firstWarm : 0;
  let high = isInWarm ? last : firstWarm;
  probes.push({ slot: firstWarm, key: keyAt(firstWarm), step: 'warm', low, high });
  if (!isInWarm) {
    const isBelow = keyAt(0) > target;
    probes.push({ slot: 0, key: keyAt(0), step: 'first', low, high: isBelow ? -1 : high });
    if (isBelow) return { slot: -1, probes };
  }
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const key = keyAt(middle);
    if (key > target) high = middle - 1;
    else low = middle;
    if (key === target) high = middle;
    probes.push({ slot: middle, key, step: 'bisect', low, high });
  }
  return { slot: low, probes };
}
