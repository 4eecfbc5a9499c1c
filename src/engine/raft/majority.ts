import type { Epoch } from '../../shared/units.ts';

/** How many voters are a majority of `voterCount` (Q3): 2 of 3, 3 of 4, 3 of 5. */
export function majorityOf(voterCount: number): number {
  return Math.floor(voterCount / 2) + 1;
}

/**
 * Whether a leader of this epoch can still commit something: not once a majority of the voters, by their `quorum-state` files,
 * is in a later epoch, for these will never fetch from it again. It may not have heard of that yet.
 */
export function canStillCommit(epoch: Epoch, voterEpochs: readonly Epoch[]): boolean {
  const gone = voterEpochs.filter((voterEpoch) => voterEpoch > epoch).length;
  return gone < majorityOf(voterEpochs.length);
}
