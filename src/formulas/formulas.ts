import { availability } from './availability.ts';
import { faultTolerance } from './faultTolerance.ts';
import type { Formula, FormulaId } from './Formula.ts';
import { lossProbability } from './lossProbability.ts';

export const FORMULAS: Readonly<Record<FormulaId, Formula>> = {
  'fault-tolerance': faultTolerance,
  'loss-probability': lossProbability,
  availability,
};
