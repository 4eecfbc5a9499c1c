import { expect, test } from 'vitest';
import type { Command } from '../../../scenario/Scenario.ts';
import { decodeLink } from '../../../link/decodeLink.ts';
import { encodeLink } from '../../../link/encodeLink.ts';
import { EXAMPLE_LINK, exampleScenario } from '../../../link/SharedLinkTestContext.ts';
import {
  firstFuture,
  followRun,
  open,
  openFutureOf,
  rename,
  undoOf,
} from '../../../state/futures/futures.ts';
import { futuresOfLink, linkedFutures } from './futuresOfLink.ts';

const { scenario } = EXAMPLE_LINK;
const kill = (broker: number, atUs: number): Command => ({ atUs, after: 0, kind: 'KillBroker', broker });
const run = (commands: readonly Command[]) => ({ scenario, commands, instant: { timeUs: 9000, after: 0 } });

test('what was tried comes out of a link as it went in', () => {
  const [k1, k2, k3] = [kill(1, 1000), kill(2, 2000), kill(3, 3000)];
  const made = rename(
    [run([k1]), run([k1, k2]), run([k1, k3])].reduce(followRun, firstFuture(run([]))),
    'f1',
    'baseline',
  );
  const { tree, others } = linkedFutures(made);
  expect(others).toBeUndefined();
  const read = futuresOfLink({ ...EXAMPLE_LINK, tree, instant: { timeUs: 7000, after: 1 } });
  expect(read.list.map(({ id, name, commands, origin }) => ({ id, name, commands, origin }))).toEqual([
    { id: 'f1', name: 'baseline', commands: [k1, k2], origin: null },
    { id: 'f2', name: null, commands: [k1, k3], origin: 'f1' },
  ]);
  expect(openFutureOf(read)).toMatchObject({ id: 'f2', instant: { timeUs: 7000, after: 1 } });
});

test('what was tried with the scenario changed goes along, and begins anew in the first future', async () => {
  const [k1, k2] = [kill(1, 1000), kill(2, 2000)];
  const changed = exampleScenario({ seed: 99 });
  const before = [run([k1]), { scenario: changed, commands: [k2], instant: { timeUs: 5, after: 0 } }].reduce(
    followRun,
    firstFuture(run([])),
  );
  const made = open(before, 'f1');
  const encoded = await encodeLink({ ...EXAMPLE_LINK, ...linkedFutures(made) });
  if (!encoded.ok) throw new Error('no link');
  const decoded = await decodeLink(encoded.hash);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problem));
  const read = futuresOfLink(decoded.link);
  expect(openFutureOf(read)).toMatchObject({ id: 'f1', commands: [k1], scenario });
  expect(read.list.slice(1)).toMatchObject([
    { id: 'f2', letter: 'B', scenario: changed, commands: [k2], origin: 'f1', bornWith: 1 },
  ]);
  // Undo leads back to the run in which the scenario was changed.
  expect(undoOf(open(read, 'f2'), 1)).toEqual({ kind: 'open', id: 'f1' });
  // Opened there, the link has the other one as its own scenario.
  expect(linkedFutures(open(read, 'f2'))).toMatchObject({
    tree: { open: 'f2', branches: [{ id: 'f2', commands: [k2] }] },
    others: [{ scenario, branches: [{ id: 'f1', commands: [k1] }] }],
  });
});

test('branches of two scenarios that are called alike stay two futures', () => {
  const branch = (id: string) => ({ id, parent: null, commands: [] });
  const read = futuresOfLink({
    ...EXAMPLE_LINK,
    tree: { branches: [branch('a')], open: 'a' },
    others: [1, 2].map((seed) => ({ scenario: exampleScenario({ seed }), branches: [branch('a')] })),
  });
  expect(read.list.map(({ id, letter, origin }) => [id, letter, origin])).toEqual([
    ['a', 'A', null],
    ["a'", 'B', 'a'],
    ["a''", 'C', 'a'],
  ]);
});
