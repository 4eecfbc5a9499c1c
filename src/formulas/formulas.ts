import { acksLatency } from './acksLatency.ts';
import { activeConsumers } from './activeConsumers.ts';
import { availability } from './availability.ts';
import { batchEfficiency } from './batchEfficiency.ts';
import { compressionRatio } from './compressionRatio.ts';
import { disk } from './disk.ts';
import { faultTolerance } from './faultTolerance.ts';
import type { Formula, FormulaId } from './Formula.ts';
import { headOfLine } from './headOfLine.ts';
import { heartbeat } from './heartbeat.ts';
import { inFlightCeiling } from './inFlightCeiling.ts';
import { keyedPartition } from './keyedPartition.ts';
import { keysMoved } from './keysMoved.ts';
import { lag } from './lag.ts';
import { littlesLaw } from './littlesLaw.ts';
import { lossProbability } from './lossProbability.ts';
import { partitionCount } from './partitionCount.ts';
import { recoveryTime } from './recoveryTime.ts';
import { syncRate } from './syncRate.ts';
import { utilisation } from './utilisation.ts';

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
  'active-consumers': activeConsumers,
  heartbeat,
  lag,
  'recovery-time': recoveryTime,
  'littles-law': littlesLaw,
  utilisation,
  'sync-rate': syncRate,
  'acks-latency': acksLatency,
  'head-of-line': headOfLine,
};
