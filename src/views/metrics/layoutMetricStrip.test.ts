import { expect, test } from 'vitest';
import { createTimeScale } from '../timeline/timeScale.ts';
import { layoutMetricStrip, sampleAt } from './layoutMetricStrip.ts';

const box = { scale: createTimeScale(100, 10), height: 26, exploredUs: 8 };

test('aSampleHoldsUntilTheNext', () => {
  const layout = layoutMetricStrip([0, 2, 4, 6], [0, 0, 2, 1], box);
  expect(layout.line).toBe('M0.0 23.0H40.0V3.0H60.0V13.0H80.0');
  expect([layout.least, layout.most]).toEqual([0, 2]);
});

test('whereNobodyReportedIsAGap', () => {
  const layout = layoutMetricStrip([0, 2, 4, 6], [1, NaN, NaN, 1], box);
  expect(layout.line).toBe('M0.0 3.0H20.0M60.0 3.0H80.0');
  expect(layout.area).toBe('M0.0 26V3.0H20.0V26ZM60.0 26V3.0H80.0V26Z');
});

test('nothingReportedDrawsNothing', () => {
  expect(layoutMetricStrip([0, 2], [NaN, NaN], box)).toEqual({ line: '', area: '', least: null, most: null });
});

test('aFlatZeroLiesOnTheGround', () => {
  expect(layoutMetricStrip([0, 2], [0, 0], box).line).toBe('M0.0 23.0H80.0');
});

test('findsTheSampleThatHoldsAtAnInstant', () => {
  expect([-1, 0, 1, 2, 5, 99].map((timeUs) => sampleAt([0, 2, 4], timeUs))).toEqual([-1, 0, 0, 1, 2, 2]);
});
