import type { Offset } from '../../shared/units.ts';
import type { OffsetWindow } from './layoutReplicaLogs.ts';
import { FARTHEST, NEAREST } from './zoom.ts';

/** How a reader looks at the logs: how near, and where. */
export interface LogView {
  /** 1 as the picture chooses, 2 twice as near. */
  readonly zoom: number;
  /** Right end of what is drawn; null: it follows the ends of the logs. */
  readonly end: Offset | null;
}

/** What is drawn now, and what it is measured by. Lengths are in records, places in CSS pixels. */
export interface LogFrame {
  readonly x0: number;
  readonly x1: number;
  readonly window: OffsetWindow;
  /** Records that are drawn at zoom 1. */
  readonly baseLength: number;
  /** End of the longest log. */
  readonly logEndOffset: Offset;
  /** Right end of the window that follows the logs. */
  readonly followedEnd: Offset;
}

export interface MovedLogs {
  readonly view: LogView;
  /** With the window that comes of it, for the next move before it is drawn. */
  readonly frame: LogFrame;
}

/** Nearer by so many doublings (negative: farther); the record under `x` stays there, as far as there are records. */
export function zoomLogsAt(frame: LogFrame, x: number, doublings: number): MovedLogs {
  const { from, to } = frame.window;
  const length = clamp(
    (to - from) / Math.pow(2, doublings),
    frame.baseLength / NEAREST,
    frame.baseLength / FARTHEST,
  );
  const share = clamp((x - frame.x0) / (frame.x1 - frame.x0), 0, 1);
  const start = from + share * (to - from) - share * length;
  // As long as the end of the logs is in sight, what comes stays in sight, too.
  return settle(frame, start, length, frame.logEndOffset);
}

/** Drags the logs by so many pixels: to the right brings older records. */
export function panLogsBy(frame: LogFrame, pixels: number): MovedLogs {
  const { from, to } = frame.window;
  const length = to - from;
  return settle(frame, from - (pixels * length) / (frame.x1 - frame.x0), length, frame.followedEnd);
}

/** Whether there is nothing more to see from farther: the logs are drawn from their beginning to their end. */
export function isWholeInSight({ window, logEndOffset }: LogFrame): boolean {
  return window.from <= 0 && window.to >= logEndOffset;
}

function settle(frame: LogFrame, start: Offset, length: number, followsFrom: Offset): MovedLogs {
  const ratio = frame.baseLength / length;
  const zoom = Math.abs(ratio - 1) < 0.02 ? 1 : clamp(ratio, FARTHEST, NEAREST);
  const end = Math.max(0, start) + length;
  if (end >= followsFrom) {
    const to = frame.followedEnd;
    return { view: { zoom, end: null }, frame: { ...frame, window: { from: Math.max(0, to - length), to } } };
  }
  return { view: { zoom, end }, frame: { ...frame, window: { from: end - length, to: end } } };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
