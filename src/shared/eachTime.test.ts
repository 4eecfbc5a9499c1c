import { expect, test } from 'vitest';
import { eachTime } from './eachTime.ts';

const SECOND = 1_000_000;

test('a command that is given again stands there each time, and the others as they are', () => {
  const once = { atUs: 5 * SECOND, kind: 'CutLink', after: 3 };
  const thrice = {
    atUs: 2 * SECOND,
    after: 1,
    kind: 'KillBroker',
    repeat: { everyUs: 10 * SECOND, times: 3 },
  };
  const all = eachTime<{
    atUs: number;
    kind: string;
    after?: number;
    repeat?: { everyUs: number; times: number };
  }>([once, thrice]);
  expect(all).toEqual([
    once,
    { atUs: 2 * SECOND, kind: 'KillBroker', after: 1 },
    { atUs: 12 * SECOND, kind: 'KillBroker' },
    { atUs: 22 * SECOND, kind: 'KillBroker' },
  ]);
  expect(all[0]).toBe(once);
});

test('without any that is given again the same list comes back', () => {
  const commands = [{ atUs: 1 }, { atUs: 2, after: 3 }];
  expect(eachTime(commands)).toBe(commands);
});
