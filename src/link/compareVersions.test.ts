import { describe, expect, test } from 'vitest';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import { compareVersions, judgeReplay } from './compareVersions.ts';

const changelog = [
  { version: '0.1.0', summary: 'first', behaviourChanges: [] },
  { version: '0.2.0', summary: 'second', behaviourChanges: [{ id: 'fetch', summary: 'fetches wait' }] },
  {
    version: '0.10.0',
    summary: 'third',
    behaviourChanges: [
      { id: 'elr', summary: 'elr' },
      { id: 'isr', summary: 'isr' },
    ],
  },
];

describe('compareVersions', () => {
  test('versions are numbers and not texts', () => {
    expect(compareVersions('0.2.0', '0.10.0', changelog).relation).toBe('older');
    expect(compareVersions('0.10.0', '0.2.0', changelog).relation).toBe('newer');
    expect(compareVersions('0.2.0', '0.2.0', changelog)).toEqual({ relation: 'same', behaviourChanges: [] });
  });

  test('lists what changed after the version of the link', () => {
    const ids = (from: string) =>
      compareVersions(from, '0.10.0', changelog).behaviourChanges.map(
        ({ version, id }) => `${version} ${id}`,
      );
    expect(ids('0.1.0')).toEqual(['0.2.0 fetch', '0.10.0 elr', '0.10.0 isr']);
    expect(ids('0.2.0')).toEqual(['0.10.0 elr', '0.10.0 isr']);
    expect(ids('0.11.0')).toEqual([]);
  });

  test('the current engine is the same as itself', () => {
    expect(compareVersions(ENGINE_VERSION).relation).toBe('same');
  });
});

describe('judgeReplay', () => {
  test('another digest of the same engine is our fault, of another engine a difference', () => {
    expect(judgeReplay('same', 'a', 'a')).toBe('same');
    expect(judgeReplay('same', 'a', 'b')).toBe('our-fault');
    expect(judgeReplay('older', 'a', 'a')).toBe('agrees');
    expect(judgeReplay('older', 'a', 'b')).toBe('differs');
    expect(judgeReplay('newer', 'a', 'b')).toBe('differs');
  });
});
