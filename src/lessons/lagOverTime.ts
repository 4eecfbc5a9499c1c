import type { TraceRow } from '../shared/traceEvents.ts';
import { lagHistory, lagPoints, totalLag, type LagPoint } from '../views/group/lagHistory.ts';

/** The largest lag in these rows, of all partitions together; counted from the first commit in them on. */
export function mostLag(rows: readonly TraceRow[], group: string): number {
  return pointsOf(rows, group).reduce((most, { lag }) => Math.max(most, lag), 0);
}

/** From an instant to the first moment after it at which there was no lag, in ms; null: there was some all the time. */
export function lagGoneMs(rows: readonly TraceRow[], group: string, fromUs: number): number | null {
  const gone = pointsOf(rows, group).find(({ atUs, lag }) => atUs > fromUs && lag <= 0);
  return gone === undefined ? null : (gone.atUs - fromUs) / 1000;
}

function pointsOf(rows: readonly TraceRow[], group: string): readonly LagPoint[] {
  const endUs = rows.at(-1)?.timeUs ?? 0;
  return totalLag(lagHistory(rows, group, []).map((partition) => lagPoints(partition, 0, endUs)));
}
