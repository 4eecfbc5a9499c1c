import type { Micros } from '../../../shared/units.ts';
import type { Quiet, Rhythm, Turns } from './Quiet.ts';
import { firstCoincidence, firstMeeting, idleTurns, isWithinTurn, turnsUntil } from './turns.ts';

/** A shorter leap is not worth its work. */
const LEAST_BEATS = 16;
/** Of so many beats one is looked for at which no loop is just turning. */
const BEATS_TRIED = 64;

/**
 * How far a quiet cluster may be taken in one go, as the turns of each loop; null: not far enough. It ends at a beat at which no
 * loop is just turning, and before anything else happens: before `limitUs`, and so long before the first thing that is no turn
 * of a loop that every loop turns once more in between, beat by beat.
 */
export function planLeap(now: Quiet, rhythm: Rhythm, limitUs: Micros): Turns | null {
  const settleUs = settlingUs(now, rhythm);
  const { beatUs } = now.metadata;
  const endUs = Math.min(limitUs, now.foreignUs, firstBusyCheckUs(now, limitUs)) - settleUs;
  if (!(endUs < Infinity)) return null;
  const lastUs = Math.min(endUs, firstMeetingUs(now, rhythm, endUs) - beatUs);
  const most = Math.floor((lastUs - now.atUs) / beatUs);
  for (let beats = most; beats >= LEAST_BEATS && beats > most - BEATS_TRIED; beats--) {
    const atUs = now.atUs + beats * beatUs;
    if (!isTurning(now, rhythm, atUs)) return turnsOf(now, rhythm, beats);
  }
  return null;
}

/** How long it takes after a leap until every loop has turned, and what it is in the middle of is its own again. */
export function settlingUs({ heartbeats, metadata }: Quiet, rhythm: Rhythm): Micros {
  const longestUs = Math.max(
    0,
    ...rhythm.fetchPeriodsUs,
    ...heartbeats.map(({ periodUs }) => periodUs + metadata.mostCommitUs),
  );
  return longestUs + 4 * metadata.beatUs;
}

/** How often each loop turns in so many beats. */
export function turnsOf(now: Quiet, rhythm: Rhythm, beats: number): Turns {
  const atUs = now.atUs + beats * now.metadata.beatUs;
  return {
    beats,
    fetches: now.fetches.map(({ dueUs }, i) => turnsUntil(dueUs, rhythm.fetchPeriodsUs[i] ?? Infinity, atUs)),
    heartbeats: now.heartbeats.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
    checks: now.checks.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
  };
}

/** Whether a loop is in the middle of a turn: a message flies, or something happens at the very instant. */
function isTurning({ fetches, heartbeats, checks }: Quiet, rhythm: Rhythm, atUs: Micros): boolean {
  return (
    fetches.some(({ dueUs, parkedUs }, i) => {
      const periodUs = rhythm.fetchPeriodsUs[i] ?? Infinity;
      return isWithinTurn(dueUs, periodUs, periodUs - (dueUs - parkedUs), atUs);
    }) ||
    heartbeats.some(({ dueUs, periodUs, flightUs }) => isWithinTurn(dueUs, periodUs, 2 * flightUs, atUs)) ||
    checks.some(({ dueUs, periodUs }) => isWithinTurn(dueUs, periodUs, 0, atUs))
  );
}

/** When the first check finds something to do. */
function firstBusyCheckUs({ checks }: Quiet, limitUs: Micros): Micros {
  let firstUs = limitUs;
  for (const { dueUs, periodUs, isIdleAt } of checks) {
    const turns = turnsUntil(dueUs, periodUs, firstUs);
    const idle = idleTurns(dueUs, periodUs, turns, isIdleAt);
    if (idle < turns) firstUs = dueUs + idle * periodUs;
  }
  return firstUs;
}

/**
 * When two loops meet for the first time: a heartbeat comes while a record waits to be committed, and is answered later for it;
 * or two fetches with different periods are due at the same µs.
 */
function firstMeetingUs({ atUs, fetches, heartbeats, metadata }: Quiet, rhythm: Rhythm, endUs: Micros): Micros {
  let firstUs = Infinity;
  for (const { dueUs, periodUs, flightUs } of heartbeats) {
    const turns = turnsUntil(dueUs, periodUs, Math.min(endUs, firstUs));
    const turn = firstMeeting(
      dueUs + flightUs - atUs,
      periodUs,
      metadata.beatUs,
      metadata.mostCommitUs,
      turns,
      (beat, afterUs) => afterUs <= metadata.commitUs(beat),
    );
    if (turn !== null) firstUs = Math.min(firstUs, dueUs + flightUs + turn * periodUs);
  }
  for (const [i, { server, dueUs }] of fetches.entries()) {
    const periodUs = rhythm.fetchPeriodsUs[i] ?? Infinity;
    for (const [n, other] of fetches.entries()) {
      if (n >= i || other.server !== server) continue;
      const turns = turnsUntil(dueUs, periodUs, Math.min(endUs, firstUs));
      const turn = firstCoincidence(dueUs, periodUs, other.dueUs, rhythm.fetchPeriodsUs[n] ?? Infinity, turns);
      if (turn !== null) firstUs = Math.min(firstUs, dueUs + turn * periodUs);
    }
  }
  return firstUs;
}
