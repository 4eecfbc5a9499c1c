import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { RULES } from '../../src/engine/model/ruleAreas.ts';
import type { TaggedTest } from '../fidelity/results.ts';
import {
  HASHED_FOLDERS,
  MODEL_FILE,
  readResults,
  RESULTS_FILE,
  resultsOf,
  sourcesHash,
  unknownTags,
} from '../fidelity/results.ts';
import { writeModel } from '../fidelity/writeModel.ts';

/** What `npm test` prints under the unit tests; gone with node_modules. */
const NOTICE_FILE = 'node_modules/.cache/highwater/fidelity-notice.txt';

/**
 * Notes for each rule which tests carry its id and whether they passed, once the run was complete: no filter, no file left
 * out, none that failed to load, and no source that changed meanwhile. On a build server (CI) nothing is written.
 */
class FidelityReporter implements Reporter {
  private vitest: Vitest | null = null;
  private hashAtStart = '';

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
    this.hashAtStart = sourcesHash(vitest.config.root);
    rmSync(join(vitest.config.root, NOTICE_FILE), { force: true });
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const { vitest } = this;
    if (!vitest) return;
    const { root } = vitest.config;
    const tests = taggedTests(modules, root);
    const ids = RULES.map((rule) => rule.id);
    const notices = unknownTags(tests, ids).map(
      (tag) => `Fidelity: [${tag}] in a test’s title names no rule.`,
    );
    const gap =
      unhandledErrors.length > 0
        ? 'an error outside of all tests'
        : await this.gapIn(modules, reason, vitest);
    if (gap === null) notices.push(...update(root, this.hashAtStart, resultsOf(tests, ids)));
    else notices.push(`Fidelity: results not written: ${gap}.`);
    if (notices.length === 0) return;
    mkdirSync(dirname(join(root, NOTICE_FILE)), { recursive: true });
    writeFileSync(join(root, NOTICE_FILE), `${notices.join('\n')}\n`);
  }

  /** Why the run does not speak for all tests; null when it does. */
  private async gapIn(
    modules: readonly TestModule[],
    reason: TestRunEndReason,
    vitest: Vitest,
  ): Promise<string | null> {
    if (reason === 'interrupted') return 'the run was interrupted';
    if (vitest.config.testNamePattern || vitest.config.shard) return 'not all tests were asked for';
    const all = await vitest.globTestSpecifications();
    const inLedger = (path: string): boolean => isHashed(relative(vitest.config.root, path));
    const ran = new Set(modules.map((module) => module.moduleId));
    if (all.some((specification) => inLedger(specification.moduleId) && !ran.has(specification.moduleId)))
      return 'not all test files ran';
    const broken = modules.find((module) => inLedger(module.moduleId) && module.errors().length > 0);
    if (broken) return `${relative(vitest.config.root, broken.moduleId)} could not be loaded`;
    return sourcesHash(vitest.config.root) === this.hashAtStart
      ? null
      : 'sources changed while the tests ran';
  }
}

function update(root: string, hash: string, results: ReturnType<typeof resultsOf>): string[] {
  const next = { sourcesHash: hash, results };
  if (JSON.stringify(next) === JSON.stringify(readResults(root))) return [];
  if (process.env['CI'])
    return [
      `Fidelity: ${RESULTS_FILE} is not of these sources or results; run \`npm test\` and commit it. Until then a build says “modelled, not checked”.`,
    ];
  mkdirSync(dirname(join(root, RESULTS_FILE)), { recursive: true });
  writeFileSync(join(root, RESULTS_FILE), `${JSON.stringify(next, null, 2)}\n`);
  const files = writeModel(root) ? `${RESULTS_FILE} and ${MODEL_FILE}` : RESULTS_FILE;
  return [`Fidelity: ${files} changed; commit them with the sources.`];
}

function taggedTests(modules: readonly TestModule[], root: string): TaggedTest[] {
  const tests: TaggedTest[] = [];
  for (const module of modules) {
    const file = relative(root, module.moduleId).replaceAll('\\', '/');
    if (!isHashed(file)) continue;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed' || state === 'failed')
        tests.push({ file, title: test.fullName, passed: state === 'passed' });
    }
  }
  return tests;
}

function isHashed(file: string): boolean {
  return HASHED_FOLDERS.some((folder) => file.replaceAll('\\', '/').startsWith(`${folder}/`));
}

// eslint-disable-next-line no-restricted-syntax -- vitest takes a reporter from a file by its default export.
export default FidelityReporter;
