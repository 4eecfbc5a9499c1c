import { expect, test } from 'vitest';
import { nextLogDir } from './logDirs.ts';

const logs = (...dirs: string[]) => dirs.map((logDir) => ({ logDir }));

test('[B8] a new log goes to the directory with the fewest, the first of several', () => {
  expect(nextLogDir(['/a', '/b'], [])).toBe('/a');
  expect(nextLogDir(['/a', '/b'], logs('/a'))).toBe('/b');
  expect(nextLogDir(['/a', '/b', '/c'], logs('/a', '/b', '/c', '/a'))).toBe('/b');
});

test('[B8] logs in failed directories do not count', () => {
  expect(nextLogDir(['/b'], logs('/a', '/b'))).toBe('/b');
});
