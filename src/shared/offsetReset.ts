import type { Millis } from './units.ts';

/** `auto.offset.reset`; `byDurationMs`: the first record that is not older than that (KIP-1106). */
export type OffsetReset = 'earliest' | 'latest' | 'none' | { readonly byDurationMs: Millis };

/** Milliseconds of a duration as `java.time.Duration.parse` takes it, as in `PT1H30M`; null: none, or a negative one. */
export function parseDuration(text: string): Millis | null {
  const match =
    /^([+-]?)P(?:([+-]?\d+)D)?(T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i.exec(
      text,
    );
  if (!match) return null;
  const [, sign, days, time, hours, minutes, seconds, fraction = ''] = match;
  if (days === undefined && hours === undefined && minutes === undefined && seconds === undefined)
    return null;
  if (time !== undefined && hours === undefined && minutes === undefined && seconds === undefined)
    return null;
  const part = Number(`${fraction}000`.slice(0, 3)) * (seconds?.startsWith('-') === true ? -1 : 1);
  const wholeSeconds =
    Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  const millis = (wholeSeconds * 1000 + part) * (sign === '-' ? -1 : 1);
  return millis < 0 ? null : millis;
}

const BY_DURATION = 'by_duration:';

/** The value of `auto.offset.reset`; null: Kafka would not take it. Kafka: `AutoOffsetResetStrategy.fromString` (4.2). */
export function parseOffsetReset(text: string): OffsetReset | null {
  if (text === 'earliest' || text === 'latest' || text === 'none') return text;
  if (!text.startsWith(BY_DURATION)) return null;
  const byDurationMs = parseDuration(text.slice(BY_DURATION.length));
  return byDurationMs === null ? null : Object.freeze({ byDurationMs });
}
