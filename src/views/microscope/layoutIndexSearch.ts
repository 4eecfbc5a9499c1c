import type { IndexLookUpView } from '../../shared/LogDirectory.ts';

export interface ProbeRow {
  readonly y: number;
  /** Entries that were still possible before it. */
  readonly x: number;
  readonly width: number;
  /** The entry that is compared. */
  readonly markX: number;
  readonly labelX: number;
  readonly labelAnchor: 'start' | 'end';
}

export interface IndexSearchLayout {
  readonly width: number;
  readonly height: number;
  /** Marks on the ruler; fewer than entries where there is no room for all. */
  readonly ticks: readonly number[];
  readonly rows: readonly ProbeRow[];
  /** The line down to the entry that is found; null: none is. */
  readonly foundX: number | null;
  readonly bottomY: number;
}

export const RULER_HEIGHT = 26;
const ROW_HEIGHT = 23;
export const BAR_HEIGHT = 9;
const FIRST_ROW_Y = 40;
const LEAST_TICK_GAP = 2.6;
const LEAST_BAR_WIDTH = 3;
const LABEL_GAP = 8;
/** A label is about so wide a character. */
const LABEL_CHARACTER = 6.1;

/** Where the comparisons of a look-up stand on a ruler of the index's entries, the first `shown` of them. */
export function layoutIndexSearch(
  index: IndexLookUpView,
  shown: number,
  width: number,
  labelLengths: readonly number[],
): IndexSearchLayout {
  const { entryCount, probes, slot } = index;
  const xOf = (at: number): number =>
    entryCount < 2 ? width / 2 : (at / (entryCount - 1)) * (width - 2) + 1;
  const tickCount = Math.min(entryCount, Math.floor(width / LEAST_TICK_GAP));
  const ticks = Array.from({ length: tickCount }, (_, i) =>
    tickCount < 2 ? xOf(0) : (i / (tickCount - 1)) * (width - 2) + 1,
  );
  let [low, high] = [0, Math.max(0, entryCount - 1)];
  const rows = probes.slice(0, shown).map((probe, i): ProbeRow => {
    const x = xOf(low);
    const end = xOf(high);
    [low, high] = [Math.max(0, probe.low), Math.max(0, probe.high)];
    const markX = xOf(probe.slot);
    const labelWidth = (labelLengths[i] ?? 0) * LABEL_CHARACTER;
    const right = Math.max(end, markX) + LABEL_GAP;
    const left = Math.min(x, markX) - LABEL_GAP;
    const fitsRight = right + labelWidth <= width;
    const fitsLeft = left - labelWidth >= 0;
    const row = { y: FIRST_ROW_Y + i * ROW_HEIGHT, x, width: Math.max(LEAST_BAR_WIDTH, end - x), markX };
    if (fitsRight) return { ...row, labelX: right, labelAnchor: 'start' };
    if (fitsLeft) return { ...row, labelX: left, labelAnchor: 'end' };
    // On the bar itself, beside the mark.
    return markX + LABEL_GAP + labelWidth <= width
      ? { ...row, labelX: markX + LABEL_GAP, labelAnchor: 'start' }
      : { ...row, labelX: markX - LABEL_GAP, labelAnchor: 'end' };
  });
  const bottomY = FIRST_ROW_Y + rows.length * ROW_HEIGHT;
  return { width, height: bottomY + 4, ticks, rows, foundX: slot < 0 ? null : xOf(slot), bottomY };
}
