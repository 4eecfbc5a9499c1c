import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(selector: string): Readonly<Record<string, string>> {
  const from = css.indexOf(`\n${selector} {`);
  const block = css.slice(from, css.indexOf('\n}', from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]));
}

const light = tokensOf(':root');
const dark = { ...light, ...tokensOf("[data-theme='dark']") };

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((i) => parseInt(colour.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(theme: Readonly<Record<string, string>>, text: string, ground: string): number {
  const [a, b] = [theme[text], theme[ground]];
  if (a === undefined || b === undefined) throw new Error(`no token ${text} or ${ground}`);
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

const pairs = (texts: readonly string[], grounds: readonly string[]): (readonly [string, string])[] =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground] as const));

const members = [1, 2, 3, 4, 5, 6];
const TEXT_PAIRS = [
  ...pairs(['ink', 'ink-2', 'ink-3'], ['bg', 'surface', 'surface-2', 'sunken', 'sea']),
  ...pairs(['water'], ['bg', 'surface', 'sea']),
  ...pairs(['error'], ['bg', 'surface', 'error-tint', 'sea']),
  ...pairs(['wait'], ['bg', 'surface', 'wait-tint', 'sea']),
  ...pairs(['txn'], ['bg', 'surface', 'txn-tint']),
  ...pairs(['accent'], ['bg', 'surface', 'accent-tint']),
  ...pairs(['produce'], ['bg', 'surface', 'sea']),
  ...pairs(['ok'], ['surface', 'ok-tint']),
  ...pairs(['ink-inv'], ['ink']),
  // A scenario as text, its active line, and what a deed has just written there.
  ...pairs(['accent', 'm2', 'm3', 'm4', 'ink', 'ink-2', 'ink-3'], ['surface', 'surface-2', 'sunken']),
  ...pairs(['surface'], ['water', 'accent', 'txn', 'produce']),
  ...pairs(['ink'], ['water-fill', 'water-deep', 'error-tint', 'wait-tint', 'accent-tint', 'ok-tint']),
  ...pairs(['ink-2'], ['error-tint', 'wait-tint', 'ok-tint']),
  ...members.flatMap((i) => pairs([`m${i}`, 'ink'], [`m${i}t`])),
];
const MARK_PAIRS = [
  ...pairs(['water'], ['bg', 'sea', 'water-fill']),
  ...pairs(['wait-fill', 'control'], ['bg', 'surface']),
  ...pairs(['ink-2', 'idle'], ['bg']),
  ...pairs(['error', 'accent'], ['bg', 'surface']),
];

/** The table of design.md, light and dark, to the digit that it gives. */
const PUBLISHED: readonly (readonly [string, string, number, number])[] = [
  ['ink', 'bg', 15.2, 16.3],
  ['ink-2', 'sea', 7.1, 8.7],
  ['ink-3', 'sunken', 4.7, 6.9],
  ['ink-3', 'bg', 5.0, 6.8],
  ['water', 'sea', 5.6, 8.4],
  ['error', 'error-tint', 5.4, 7.4],
  ['wait', 'sea', 5.6, 9.6],
  ['txn', 'txn-tint', 5.9, 7.6],
  ['accent', 'accent-tint', 5.9, 6.8],
  ['produce', 'sea', 5.1, 7.8],
  ['surface', 'water', 6.3, 8.8],
  ['ink', 'water-deep', 8.2, 4.7],
  ['control', 'bg', 3.2, 4.4],
  ['wait-fill', 'bg', 3.2, 7.8],
  ['water', 'water-fill', 4.3, 4.5],
];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('tokens, %s', (_name, theme) => {
  test.each(TEXT_PAIRS)('text %s on %s is at least 4.5', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(MARK_PAIRS)('mark %s on %s is at least 3', (mark, ground) => {
    expect(contrast(theme, mark, ground)).toBeGreaterThanOrEqual(3);
  });
});

test.each(PUBLISHED)('%s on %s is as the design says', (text, ground, inLight, inDark) => {
  expect(contrast(light, text, ground)).toBeCloseTo(inLight, 0.9);
  expect(contrast(dark, text, ground)).toBeCloseTo(inDark, 0.9);
});

test('darkHasEveryColourThatLightHas', () => {
  expect(Object.keys(tokensOf("[data-theme='dark']"))).toEqual(Object.keys(light));
});
