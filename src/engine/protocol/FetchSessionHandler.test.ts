import { expect, test } from 'vitest';
import { FetchSessionHandler, nextSessionEpoch } from './FetchSessionHandler.ts';
import type { FetchPartitionResponse } from './requests.ts';

const partition = (topicPartition: string, fetchOffset = 0) => ({
  topicPartition,
  fetchOffset,
  currentLeaderEpoch: 0,
  lastFetchedEpoch: -1,
  logStartOffset: -1,
  maxBytes: 1000,
});
const answer = (sessionId: number, names: readonly string[] = [], throttleTimeMs = 0) => ({
  error: 'NONE' as const,
  sessionId,
  throttleTimeMs,
  partitions: names.map((topicPartition) => ({ topicPartition }) as FetchPartitionResponse),
});

function inSession(): FetchSessionHandler {
  const handler = new FetchSessionHandler();
  handler.want(partition('a'));
  handler.want(partition('b'));
  expect(handler.build()).toMatchObject({ sessionId: 0, sessionEpoch: 0, forgotten: [] });
  expect(handler.handleResponse(answer(7, ['a', 'b']))).toBe(true);
  return handler;
}

test('[FS1] after the full fetch only what is new, moved or gone is sent', () => {
  const handler = inSession();
  expect(handler.build()).toEqual({ sessionId: 7, sessionEpoch: 1, partitions: [], forgotten: [] });
  expect(handler.handleResponse(answer(7))).toBe(true);
  handler.want(partition('a', 5));
  handler.want(partition('c'));
  handler.forget('b');
  expect(handler.build()).toEqual({
    sessionId: 7,
    sessionEpoch: 2,
    partitions: [partition('a', 5), partition('c')],
    forgotten: ['b'],
  });
  // There and back again is no change.
  handler.handleResponse(answer(7));
  handler.forget('a');
  handler.want(partition('a', 5));
  expect(handler.build()).toMatchObject({ sessionEpoch: 3, partitions: [], forgotten: [] });
});

test('[FS1] the reactions to what may go wrong', () => {
  const cases = [
    ['FETCH_SESSION_ID_NOT_FOUND', { sessionId: 0, sessionEpoch: 0 }],
    ['INVALID_FETCH_SESSION_EPOCH', { sessionId: 7, sessionEpoch: 0 }],
  ] as const;
  for (const [error, next] of cases) {
    const handler = inSession();
    handler.build();
    expect(handler.handleResponse({ ...answer(0), error })).toBe(false);
    expect(handler.build()).toMatchObject({ ...next, partitions: [partition('a'), partition('b')] });
  }
  const lost = inSession();
  lost.build();
  lost.handleError();
  expect(lost.build()).toMatchObject({ sessionId: 7, sessionEpoch: 0 });

  const ended = inSession();
  ended.build();
  expect(ended.handleResponse(answer(0))).toBe(true);
  expect(ended.build()).toMatchObject({ sessionId: 0, sessionEpoch: 0 });
});

test('[FS1] [QT3] a full fetch that was throttled got no session; an incremental one keeps its own', () => {
  const full = new FetchSessionHandler();
  full.want(partition('a'));
  full.build();
  expect(full.handleResponse(answer(0, [], 500))).toBe(false);
  expect(full.build()).toMatchObject({ sessionId: 0, sessionEpoch: 0, partitions: [partition('a')] });

  const incremental = inSession();
  incremental.build();
  expect(incremental.handleResponse(answer(7, [], 500))).toBe(true);
  expect(incremental.build()).toMatchObject({ sessionId: 7, sessionEpoch: 2 });
});

test('[FS2] who got records comes last in the next full fetch', () => {
  const handler = inSession();
  handler.moveToEnd('a');
  handler.handleError();
  expect(handler.build().partitions.map(({ topicPartition }) => topicPartition)).toEqual(['b', 'a']);
});

test('[FS1] epochs go on from 1 after the largest int, and −1 stays', () => {
  expect([-1, 0, 1, 2_147_483_647].map(nextSessionEpoch)).toEqual([-1, 1, 2, 1]);
});
