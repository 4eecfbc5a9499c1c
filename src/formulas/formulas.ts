import { availability } from './availability.ts';
import { batchEfficiency } from './batchEfficiency.ts';
import { compressionRatio } from './compressionRatio.ts';
import { disk } from './disk.ts';
import { faultTolerance } from './faultTolerance.ts';
import type { Formula, FormulaId } from './Formula.ts';
import { inFlightCeiling } from './inFlightCeiling.ts';
import { keyedPartition } from './keyedPartition.ts';
import { keysMoved } from './keysMoved.ts';
import { lossProbability } from './lossProbability.ts';
import { partitionCount } from './partitionCount.ts';

export const FORMULAS: Readonly<Record<FormulaId, Formula>> = {
  'fault-tolerance': faultTolerance,
  'loss-probability': lossProbability,
  availability,
  'batch-efficiency': batchEfficiency,
  disk,
  'keyed-partition': keyedPartition,
  'keys-moved': keysMoved,
  'partition-count': partitionCount,
  'compression-ratio': compressionRatio,
  'in-flight-ceiling': inFlightCeiling,
};
