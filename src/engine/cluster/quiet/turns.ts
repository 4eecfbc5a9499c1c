import type { Micros } from '../../../shared/units.ts';

/** How many times a loop that is due at `dueUs`, and then once a period, turns up to and at `untilUs`. */
export function turnsUntil(dueUs: Micros, periodUs: Micros, untilUs: Micros): number {
  return untilUs < dueUs ? 0 : Math.floor((untilUs - dueUs) / periodUs) + 1;
}

/** Whether an instant lies in the time that a turn takes, from when it is due on; both ends belong to it. */
export function isWithinTurn(
  dueUs: Micros,
  periodUs: Micros,
  takesUs: Micros,
  atUs: Micros,
): boolean {
  const sinceUs = (((atUs - dueUs) % periodUs) + periodUs) % periodUs;
  return sinceUs <= takesUs;
}

/**
 * The first turn of a loop, counted from 0, that falls within `withinUs` after a beat, both ends included; null: none of the
 * first `turns` does. Beats are at 0 and then once in `beatUs`.
 *
 * @param isBusy whether something of a beat, counted from 0, still goes on at a time within `withinUs`; always when left out
 */
export function firstMeeting(
  dueUs: Micros,
  periodUs: Micros,
  beatUs: Micros,
  withinUs: Micros,
  turns: number,
  isBusy: (beat: number, afterUs: Micros) => boolean = () => true,
): number | null {
  const driftUs = periodUs % beatUs;
  let phaseUs = ((dueUs % beatUs) + beatUs) % beatUs;
  for (let turn = 0; turn < turns; turn++) {
    if (phaseUs <= withinUs && isBusy(Math.floor((dueUs + turn * periodUs) / beatUs), phaseUs)) return turn;
    phaseUs += driftUs;
    if (phaseUs >= beatUs) phaseUs -= beatUs;
  }
  return null;
}

/** The first turn of one loop, counted from 0, that falls on the same instant as one of another loop; null as above. */
export function firstCoincidence(
  dueUs: Micros,
  periodUs: Micros,
  otherDueUs: Micros,
  otherPeriodUs: Micros,
  turns: number,
): number | null {
  if (periodUs === otherPeriodUs) return null;
  if ((dueUs - otherDueUs) % greatestCommonDivisor(periodUs, otherPeriodUs) !== 0) return null;
  return firstMeeting(dueUs - otherDueUs, periodUs, otherPeriodUs, 0, turns);
}

/** How many of the first turns of a check find nothing to do; `turns` when all do. Once one finds something, all later ones do. */
export function idleTurns(
  dueUs: Micros,
  periodUs: Micros,
  turns: number,
  isIdleAt: (atUs: Micros) => boolean,
): number {
  if (turns === 0 || isIdleAt(dueUs + (turns - 1) * periodUs)) return turns;
  let idle = 0;
  let busy = turns - 1;
  while (idle < busy) {
    const middle = (idle + busy) >> 1;
    if (isIdleAt(dueUs + middle * periodUs)) idle = middle + 1;
    else busy = middle;
  }
  return idle;
}

function greatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
