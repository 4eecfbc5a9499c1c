import { expect, test } from 'vitest';
import { pseudoInPlace, pseudoText, speakPseudo } from './pseudo.ts';

test.each(['Ok', 'Copy link', 'The high watermark is the lowest log end offset of the in-sync replicas.'])(
  '%s keeps no plain letter and is two fifths longer',
  (text) => {
    const pseudo = pseudoText(text);
    expect(pseudo).not.toMatch(/[a-z]/i);
    expect(pseudo.length).toBeGreaterThanOrEqual(1.35 * text.length);
  },
);

test('figures stay, and what has no letters stays as it is', () => {
  expect(pseudoText('1 482')).toBe('1 482');
  expect(pseudoText('12 ms')).toMatch(/^12 ɱš/);
});

test('texts, lists and functions of a catalogue change where they stand, once', () => {
  const catalogue = {
    title: 'Lab',
    nested: { list: ['One', 2, 'Two'] },
    count: (n: number) => `${n} brokers`,
    lines: () => ['a', 'b'],
    flag: true,
  };
  const { nested } = catalogue;
  pseudoInPlace(catalogue);
  pseudoInPlace(catalogue);
  expect(catalogue.title).toBe(pseudoText('Lab'));
  expect(catalogue.nested).toBe(nested);
  expect(nested.list).toEqual([pseudoText('One'), 2, pseudoText('Two')]);
  expect(catalogue.count(3)).toBe(pseudoText('3 brokers'));
  expect(catalogue.lines()).toEqual([pseudoText('a'), pseudoText('b')]);
  expect(catalogue.flag).toBe(true);
});

test('every catalogue speaks it, whether it was loaded before or comes later', async () => {
  const { app } = await import('./en/app.ts');
  expect(app.close).toMatch(/[a-z]/i);
  speakPseudo();
  expect(app.close).not.toMatch(/[a-z]/i);
  const { plans } = await import('./en/plans.ts');
  expect(plans.title).not.toMatch(/[a-z]/i);
  expect(plans.when(1_000_000, undefined)).not.toMatch(/[a-z]/i);
});
