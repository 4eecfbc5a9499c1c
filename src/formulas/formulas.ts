import { activeConsumers } from './activeConsumers.ts';
import { availability } from './availability.ts';
import { batchEfficiency } from './batchEfficiency.ts';
import { disk } from './disk.ts';
import { faultTolerance } from './faultTolerance.ts';
import type { Formula, FormulaId } from './Formula.ts';
import { heartbeat } from './heartbeat.ts';
import { lag } from './lag.ts';
import { lossProbability } from './lossProbability.ts';
import { recoveryTime } from './recoveryTime.ts';

export const FORMULAS: Readonly<Record<FormulaId, Formula>> = {
  'fault-tolerance': faultTolerance,
  'loss-probability': lossProbability,
  availability,
  'batch-efficiency': batchEfficiency,
  disk,
  'active-consumers': activeConsumers,
  heartbeat,
  lag,
  'recovery-time': recoveryTime,
};
