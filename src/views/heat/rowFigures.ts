import type { ReplicaColumns } from '../../bridge/frame.ts';
import type { BrokerId } from '../../shared/units.ts';
import type { HeatMapLayout } from './layoutHeatMap.ts';
import { REPLICA_IN_ISR, REPLICA_LEADS, REPLICA_PREFERRED, REPLICA_UNDER_MIN_ISR } from './replicaFlags.ts';

/** Sums of one row, for its figure and for the table behind the picture. */
export interface RowFigures {
  readonly broker: BrokerId;
  readonly rack: string | null;
  readonly leaders: number;
  readonly followers: number;
  readonly outOfIsr: number;
  readonly underMinIsr: number;
  /** Records behind, of all its followers. */
  readonly lag: number;
  /** Into the partitions that it leads. */
  readonly bytesInPerSecond: number;
  /** Partitions that it should lead, by their replica lists. */
  readonly preferred: number;
  /** Records that the chosen group has still to commit, of the partitions that it leads. */
  readonly groupLag: number;
}

/** What stands beside each row. */
export function rowFigures(
  columns: ReplicaColumns,
  layout: HeatMapLayout,
  groupLag: Float64Array,
): readonly RowFigures[] {
  return layout.rows.map(({ broker, rack, first, leaders, followers }) => {
    let [outOfIsr, underMinIsr, lag, bytesInPerSecond, preferred, ofGroup] = [0, 0, 0, 0, 0, 0];
    for (let at = first; at < first + leaders + followers; at += 1) {
      const i = layout.cells[at]!;
      const flags = columns.flags[i]!;
      if ((flags & REPLICA_IN_ISR) === 0) outOfIsr += 1;
      if ((flags & REPLICA_UNDER_MIN_ISR) !== 0) underMinIsr += 1;
      if ((flags & REPLICA_PREFERRED) !== 0) preferred += 1;
      lag += columns.lag[i]!;
      if ((flags & REPLICA_LEADS) !== 0) {
        bytesInPerSecond += columns.bytesInPerSecond[i]!;
        ofGroup += Math.max(0, groupLag[columns.partition[i]!]!);
      }
    }
    return {
      broker,
      rack,
      leaders,
      followers,
      outOfIsr,
      underMinIsr,
      lag,
      bytesInPerSecond,
      preferred,
      groupLag: ofGroup,
    };
  });
}

/** How unevenly it is spread: what the busiest has over what each would have; 1: all the same, null: nothing to spread. */
export function skewOf(values: readonly number[]): number | null {
  const sum = values.reduce((all, value) => all + value, 0);
  return sum === 0 ? null : (Math.max(...values) * values.length) / sum;
}
