import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENGINE_CHANGELOG } from './engineChangelog.ts';
import { ENGINE_VERSION } from './engineVersion.ts';

test('the engine version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(ENGINE_VERSION).toBe(version);
});

test('the changelog ends with the current version', () => {
  expect(ENGINE_CHANGELOG.at(-1)?.version).toBe(ENGINE_VERSION);
});
