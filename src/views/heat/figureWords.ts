import { formatNumber } from '../../i18n/format.ts';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import type { HeatMode } from './heatSteps.ts';
import type { RowFigures } from './rowFigures.ts';

/** What the mode counts of a row. */
export function figureOf(mode: HeatMode, row: RowFigures): number {
  switch (mode) {
    case 'lag':
      return row.lag;
    case 'leadership':
      return row.leaders;
    case 'isr':
      return row.outOfIsr;
    case 'bytesIn':
      return row.bytesInPerSecond;
    case 'groupLag':
      return row.groupLag;
  }
}

/** The figures beside the rows, each with its share of the largest. */
export function figuresOf(
  mode: HeatMode,
  rows: readonly RowFigures[],
): readonly { readonly text: string; readonly share: number }[] {
  const values = rows.map((row) => figureOf(mode, row));
  const most = Math.max(0, ...values);
  return values.map((value) => ({
    text: mode === 'bytesIn' ? m.rate(value) : formatNumber(value),
    share: most === 0 ? 0 : value / most,
  }));
}
