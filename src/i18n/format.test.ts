import { expect, test } from 'vitest';
import { formatBytes, formatDuration, formatNumber, formatTime } from './format.ts';
import { joinAnd, plural } from './plural.ts';

test('partsThousandsByANarrowNoBreakSpace', () => {
  expect(formatNumber(1482)).toBe('1\u202F482');
  expect(formatNumber(1_204_881)).toBe('1\u202F204\u202F881');
  expect(formatNumber(58.83, 1)).toBe('58.8');
  expect(formatNumber(-3)).toBe('-3');
});

test.each([
  [0, '0:00.000'],
  [39_204_999, '0:39.204'],
  [7_500_000_000, '125:00.000'],
  [-5, '0:00.000'],
])('formatsTime %i', (us, text) => {
  expect(formatTime(us)).toBe(text);
});

test.each([
  [250, '0.25 ms'],
  [186_000, '186 ms'],
  [999_600, '1 s'],
  [20_700_000, '20.7 s'],
  [120_000_000, '2 min'],
  [134_000_000, '2 min 14 s'],
  [3_600_000_000, '1 h'],
  [8_040_000_000, '2 h 14 min'],

  [1_036_800_000_000, '12 d'],
])('formatsDuration %i', (us, text) => {
  expect(formatDuration(us)).toBe(text);
});

test.each([
  [170, '170 B'],
  [5511, '5\u202F511 B'],
  [12_410, '12.1 KiB'],
  [1_048_576, '1 MiB'],
  [3_125_354, '3 MiB'],
  [1_610_612_736, '1.5 GiB'],
])('formatsBytes %i', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('picksThePluralForm', () => {
  const records = { one: '# record', other: '# records' };
  expect(plural(1, records)).toBe('1 record');
  expect(plural(0, records)).toBe('0 records');
  expect(plural(1200, records)).toBe('1\u202F200 records');
  expect(joinAnd(['1', '2'])).toBe('1 and 2');
});
