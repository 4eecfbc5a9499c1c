import { expect, test } from 'vitest';
import { acquireRecords, type AcquireInput } from './acquireRecords.ts';
import { acknowledgeRecords, settleChanges } from './acknowledgeRecords.ts';
import { combineStateBatches } from './combineStateBatches.ts';
import { inFlightBatch } from './InFlightBatch.ts';
import { settled } from './InFlightState.ts';
import { initialShareState } from './initialShareState.ts';
import { moveLogStart } from './moveLogStart.ts';
import { canAcquireRecords, nextFetchOffset } from './nextFetchOffset.ts';
import { shareSessionError } from './ShareSession.ts';
import type { ShareState, StateBatch } from './ShareState.ts';

const LIMITS = { deliveryCountLimit: 5, recordLockUs: 30_000_000 };
const NOTHING: ShareState = { startOffset: 0, endOffset: 0, batches: [], gap: null };

/** Batches of the log, by how many records each has. */
function log(from: number, ...counts: readonly number[]) {
  let baseOffset = from;
  return counts.map((count) => {
    const batch = { baseOffset, count, sizeBytes: 70 * count, maxTimestampMs: 0 };
    baseOffset += count;
    return batch;
  });
}

function acquire(state: ShareState, given: Partial<AcquireInput> = {}) {
  const { records, state: next } = acquireRecords(state, {
    memberId: 'a',
    mode: 'batch_optimized',
    maxRecords: 500,
    batchSize: 500,
    fetchOffset: nextFetchOffset(state),
    read: log(0, 10),
    maxRecordLocks: 2000,
    limits: LIMITS,
    nowUs: 0,
    ...given,
  });
  return {
    state: next,
    ranges: records.map(
      ({ firstOffset, lastOffset, deliveryCount }) => `${firstOffset}-${lastOffset} x${deliveryCount}`,
    ),
  };
}

const available = (first: number, last: number, count: number) =>
  inFlightBatch(first, last, settled('AVAILABLE', count));

const inFlight = (...batches: ShareState['batches']): ShareState => ({
  startOffset: batches[0]?.firstOffset ?? 0,
  endOffset: batches.at(-1)?.lastOffset ?? 0,
  batches,
  gap: null,
});

test.each([
  ['all that was read', { read: log(0, 3, 4) }, ['0-6 x1'], 6],
  ['whole batches, though fewer were asked for', { read: log(0, 3, 4, 5), maxRecords: 4 }, ['0-6 x1'], 6],
  [
    'exactly so many under record_limit, of a batch that is cut',
    { read: log(0, 10), maxRecords: 4, mode: 'record_limit' },
    ['0-3 x1'],
    9,
  ],
  ['ranges of the batch size', { read: log(0, 2, 2, 2), batchSize: 2 }, ['0-1 x1', '2-3 x1', '4-5 x1'], 5],
  [
    'no more than the locks allow, by whole batches',
    { read: log(0, 100, 100), maxRecordLocks: 100 },
    ['0-99 x1'],
    99,
  ],
  ['nothing, where nothing was asked for', { maxRecords: 0 }, [], 0],
] as const)('[share-acquire] new records: %s', (_, given, ranges, endOffset) => {
  const acquired = acquire(NOTHING, given);
  expect(acquired.ranges).toEqual(ranges);
  expect(acquired.state.endOffset).toBe(endOffset);
});

test.each([
  [
    'what was given back comes first, and then what is new',
    inFlight(available(0, 4, 1)),
    { read: log(0, 5, 5) },
    ['0-4 x2', '5-9 x1'],
  ],
  [
    'a part of a batch that was read',
    inFlight(available(0, 9, 1)),
    { read: log(4, 2), fetchOffset: 4 },
    ['4-5 x2'],
  ],
  ['at half the limit half of them come', inFlight(available(0, 7, 3)), { read: log(0, 8) }, ['0-3 x4']],
  [
    'on its last delivery a record comes alone',
    inFlight(available(0, 7, 4)),
    { read: log(0, 8) },
    ['0-0 x5'],
  ],
  [
    'before 4.2 nothing is held back',
    inFlight(available(0, 7, 4)),
    { read: log(0, 8), throttlesDelivery: false },
    ['0-7 x5'],
  ],
  [
    'behind others a suspect waits for another fetch',
    inFlight(available(0, 0, 1), available(1, 1, 4)),
    { read: log(0, 1, 1) },
    ['0-0 x2'],
  ],
  [
    'when all locks are taken only what was given back',
    inFlight(available(0, 4, 1)),
    { read: log(0, 5, 5), maxRecordLocks: 5 },
    ['0-4 x2'],
  ],
] as const)('[share-acquire] known records: %s', (_, state, given, ranges) => {
  expect(acquire(state, given as Partial<AcquireInput>).ranges).toEqual(ranges);
});

test('[share-acquire] a fetch reads where something was given back, and locks bound what is new', () => {
  const { state } = acquire(NOTHING, { read: log(0, 10) });
  expect([nextFetchOffset(state), canAcquireRecords(state, 10), canAcquireRecords(state, 11)]).toEqual([
    10,
    false,
    true,
  ]);
  const changes = acknowledgeRecords(
    state,
    'a',
    [{ firstOffset: 4, lastOffset: 5, type: 'RELEASE' }],
    1,
    LIMITS,
  );
  if (typeof changes === 'string') expect.fail(changes);
  // Until it is written nobody may have them.
  expect(nextFetchOffset(changes.state)).toBe(10);
  const settledState = settleChanges(changes.state, changes.written, true, 1, LIMITS);
  expect([nextFetchOffset(settledState), canAcquireRecords(settledState, 10)]).toEqual([4, true]);
});

test.each([
  ['is as before if the write fails', 1, false, 'ACQUIRED', 'a'],
  ['is given back if its lock has ended meanwhile', 40_000_000, false, 'AVAILABLE', ''],
  ['is accepted once it is written', 1, true, 'ACKNOWLEDGED', ''],
] as const)(
  '[share-record-states] a record that is being acknowledged %s',
  (_, nowUs, isWritten, state, memberId) => {
    const changes = acknowledgeRecords(
      acquire(NOTHING, { read: log(0, 1) }).state,
      'a',
      [{ firstOffset: 0, lastOffset: 0, type: 'ACCEPT' }],
      1,
      LIMITS,
    );
    if (typeof changes === 'string') expect.fail(changes);
    const after = settleChanges(changes.state, changes.written, isWritten, nowUs, LIMITS);
    expect(after.batches[0]?.state).toMatchObject({ state, memberId, deliveryCount: 1, before: null });
  },
);

test('[share-record-states] of a request with one bad range nothing counts; what lies before SPSO is passed over', () => {
  const { state } = acquire(NOTHING, { read: log(0, 4) });
  const accept = (firstOffset: number, lastOffset: number) => ({
    firstOffset,
    lastOffset,
    type: 'ACCEPT' as const,
  });
  expect(acknowledgeRecords(state, 'a', [accept(0, 1), accept(3, 4)], 1, LIMITS)).toBe('INVALID_REQUEST');
  expect(acknowledgeRecords(state, 'b', [accept(0, 1)], 1, LIMITS)).toBe('INVALID_RECORD_STATE');
  expect(acknowledgeRecords({ ...state, startOffset: 2 }, 'a', [accept(0, 1)], 1, LIMITS)).toMatchObject({
    written: [],
  });
});

test('[share-failover] gaps of the state that is read are acquired before anything new', () => {
  const batch = (firstOffset: number, lastOffset: number, deliveryState: StateBatch['deliveryState']) => ({
    firstOffset,
    lastOffset,
    deliveryState,
    deliveryCount: 1,
  });
  const state = initialShareState(0, [batch(2, 3, 'ACKNOWLEDGED'), batch(6, 7, 'AVAILABLE')]);
  expect([state.startOffset, state.endOffset, nextFetchOffset(state)]).toEqual([0, 7, 0]);
  const acquired = acquire(state, { read: log(0, 2, 2, 2, 2, 2) });
  expect(acquired.ranges).toEqual(['0-1 x1', '4-5 x1', '6-7 x2', '8-9 x1']);
  // A front that is done with is passed over at once.
  expect(initialShareState(0, [batch(0, 4, 'ACKNOWLEDGED')])).toMatchObject({
    startOffset: 5,
    endOffset: 5,
    batches: [],
  });
});

test('[share-start-offset] SPSO follows the start of the log; what nobody has before it is archived', () => {
  const state = moveLogStart(inFlight(available(0, 9, 1)), 4);
  expect(state.startOffset).toBe(4);
  expect(state.batches[0]?.offsets?.map((known) => known.state).slice(2, 6)).toEqual([
    'ARCHIVED',
    'ARCHIVED',
    'AVAILABLE',
    'AVAILABLE',
  ]);
  expect(moveLogStart(NOTHING, 7)).toMatchObject({ startOffset: 7, endOffset: 7 });
});

test.each([
  ['neighbours that are alike are one', '0-3 A1, 4-5 A1', '', 0, '0-5 A1'],
  ['a higher delivery count holds', '0-9 A1', '4-5 A2', 0, '0-3 A1, 4-5 A2, 6-9 A1'],
  ['of equal counts the later state', '0-9 A1', '3-3 C1', 0, '0-2 A1, 3-3 C1, 4-9 A1'],
  ['what lies before SPSO goes', '0-9 C1', '10-11 A1', 5, '5-9 C1, 10-11 A1'],
  ['an older count changes nothing', '0-4 A3', '2-2 C2', 0, '0-4 A3'],
] as const)('[share-coordinator] states put together: %s', (_, soFar, news, startOffset, expected) => {
  expect(print(combineStateBatches(read(soFar), read(news), startOffset))).toBe(expected);
});

const STATES = { A: 'AVAILABLE', C: 'ACKNOWLEDGED', R: 'ARCHIVED' } as const;

function read(text: string): StateBatch[] {
  return [...text.matchAll(/(\d+)-(\d+) ([ACR])(\d+)/g)].map(([, first, last, state, count]) => ({
    firstOffset: Number(first),
    lastOffset: Number(last),
    deliveryState: STATES[state as 'A'],
    deliveryCount: Number(count),
  }));
}

function print(batches: readonly StateBatch[]): string {
  const letter = (state: StateBatch['deliveryState']): string =>
    state === 'AVAILABLE' ? 'A' : state === 'ACKNOWLEDGED' ? 'C' : 'R';
  return batches
    .map(
      ({ firstOffset, lastOffset, deliveryState, deliveryCount }) =>
        `${firstOffset}-${lastOffset} ${letter(deliveryState)}${deliveryCount}`,
    )
    .join(', ');
}

test.each([
  ['fetch', 0, null, false, false, 'NONE'],
  ['fetch', 0, null, false, true, 'SHARE_SESSION_LIMIT_REACHED'],
  ['fetch', 0, 4, true, false, 'INVALID_REQUEST'],
  ['fetch', 3, null, false, false, 'SHARE_SESSION_NOT_FOUND'],
  ['fetch', 3, 4, false, false, 'INVALID_SHARE_SESSION_EPOCH'],
  ['fetch', 4, 4, true, false, 'NONE'],
  ['fetch', -1, 4, true, false, 'NONE'],
  ['acknowledge', 0, 4, true, false, 'INVALID_SHARE_SESSION_EPOCH'],
  ['acknowledge', -1, null, false, false, 'SHARE_SESSION_NOT_FOUND'],
] as const)(
  '[share-fetch] a %s of epoch %i in a session of %s',
  (kind, epoch, known, hasAcknowledgements, isFull, error) => {
    const session = known === null ? undefined : { epoch: known };
    expect(shareSessionError(kind, epoch, session, { hasAcknowledgements, isFull })).toBe(error);
  },
);
