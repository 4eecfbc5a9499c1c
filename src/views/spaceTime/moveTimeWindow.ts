import type { Micros } from '../../shared/units.ts';
import type { TimeWindow } from './layoutSpaceTime.ts';

/** Which stretch of time is looked at. */
export interface TimeView {
  readonly spanUs: Micros;
  /** Its end; null: it follows the playhead. */
  readonly endUs: Micros | null;
}

export const SHORTEST_SPAN_US = 200;
export const LONGEST_SPAN_US = 600_000_000;
/** The playhead stands at so much of a window that follows it: what comes next has room. */
const PLAYHEAD_AT = 0.86;

/** As many hops as can be told apart. */
export function firstSpan(latencyUs: Micros): Micros {
  return Math.max(2000, latencyUs * 40);
}

export function windowOf({ spanUs, endUs }: TimeView, playheadUs: Micros): TimeWindow {
  const toUs = endUs ?? Math.max(spanUs, playheadUs + spanUs * (1 - PLAYHEAD_AT));
  return { fromUs: toUs - spanUs, toUs };
}

/** Along the time by a share of the window. Before the start there is nothing; up to the playhead it follows that again. */
export function panned(view: TimeView, playheadUs: Micros, share: number): TimeView {
  const { toUs } = windowOf(view, playheadUs);
  const following = windowOf({ ...view, endUs: null }, playheadUs).toUs;
  const endUs = Math.max(view.spanUs, toUs + share * view.spanUs);
  return { ...view, endUs: endUs >= following ? null : endUs };
}

/** Nearer by so many doublings, around an instant that keeps its place. */
export function zoomedAround(
  view: TimeView,
  playheadUs: Micros,
  aroundUs: Micros,
  doublings: number,
): TimeView {
  const spanUs = Math.min(LONGEST_SPAN_US, Math.max(SHORTEST_SPAN_US, view.spanUs / 2 ** doublings));
  if (view.endUs === null) return { spanUs, endUs: null };
  const { fromUs } = windowOf(view, playheadUs);
  const share = (aroundUs - fromUs) / view.spanUs;
  const endUs = Math.max(spanUs, aroundUs + (1 - share) * spanUs);
  return { spanUs, endUs: endUs >= windowOf({ spanUs, endUs: null }, playheadUs).toUs ? null : endUs };
}
