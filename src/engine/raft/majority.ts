/** How many voters are a majority of `voterCount` (Q3): 2 of 3, 3 of 4, 3 of 5. */
export function majorityOf(voterCount: number): number {
  return Math.floor(voterCount / 2) + 1;
}
