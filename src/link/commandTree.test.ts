import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../scenario/Scenario.ts';
import { commandsOf, runsOf, treeOf, type TriedRun } from './commandTree.ts';
import { decodeLink } from './decodeLink.ts';
import { encodeLink } from './encodeLink.ts';
import type { SharedLink } from './SharedLink.ts';
import { EXAMPLE_LINK, exampleScenario } from './SharedLinkTestContext.ts';

const kill = (broker: number, atUs: number): Command => ({ atUs, after: 0, kind: 'KillBroker', broker });
const run = (id: string, commands: readonly Command[], name: string | null = null): TriedRun => ({
  id,
  name,
  commands,
});
const [k1, k2, k3] = [kill(1, 1000), kill(2, 2000), kill(3, 2000)];

describe('the tree of several runs', () => {
  test('what is shared stands once, and a fork in the middle splits', () => {
    expect(treeOf([run('a', [k1, k2]), run('b', [k1, k3], 'other')], 'b')).toEqual({
      open: 'b',
      branches: [
        { id: 'split-1', parent: null, commands: [k1] },
        { id: 'a', parent: 'split-1', commands: [k2] },
        { id: 'b', parent: 'split-1', commands: [k3], name: 'other' },
      ],
    });
  });

  test('one that goes on from another is its child; two that are the same are both there', () => {
    const { branches } = treeOf([run('a', [k1]), run('b', [k1, k2]), run('c', [k1], 'copy')], 'a');
    expect(branches.map(({ id, parent }) => `${id} ${parent ?? '-'}`)).toEqual(['a -', 'c a', 'b a']);
  });

  test('any runs come out of their tree as they went in', () => {
    const runs = fc
      .array(fc.array(fc.constantFrom(1, 2, 3), { maxLength: 5 }), { minLength: 1, maxLength: 6 })
      .map((lists) =>
        lists.map((list, i) =>
          run(
            `r${i}`,
            list.map((broker, at) => kill(broker, at * 1000)),
            `n${i}`,
          ),
        ),
      );
    fc.assert(
      fc.property(runs, fc.nat(5), (list, at) => {
        const open = list[at % list.length]!;
        const tree = treeOf(list, open.id);
        expect(commandsOf(tree)).toEqual(open.commands);
        const found = [...runsOf(tree)].sort((x, y) => (x.id < y.id ? -1 : 1));
        expect(found).toEqual(list);
      }),
    );
  });
});

describe('a link to two runs', () => {
  const tree = treeOf([run('a', [k1, k2], 'main'), run('b', [k1, k3])], 'a');
  const two: SharedLink = {
    ...EXAMPLE_LINK,
    tree,
    place: { kind: 'lab' },
    compare: {
      name: 'acks=all',
      other: { name: 'seed 8', scenario: exampleScenario({ seed: 8 }), commands: [k1] },
    },
  };

  test.each([
    ['another scenario', two],
    [
      'the same scenario',
      { ...two, compare: { name: 'a', other: { name: 'b', scenario: null, commands: [k1, k3] } } },
    ],
  ])('%s comes back as it was', async (_, link) => {
    const encoded = await encodeLink(link);
    if (!encoded.ok) throw new Error('too long');
    expect(await decodeLink(encoded.hash)).toEqual({ ok: true, link });
  });

  test('what cannot be compared is told, and the run itself is saved', async () => {
    const broken = {
      ...two,
      compare: { name: 'a', other: { name: 'b', scenario: null, commands: [kill(9, 5)] } },
    };
    const encoded = await encodeLink(broken);
    if (!encoded.ok) throw new Error('too long');
    const decoded = await decodeLink(encoded.hash);
    expect(decoded).toMatchObject({ ok: false, problem: { kind: 'bad-commands' }, saved: { tree } });
  });
});
