import { expect, test } from 'vitest';
import { createTimeScale } from '../timeline/timeScale.ts';
import { groupCharts, producePercentiles } from './groupCharts.ts';
import { gapsOf, layoutMetricStrip, trendOf } from './layoutMetricStrip.ts';
import { metricsCsv } from './metricsCsv.ts';

const SECOND = 1_000_000;
const TOTAL = 'kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce';
const URP = 'kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions';

test('percentiles of one time share a chart, in order, and nothing else does', () => {
  const names = [
    URP,
    `broker:1 ${TOTAL}:99thPercentile`,
    `broker:2 ${TOTAL}:50thPercentile`,
    `broker:1 ${TOTAL}:50thPercentile`,
    `broker:1 ${TOTAL}:Max`,
  ];
  expect(groupCharts(names).map(({ places }) => places)).toEqual([[0], [3, 1], [2], [4]]);
});

test('percentiles are offered of a few brokers', () => {
  const all = [1, 2, 3, 4].flatMap((broker) =>
    ['Count', '50thPercentile', '99thPercentile'].map(
      (attribute) => `broker:${broker} ${TOTAL}:${attribute}`,
    ),
  );
  expect(producePercentiles([URP, ...all])).toEqual(
    [1, 2, 3].flatMap((broker) =>
      ['50thPercentile', '99thPercentile'].map((attribute) => `broker:${broker} ${TOTAL}:${attribute}`),
    ),
  );
});

test('a CSV has gaps where nobody reported, and quotes names with commas', () => {
  const csv = metricsCsv(
    {
      names: [URP, 'lag'],
      timesUs: [0, 500_000],
      values: [
        [0, NaN],
        [1.5, 2],
      ],
    },
    'time_s',
  );
  expect(csv).toBe(`time_s,"${URP}",lag\r\n0,0,1.5\r\n0.5,,2\r\n`);
});

test('gaps are told from when to when, one at the end up to what is explored', () => {
  const times = [0, 1, 2, 3, 4, 5].map((s) => s * SECOND);
  expect(gapsOf(times, [NaN, 1, NaN, NaN, 2, NaN], 7 * SECOND)).toEqual([
    [0, SECOND],
    [2 * SECOND, 4 * SECOND],
    [5 * SECOND, 7 * SECOND],
  ]);
  expect(gapsOf(times, [1, 1, 1, 1, 1, 1], 7 * SECOND)).toEqual([]);
});

test('lines of one chart stand on one scale', () => {
  const box = { scale: createTimeScale(100, 2 * SECOND), height: 26, exploredUs: 2 * SECOND };
  const alone = layoutMetricStrip([0, SECOND], [5, 5], box);
  const beside = layoutMetricStrip([0, SECOND], [5, 5], { ...box, top: 10 });
  expect(alone.line).toContain('M0.0 3.0');
  expect(beside.line).toContain('M0.0 13.0');
});

test.each([
  [[1, 1, 1, 1], 'level'],
  [[1, 2, 3, 9], 'rising'],
  [[9, 5, 3, 1], 'falling'],
  [[NaN, NaN], 'none'],
  [[], 'none'],
] as const)('of %j the trend is %s', (values, trend) => {
  expect(trendOf(values)).toBe(trend);
});
