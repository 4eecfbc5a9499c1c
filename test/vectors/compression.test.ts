import { expect } from 'vitest';
import {
  estimatedBatchBytes,
  INITIAL_RATIO,
  updatedRatio,
} from '../../src/engine/client/producer/compression/compressionRatio.ts';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

/** What Java's floats hold of such a number. */
const DIGITS = 6;

runVectorGroup({
  file: 'vectors-1.json',
  group: 'compression_ratio_estimator',
  cases: {},
  entries: {
    initial_all_codecs: caseRunner<number>(['CM1'], /^$/, (initial) => {
      expect(INITIAL_RATIO).toBe(initial);
    }),
    improve_step: caseRunner<number>(['CM1'], /^$/, (step) => {
      expect(updatedRatio(1, 0)).toBeCloseTo(1 - step, DIGITS);
    }),
    deteriorate_step: caseRunner<number>(['CM1'], /^$/, (step) => {
      expect(updatedRatio(0.5, 0.501)).toBeCloseTo(0.5 + step, DIGITS);
    }),
    size_estimate: caseRunner<string>(['CM1'], /^$/, (formula) => {
      const parts = /^(\d+) \+ floor\(uncompressed_record_bytes \* ratio \* ([\d.]+)\)$/.exec(formula);
      const [, header, factor] = parts ?? [];
      for (const ratio of [1, 0.5, 0.985]) {
        const exact = Number(header) + Math.floor(10_007 * ratio * Number(factor));
        expect(estimatedBatchBytes(10_007, ratio)).toBe(exact);
      }
    }),
    sequence: caseRunner<{ observed: number; estimate: number }[]>(
      ['CM1'],
      /^\d+\.estimate$/,
      (sequence) => {
        let estimate = INITIAL_RATIO;
        for (const { observed, estimate: expected } of sequence) {
          estimate = updatedRatio(estimate, observed);
          expect(estimate).toBeCloseTo(expected, DIGITS);
        }
      },
    ),
  },
  prose: ['source'],
  runCount: 5,
  leftCount: 0,
});
