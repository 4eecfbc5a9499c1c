import { describe, expect, test } from 'vitest';
import { buildCluster } from '../engine/cluster/buildCluster.ts';
import { MetricSeries } from './MetricSeries.ts';
import { preset } from './SessionTestContext.ts';

const cluster = buildCluster(preset('three-brokers'));

function timesOf(series: MetricSeries): number[] {
  return [...series.columns().timesUs];
}

describe('metrics over time', () => {
  test('are sampled once for each tenth of a second in which something happens', () => {
    const series = new MetricSeries();
    for (const eventUs of [0, 30_000, 99_999, 100_000, 350_000, 350_001, 400_000])
      series.sampleBefore(eventUs, cluster);
    expect(timesOf(series)).toEqual([0, 100_000, 300_000, 400_000]);
  });

  test.each([
    [999, [0, 100_000, 200_000, 300_000, 400_000]],
    [1000, [0, 200_000, 400_000]],
    [3600, [0, 400_000]],
  ])('of a cluster of %i replicas are sampled at %j µs', (replicaCount, times) => {
    const series = new MetricSeries(replicaCount);
    for (let eventUs = 0; eventUs < 450_000; eventUs += 50_000) series.sampleBefore(eventUs, cluster);
    expect(timesOf(series)).toEqual(times);
  });

  test('thin out when there are too many, in rising order and without a repeat', () => {
    const series = new MetricSeries();
    for (let i = 0; i < 9000; i++) series.sampleBefore(i * 99_000 + (i % 7) * 1000, cluster);
    const times = timesOf(series);
    expect(times.length).toBeLessThanOrEqual(2048);
    expect(times.length).toBeGreaterThan(1000);
    for (let i = 1; i < times.length; i++) expect(times[i]!).toBeGreaterThan(times[i - 1]!);
    for (const column of series.columns().values) expect(column).toHaveLength(times.length);
  });

  test('of another future are forgotten, and sampled anew', () => {
    const series = new MetricSeries();
    for (let i = 0; i < 10; i++) series.sampleBefore(i * 100_000, cluster);
    series.forgetAfter(450_000);
    expect(timesOf(series)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
    series.sampleBefore(450_000, cluster);
    series.sampleBefore(520_000, cluster);
    expect(timesOf(series).slice(-2)).toEqual([400_000, 500_000]);
  });

  test('of one process are told as they were sampled last, and of nobody none', () => {
    const series = new MetricSeries();
    series.sampleBefore(0, cluster);
    const own = series.lastOf('producer:pay-api');
    expect(own.find(({ series: name }) => name.endsWith('requests-in-flight'))?.value).toBe(0);
    expect(own.every(({ value }) => value === null || !Number.isNaN(value))).toBe(true);
    expect(series.lastOf('producer:nobody')).toEqual([]);
  });
});
