import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the tests said of one rule. */
export interface RuleResult {
  readonly passed: number;
  readonly failed: number;
  /** `file > title`, in order. */
  readonly tests: readonly string[];
}

/** src/generated/fidelity-results.json: the last complete run of the unit tests, and the sources it ran on. */
export interface FidelityResults {
  readonly sourcesHash: string;
  readonly results: Readonly<Record<string, RuleResult>>;
}

export const RESULTS_FILE = 'src/generated/fidelity-results.json';
export const MODEL_FILE = 'src/engine/MODEL.md';

/** Where a tagged test counts: all that the engine is, and what its tests compare it with. Both are in the hash. */
export const HASHED_FOLDERS = [
  'src/engine',
  'src/shared',
  'test/engine',
  'test/vectors',
  'test/storage',
  'src/codecs',
  'test/conformance',
  'conformance/compare',
  'conformance/recording',
  'conformance/recordings',
  'conformance/scenarios',
];

export const NO_RESULTS: FidelityResults = { sourcesHash: 'none', results: {} };

/** One hash over names and contents, tests included; MODEL.md apart, which is made from the results. */
export function sourcesHash(root: string): string {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    const file = join(root, path);
    if (path === MODEL_FILE || !existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) visit(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\n`).update(readFileSync(file)).update('\n');
  };
  for (const folder of HASHED_FOLDERS) visit(folder);
  return hash.digest('hex');
}

/** What is committed; nothing when the file is missing. */
export function readResults(root: string): FidelityResults {
  const file = join(root, RESULTS_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FidelityResults) : NO_RESULTS;
}

/** Only results of exactly these sources count; of any others nothing is known. */
export function resultsThatFit(root: string): FidelityResults {
  const results = readResults(root);
  return results.sourcesHash === sourcesHash(root) ? results : NO_RESULTS;
}

/** The ids that a test's title carries: `[H4] …`, `[I10] [R3] …`, `[A2, A3] …`. Whatever else stands in brackets is no tag. */
export function tagsOf(title: string): string[] {
  const tags = [...title.matchAll(/\[([A-Za-z0-9, -]+)\]/g)].flatMap((match) => (match[1] ?? '').split(','));
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) =>
    /^([A-Z]{1,2}\d+|[a-z]+(-[a-z]+)*)$/.test(tag),
  );
}

export interface TaggedTest {
  /** From the root, with slashes. */
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
}

/** Tests by rule, in an order that no run changes. Tags that name no rule are left out. */
export function resultsOf(
  tests: readonly TaggedTest[],
  ruleIds: readonly string[],
): FidelityResults['results'] {
  const found = new Map<string, { passed: number; failed: number; tests: Set<string> }>();
  for (const test of tests) {
    for (const id of tagsOf(test.title)) {
      if (!ruleIds.includes(id)) continue;
      const result = found.get(id) ?? { passed: 0, failed: 0, tests: new Set<string>() };
      found.set(id, result);
      if (test.passed) result.passed += 1;
      else result.failed += 1;
      result.tests.add(`${test.file} > ${test.title}`);
    }
  }
  const ordered = ruleIds.flatMap((id): [string, RuleResult][] => {
    const result = found.get(id);
    return result ? [[id, { ...result, tests: [...result.tests].sort() }]] : [];
  });
  return Object.fromEntries(ordered);
}

/** Tags in the form of a sheet id that no rule has: a slip of the pen, or a rule without an entry. */
export function unknownTags(tests: readonly TaggedTest[], ruleIds: readonly string[]): string[] {
  const tags = new Set(tests.flatMap((test) => tagsOf(test.title)));
  return [...tags].filter((tag) => /^[A-Z]/.test(tag) && !ruleIds.includes(tag)).sort();
}
