import { expect, test } from 'vitest';
import { readDeed, writeDeed } from './draggedDeed.ts';

test.each([
  { kind: 'build', form: 'addBroker' },
  { kind: 'verb', id: 'do Crash (SIGKILL)' },
] as const)('$kind comes through a drag', (deed) => {
  expect(readDeed(writeDeed(deed))).toEqual(deed);
});

test.each(['', 'build', 'build nothing', 'a file.txt'])('%j is none of ours', (text) => {
  expect(readDeed(text)).toBeNull();
});
