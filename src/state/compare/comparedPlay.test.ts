import { afterEach, expect, test } from 'vitest';
import { directEngine } from '../../bridge/directEngine.ts';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';
import { FakeClock } from '../FakeClockTestContext.ts';
import { EVENT_ON_SCREEN_MS, SWEEP_MS } from '../playbackPhase.ts';
import { createComparison, type Comparison } from './createComparison.ts';

let comparison: Comparison | undefined;
afterEach(() => comparison?.dispose());

function scenario(): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    seed: 7,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'payments', partitions: 1, 'replication.factor': 3 }],
    producers: [
      {
        'client.id': 'pay-api',
        configs: { acks: 'all' },
        workload: { topic: 'payments', arrivals: { constant: '100/s' }, valueBytes: 100 },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const cut: Command = { atUs: 2_000_000, after: 0, kind: 'CutLink', between: ['broker:1', 'broker:2'] };
const kill: Command = { atUs: 4_000_000, after: 0, kind: 'KillBroker', broker: 1 };
const REPAINT_MS = 1000 / 60;
const FORK_US = kill.atUs;

interface Stand {
  readonly wallMs: number;
  readonly playheadUs: number;
  readonly nowUs: number;
  readonly otherUs: number;
}

/** Both event-paced from before they part; where they stand at each repaint. */
async function played(a: readonly Command[], b: readonly Command[], forMs: number): Promise<Stand[]> {
  const clock = new FakeClock();
  comparison = createComparison({
    a: { scenario: scenario(), commands: a },
    b: { scenario: scenario(), commands: b },
    startEngine: () => directEngine(new EngineSession()),
    clock,
    pacing: 'event',
  });
  const run = comparison;
  await run.load({ timeUs: 1_500_000, after: 0 });
  run.a.play();
  const stands: Stand[] = [];
  await clock.run(forMs, () => {
    const { nowUs } = run.a.store.getState();
    const { playheadUs } = run.a.playback.getState();
    stands.push({ wallMs: clock.nowMs, playheadUs, nowUs, otherUs: run.b.store.getState().nowUs });
  });
  return stands;
}

/** Where the playhead rested, and how long. */
function rests(stands: readonly Stand[]): { readonly atUs: number; readonly forMs: number }[] {
  const found = new Map<number, number>();
  for (const { playheadUs } of stands) found.set(playheadUs, (found.get(playheadUs) ?? 0) + REPAINT_MS);
  return [...found].map(([atUs, forMs]) => ({ atUs, forMs }));
}

test.each([
  ['the branch on the left', [cut, kill], [cut]],
  ['the branch on the right', [cut], [cut, kill]],
])('event-paced, %s: from before the fork to after it, never standing still', async (_, a, b) => {
  const stands = await played(a, b, 12_000);
  expect(stands.at(-1)!.playheadUs).toBeGreaterThan(FORK_US + 100_000);
  for (const { atUs, forMs } of rests(stands.slice(0, -60)))
    expect(forMs, `at ${atUs} µs`).toBeLessThan(EVENT_ON_SCREEN_MS + SWEEP_MS + 200);
  // What is worth reading in one of them alone has its rest as well.
  const atKill = rests(stands).find(({ atUs }) => atUs === FORK_US + 1);
  expect(atKill?.forMs ?? 0).toBeGreaterThan(300);
});

test('wherever they stand, both stand there', async () => {
  const stands = await played([cut], [cut, kill], 5_000);
  expect(stands.filter(({ nowUs, otherUs }) => nowUs !== otherUs)).toEqual([]);
});

test('what they come to is what each comes to alone', async () => {
  await played([cut], [cut, kill], 5_000);
  const { a, b } = comparison!;
  a.pause();
  const { nowUs, after } = a.store.getState();
  for (const [of, commands] of [
    [a, [cut]],
    [b, [cut, kill]],
  ] as const) {
    const alone = new EngineSession();
    alone.load(scenario(), commands, { timeUs: nowUs, after });
    expect(await of.digest()).toBe(alone.digest());
  }
});
