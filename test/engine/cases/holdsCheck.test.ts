import { expect, test } from 'vitest';
import { holdsCheck, type CaseCheck } from './holdsCheck.ts';

function check(change: Partial<CaseCheck>): CaseCheck {
  return { metric: 'm', op: '==', value: 100, unit: '', basis: 'rule', ...change };
}

test.each([
  ['a rule exactly', check({}), 100, 101],
  ['a derived number within 2 %', check({ basis: 'derived' }), 98, 97.9],
  ['a derived number with a tolerance of its own', check({ basis: 'derived', tol: 0 }), 100, 100.1],
  ['a tolerance as a distance', check({ tol: 2 }), 102, 103],
  ['a distance around', check({ op: 'approx', value: 0.833, tol: 0.02 }), 0.852, 0.854],
  ['a list of distances', check({ op: 'approx', value: [200, 400], tol: 8 }), [207, 393], [200, 409]],
  ['an upper bound', check({ op: '<=' }), 100, 100.1],
  ['a lower bound', check({ op: '>=' }), 100, 99.9],
  ['a range, ends included', check({ op: 'between', value: [40, 60] }), 60, 60.5],
  ['a list in order', check({ value: [1, 2] }), [1, 2], [2, 1]],
  ['a set in any order', check({ value: ['b', 'a'], unit: 'set' }), ['a', 'b'], ['a']],
  ['a text', check({ value: 'timeout' }), 'timeout', 'none'],
  ['a truth value', check({ value: false }), false, true],
  ['nothing measured', check({ op: '<=' }), 1, undefined],
])('holds %s', (_name, one, right, wrong) => {
  expect(holdsCheck(one, right)).toBe(true);
  expect(holdsCheck(one, wrong)).toBe(false);
});

test('takes another quantity of the run for its name', () => {
  expect(holdsCheck(check({ value: 'leo' }), 9500, { leo: 9500 })).toBe(true);
  expect(holdsCheck(check({ value: 'leo' }), 9500, { leo: 9501 })).toBe(false);
});
