import type { Micros, TopicPartition } from '../../shared/units.ts';
import type { GroupHistory } from './groupHistory.ts';
import type { TimeWindow } from './layoutGroupTimeline.ts';

/** A bar of the picture in figures: cut to the time that is shown. */
export interface OwnedStretch {
  readonly partition: TopicPartition;
  /** client.id and letter of who reads; null: nobody. */
  readonly owner: { readonly clientId: string; readonly letter: string } | null;
  readonly fromUs: Micros;
  readonly toUs: Micros;
}

/** What the bars show, the newest first; of one instant in the order of the rows. */
export function ownedStretches(
  { partitions, members }: GroupHistory,
  { fromUs, toUs }: TimeWindow,
): readonly OwnedStretch[] {
  const letters = new Map(members.map(({ clientId, letter }) => [clientId, letter]));
  return partitions
    .flatMap(({ partition, bars }) =>
      bars
        .filter((bar) => bar.fromUs < toUs && (bar.toUs ?? Infinity) > fromUs)
        .map((bar) => ({
          partition,
          owner: bar.owner === null ? null : { clientId: bar.owner, letter: letters.get(bar.owner) ?? '' },
          fromUs: Math.max(fromUs, bar.fromUs),
          toUs: Math.min(toUs, bar.toUs ?? toUs),
        })),
    )
    .sort((a, b) => b.fromUs - a.fromUs);
}
