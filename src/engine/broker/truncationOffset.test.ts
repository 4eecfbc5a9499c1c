import { expect, test } from 'vitest';
import { truncationOffset } from './truncationOffset.ts';

const UNDEFINED_END = { epoch: -1, endOffset: -1 };

test('[E5] an epoch both know is cut at the lowest of the ends, and that is all', () => {
  const cut = (leaderEnd: number, ownEnd: number, logEnd: number) =>
    truncationOffset({ epoch: 4, endOffset: leaderEnd }, { epoch: 4, endOffset: ownEnd }, logEnd, 77);
  expect(cut(10, 20, 30)).toEqual({ offset: 10, isComplete: true });
  expect(cut(20, 10, 30)).toEqual({ offset: 10, isComplete: true });
  expect(cut(20, 30, 10)).toEqual({ offset: 10, isComplete: true });
});

test('[E5] an epoch the follower does not know is cut at the end of the one before, and asked about again', () => {
  const cut = (logEnd: number) =>
    truncationOffset({ epoch: 4, endOffset: 5 }, { epoch: 3, endOffset: 20 }, logEnd, 77);
  expect(cut(30)).toEqual({ offset: 20, isComplete: false });
  expect(cut(10)).toEqual({ offset: 10, isComplete: false });
});

test('[E5] a follower without epochs so old goes by the leader end alone', () => {
  expect(truncationOffset({ epoch: 4, endOffset: 5 }, UNDEFINED_END, 30, 77)).toEqual({
    offset: 5,
    isComplete: true,
  });
  expect(truncationOffset({ epoch: 4, endOffset: 50 }, UNDEFINED_END, 30, 77)).toEqual({
    offset: 30,
    isComplete: true,
  });
  expect(truncationOffset({ epoch: -1, endOffset: 5 }, { epoch: 3, endOffset: 2 }, 30, 77)).toEqual({
    offset: 5,
    isComplete: true,
  });
});

test('[E5] an undefined leader end sends the follower back to where it began to fetch', () => {
  expect(truncationOffset(UNDEFINED_END, { epoch: 4, endOffset: 5 }, 100, 77)).toEqual({
    offset: 77,
    isComplete: true,
  });
});
