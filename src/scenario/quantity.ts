import type { Bytes, Micros } from '../shared/units.ts';

/**
 * Times, sizes, rates and bandwidths as people write them in a scenario, to and from the whole numbers that the engine takes.
 * Texts are read digit by digit and never as floating point, so that "0.1ms" is exactly 100 µs everywhere.
 */

/** Why a text is not the quantity that was asked for. `minutes-or-months` is the `m` that this format refuses. */
export type QuantityFault =
  'not-a-quantity' | 'minutes-or-months' | 'too-fine' | 'too-large' | 'negative' | 'zero';

export type Quantity =
  | { readonly ok: true; readonly value: number }
  /** `likely` is a spelling that would be read, when one is near. */
  | { readonly ok: false; readonly fault: QuantityFault; readonly likely: string | null };

/** Largest first: the format that is printed is the largest unit that divides without a rest. */
const TIME_UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000_000],
  ['h', 3_600_000_000],
  ['min', 60_000_000],
  ['s', 1_000_000],
  ['ms', 1000],
  ['us', 1],
];
const SIZE_UNITS: readonly (readonly [string, number])[] = [
  ['GiB', 1_073_741_824],
  ['GB', 1_000_000_000],
  ['MiB', 1_048_576],
  ['MB', 1_000_000],
  ['KiB', 1024],
  ['kB', 1000],
  ['B', 1],
];
const BANDWIDTH_UNITS: readonly (readonly [string, number])[] = [
  ['Gbit/s', 1_000_000_000],
  ['Mbit/s', 1_000_000],
  ['kbit/s', 1000],
];

/** What people write instead; `m` is absent on purpose. Compared in lower case. */
const TIME_ALIASES: Readonly<Record<string, string>> = {
  µs: 'us',
  μs: 'us',
  usec: 'us',
  micros: 'us',
  msec: 'ms',
  millis: 'ms',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
};
const SIZE_ALIASES: Readonly<Record<string, string>> = {
  byte: 'B',
  bytes: 'B',
  k: 'KiB',
  m: 'MiB',
  g: 'GiB',
  ki: 'KiB',
  mi: 'MiB',
  gi: 'GiB',
};
const BANDWIDTH_ALIASES: Readonly<Record<string, string>> = {
  kbps: 'kbit/s',
  mbps: 'Mbit/s',
  gbps: 'Gbit/s',
  kbit: 'kbit/s',
  mbit: 'Mbit/s',
  gbit: 'Gbit/s',
};

/** The texts that JSON Schema and the messages name. One space before the unit is allowed. */
export const TIME_PATTERN = '^-?[0-9]+(\\.[0-9]+)? ?(us|ms|s|min|h|d)$';
export const POSITIVE_TIME_PATTERN = '^[0-9]+(\\.[0-9]+)? ?(us|ms|s|min|h|d)$';
export const SIZE_PATTERN = '^[0-9]+(\\.[0-9]+)? ?(B|KiB|MiB|GiB|kB|MB|GB)$';
export const RATE_PATTERN = '^[0-9]+(\\.[0-9]+)? ?/s$';
export const BANDWIDTH_PATTERN = '^[0-9]+(\\.[0-9]+)? ?(kbit/s|Mbit/s|Gbit/s)$';

/** A number of ms or a text with a unit, as whole µs. */
export function parseTime(value: unknown, options: { readonly negative?: boolean } = {}): Quantity {
  const read = readQuantity(value, TIME_UNITS, TIME_ALIASES, 'ms');
  if (!read.ok) return read;
  if (read.value < 0 && options.negative !== true) return { ok: false, fault: 'negative', likely: null };
  return read;
}

/** A time that may be a part of a µs: work per KiB is added up before it is rounded. */
export function parseFineTime(value: unknown): Quantity {
  const split = splitQuantity(value, 'ms');
  if (split === null) return readQuantity(value, TIME_UNITS, TIME_ALIASES, 'ms');
  const factor = unitFactor(TIME_UNITS, split.unit);
  if (factor === null) return readQuantity(value, TIME_UNITS, TIME_ALIASES, 'ms');
  if (split.negative) return { ok: false, fault: 'negative', likely: null };
  return { ok: true, value: (split.digits * factor) / split.divisor };
}

/** Whole bytes. */
export function parseSize(value: unknown): Quantity {
  const read = readQuantity(value, SIZE_UNITS, SIZE_ALIASES, 'B');
  return read.ok && read.value < 0 ? { ok: false, fault: 'negative', likely: null } : read;
}

/** "100/s": how often a second, possibly less than once. More than zero. */
export function parseRate(value: unknown): Quantity {
  if (typeof value === 'number')
    return refuse('not-a-quantity', Number.isFinite(value) && value > 0 ? `${value}/s` : null);
  if (typeof value !== 'string') return refuse('not-a-quantity', null);
  const match = /^([0-9]+(?:\.[0-9]+)?) ?(.*)$/.exec(value.trim());
  if (match === null) return refuse('not-a-quantity', null);
  const perSecond = Number(match[1]);
  if (match[2] !== '/s')
    return refuse(
      'not-a-quantity',
      /^(\/|p|per )?s(ec|econd)?$/i.test(match[2] ?? '') ? `${match[1] ?? ''}/s` : null,
    );
  if (perSecond === 0) return refuse('zero', null);
  return { ok: true, value: perSecond };
}

/** "10Gbit/s" as whole bits a second, more than zero. */
export function parseBandwidth(value: unknown): Quantity {
  if (typeof value === 'number') return refuse('not-a-quantity', null);
  const read = readQuantity(value, BANDWIDTH_UNITS, BANDWIDTH_ALIASES, 'kbit/s');
  if (read.ok && read.value < 0) return refuse('negative', null);
  return read.ok && read.value === 0 ? refuse('zero', null) : read;
}

/** The shortest text that `parseTime` reads back as the same µs. */
export function formatTime(micros: Micros): string {
  if (micros === 0) return '0s';
  return formatWithUnits(micros, TIME_UNITS);
}

/** As `formatTime`, with parts of a µs. */
export function formatFineTime(micros: number): string {
  return Number.isInteger(micros) ? formatTime(micros) : `${micros}us`;
}

/** A plain number below 1000 bytes or when no unit divides it; else a text. */
export function formatSize(bytes: Bytes): string | number {
  const text = bytes === 0 ? '0B' : formatWithUnits(bytes, SIZE_UNITS);
  return text.endsWith('iB') || text.endsWith('kB') || text.endsWith('MB') || text.endsWith('GB')
    ? text
    : bytes;
}

export function formatRate(perSecond: number): string {
  return `${perSecond}/s`;
}

export function formatBandwidth(bitsPerSecond: number): string {
  for (const [unit, factor] of BANDWIDTH_UNITS) {
    if (bitsPerSecond % factor === 0) return `${bitsPerSecond / factor}${unit}`;
  }
  const whole = Math.floor(bitsPerSecond / 1000);
  return `${whole}.${String(bitsPerSecond % 1000).padStart(3, '0')}kbit/s`;
}

function refuse(fault: QuantityFault, likely: string | null): Quantity {
  return { ok: false, fault, likely };
}

function unitFactor(units: readonly (readonly [string, number])[], name: string): number | null {
  return units.find(([unit]) => unit === name)?.[1] ?? null;
}

interface SplitQuantity {
  readonly negative: boolean;
  /** The number without its point: 0.25 is digits 25 over divisor 100. */
  readonly digits: number;
  readonly divisor: number;
  readonly number: string;
  readonly unit: string;
}

function splitQuantity(value: unknown, unitOfNumbers: string): SplitQuantity | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = typeof value === 'number' ? `${value}${unitOfNumbers}` : value.trim();
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))? ?([^\s0-9.]\S*)$/.exec(text);
  if (match === null) return null;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  return {
    negative: match[1] === '-',
    digits: Number((match[2] ?? '') + fraction),
    divisor: Number(`1e${fraction.length}`),
    number: text.slice(0, text.length - (match[4] ?? '').length).trim(),
    unit: match[4] ?? '',
  };
}

function readQuantity(
  value: unknown,
  units: readonly (readonly [string, number])[],
  aliases: Readonly<Record<string, string>>,
  unitOfNumbers: string,
): Quantity {
  if (typeof value === 'number' && Number.isFinite(value)) {
    // Numbers that JavaScript prints with an exponent are beyond any unit here.
    if (Math.abs(value) >= 1e21) return refuse('too-large', null);
    if (value !== 0 && Math.abs(value) < 1e-6) return refuse('too-fine', null);
  }
  const split = splitQuantity(value, unitOfNumbers);
  if (split === null) {
    // A bare number in quotes: the unit was forgotten.
    const bare = typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value.trim());
    return refuse('not-a-quantity', bare ? `${value.trim()}${unitOfNumbers}` : null);
  }
  const factor = unitFactor(units, split.unit);
  if (factor === null) {
    if (units === TIME_UNITS && split.unit.toLowerCase() === 'm')
      return refuse('minutes-or-months', `${split.number}min`);
    const lower = split.unit.toLowerCase();
    const alias = Object.hasOwn(aliases, lower)
      ? aliases[lower]
      : units.find(([unit]) => unit.toLowerCase() === lower)?.[0];
    return refuse('not-a-quantity', alias === undefined ? null : `${split.number}${alias}`);
  }
  const scaled = split.digits * factor;
  if (!Number.isSafeInteger(split.digits) || scaled / split.divisor > Number.MAX_SAFE_INTEGER)
    return refuse('too-large', null);
  // Both factors are divided first so that the product stays exact.
  const exact = exactQuotient(split.digits, factor, split.divisor);
  if (exact === null) return refuse('too-fine', null);
  return { ok: true, value: split.negative && exact !== 0 ? -exact : exact };
}

/** a × b / c when that is a whole number, computed without rounding; null when it is not whole. */
function exactQuotient(a: number, b: number, c: number): number | null {
  const withA = greatestCommonDivisor(a, c);
  const rest = c / withA;
  const withB = greatestCommonDivisor(b, rest);
  return rest / withB === 1 ? (a / withA) * (b / withB) : null;
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x === 0 ? 1 : x;
}

function formatWithUnits(value: number, units: readonly (readonly [string, number])[]): string {
  for (const [unit, factor] of units) {
    if (value % factor === 0) return `${value / factor}${unit}`;
  }
  return String(value);
}
