import { describe, expect, test } from 'vitest';
import { planLeap } from './planLeap.ts';
import type { Quiet, Rhythm } from './Quiet.ts';
import { rhythmOf } from './rhythm.ts';

const BEAT_US = 500_000;
const SECOND_US = 1_000_000;

/** At the beat of 100 s: one fetch that is due every 500.5 ms, one heartbeat every 2.0005 s, one check every 5 s. */
function quiet(changes: Partial<Quiet> = {}): Quiet {
  return {
    atUs: 100 * SECOND_US,
    fetches: [
      {
        fetcher: 1,
        server: 2,
        isShare: false,
        operationId: 7,
        dueUs: 100_250_000,
        parkedUs: 99_750_000,
        flightUs: 250,
        turns: 200,
      },
    ],
    heartbeats: [{ node: 1, dueUs: 101_100_000, flightUs: 250, periodUs: 2_000_500 }],
    checks: [{ node: 2, key: 'isrShrink', dueUs: 103_000_000, periodUs: 5_000_000, isIdleAt: () => true }],
    members: [],
    commits: [],
    refreshes: [],
    metadata: {
      beatUs: BEAT_US,
      mostCommitUs: 30_000,
      commitUs: () => 30_000,
      endOffset: 200,
      fetches: new Map([[1, 400]]),
      flushes: new Map([[0, 200]]),
    },
    foreignUs: Infinity,
    events: 5000,
    correlationIds: 900,
    ...changes,
  };
}

const RHYTHM: Rhythm = {
  fetchPeriodsUs: [500_500],
  fetchesPerBeat: new Map([[1, 2]]),
  flushesPerBeat: new Map([[0, 1]]),
  eventsPerBeat: 9,
  requestsPerBeat: 2,
};

describe('[quiet-time] a leap', () => {
  test.each([
    { what: 'ends before what is asked for', changes: {}, limitUs: 160 * SECOND_US, mostUs: 160 * SECOND_US },
    {
      what: 'ends before the first thing that is no turn of a loop',
      changes: { foreignUs: 150 * SECOND_US },
      limitUs: 1000 * SECOND_US,
      mostUs: 150 * SECOND_US,
    },
    {
      what: 'ends before a check that finds something to do',
      changes: {
        checks: [
          {
            node: 2,
            key: 'logRetention',
            dueUs: 103_000_000,
            periodUs: 5_000_000,
            isIdleAt: (atUs: number) => atUs < 138_000_000,
          },
        ],
      },
      limitUs: 1000 * SECOND_US,
      mostUs: 138_000_000,
    },
    {
      what: 'ends before a heartbeat comes while a record waits to be committed',
      changes: { heartbeats: [{ node: 1, dueUs: 101_499_750 - 5000, flightUs: 250, periodUs: 2_000_500 }] },
      limitUs: 1000 * SECOND_US,
      mostUs: 121_500_000,
    },
    {
      what: 'ends before a member is to send a heartbeat just when a fetch of its own is answered',
      changes: {
        members: [
          {
            node: 1,
            server: 2,
            dueUs: 100_250_250 + 40 * 500_500 - 6 * 3_000_000,
            periodUs: 3_000_000,
            takesUs: 520,
            sessionTimer: 'session',
          },
        ],
      },
      limitUs: 1000 * SECOND_US,
      mostUs: 100_250_250 + 40 * 500_500,
    },
  ])('$what, so long that every loop turns once more', ({ changes, limitUs, mostUs }) => {
    const now = quiet(changes);
    const turns = planLeap(now, RHYTHM, limitUs);
    const endUs = now.atUs + (turns?.beats ?? 0) * BEAT_US;
    expect(endUs).toBeGreaterThan(mostUs - 6 * SECOND_US);
    expect(endUs).toBeLessThan(mostUs);
  });

  test('counts the turns of each loop', () => {
    // 58.5 s on: the fetch at 100.25 and every 0.5005, the heartbeat at 101.1 and every 2.0005, the check at 103 and every 5.
    const turns = planLeap(quiet(), RHYTHM, 162 * SECOND_US);
    expect(turns).toEqual({
      beats: 117,
      fetches: [117],
      heartbeats: [29],
      members: [],
      commits: [],
      checks: [12],
      refreshes: [],
    });
  });

  test.each([
    { what: 'there is too little time', now: quiet(), limitUs: 110 * SECOND_US },
    { what: 'nothing bounds it', now: quiet(), limitUs: Infinity },
    {
      what: 'a check has something to do at once',
      now: quiet({ checks: [busyCheck()] }),
      limitUs: 200 * SECOND_US,
    },
  ])('is not made where $what', ({ now, limitUs }) => {
    expect(planLeap(now, RHYTHM, limitUs)).toBe(null);
  });

  test('ends at no beat at which a loop is just turning', () => {
    // The answer of the fetch is due 100 µs before every beat, and takes 500 µs.
    const fetches = [
      {
        fetcher: 1,
        server: 2,
        isShare: false,
        operationId: 7,
        dueUs: 100_499_900,
        parkedUs: 100_000_400,
        flightUs: 250,
        turns: 200,
      },
    ];
    expect(planLeap(quiet({ fetches }), { ...RHYTHM, fetchPeriodsUs: [500_000] }, 200 * SECOND_US)).toBe(
      null,
    );
  });
});

function busyCheck() {
  return { node: 2, key: 'logRetention', dueUs: 103_000_000, periodUs: 5_000_000, isIdleAt: () => false };
}

describe('[quiet-time] the rhythm of loops', () => {
  /** Ten beats later, if all turned as they should: 10 fetches, 2 heartbeats, 1 check, and 90 events of the metadata log. */
  const later = quiet({
    atUs: 105 * SECOND_US,
    fetches: [
      {
        fetcher: 1,
        server: 2,
        isShare: false,
        operationId: 17,
        dueUs: 105_255_000,
        parkedUs: 104_755_000,
        flightUs: 250,
        turns: 210,
      },
    ],
    heartbeats: [{ node: 1, dueUs: 105_101_000, flightUs: 250, periodUs: 2_000_500 }],
    checks: [{ node: 2, key: 'isrShrink', dueUs: 108_000_000, periodUs: 5_000_000, isIdleAt: () => true }],
    metadata: {
      ...quiet().metadata,
      endOffset: 210,
      fetches: new Map([[1, 420]]),
      flushes: new Map([[0, 210]]),
    },
    events: 5000 + 10 * 4 + 2 * 3 + 1 + 90,
    correlationIds: 900 + 10 + 2 + 20,
  });

  test('is what two looks at them show', () => {
    expect(rhythmOf(quiet(), later)).toEqual(RHYTHM);
  });

  test.each([
    {
      what: 'a heartbeat that was answered late',
      now: { heartbeats: [{ ...later.heartbeats[0]!, dueUs: 105_102_000 }] },
    },
    { what: 'a request that belongs to no loop', now: { correlationIds: later.correlationIds + 1 } },
    { what: 'an event too many', now: { events: later.events + 1 } },
    { what: 'a loop that was not there before', now: { checks: [] } },
    { what: 'a record too many', now: { metadata: { ...later.metadata, endOffset: 211 } } },
    {
      what: 'a fetch that did not wait to its end',
      now: { fetches: [{ ...later.fetches[0]!, turns: 211 }] },
    },
  ])('is none with $what', ({ now }) => {
    expect(rhythmOf(quiet(), { ...later, ...now })).toBe(null);
  });
});
