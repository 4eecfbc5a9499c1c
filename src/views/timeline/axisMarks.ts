import type { Alert } from '../../shared/alerts.ts';
import type { Bookmark } from '../../shared/bookmarks.ts';
import { eachTime } from '../../shared/eachTime.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import type { Instant } from '../SimulationContext.tsx';
import { instantAfter } from '../trace/instantAfter.ts';

type TimelineMark = SimulationState['marks'][number];
type Command = SimulationState['scenario']['commands'][number];

/** Something that stands on the axis of time, with what it was made from. */
export type AxisMark = { readonly timeUs: number } & (
  | { readonly kind: TimelineMark['kind']; readonly mark: TimelineMark }
  | { readonly kind: 'alert'; readonly alert: Alert }
  | { readonly kind: 'scheduled'; readonly command: Command }
);

/**
 * What the run has left, what fired, and what the scenario has planned beyond what is explored, in order of time. What has
 * happened already left marks of its own.
 */
export function axisMarks(
  marks: readonly TimelineMark[],
  alerts: readonly Alert[],
  planned: { readonly commands: readonly Command[]; readonly exploredUs: number },
): readonly AxisMark[] {
  const ofRun = marks.map((mark): AxisMark => ({ kind: mark.kind, timeUs: mark.timeUs, mark }));
  const fired = alerts.map((alert): AxisMark => ({ kind: 'alert', timeUs: alert.firedUs, alert }));
  const ahead = eachTime(planned.commands)
    .filter(({ atUs }) => atUs > planned.exploredUs)
    .map((command): AxisMark => ({ kind: 'scheduled', timeUs: command.atUs, command }));
  if (fired.length === 0 && ahead.length === 0) return ofRun;
  return [...ofRun, ...fired, ...ahead].sort((a, b) => a.timeUs - b.timeUs);
}

/** Where one may stop on the way along the axis. */
export type Stop =
  AxisMark | { readonly kind: 'bookmark'; readonly timeUs: number; readonly bookmark: Bookmark };

/** The next stop after the playhead, or the one before; what is only planned is none, for nothing is there to see yet. */
export function nextStop(
  marks: readonly AxisMark[],
  bookmarks: readonly Bookmark[],
  playheadUs: number,
  direction: 1 | -1,
): Stop | undefined {
  const stops: readonly Stop[] = [
    ...marks.filter(({ kind }) => kind !== 'scheduled'),
    ...bookmarks.map((bookmark) => ({ kind: 'bookmark', timeUs: bookmark.at.timeUs, bookmark }) as const),
  ].sort((a, b) => a.timeUs - b.timeUs);
  return direction === 1
    ? stops.find(({ timeUs }) => timeUs > playheadUs)
    : // Who has gone to a mark stands right after it, and means the one before.
      stops.findLast(({ timeUs }) => timeUs < playheadUs - 1);
}

/** A fact is gone to in order to see it done; a bookmark is the instant that it names. */
export function instantOf(stop: Stop): Instant {
  return stop.kind === 'bookmark' ? stop.bookmark.at : instantAfter(stop.timeUs);
}
