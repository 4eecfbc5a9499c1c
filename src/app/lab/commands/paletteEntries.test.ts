import { expect, test } from 'vitest';
import { en } from '../../../i18n/en/index.ts';
import { selectCluster } from '../../../views/clusterModel.ts';
import { exampleFrame } from '../../../views/gallery/exampleFrames.ts';
import { commandsOfCluster } from './labCommands.ts';
import { entriesByVerb, PALETTE_GROUPS, sectionsOf, stepOf, type PaletteEntry } from './paletteEntries.ts';

const cluster = selectCluster(exampleFrame('healthy').entities);
const all = commandsOfCluster(en.stage, cluster, []);
const short = entriesByVerb(all, (verb) => `${verb}…`);
const leaves = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
  entries.flatMap((entry) => entry.of ?? [entry]);

test('one short line for what is done to different things, which stand behind it', () => {
  expect(short.length).toBeLessThan(all.length / 3);
  const crash = short.find(({ label }) => label === 'Crash (SIGKILL)…');
  expect(crash).toMatchObject({ group: 'break', keys: 'C' });
  expect(crash?.of?.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['broker 1', 'broker 2', 'broker 3', 'pay-api']),
  );
});

test('all that can be done is still there, each link once and not once from each end', () => {
  const left = new Set(leaves(short).map(({ id }) => id));
  const gone = all.filter(({ id }) => !left.has(id));
  expect(gone.every(({ id }) => / (link|connections|rack) /.test(`${id} `))).toBe(true);
  const cut = short.find(({ label }) => label === 'Cut a link…')?.of?.map(({ label }) => label) ?? [];
  expect(cut).toContain('broker 1 – broker 2');
  expect(cut).not.toContain('broker 2 – broker 1');
});

test('what can be done to one thing alone needs no step', () => {
  const entry = { group: 'break', verb: { id: 'x', label: 'Melt', keys: 'Y', icon: 'bolt' } } as const;
  const only = { ...entry, id: '1', label: 'Melt: it', target: 'it' };
  expect(entriesByVerb([only], (verb) => verb)).toEqual([{ ...only, keys: 'Y', icon: 'bolt' }]);
  expect(stepOf('futures', 'Open', [])).toEqual([]);
});

test('groups stand in their order, and in that of what fits best once something is written', () => {
  const entries: readonly PaletteEntry[] = [
    { id: 'a', label: 'a', group: 'time' },
    { id: 'b', label: 'b', group: 'add' },
    { id: 'c', label: 'c', group: 'time' },
  ];
  const ids = (order: 'fixed' | 'found') => sectionsOf(entries, order).map(({ id }) => id);
  expect(ids('fixed')).toEqual(['add', 'time']);
  expect(ids('found')).toEqual(['time', 'add']);
  expect(PALETTE_GROUPS[0]).toBe('said');
});
