import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANTED_FAULTS } from '../engine/plantedFaults.ts';
import { underRules } from '../engine/rulesUnderTest.ts';

const RECORD = 'test/engine/vectorFaults.json';

/**
 * Declares the test that a group of vectors notices every planted fault that it is on record for. With RECORD_FAULTS=1 it
 * writes down which these are (`npm run planted-faults` does that).
 */
export function noticesPlantedFaults(group: string, attempts: readonly (() => void)[]): void {
  test('notices the planted faults on record', () => {
    expect(attempts.filter((attempt) => !passes(attempt))).toEqual([]);
    const noticed = PLANTED_FAULTS.filter(({ rules }) =>
      underRules(rules, () => attempts.some((attempt) => !passes(attempt))),
    ).map(({ name }) => name);
    const record = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string[]>;
    if (process.env['RECORD_FAULTS'] === '1') {
      const { [group]: _before, ...others } = record;
      const next = noticed.length > 0 ? { ...others, [group]: noticed } : others;
      const sorted = Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
    } else expect(noticed).toEqual(expect.arrayContaining(record[group] ?? []));
  });
}

function passes(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
