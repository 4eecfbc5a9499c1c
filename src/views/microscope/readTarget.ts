import type { LookUpTarget } from '../../shared/LogDirectory.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import type { Millis } from '../../shared/units.ts';

export type TargetProblem = 'not-an-offset' | 'not-a-time' | 'no-run-clock';

export type ReadTarget =
  | { readonly ok: true; readonly target: LookUpTarget }
  | { readonly ok: false; readonly problem: TargetProblem };

const NUMBER = /^-?\d+$/;
const RUN_TIME = /^(\d+):(\d{1,2})(?:[.,](\d{1,3}))?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/;

/** As `kafka-get-offsets.sh --time` has it: the record with the latest timestamp. */
export const LATEST = 'max-timestamp';

/**
 * What somebody looks for. An offset is a number, with or without what parts its thousands; a time is a number of ms since 1970,
 * a date and time in UTC, a time of the run (`0:01.250`) where there is one, or `max-timestamp`, −3. Other numbers below 0 are no times to
 * ListOffsets either.
 *
 * @param clockOriginMs of the run; null for a directory from files.
 */
export function readTarget(by: LookUpTarget['by'], typed: string, clockOriginMs: Millis | null): ReadTarget {
  const text = typed.trim();
  const plain = text.replace(/[\s\u202f\u00a0_]/gu, '');
  const number = NUMBER.test(plain) ? Number(plain) : null;
  if (by === 'offset')
    return number !== null && Number.isSafeInteger(number)
      ? { ok: true, target: { by, offset: number } }
      : { ok: false, problem: 'not-an-offset' };
  if (text === LATEST) return { ok: true, target: { by, timestampMs: MAX_TIMESTAMP } };
  if (number !== null && Number.isSafeInteger(number) && (number >= 0 || number === MAX_TIMESTAMP))
    return { ok: true, target: { by, timestampMs: number } };
  const time = RUN_TIME.exec(text);
  if (time !== null) {
    if (clockOriginMs === null) return { ok: false, problem: 'no-run-clock' };
    const [, minutes = '0', seconds = '0', fraction = '0'] = time;
    const ms = (Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
    return { ok: true, target: { by, timestampMs: clockOriginMs + ms } };
  }
  const date = DATE.test(text) ? Date.parse(`${text.replace(' ', 'T').replace(/Z$/, '')}${zone(text)}`) : NaN;
  return Number.isNaN(date)
    ? { ok: false, problem: 'not-a-time' }
    : { ok: true, target: { by, timestampMs: date } };
}

/** A date alone is UTC as it is. */
function zone(text: string): string {
  return text.length > 10 ? 'Z' : '';
}
