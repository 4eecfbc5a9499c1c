import type { Micros } from '../../../shared/units.ts';
import type { Quiet, RefreshLoop, Rhythm, Turns } from './Quiet.ts';
import { firstCoincidence, firstMeeting, idleTurns, isWithinTurn, turnsUntil } from './turns.ts';

/** A shorter leap is not worth its work. */
const LEAST_BEATS = 16;
/** So many beats after all have turned there is time for one that finds the cluster at rest. */
const BEATS_TO_REST = 2;
/** Of so many beats one is looked for at which no loop is just turning. */
const BEATS_TRIED = 64;

/**
 * How far a quiet cluster may be taken in one go, as the turns of each loop; null: not far enough. It ends at a beat at which no
 * loop is just turning, and before anything else happens: before `limitUs`, and so long before the first thing that is no turn
 * of a loop that every loop turns once more in between, beat by beat.
 */
export function planLeap(now: Quiet, rhythm: Rhythm, limitUs: Micros): Turns | null {
  const { beatUs } = now.metadata;
  const settleUs = settlingUs(now, rhythm) + BEATS_TO_REST * beatUs;
  const endUs = Math.min(limitUs, now.foreignUs, firstBusyCheckUs(now, limitUs)) - settleUs;
  if (!(endUs < Infinity)) return null;
  const lastUs = Math.min(
    endUs,
    firstMeetingUs(now, rhythm, endUs) - beatUs,
    ...now.refreshes.map((loop) => refreshesUntil(loop, rhythm, endUs).meetsUs - beatUs),
  );
  const most = Math.floor((lastUs - now.atUs) / beatUs);
  for (let beats = most; beats >= LEAST_BEATS && beats > most - BEATS_TRIED; beats--) {
    const atUs = now.atUs + beats * beatUs;
    if (!isTurning(now, rhythm, atUs)) return turnsOf(now, rhythm, beats);
  }
  return null;
}

/** How long it takes after a leap until every loop has turned, and what it carries along is its own again. */
export function settlingUs({ heartbeats, members, commits, metadata }: Quiet, rhythm: Rhythm): Micros {
  return Math.max(
    2 * metadata.beatUs,
    ...rhythm.fetchPeriodsUs,
    ...heartbeats.map(({ periodUs }) => periodUs + metadata.mostCommitUs),
    ...members.map(({ periodUs, takesUs }) => periodUs + takesUs),
    ...commits.map(({ periodUs }) => periodUs),
  );
}

/** How often each loop turns in so many beats. */
export function turnsOf(now: Quiet, rhythm: Rhythm, beats: number): Turns {
  const atUs = now.atUs + beats * now.metadata.beatUs;
  return {
    beats,
    fetches: now.fetches.map(({ dueUs }, i) => turnsUntil(dueUs, rhythm.fetchPeriodsUs[i] ?? Infinity, atUs)),
    heartbeats: now.heartbeats.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
    members: now.members.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
    commits: now.commits.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
    checks: now.checks.map(({ dueUs, periodUs }) => turnsUntil(dueUs, periodUs, atUs)),
    refreshes: now.refreshes.map((loop) => refreshesUntil(loop, rhythm, atUs)),
  };
}

/** How often a client asks for metadata up to a time, when the last answer came, and when one meets another loop. */
function refreshesUntil(
  { dueUs, ageUs, answeredUs }: RefreshLoop,
  rhythm: Rhythm,
  untilUs: Micros,
): { readonly turns: number; readonly lastUs: Micros; readonly meetsUs: Micros } {
  let lastUs = -1;
  let nextUs = dueUs;
  for (let turns = 0; ; turns++) {
    if (nextUs > untilUs) return { turns, lastUs, meetsUs: Infinity };
    const answerUs = answeredUs(nextUs, turns, rhythm);
    if (answerUs === null) return { turns, lastUs, meetsUs: nextUs };
    lastUs = answerUs;
    nextUs = answerUs + ageUs;
  }
}

/** Whether a loop is in the middle of a turn: a message flies, or something happens at the very instant. */
function isTurning(
  { fetches, heartbeats, members, commits, checks, refreshes }: Quiet,
  rhythm: Rhythm,
  atUs: Micros,
): boolean {
  return (
    fetches.some(({ dueUs, parkedUs }, i) => {
      const periodUs = rhythm.fetchPeriodsUs[i] ?? Infinity;
      return isWithinTurn(dueUs, periodUs, periodUs - (dueUs - parkedUs), atUs);
    }) ||
    heartbeats.some(({ dueUs, periodUs, flightUs }) => isWithinTurn(dueUs, periodUs, 2 * flightUs, atUs)) ||
    members.some(({ dueUs, periodUs, takesUs }) => isWithinTurn(dueUs, periodUs, takesUs, atUs)) ||
    [...commits, ...checks].some(({ dueUs, periodUs }) => isWithinTurn(dueUs, periodUs, 0, atUs)) ||
    refreshes.some((loop) => refreshesUntil(loop, rhythm, atUs).lastUs >= atUs)
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
 * two fetches with different periods are due at the same µs; or a member's heartbeat is due just when an answer to a fetch of its
 * own comes, which then sends it in place of the timer; or an auto-commit is due together with a heartbeat, or with the answer to one.
 */
function firstMeetingUs(
  { atUs, fetches, heartbeats, members, commits, metadata }: Quiet,
  rhythm: Rhythm,
  endUs: Micros,
): Micros {
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
  for (const { node, dueUs, periodUs } of members)
    for (const [i, fetch] of fetches.entries()) {
      if (fetch.fetcher !== node) continue;
      const turns = turnsUntil(dueUs, periodUs, Math.min(endUs, firstUs));
      const answeredUs = fetch.dueUs + fetch.flightUs;
      const turn = firstCoincidence(dueUs, periodUs, answeredUs, rhythm.fetchPeriodsUs[i] ?? Infinity, turns);
      if (turn !== null) firstUs = Math.min(firstUs, dueUs + turn * periodUs);
    }
  for (const { node, dueUs, periodUs } of commits)
    for (const member of members) {
      if (member.node !== node) continue;
      for (const otherUs of [member.dueUs, member.dueUs + member.takesUs]) {
        const turns = turnsUntil(dueUs, periodUs, Math.min(endUs, firstUs));
        const turn = firstCoincidence(dueUs, periodUs, otherUs, member.periodUs, turns);
        if (turn !== null) firstUs = Math.min(firstUs, dueUs + turn * periodUs);
      }
    }
  for (const [i, { server, dueUs }] of fetches.entries()) {
    const periodUs = rhythm.fetchPeriodsUs[i] ?? Infinity;
    for (const [n, other] of fetches.entries()) {
      if (n >= i || other.server !== server) continue;
      const turns = turnsUntil(dueUs, periodUs, Math.min(endUs, firstUs));
      const turn = firstCoincidence(
        dueUs,
        periodUs,
        other.dueUs,
        rhythm.fetchPeriodsUs[n] ?? Infinity,
        turns,
      );
      if (turn !== null) firstUs = Math.min(firstUs, dueUs + turn * periodUs);
    }
  }
  return firstUs;
}
