import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import { firstFuture, followRun, forkAt, openFutureOf, rename } from '../../../state/futures/futures.ts';
import { deedInWords, futureName } from './futureName.ts';
import { layoutFutures } from './layoutFutures.ts';

const parsed = parseScenario({
  highwater: 1,
  brokers: [1, 2].map((id) => ({ 'node.id': id })),
  topics: [{ name: 'payments', partitions: 1, 'replication.factor': 2 }],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const { scenario } = parsed;
const kill: Command = { atUs: 1000, after: 0, kind: 'KillBroker', broker: 1 };
const stop: Command = { atUs: 4000, after: 0, kind: 'StopBroker', broker: 2 };
const at = (timeUs: number) => ({ timeUs, after: 0 });
const run = (commands: readonly Command[]) => ({ scenario, commands, instant: at(5000) });
const main = followRun(firstFuture(run([])), run([kill]));

describe('what a future is called', () => {
  test.each([
    ['the first one', main, 'main'],
    ['by its first deed', followRun(forkAt(main, at(4000)), run([kill, stop])), 'stop broker 2 cleanly'],
    ['by what it does not do', followRun(main, run([])), 'without “crash broker 1”'],
    ['by where it stands, while it does nothing', forkAt(main, at(2000)), 'as it was to 0:00.002'],
    ['by its name', rename(main, 'f1', ' baseline '), 'baseline'],
  ])('%s', (_, futures, expected) => {
    expect(futureName(futures, openFutureOf(futures))).toBe(expected);
  });

  test('a change of configs says which', () => {
    expect(
      deedInWords({ atUs: 0, kind: 'RestartProducer', producer: 'pay-api', configs: { acks: '1' } }),
    ).toBe('acks=1 for pay-api');
    expect(
      deedInWords({
        atUs: 0,
        kind: 'AlterTopicConfigs',
        topic: 'payments',
        configs: { 'min.insync.replicas': '1' },
      }),
    ).toBe('min.insync.replicas=1 for payments');
  });
});

test('a line leaves that of its origin where the first deed differs', () => {
  const futures = followRun(forkAt(main, at(4000)), run([kill, stop]));
  const { lines, height } = layoutFutures(futures, (timeUs) => timeUs / 100);
  expect(height).toBe(64);
  expect(lines).toEqual([
    { id: 'f1', y: 16, forkX: null, originY: 16, endX: 50, deedXs: [10] },
    { id: 'f2', y: 48, forkX: 40, originY: 16, endX: 50, deedXs: [40] },
  ]);
});

test('where the open one is the timeline it stands first, and the others leave its line', () => {
  const futures = followRun(forkAt(main, at(4000)), run([kill, stop]));
  const { lines, height } = layoutFutures(futures, (timeUs) => timeUs / 100, true);
  expect(lines.map(({ id, y, originY }) => [id, y, originY])).toEqual([
    ['f2', 24, 62],
    ['f1', 62, 62],
  ]);
  expect(height).toBe(78);
});
