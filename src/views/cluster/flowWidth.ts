/** Of the widest ribbon; what flows beyond that is told as a number. */
export const WIDEST_RIBBON = 14;
export const WIDEST_RIBBON_BYTES_PER_SECOND = 10_000_000;
const NARROWEST_RIBBON = 2;
/** A tenth of a rate is so much narrower. */
const PER_DECADE = 3;
/** While single RPCs are drawn, what flows on the whole is a line behind them. */
const AT_REST = 0.36;
const LEAST_AT_REST = 1.2;

/**
 * Width of a ribbon in CSS pixels. By the order of magnitude: what is tried out carries kilobytes a second, what is in use a thousand
 * times as much, and both are to be told apart from twice or a tenth of it. 1 kB/s and less is 2 px, 10 MB/s and more 14 px.
 */
export function flowWidth(bytesPerSecond: number): number {
  const decades = Math.log10(Math.max(1, bytesPerSecond) / WIDEST_RIBBON_BYTES_PER_SECOND);
  return Math.min(WIDEST_RIBBON, Math.max(NARROWEST_RIBBON, WIDEST_RIBBON + PER_DECADE * decades));
}

/** Between the line at rest (`strength` 0) and the ribbon (1). */
export function shownWidth(bytesPerSecond: number, strength: number): number {
  const ribbon = flowWidth(bytesPerSecond);
  const atRest = Math.max(LEAST_AT_REST, ribbon * AT_REST);
  return atRest + (ribbon - atRest) * strength;
}
