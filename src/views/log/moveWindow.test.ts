import { describe, expect, test } from 'vitest';
import { isWholeInSight, panLogsBy, zoomLogsAt, type LogFrame } from './moveWindow.ts';
import { zoomed } from './zoom.ts';

/** 40 records on 400 px, following the end of a log of 1 000. */
const FRAME: LogFrame = {
  x0: 100,
  x1: 500,
  window: { from: 964, to: 1004 },
  baseLength: 40,
  logEndOffset: 1000,
  followedEnd: 1004,
};

const offsetAt = ({ x0, x1, window }: LogFrame, x: number) =>
  window.from + ((x - x0) / (x1 - x0)) * (window.to - window.from);

describe('zoom', () => {
  test.each([
    [150, 1],
    [300, 0.5],
    [300, 2],
    [420, 1.5],
  ])('keeps the record under the pointer at %d px, nearer by %d doublings', (x, doublings) => {
    const { view, frame } = zoomLogsAt(FRAME, x, doublings);
    expect(offsetAt(frame, x)).toBeCloseTo(offsetAt(FRAME, x), 6);
    expect(view.end).toBeCloseTo(frame.window.to, 6);
    expect(view.zoom).toBeCloseTo(Math.pow(2, doublings), 6);
  });

  test('follows the logs as long as their end is in sight', () => {
    expect(zoomLogsAt(FRAME, 490, 0.5).view.end).toBeNull();
    expect(zoomLogsAt(FRAME, 300, -1).view).toEqual({ zoom: 0.5, end: null });
  });

  test('comes back to where it was by as many steps', () => {
    let moved = zoomLogsAt(FRAME, 200, 0.25);
    for (let i = 0; i < 3; i++) moved = zoomLogsAt(moved.frame, 200, 0.25);
    for (let i = 0; i < 4; i++) moved = zoomLogsAt(moved.frame, 200, -0.25);
    expect(moved.view).toEqual({ zoom: 1, end: null });
  });

  test('stays within bounds', () => {
    expect(zoomLogsAt(FRAME, 300, 99).view.zoom).toBe(8);
    expect(zoomLogsAt(FRAME, 300, -99).view.zoom).toBe(1 / 64);
    expect(zoomed(1, 1)).toBe(2);
    expect(zoomed(zoomed(1, 0.5), -0.5)).toBe(1);
    expect(zoomed(1, 99)).toBe(8);
    expect(zoomed(1, -99)).toBe(1 / 64);
  });
});

describe('pan', () => {
  test('brings older records by as much as was dragged', () => {
    const { view } = panLogsBy(FRAME, 100);
    expect(view).toEqual({ zoom: 1, end: 994 });
  });

  test('stops at the first offset and follows again at the end', () => {
    const far = panLogsBy(FRAME, 1e9);
    expect(far.frame.window).toEqual({ from: 0, to: 40 });
    expect(panLogsBy(far.frame, -1e9).view).toEqual({ zoom: 1, end: null });
  });

  test('several moves before one is drawn add up', () => {
    const twice = panLogsBy(panLogsBy(FRAME, 50).frame, 50);
    expect(twice.view.end).toBeCloseTo(panLogsBy(FRAME, 100).view.end!, 6);
  });
});

test.each([
  [{ from: 0, to: 1004 }, true],
  [{ from: 0, to: 900 }, false],
  [{ from: 12, to: 1004 }, false],
])('of %j the whole is in sight: %s', (window, isWhole) => {
  expect(isWholeInSight({ ...FRAME, window })).toBe(isWhole);
});
