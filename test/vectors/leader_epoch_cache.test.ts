import { expect } from 'vitest';
import { LeaderEpochCache } from '../../src/engine/storage/LeaderEpochCache.ts';
import { UNDEFINED_EPOCH, UNDEFINED_OFFSET } from '../../src/shared/units.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

interface Vector {
  readonly assign: readonly (readonly [number, number])[];
  readonly truncateFromEnd?: number;
  readonly truncateFromStart?: number;
  readonly then_truncateFromStart?: number;
  readonly entries?: readonly { readonly epoch: number; readonly start: number }[];
  readonly endOffsetFor?: readonly { epoch: number; leo: number; expect: readonly [number, number] }[];
  readonly epochForOffset?: readonly (readonly [number, number | null])[];
}

function run(vector: Vector): void {
  const cache = new LeaderEpochCache();
  for (const [epoch, start] of vector.assign) cache.assign(epoch, start);
  if (vector.truncateFromEnd !== undefined) cache.truncateFromEnd(vector.truncateFromEnd);
  if (vector.truncateFromStart !== undefined) cache.truncateFromStart(vector.truncateFromStart);
  if (vector.then_truncateFromStart !== undefined) cache.truncateFromStart(vector.then_truncateFromStart);

  if (vector.entries !== undefined) {
    expect(cache.entries.map(({ epoch, startOffset }) => ({ epoch, start: startOffset }))).toEqual(
      vector.entries,
    );
  }
  for (const query of vector.endOffsetFor ?? []) {
    const { epoch, endOffset } = cache.endOffsetFor(query.epoch, query.leo);
    expect([epoch, endOffset]).toEqual(query.expect);
  }
  for (const [offset, epoch] of vector.epochForOffset ?? []) expect(cache.epochForOffset(offset)).toBe(epoch);
}

runVectorGroup({
  file: 'vectors-1.json',
  group: 'leader_epoch_cache',
  cases: (vector) => {
    const truncates = 'truncateFromEnd' in vector || 'truncateFromStart' in vector;
    const rules = [
      ...('entries' in vector && !truncates ? ['E1'] : []),
      ...('endOffsetFor' in vector ? ['E2'] : []),
      ...(truncates ? ['E3'] : []),
    ];
    return caseRunner(rules, /^entries|^endOffsetFor\.\d+\.expect|^epochForOffset\.\d+\.1$/, run);
  },
  entries: {
    undefined_epoch: caseRunner([], /^$/, (value: number) => expect(UNDEFINED_EPOCH).toBe(value)),
    undefined_offset: caseRunner([], /^$/, (value: number) => expect(UNDEFINED_OFFSET).toBe(value)),
  },
  prose: ['source', 'why'],
  runCount: 31,
  leftCount: 0,
});
