import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterState } from '../engine/cluster/Cluster.ts';
import { InterestTracker } from '../shared/interestingEvents.ts';
import { FlowMeter } from './FlowMeter.ts';
import { Checkpoints, compareInstants } from './Checkpoints.ts';
import type { Instant } from './EngineApi.ts';

function add(checkpoints: Checkpoints, at: Instant, eventCount: number, appliedCommands = 0): void {
  checkpoints.add({
    at,
    eventCount,
    tracePosition: 0,
    interest: new InterestTracker(),
    flows: new FlowMeter(),
    state: { appliedCommands } as unknown as ClusterState,
  });
}

describe('checkpoints', () => {
  test('give the last one at or before an instant', () => {
    const instant = fc.record({ timeUs: fc.nat(20), after: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 40 }), instant, (instants, asked) => {
        const checkpoints = new Checkpoints();
        const kept = [{ timeUs: 0, after: 0 }, ...instants].sort(compareInstants);
        kept.forEach((at, i) => add(checkpoints, at, i));
        const wanted = kept.filter((at) => compareInstants(at, asked) <= 0).length - 1;
        expect(checkpoints.before(asked)?.eventCount).toBe(wanted);
      }),
    );
  });

  test('are fewer for a cluster of many replicas, but never so few that going back takes long', () => {
    const keptOf = (replicaCount: number): number => {
      const checkpoints = new Checkpoints(replicaCount);
      for (let i = 0; i < 2000; i++) add(checkpoints, { timeUs: i, after: 0 }, i);
      const kept = new Set<number | undefined>();
      for (let i = 0; i < 2000; i++) kept.add(checkpoints.before({ timeUs: i, after: 0 })?.eventCount);
      return kept.size;
    };
    expect(keptOf(36)).toBeGreaterThan(190);
    expect(keptOf(1000)).toBeLessThanOrEqual(50);
    expect(keptOf(3600)).toBeLessThanOrEqual(32);
    expect(keptOf(3600)).toBeGreaterThan(16);
  });

  test('thin out far back, keep the first, and stand dense near the end', () => {
    const checkpoints = new Checkpoints();
    for (let i = 0; i < 5000; i++) add(checkpoints, { timeUs: i, after: 0 }, i);
    expect(checkpoints.before({ timeUs: 0, after: 0 })?.eventCount).toBe(0);
    expect(checkpoints.lastEventCount).toBe(4999);
    for (let i = 4900; i < 5000; i++) expect(checkpoints.before({ timeUs: i, after: 0 })?.eventCount).toBe(i);
    const kept = new Set<number | undefined>();
    for (let i = 0; i < 5000; i++) kept.add(checkpoints.before({ timeUs: i, after: 0 })?.eventCount);
    expect(kept.size).toBeLessThanOrEqual(384);
  });

  test('of another future go', () => {
    const checkpoints = new Checkpoints();
    for (let i = 0; i < 5; i++) add(checkpoints, { timeUs: i, after: 1 }, i);
    checkpoints.forgetAfter({ timeUs: 3, after: 0 });
    expect(checkpoints.lastEventCount).toBe(2);
  });

  test('in which an undone command was carried out go, those of the same instant before it stay', () => {
    const checkpoints = new Checkpoints();
    add(checkpoints, { timeUs: 0, after: 0 }, 0, 0);
    add(checkpoints, { timeUs: 5, after: 2 }, 10, 1);
    add(checkpoints, { timeUs: 5, after: 2 }, 10, 2);
    checkpoints.forgetCommandsFrom(1);
    expect(checkpoints.before({ timeUs: 9, after: 0 })?.state.appliedCommands).toBe(1);
    checkpoints.forgetCommandsFrom(0);
    expect(checkpoints.before({ timeUs: 9, after: 0 })?.eventCount).toBe(0);
  });
});
