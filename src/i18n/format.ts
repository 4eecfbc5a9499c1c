import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Micros } from '../shared/units.ts';

/** The one language of today; a second catalogue brings a second locale. */
export const LOCALE = 'en-US';

/** Thousands are parted by this, so that a number neither breaks nor is taken for two. */
const NARROW_NO_BREAK_SPACE = '\u202F';

interface NumberFormat {
  readonly format: Intl.NumberFormat;
  /** What the language parts thousands by; undefined: nothing. */
  readonly group: string | undefined;
}

const numberFormats = new Map<number, NumberFormat>();

function createFormat(maximumFractionDigits: number): NumberFormat {
  const format = new Intl.NumberFormat(LOCALE, { maximumFractionDigits });
  return { format, group: format.formatToParts(1_000_000).find(({ type }) => type === 'group')?.value };
}

/** `1 482`, `58.8`: the only place that turns a number into text for people. */
export function formatNumber(value: number, maximumFractionDigits = 0): string {
  let known = numberFormats.get(maximumFractionDigits);
  if (known === undefined)
    numberFormats.set(maximumFractionDigits, (known = createFormat(maximumFractionDigits)));
  // Hundreds of numbers a frame are told: to take each apart costs several times as much.
  const text = known.format.format(value);
  return known.group === undefined ? text : text.replaceAll(known.group, NARROW_NO_BREAK_SPACE);
}

/** An instant of the run: `0:39.204`, `125:00.000`. */
export function formatTime(us: Micros): string {
  const ms = Math.floor(Math.max(0, us) / MICROS_PER_MILLI);
  const minutes = Math.floor(ms / 60_000);
  const seconds = String(Math.floor(ms / 1000) % 60).padStart(2, '0');
  return `${minutes}:${seconds}.${String(ms % 1000).padStart(3, '0')}`;
}

/** How long something takes, with its unit: `0.25 ms`, `186 ms`, `20.7 s`, `2 h 14 min`. */
export function formatDuration(us: Micros): string {
  const ms = us / MICROS_PER_MILLI;
  if (ms < 10) return `${formatNumber(ms, 2)} ms`;
  if (ms < 999.5) return `${formatNumber(ms)} ms`;
  const seconds = us / MICROS_PER_SECOND;
  if (seconds < 119.95) return `${formatNumber(seconds, 1)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return twoUnits(Math.round(seconds), 60, 'min', 's');
  if (minutes < 24 * 60) return twoUnits(minutes, 60, 'h', 'min');
  return twoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function twoUnits(small: number, perLarge: number, large: string, smallName: string): string {
  const rest = small % perLarge;
  const whole = `${formatNumber(Math.floor(small / perLarge))} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

const SIZE_UNITS: readonly (readonly [string, number])[] = [
  ['TiB', 1024 ** 4],
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
];

/** How much room something takes: `170 B`, `5 511 B`, `12.1 KiB`, `1 MiB`. To the byte as long as that can be read. */
export function formatBytes(bytes: number): string {
  const unit = bytes < 10_000 ? undefined : SIZE_UNITS.find(([, size]) => bytes >= size);
  return unit === undefined ? `${formatNumber(bytes)} B` : `${formatNumber(bytes / unit[1], 1)} ${unit[0]}`;
}

/** A record's timestamp, in ms since 1970, as a date and time in UTC: `2026-09-29 12:00:01.250`. */
export function formatTimestamp(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().replace('T', ' ').replace('Z', '');
}

/** The same without its date. */
export function formatClock(ms: number): string {
  return formatTimestamp(ms).slice(-12);
}
