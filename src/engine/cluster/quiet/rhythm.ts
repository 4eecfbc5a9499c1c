import type { NodeIndex } from '../../../shared/units.ts';
import type { Quiet, Rhythm, Turns } from './Quiet.ts';

/**
 * How the loops turned between two looks at a quiet cluster; null when they did not turn alike, or when more happened than that.
 * Every period is a whole number of µs: what comes to a fraction was no loop.
 */
export function rhythmOf(before: Quiet, now: Quiet): Rhythm | null {
  const { metadata } = now;
  const passedUs = now.atUs - before.atUs;
  const beats = metadata.endOffset - before.metadata.endOffset;
  if (beats <= 0 || passedUs !== beats * metadata.beatUs || !hasSameLoops(before, now)) return null;
  const fetches: number[] = [];
  const fetchPeriodsUs: number[] = [];
  for (const [i, loop] of now.fetches.entries()) {
    const last = before.fetches[i];
    const turns = loop.turns - (last?.turns ?? loop.turns);
    const periodUs = (loop.dueUs - (last?.dueUs ?? 0)) / turns;
    if (turns <= 0 || !isWhole(periodUs)) return null;
    fetches.push(turns);
    fetchPeriodsUs.push(periodUs);
  }
  const heartbeats = turnsBetween(before.heartbeats, now.heartbeats);
  const members = turnsBetween(before.members, now.members);
  const commits = turnsBetween(before.commits, now.commits);
  const checks = turnsBetween(before.checks, now.checks);
  if (!heartbeats || !members || !commits || !checks) return null;
  const fetchesPerBeat = perBeat(before.metadata.fetches, metadata.fetches, beats);
  const flushesPerBeat = perBeat(before.metadata.flushes, metadata.flushes, beats);
  if (!fetchesPerBeat || !flushesPerBeat) return null;
  const rhythm = { fetchPeriodsUs, fetchesPerBeat, flushesPerBeat, eventsPerBeat: 0, requestsPerBeat: 0 };
  // A client that asked for metadata meanwhile did more than is counted here: then it is looked again.
  const turns = { beats, fetches, heartbeats, members, commits, checks, refreshes: [] };
  const others = countsOf(before, rhythm, turns);
  const eventsPerBeat = (now.events - before.events - others.events) / beats;
  const requestsPerBeat = (now.correlationIds - before.correlationIds - others.correlationIds) / beats;
  const sent = [...fetchesPerBeat.values()].reduce((sum, count) => sum + count, 0);
  if (!isWhole(eventsPerBeat) || requestsPerBeat !== sent) return null;
  return { ...rhythm, eventsPerBeat, requestsPerBeat };
}

/** Events and requests of so many turns. */
export function countsOf(
  from: Quiet,
  rhythm: Rhythm,
  turns: Turns,
): { readonly events: number; readonly correlationIds: number } {
  const fetches = sum(turns.fetches);
  const heartbeats = sum(turns.heartbeats);
  // What makes it due, request, work of the thread, answer.
  const members = sum(turns.members);
  // Request, work of the thread, answer; and what makes the answer due, once for all that are due together.
  const refreshes = sum(turns.refreshes.map((loop) => loop.turns));
  const events =
    3 * fetches +
    timeouts(from, turns) +
    3 * heartbeats +
    4 * members +
    sum(turns.commits) +
    sum(turns.checks) +
    4 * refreshes +
    rhythm.eventsPerBeat * turns.beats;
  return {
    events,
    correlationIds: fetches + heartbeats + members + refreshes + rhythm.requestsPerBeat * turns.beats,
  };
}

/** Parked fetches of one server that are due at the same µs are answered in one event. */
function timeouts({ fetches }: Quiet, turns: Turns): number {
  const seen = new Set<string>();
  let count = 0;
  for (const [i, { server, dueUs, isShare }] of fetches.entries()) {
    const key = `${server}/${dueUs}/${isShare}`;
    if (seen.has(key)) continue;
    seen.add(key);
    count += turns.fetches[i] ?? 0;
  }
  return count;
}

function hasSameLoops(before: Quiet, now: Quiet): boolean {
  return loopNames(before) === loopNames(now);
}

/** Who takes part in which loop. */
export function loopNames(quiet: Quiet): string {
  const { fetches, heartbeats, members, commits, checks, refreshes, metadata } = quiet;
  return JSON.stringify([
    fetches.map(({ fetcher, server, isShare }) => [fetcher, server, isShare]),
    heartbeats.map(({ node, periodUs }) => [node, periodUs]),
    members.map(({ node, server, periodUs, sessionTimer }) => [node, server, periodUs, sessionTimer]),
    commits.map(({ node, periodUs }) => [node, periodUs]),
    checks.map(({ node, key, periodUs }) => [node, key, periodUs]),
    refreshes.map(({ node, ageUs }) => [node, ageUs]),
    metadata.beatUs,
    [...metadata.fetches.keys()],
    [...metadata.flushes.keys()],
  ]);
}

function turnsBetween(
  before: readonly { readonly dueUs: number }[],
  now: readonly { readonly dueUs: number; readonly periodUs: number }[],
): number[] | null {
  const turns = now.map(({ dueUs, periodUs }, i) => (dueUs - (before[i]?.dueUs ?? NaN)) / periodUs);
  return turns.every((count) => isWhole(count)) ? turns : null;
}

function perBeat(
  before: ReadonlyMap<NodeIndex, number>,
  now: ReadonlyMap<NodeIndex, number>,
  beats: number,
): Map<NodeIndex, number> | null {
  const counts = new Map<NodeIndex, number>();
  for (const [node, count] of now) {
    const each = (count - (before.get(node) ?? NaN)) / beats;
    if (!isWhole(each)) return null;
    counts.set(node, each);
  }
  return counts;
}

function isWhole(count: number): boolean {
  return count >= 0 && Number.isSafeInteger(count);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
