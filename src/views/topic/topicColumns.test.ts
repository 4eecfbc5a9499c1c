import { expect, test } from 'vitest';
import { topicColumns } from './topicColumns.ts';

test.each([
  ['a Lab of 1440 px, four brokers, two groups', 833, 4, 2, { hasBars: true, hasEnds: true, groups: 1 }],
  ['the whole width', 1300, 4, 2, { hasBars: true, hasEnds: true, groups: 2 }],
  ['thirty brokers have badges alone', 833, 30, 1, { hasBars: false, hasEnds: false }],
  ['a phone', 366, 4, 2, { hasBars: false, hasEnds: false, groups: 1 }],
  ['a phone and one broker', 366, 1, 0, { hasBars: true, hasEnds: false, groups: 0 }],
  ['nobody is there', 833, 0, 0, { hasBars: true }],
])('%s', (_, width, brokers, groups, expected) => {
  expect(topicColumns(width, brokers, groups)).toMatchObject(expected);
});

test('what is shown never needs more than there is, as long as badges have room', () => {
  for (let width = 360; width <= 1600; width += 40)
    for (const brokers of [1, 3, 4, 6]) {
      const { name, broker, hasEnds, isr, lag, groups } = topicColumns(width, brokers, 3);
      expect(name + isr + brokers * broker + groups * lag + (hasEnds ? 104 : 0)).toBeLessThanOrEqual(width);
    }
});
