/** Of a number beside a row, in CSS pixels. */
const TEXT_HEIGHT = 10;

/** Rows that say their number: of low ones every second or fifth, and the one that is pointed at, over which no other lies. */
export function labelledRows(
  rows: readonly { readonly y: number }[],
  rowHeight: number,
  pointedAt: number | null,
): readonly number[] {
  const every = rowHeight >= 11 ? 1 : rowHeight >= 8 ? 2 : 5;
  const pointedY = pointedAt === null ? undefined : rows[pointedAt]?.y;
  return rows.flatMap(({ y }, index) => {
    if (index === pointedAt) return [index];
    const isFree = pointedY === undefined || Math.abs(y - pointedY) >= TEXT_HEIGHT;
    return isFree && index % every === 0 ? [index] : [];
  });
}
