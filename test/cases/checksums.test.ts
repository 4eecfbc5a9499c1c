import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = import.meta.dirname;
const sums = readFileSync(join(FOLDER, 'SHA256SUMS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, sum, file] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    return { sum, file };
  });

test('lists every file of cases', () => {
  const files = readdirSync(FOLDER).filter((name) => name !== "SHA256SUMS" && !name.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(0);
  expect(sums.map(({ file }) => file).sort()).toEqual(files.sort());
});

test.for(sums)('$file is unchanged', ({ sum, file }) => {
  const bytes = readFileSync(join(FOLDER, file ?? ''));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum);
});
