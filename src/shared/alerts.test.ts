import { expect, test } from 'vitest';
import { alertsOf, isSameRule, readAlertRules, type AlertRule } from './alerts.ts';

const SECOND = 1_000_000;
const rule = (change: Partial<AlertRule> = {}): AlertRule => ({
  series: 'lag',
  condition: 'above',
  threshold: 10,
  forUs: 0,
  ...change,
});
/** One sample a second. */
const columns = (values: readonly number[]) => ({
  names: ['other', 'lag'],
  timesUs: values.map((_, i) => i * SECOND),
  values: [values.map(() => 0), values],
});
const seconds = (rules: readonly AlertRule[], values: readonly number[]) =>
  alertsOf(rules, columns(values)).map(({ sinceUs, firedUs, endedUs }) =>
    [sinceUs, firedUs, endedUs].map((us) => (us === null ? null : us / SECOND)),
  );

test.each<[string, Partial<AlertRule>, readonly number[], readonly (readonly (number | null)[])[]]>([
  ['at once', {}, [0, 11, 12, 0], [[1, 1, 3]]],
  ['the threshold itself is not above it', {}, [10, 10], []],
  ['below', { condition: 'below' }, [10, 9, 10], [[1, 1, 2]]],
  ['still going on', {}, [0, 11, 11], [[1, 1, null]]],
  ['not long enough', { forUs: 3 * SECOND }, [0, 11, 11, 0], []],
  ['just long enough', { forUs: 2 * SECOND }, [0, 11, 11, 0], [[1, 3, 3]]],
  ['long enough, and still', { forUs: 2 * SECOND }, [11, 11, 11, 11], [[0, 2, null]]],
  [
    'twice',
    {},
    [11, 0, 11],
    [
      [0, 0, 1],
      [2, 2, null],
    ],
  ],
  [
    'a gap ends it',
    {},
    [11, NaN, 11],
    [
      [0, 0, 1],
      [2, 2, null],
    ],
  ],
  ['a gap is not below', { condition: 'below' }, [NaN, NaN], []],
  ['absent', { condition: 'absent' }, [1, NaN, NaN, 1], [[1, 1, 3]]],
  ['no samples', {}, [], []],
])('%s', (_name, change, values, expected) => {
  expect(seconds([rule(change)], values)).toEqual(expected);
});

test('alerts of several rules stand in order of time, and a metric that is not watched brings none', () => {
  const rules = [rule(), rule({ threshold: 5 }), rule({ series: 'unknown' })];
  expect(
    alertsOf(rules, columns([0, 6, 11])).map(({ rule: { threshold }, firedUs }) => [threshold, firedUs]),
  ).toEqual([
    [5, SECOND],
    [10, 2 * SECOND],
  ]);
});

test('what is no rule is not read', () => {
  const good = rule({ forUs: 5 * SECOND });
  const bad = [null, 1, {}, { ...good, series: '' }, { ...good, forUs: -1 }, { ...good, threshold: null }];
  expect(readAlertRules([...bad, good])).toEqual([good]);
  expect(readAlertRules('x')).toEqual([]);
});

test('a threshold makes no difference where nothing is measured', () => {
  expect(isSameRule(rule({ condition: 'absent' }), rule({ condition: 'absent', threshold: 3 }))).toBe(true);
  expect(isSameRule(rule(), rule({ threshold: 3 }))).toBe(false);
});
