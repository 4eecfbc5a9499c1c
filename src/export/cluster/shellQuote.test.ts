import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { oneLine, shellQuote, shellWords } from './shellQuote.ts';

const ODD = [
  '',
  'plain-1.x',
  'two words',
  "it's",
  `"double" $HOME \`date\` \\ !`,
  '*?[a]{b,c}',
  '<default>',
  '-dash',
  'tab\tand\nline',
  'Überweisung 支払',
  ';rm -rf x',
];

describe('shellQuote', () => {
  it('quotes only what must be quoted', () => {
    expect(shellQuote('min.insync.replicas=2')).toBe('min.insync.replicas=2');
    expect(shellQuote("it's")).toBe(`'it'\\''s'`);
    expect(shellQuote('')).toBe("''");
  });

  it.skipIf(process.platform === 'win32')('a shell gives every text back as it was', () => {
    const { stdout } = spawnSync('sh', ['-c', `printf '%s|' ${shellWords(ODD)}`], { encoding: 'utf8' });
    expect(stdout).toBe(ODD.map((text) => `${text}|`).join(''));
  });

  it('makes one line of many', () => {
    expect(oneLine(' a\n b\t\tc ')).toBe('a b c');
  });
});
