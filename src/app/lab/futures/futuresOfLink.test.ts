import { expect, test } from 'vitest';
import type { Command } from '../../../scenario/Scenario.ts';
import { EXAMPLE_LINK } from '../../../link/SharedLinkTestContext.ts';
import { firstFuture, followRun, openFutureOf, rename } from '../../../state/futures/futures.ts';
import { futuresOfLink, treeOfFutures } from './futuresOfLink.ts';

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
  const tree = treeOfFutures(made);
  const read = futuresOfLink({ ...EXAMPLE_LINK, tree, instant: { timeUs: 7000, after: 1 } });
  expect(read.list.map(({ id, name, commands, origin }) => ({ id, name, commands, origin }))).toEqual([
    { id: 'f1', name: 'baseline', commands: [k1, k2], origin: null },
    { id: 'f2', name: null, commands: [k1, k3], origin: 'f1' },
  ]);
  expect(openFutureOf(read)).toMatchObject({ id: 'f2', instant: { timeUs: 7000, after: 1 } });
});
