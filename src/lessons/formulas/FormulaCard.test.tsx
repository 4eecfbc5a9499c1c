import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FORMULAS } from '../../formulas/formulas.ts';
import { FormulaCard } from './FormulaCard.tsx';

const MEASURED = { interval: null, trials: 1, failedAssumption: null };

it.each([
  [20.4, 1, 'assumptions hold; up to 5 % is no gap'],
  [30, 1, 'more than the steps of a run explain; up to 5 % is no gap'],
  [20, undefined, 'assumptions hold'],
])('says of %f measured for 20, with a tolerance of %s: %s', (value, tolerance, note) => {
  render(
    <FormulaCard
      formula={FORMULAS['recovery-time']}
      values={{ lag: 4000, mu: 500, lambda: 300 }}
      onSymbol={{}}
      state={{ kind: 'done', measured: { ...MEASURED, value, ...(tolerance && { tolerance }) } }}
      onMeasure={null}
      onStop={() => undefined}
    />,
  );
  expect(screen.getByText(note, { exact: true })).toBeTruthy();
});
