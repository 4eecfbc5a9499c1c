import { afterEach, expect, test } from 'vitest';
import { directEngine } from '../../bridge/directEngine.ts';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';
import { FakeClock } from '../FakeClockTestContext.ts';
import { createComparison, type Comparison } from './createComparison.ts';
import { firstDifference } from './findDifferences.ts';

let comparison: Comparison | undefined;
afterEach(() => comparison?.dispose());

function scenario(acks: string, lingerMs = 0): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    seed: 7,
    brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
    topics: [{ name: 'payments', partitions: 1, 'replication.factor': 3 }],
    producers: [
      {
        'client.id': 'pay-api',
        configs: { acks, 'linger.ms': lingerMs },
        workload: { topic: 'payments', arrivals: { constant: '100/s' }, valueBytes: 100 },
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const ALL = scenario('all');
const cut: Command = { atUs: 2_000_000, after: 0, kind: 'CutLink', between: ['broker:1', 'broker:2'] };
const kill: Command = { atUs: 4_000_000, after: 0, kind: 'KillBroker', broker: 1 };

async function compare(a: { scenario: Scenario; commands: readonly Command[] }, b: typeof a, toUs: number) {
  comparison = createComparison({
    a,
    b,
    startEngine: () => directEngine(new EngineSession()),
    clock: new FakeClock(),
    lookFurtherUs: 10_000_000,
  });
  await comparison.load({ timeUs: toUs, after: 0 });
  return comparison;
}

/** What a run comes to by itself, in one go. */
function alone(
  { scenario: of, commands }: { scenario: Scenario; commands: readonly Command[] },
  toUs: number,
) {
  const session = new EngineSession({ traceRows: Infinity });
  session.load(of, commands, { timeUs: toUs, after: 0 });
  return { digest: session.digest(), rows: session.allRows() };
}

test.each([
  [
    'a branch and what it left',
    { scenario: ALL, commands: [cut] },
    { scenario: ALL, commands: [cut, kill] },
    12_000_000,
  ],
  [
    'two configs of one seed',
    { scenario: scenario('1'), commands: [kill] },
    { scenario: ALL, commands: [kill] },
    9_000_000,
  ],
])(
  '%s: both come to what each comes to alone, and the first row that differs is found',
  async (_, a, b, toUs) => {
    const { a: first, b: second, store } = await compare(a, b, toUs);
    const [one, two] = [alone(a, toUs), alone(b, toUs)];
    expect(first.store.getState().nowUs).toBe(toUs);
    expect(second.store.getState().nowUs).toBe(toUs);
    expect(await first.digest()).toBe(one.digest);
    expect(await second.digest()).toBe(two.digest);
    const given = ({ rows }: typeof one) => rows.filter(({ event }) => event.kind !== 'CommandApplied');
    const expected = firstDifference(given(one), given(two));
    expect(expected).not.toBeNull();
    const found = store.getState().differences[0];
    expect(found).toMatchObject({ timeUs: expected!.timeUs, kind: 'exact' });
    expect(found?.a?.event).toEqual(expected!.a?.event);
    expect(found?.b?.event).toEqual(expected!.b?.event);
  },
);

test('the first and the next difference are gone to, and looked for where nobody has been', async () => {
  const { a, b, goToFirst, goToNext, store } = await compare(
    { scenario: ALL, commands: [] },
    { scenario: ALL, commands: [kill] },
    1_000_000,
  );
  expect(store.getState().differences).toEqual([]);
  expect(await goToFirst()).toBe(true);
  expect(a.store.getState().nowUs).toBe(4_000_001);
  expect(b.store.getState().nowUs).toBe(4_000_001);
  const times: number[] = [];
  while (await goToNext()) times.push(a.store.getState().nowUs - 1);
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
  // Back before it the two show the same.
  await a.seek({ timeUs: 3_000_000, after: 0 });
  expect(b.store.getState().entities).toEqual(a.store.getState().entities);
});

test('the first difference is found however late the two part', async () => {
  const late: Command = { ...kill, atUs: 11_000_000 };
  const { a, goToFirst } = await compare(
    { scenario: ALL, commands: [cut] },
    { scenario: ALL, commands: [cut, late] },
    1_000_000,
  );
  expect(await goToFirst()).toBe(true);
  expect(a.store.getState().nowUs).toBe(11_000_001);
});

test('two that are the same have no difference, and what is done to the pair is refused', async () => {
  const same = { scenario: ALL, commands: [] };
  const { a, store, goToFirst } = await compare(same, same, 3_000_000);
  expect(store.getState()).toMatchObject({ differences: [], untilUs: 2_999_999 });
  expect(await goToFirst()).toBe(false);
  expect(a.store.getState().status).toBe('ready');
});

test.each([
  ['stepEvent', 40],
  ['stepRpc', 40],
  // Each goes over ten seconds.
  ['stepInteresting', 3],
  ['stepBack', 40],
] as const)(
  '%s: wherever two that send the same stand, both have made the calls of that instant',
  async (step, count) => {
    // In one of them an event makes each call of send(), in the other one it is made up for when somebody looks.
    const pair = [scenario('all', 0), scenario('all', 20)].map((of) => ({ scenario: of, commands: [] }));
    for (const [one, two] of [pair, pair.toReversed()]) {
      const { a, b } = await compare(one!, two!, 2_000_000);
      const times = new Set<number>();
      for (let i = 0; i < count; i++) {
        await (step === 'stepBack' ? a.stepBack('event') : a[step]());
        const [now, other] = [a.store.getState(), b.store.getState()];
        expect(other.ledger.produced, `at ${now.nowUs} µs`).toBe(now.ledger.produced);
        expect(other.nowUs).toBe(now.nowUs);
        times.add(now.nowUs);
      }
      // Each step leads on.
      expect(times.size).toBe(count);
      comparison?.dispose();
    }
  },
);
