import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExpectation } from '../../conformance/compare/Expectation.ts';

/** A scenario that was run on Apache Kafka itself, and how the engine's run of it compares. `npm test` fails where this is not so. */
export interface ConformanceRow {
  readonly scenario: string;
  /** What it asks of Kafka. */
  readonly asks: string;
  readonly kafkaVersions: readonly { readonly version: string; readonly runs: number }[];
  readonly rules: readonly string[];
  /** Where the two differ, and why; empty when they are equal. */
  readonly differs: readonly { readonly lane: string; readonly because: string }[];
  /** ms that Kafka may have been earlier or later than the engine. */
  readonly windowMs: { readonly early: number; readonly late: number };
}

export const CONFORMANCE_FOLDER = 'conformance';
const EXPECTATION_ENDING = '.expect.json';

/** A row for each scenario with a recording, by name. */
export function conformanceRows(root: string): ConformanceRow[] {
  const scenarios = join(root, CONFORMANCE_FOLDER, 'scenarios');
  const recordings = join(root, CONFORMANCE_FOLDER, 'recordings');
  if (!existsSync(scenarios) || !existsSync(recordings)) return [];
  const files = readdirSync(recordings)
    .sort()
    .map((version) => ({ version, names: readdirSync(join(recordings, version)) }));
  return readdirSync(scenarios)
    .filter((file) => file.endsWith(EXPECTATION_ENDING))
    .sort()
    .flatMap((file) => {
      const scenario = file.slice(0, -EXPECTATION_ENDING.length);
      const kafkaVersions = files
        .map(({ version, names }) => ({
          version,
          runs: names.filter((name) => isRunOf(scenario, name)).length,
        }))
        .filter(({ runs }) => runs > 0);
      if (kafkaVersions.length === 0) return [];
      const json: unknown = JSON.parse(readFileSync(join(scenarios, file), 'utf8'));
      const { asks, rules, differs, windowMs } = readExpectation(json, file);
      return [{ scenario, asks, kafkaVersions, rules, differs, windowMs }];
    });
}

/** `NAME.3.json` */
function isRunOf(scenario: string, file: string): boolean {
  return file.startsWith(`${scenario}.`) && /^\d+\.json$/.test(file.slice(scenario.length + 1));
}

export interface ConformanceCounts {
  readonly scenarios: number;
  readonly recordings: number;
  readonly equal: number;
}

export function countConformance(rows: readonly ConformanceRow[]): ConformanceCounts {
  return {
    scenarios: rows.length,
    recordings: rows.flatMap(({ kafkaVersions }) => kafkaVersions).reduce((sum, { runs }) => sum + runs, 0),
    equal: rows.filter(({ differs }) => differs.length === 0).length,
  };
}
