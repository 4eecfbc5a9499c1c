import { useState } from 'react';
import type { FormulaId } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';

/** Values that the reader moves, all of them. */
export function useSymbols<Values extends Readonly<Record<string, number>>>(initial: Values) {
  const [values, setValues] = useState<Values>(initial);
  const onSymbol = Object.fromEntries(
    Object.keys(initial).map((id) => [id, (value: number) => setValues((old) => ({ ...old, [id]: value }))]),
  );
  return { values, onSymbol };
}

/** What the symbols of a formula begin with. */
export function initialOf(id: FormulaId): Readonly<Record<string, number>> {
  return Object.fromEntries(FORMULAS[id].symbols.map((symbol) => [symbol.id, symbol.initial]));
}
