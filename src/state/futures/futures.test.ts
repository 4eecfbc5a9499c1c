import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';
import type { Futures, RunState } from './Future.ts';
import {
  firstFuture,
  followRun,
  forkAt,
  forkTimeUs,
  letterOf,
  MOST_FUTURES,
  open,
  openFutureOf,
  redoOf,
  rename,
  undoOf,
  without,
} from './futures.ts';

function scenario(seed: number): Scenario {
  const parsed = parseScenario({ highwater: 1, seed, brokers: [1, 2, 3].map((id) => ({ 'node.id': id })) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const ONE = scenario(1);
const kill = (broker: number, atUs: number): Command => ({ atUs, after: 0, kind: 'KillBroker', broker });
const [k1, k2, k3] = [kill(1, 1000), kill(2, 2000), kill(3, 3000)];
const at = (timeUs: number) => ({ timeUs, after: 0 });
const run = (commands: readonly Command[], timeUs = 9000, of = ONE): RunState => ({
  scenario: of,
  commands,
  instant: at(timeUs),
});
/** Letters with the brokers that each kills; * is open. */
function told(futures: Futures): string[] {
  return futures.list.map(
    ({ id, letter, commands }) =>
      `${letter}${id === futures.open ? '*' : ''} ${commands.map((one) => ('broker' in one ? one.broker : '')).join(' ')}`,
  );
}
const after = (...runs: readonly RunState[]) => runs.reduce(followRun, firstFuture(run([])));

describe('what becomes of futures', () => {
  test.each([
    ['deeds at the end belong to it', [run([k1]), run([k1, k2])], ['A* 1 2']],
    ['a deed in the past begins another', [run([k1, k2]), run([k1, k3])], ['A 1 2', 'B* 1 3']],
    ['what undo takes back stays', [run([k1, k2]), run([k1])], ['A 1 2', 'B* 1']],
    ['undo goes on in one future', [run([k1, k2]), run([k1]), run([])], ['A 1 2', 'B* ']],
    [
      'a deed after undo makes it one of its own',
      [run([k1, k2]), run([k1]), run([k1, k3]), run([k1])],
      ['A 1 2', 'B 1 3', 'C* 1'],
    ],
    ['another scenario is another future', [run([k1]), run([], 0, scenario(2))], ['A 1', 'B* ']],
  ])('%s', (_, runs, expected) => {
    expect(told(after(...runs))).toEqual(expected);
  });

  test('one that undo left goes when another is opened, and not when it has a name', () => {
    const undone = after(run([k1]), run([]));
    expect(told(open(undone, 'f1'))).toEqual(['A* 1']);
    expect(told(open(rename(undone, undone.open, 'quiet'), 'f1'))).toEqual(['A* 1', 'B ']);
  });

  test('a fork shares what was done up to its instant, and stays though nothing is done in it', () => {
    const forked = forkAt(after(run([k1, k3])), at(1500));
    expect(told(forked)).toEqual(['A 1 3', 'B* 1']);
    expect(told(open(forked, 'f1'))).toEqual(['A* 1 3', 'B 1']);
    expect(forkTimeUs(forked, openFutureOf(forked))).toBe(3000);
    expect(forkTimeUs(forked, forked.list[0]!)).toBeNull();
  });

  test('children of one that goes began in its origin', () => {
    const three = followRun(
      forkAt(followRun(forkAt(after(run([k1])), at(0)), run([k2])), at(9000)),
      run([k2, k3]),
    );
    expect(three.list.map(({ origin }) => origin)).toEqual([null, 'f1', 'f2']);
    expect(without(three, 'f2').list.map(({ origin }) => origin)).toEqual([null, 'f1']);
    expect(without(three, three.open)).toBe(three);
  });

  test('there are never more than can be kept, and the open one is among them', () => {
    let futures = firstFuture(run([]));
    for (let i = 0; i < MOST_FUTURES + 5; i++)
      futures = followRun(forkAt(futures, at(0)), run([kill(1, i + 1)]));
    expect(futures.list).toHaveLength(MOST_FUTURES);
    expect(openFutureOf(futures).letter).toBe(letterOf(MOST_FUTURES + 6));
  });
});

describe('undo and redo', () => {
  test('redo goes on to the deed that undo took back, one at a time', () => {
    const undone = after(run([k1, k2]), run([k1]), run([]));
    expect(redoOf(undone, 0)).toEqual({ id: 'f1', instant: at(1000) });
    const redone = open(undone, 'f1');
    expect(redoOf(redone, 1)).toEqual({ id: 'f1', instant: at(2000) });
    expect(redoOf(redone, 2)).toBeNull();
  });

  test('a deed of another kind after undo leaves nothing to redo', () => {
    expect(redoOf(after(run([k1]), run([]), run([k2])), 1)).toBeNull();
  });

  test('a scenario put in place of another is undone as a whole and comes back', () => {
    const replaced = { ...after(run([k1]), run([k2], 0, scenario(2))) };
    expect(undoOf(replaced, 2)).toEqual({ kind: 'command' });
    expect(undoOf(replaced, 1)).toEqual({ kind: 'open', id: 'f1' });
    expect(redoOf(open(replaced, 'f1'), 1)).toEqual({ id: 'f2', instant: null });
    // What undo left in it goes on being undone, back to the scenario before, and not into the deed that it was born with.
    const undone = [run([k2, k3], 9000, scenario(2)), run([k2], 9000, scenario(2))].reduce(
      followRun,
      replaced,
    );
    expect(openFutureOf(undone).id).toBe('f3');
    expect(undoOf(undone, 1)).toEqual({ kind: 'open', id: 'f1' });
  });

  test('undo has nothing to do where nothing was done', () => {
    expect(undoOf(after(), 0)).toBeNull();
    expect(undoOf(forkAt(after(run([k1])), at(9000)), 1)).toEqual({ kind: 'command' });
  });
});

test('letters go on after Z', () => {
  expect([1, 26, 27, 52, 53, 703].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'AAA']);
});
