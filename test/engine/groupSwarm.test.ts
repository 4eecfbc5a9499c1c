import { describe, expect, test } from 'vitest';
import { groupScenarioFile, runGroupSeed } from './groupSwarm.ts';

/** Few, for the sake of time; more of them: `npm run swarm -- --groups --count 500`. */
const SEEDS = [1, 2, 7, 11];

/** Seeds that found something once: a consumer paused for a time, which comes back to a group that went on without it. */
const PINNED = [890239];
const CALLS = ['Seek', 'PausePartitions', 'ResumePartitions', 'CommitOffsets'];
const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';

describe('random groups whose coordinators and members fail', () => {
  test(`keep every law with ${SEEDS.length} seeds`, { timeout: 240_000 }, () => {
    const counts = new Map<string, number>();
    for (const seed of isAll ? [...SEEDS, ...Array.from({ length: 40 }, (_, i) => 100 + i)] : SEEDS) {
      const { problems, atUs } = runGroupSeed(seed, undefined, (event) => {
        const kind = event.kind === 'CommandApplied' ? event.command : event.kind;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      });
      expect(problems, `npm run swarm -- --groups --seed ${seed} --count 1, at ${atUs} µs`).toEqual([]);
    }
    for (const kind of [
      'GroupJoined',
      'MembershipChanged',
      'PartitionsRevoked',
      'OffsetCommitted',
      'CoordinatorLoaded',
      'EventLoopBlocked',
      'PartitionsPaused',
      'PartitionsResumed',
      ...CALLS,
    ])
      expect(counts.get(kind), kind).toBeGreaterThan(0);
  });

  test('keep every law with the seeds that once broke one', { timeout: 120_000 }, () => {
    for (const seed of PINNED)
      expect(runGroupSeed(seed).problems, `npm run swarm -- --groups --seed ${seed} --count 1`).toEqual([]);
  });

  test('are of every protocol, assignor and way to commit', () => {
    const consumers = Array.from({ length: 60 }, (_, seed) => groupScenarioFile(seed).consumers ?? []).flat();
    const configs = (name: string): Set<unknown> => new Set(consumers.map((one) => one.configs?.[name]));
    expect(configs('partition.assignment.strategy').size).toBe(5);
    expect(configs('group.protocol')).toEqual(new Set(['consumer', undefined]));
    expect(configs('enable.auto.commit')).toEqual(new Set([true, false]));
    expect(new Set(consumers.map(({ processing }) => processing?.commit))).toEqual(
      new Set(['commitSync', 'commitAsync', undefined]),
    );
    expect(configs('group.instance.id').size).toBeGreaterThan(4);
  });

  test('are called upon to seek, pause, resume and commit, in some of the clusters and not in others', () => {
    const clusters = Array.from({ length: 60 }, (_, seed) => groupScenarioFile(seed).commands ?? []);
    const called = clusters.filter((commands) => commands.some(({ kind }) => CALLS.includes(kind)));
    expect(called.length).toBeGreaterThan(10);
    expect(called.length).toBeLessThan(30);
    for (const kind of CALLS)
      expect(clusters.flat().filter((command) => command.kind === kind).length, kind).toBeGreaterThan(5);
  });
});
