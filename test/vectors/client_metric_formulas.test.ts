import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  compressionRate,
  pollIdleRatio,
  recordsLagMax,
} from '../../src/engine/client/metrics/clientMetricFormulas.ts';

interface Case {
  readonly id: string;
  readonly expect?: number;
  readonly expectRatio?: readonly number[];
  readonly uncompressedBytes?: number;
  readonly compressedBytes?: number;
  readonly recordsLagPerFetch?: Readonly<Record<string, readonly number[]>>;
  readonly pollMs?: readonly number[];
  readonly startToStartMs?: readonly number[];
}

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: { readonly clientMetricFormulas: readonly Case[] };
};
const cases = groups.clientMetricFormulas;

/** As many digits as the vectors have. */
const DIGITS = 6;

function measured(vector: Case): readonly (number | null)[] {
  if (vector.compressedBytes !== undefined)
    return [compressionRate(vector.compressedBytes, vector.uncompressedBytes ?? 0)];
  if (vector.recordsLagPerFetch) return [recordsLagMax(Object.values(vector.recordsLagPerFetch).flat())];
  return (vector.pollMs ?? []).map((pollMs, i) => pollIdleRatio(pollMs, vector.startToStartMs?.[i] ?? 0));
}

test.each(cases)('[client-metrics] vectors-2.json clientMetricFormulas $id', (vector) => {
  const expected = vector.expectRatio ?? [vector.expect ?? NaN];
  const found = measured(vector);
  expect(found).toHaveLength(expected.length);
  expected.forEach((value, i) => {
    expect(found[i]).toBeCloseTo(value, DIGITS);
    expect(found[i]).not.toBeCloseTo(value + 1, DIGITS);
  });
});

test('runs 3 of 3 cases, 0 are left', () => {
  expect(cases).toHaveLength(3);
  expect(recordsLagMax([])).toBeNull();
});
