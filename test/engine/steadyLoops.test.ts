import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Digest } from '../../src/engine/kernel/Digest.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';

function digestOfStreams(run: Run): string {
  const digest = new Digest();
  digest.state(run.cluster.state.rngs);
  return digest.hex();
}

test('[kernel-random] loops that go on for ever draw no random number once they turn', () => {
  const parsed = parseScenario(
    JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const run = new Run({ ...parsed.scenario, commands: [] }, []);
  run.start();
  while (run.step(2_000_000));
  const before = digestOfStreams(run);
  expect(run.cluster.state.rngs.size).toBeGreaterThan(0);
  // Past metadata.max.age.ms of both clients, heartbeats, fetches and checks all the while.
  while (run.step(330_000_000));
  expect(digestOfStreams(run)).toBe(before);
});
