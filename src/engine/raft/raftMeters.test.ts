import { describe, expect, test } from 'vitest';
import { RaftMeters } from './RaftMeters.ts';
import { noteReplicaFetch, unknownProgress } from './replicaProgress.ts';
import { SampledTimes } from './SampledTimes.ts';

const SECOND_US = 1_000_000;

describe('times over two windows of 30 s', () => {
  test('[raft-metrics] mean and maximum of all samples that are not too old; then nothing', () => {
    const times = new SampledTimes();
    expect(times.now(0)).toBe(null);
    times.record(1000, 0);
    times.record(800, 10_000);
    expect(times.now(10_000)).toEqual({ avgMs: 900, maxMs: 1000 });
    times.record(100, 35_000);
    expect(times.now(69_999)).toEqual({ avgMs: 1900 / 3, maxMs: 1000 });
    expect(times.now(70_000)).toEqual({ avgMs: 100, maxMs: 100 });
    expect(times.now(95_000)).toBe(null);
  });
});

describe('what a voter measures', () => {
  test('[raft-metrics] commit latency: from writing to committing, divided by the records of the batch', () => {
    const meters = new RaftMeters();
    meters.wrote(4, 10, SECOND_US);
    meters.wrote(1, 11, 1_010_000);
    meters.committed(10, 1_020_000);
    expect(meters.commitLatency.now(1020)).toEqual({ avgMs: 5, maxMs: 5 });
    meters.committed(11, 1_040_000);
    expect(meters.commitLatency.now(1040)).toEqual({ avgMs: 17.5, maxMs: 30 });
    meters.committed(12, 1_050_000);
    expect(meters.commitLatency.now(1050)).toEqual({ avgMs: 17.5, maxMs: 30 });
  });

  test('[raft-metrics] what a leader wrote and lost is never committed by it', () => {
    const meters = new RaftMeters();
    meters.wrote(4, 10, SECOND_US);
    meters.gaveUp();
    meters.committed(10, 9 * SECOND_US);
    expect(meters.commitLatency.now(9000)).toBe(null);
  });

  test('[raft-metrics] election latency: from the last time that votes were asked for', () => {
    const meters = new RaftMeters();
    meters.electionEnded(SECOND_US);
    expect(meters.electionLatency.now(1000)).toBe(null);
    meters.electionBegan(2 * SECOND_US);
    meters.electionBegan(3 * SECOND_US);
    meters.electionEnded(3_250_000);
    meters.electionEnded(5 * SECOND_US);
    expect(meters.electionLatency.now(5000)).toEqual({ avgMs: 250, maxMs: 250 });
  });

  test('[raft-metrics] rates are of the last windows', () => {
    const meters = new RaftMeters();
    for (let second = 0; second < 60; second++) meters.wrote(2, 2 * second, second * SECOND_US);
    expect(meters.appendRecordsRate(60 * SECOND_US)).toBeCloseTo(2, 5);
    expect(meters.fetchRecordsRate(60 * SECOND_US)).toBe(0);
  });
});

describe('how far a replica is', () => {
  test('[quorum-description] [Q3] caught up now with all that there is, as of the last fetch with all that there was then', () => {
    const progress = unknownProgress();
    noteReplicaFetch(progress, 0, 10, 1000);
    expect(progress).toMatchObject({ endOffset: 0, lastFetchUs: 1000, lastCaughtUpUs: -Infinity });
    noteReplicaFetch(progress, 9, 20, 2000);
    expect(progress).toMatchObject({ endOffset: 9, lastFetchUs: 2000, lastCaughtUpUs: -Infinity });
    noteReplicaFetch(progress, 20, 21, 3000);
    expect(progress).toMatchObject({ endOffset: 20, lastFetchUs: 3000, lastCaughtUpUs: 2000 });
    noteReplicaFetch(progress, 21, 21, 4000);
    expect(progress).toMatchObject({ endOffset: 21, lastFetchUs: 4000, lastCaughtUpUs: 4000 });
  });
});
