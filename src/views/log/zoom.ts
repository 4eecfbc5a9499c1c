/** 1: as the picture chooses. 4: a fourth of the records, four times as wide. */
export const NEAREST = 8;
export const FARTHEST = 1 / 64;

/** Nearer by so many doublings (negative: farther), within what can be drawn. Near 1 it is 1, so that one finds the way back. */
export function zoomed(zoom: number, doublings: number): number {
  const next = Math.min(NEAREST, Math.max(FARTHEST, zoom * Math.pow(2, doublings)));
  return Math.abs(next - 1) < 0.04 ? 1 : next;
}
