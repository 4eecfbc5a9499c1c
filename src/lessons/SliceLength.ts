/** Of the run, in µs, that is asked for at a time to begin with. */
const SHORTEST_US = 500_000;
const LONGEST_US = 120_000_000;
/** A slice that brought fewer rows than this may be followed by one twice as long. */
const FEW_ROWS = 500;
/** One that brought more is followed by a short one. */
const MANY_ROWS = 2000;

/**
 * How much of a run is asked for at a time. A frame brings a few thousand rows and no more, so that no row is missed only
 * while a slice has fewer. Where little happens for hours the slices grow.
 */
export class SliceLength {
  us = SHORTEST_US;

  /** So many rows came in the last one. */
  brought(rows: number): void {
    if (rows < FEW_ROWS) this.us = Math.min(LONGEST_US, this.us * 2);
    else if (rows > MANY_ROWS) this.us = SHORTEST_US;
  }
}
