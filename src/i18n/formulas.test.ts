import { expect, test } from 'vitest';
import { formulas } from './en/formulas.ts';

test.each([
  [0.999702, '99.97 %'],
  [0.001, '0.1 %'],
  [0.000001, '0.0001 %'],
  [0.000000001, '0.0000001 %'],
  [0.2, '20 %'],
  [0.729, '72.9 %'],
  [0, '0 %'],
  [1, '100 %'],
])('saysTheShare %f', (share, text) => {
  expect(formulas.percent(share)).toBe(text);
});
