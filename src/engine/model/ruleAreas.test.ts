import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLUMBING } from './plumbing.ts';
import { RULES } from './ruleAreas.ts';

const ENGINE = join(import.meta.dirname, '..');
const FOLDERS = [
  'broker',
  'client',
  'cluster',
  'controller',
  'invariants',
  'kernel',
  'metadata',
  'network',
  'node',
  'protocol',
  'queueBroker',
  'raft',
  'storage',
];

/** Rules of the sheet that the first version takes on; each must have an entry, whatever it says. */
const SHEET = [
  ...ids('F', 1, 10),
  ...ids('H', 1, 7),
  ...ids('I', 1, 10),
  ...ids('A', 1, 8),
  ...ids('E', 1, 8),
  ...ids('M', 1, 2),
  ...ids('L', 1, 8),
  ...ids('R', 1, 7),
  ...ids('B', 1, 8),
  ...ids('Q', 1, 14),
  ...ids('C', 1, 1),
  ...ids('PP', 1, 8),
  ...ids('S', 1, 5),
  ...ids('RT', 1, 8),
  ...ids('ID', 1, 11),
  ...ids('RB', 4, 5),
];

function ids(letters: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${letters}${from + index}`);
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ENGINE, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$|TestContext\.ts$/.test(entry.name),
    )
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ENGINE.length + 1)
        .replaceAll('\\', '/'),
    ),
).sort();
const named = new Set(RULES.flatMap((rule) => rule.files));

test('every rule of the sheet has an entry', () => {
  const known = new Set(RULES.map((rule) => rule.id));
  expect(SHEET.filter((id) => !known.has(id))).toEqual([]);
});

test('every file of the engine is named by a rule, or is plumbing and says why', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !named.has(file) && !(file in PLUMBING))).toEqual([]);
  expect(Object.keys(PLUMBING).filter((file) => named.has(file) || !existsSync(join(ENGINE, file)))).toEqual(
    [],
  );
});

test('every file that a rule names exists, and only what is not modelled names none', () => {
  expect([...named].filter((file) => !existsSync(join(ENGINE, file)))).toEqual([]);
  expect(RULES.filter((rule) => (rule.files.length === 0) !== (rule.state === 'not modelled'))).toEqual([]);
});

test('ids are unique, in the form that a tag of a test has', () => {
  const all = RULES.map((rule) => rule.id);
  expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  expect(all.filter((id) => !/^([A-Z]{1,2}\d+|[a-z]+(-[a-z]+)*)$/.test(id))).toEqual([]);
});

test('whatever a comment calls simplified has an entry that says so', () => {
  const simplified = new Set(
    RULES.filter((rule) => rule.state === 'simplified').flatMap((rule) => rule.files),
  );
  const commented = files.filter((file) => readFileSync(join(ENGINE, file), 'utf8').includes('Simplified:'));
  expect(commented.length).toBeGreaterThan(10);
  expect(commented.filter((file) => !simplified.has(file))).toEqual([]);
});

test('titles are one line and differ, reasons and consequences are sentences', () => {
  const titles = RULES.map((rule) => rule.title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.filter((title) => title.length > 125 || title.endsWith('.'))).toEqual([]);
  for (const rule of RULES) {
    if (rule.state === 'modelled') continue;
    expect(rule.reason, rule.id).toMatch(/^[^\s].*\.$/);
    expect(rule.consequence, rule.id).toMatch(/^[^\s].*\.$/);
  }
});
