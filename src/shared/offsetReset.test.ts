import { expect, test } from 'vitest';
import { parseDuration, parseOffsetReset } from './offsetReset.ts';

test('durations are read as java.time.Duration does', () => {
  const cases: readonly (readonly [string, number | null])[] = [
    ['PT1H', 3_600_000],
    ['P1D', 86_400_000],
    ['P2DT3H4M', 183_840_000],
    ['PT20.345S', 20_345],
    ['pt15m', 900_000],
    ['PT-6H+3M', null],
    ['-PT-6H', 21_600_000],
    ['PT0S', 0],
    ['P', null],
    ['PT', null],
    ['P1DT', null],
    ['1h', null],
    ['', null],
  ];
  for (const [text, millis] of cases) expect(parseDuration(text), text).toBe(millis);
});

test('auto.offset.reset is earliest, latest, none or by_duration with a duration that is not negative', () => {
  expect(parseOffsetReset('earliest')).toBe('earliest');
  expect(parseOffsetReset('by_duration:PT1H')).toEqual({ byDurationMs: 3_600_000 });
  for (const text of ['by_duration:', 'by_duration:1h', 'by_duration:PT-1H', 'first', ''])
    expect(parseOffsetReset(text), text).toBeNull();
});
