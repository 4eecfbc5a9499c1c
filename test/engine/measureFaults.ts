import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printFaultTable } from './faultTable.ts';
import type { FaultCatches, FaultRecord } from './faultTable.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';
import type { PlantedFault } from './plantedFaults.ts';
import { runSwarmSeed } from './swarmSeed.ts';

const RECORD = 'test/engine/plantedFaults.json';
const TABLE = 'test/engine/PLANTED_FAULTS.md';
/** Seeds that are tried before the swarm is said to miss a fault. */
const MOST_SEEDS = 40;

/**
 * `npm run planted-faults [-- --only NAME[,NAME]] [--swarm] [--tests]`: plants one fault after the other, records who notices
 * (vectors, scenario tests, the swarm and with how many seeds), and prints the table. Without `--swarm` or `--tests`: both.
 */
function main(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, swarm: { type: 'boolean' }, tests: { type: 'boolean' } },
  });
  const isWhole = values.swarm !== true && values.tests !== true;
  const record: FaultRecord = existsSync(RECORD)
    ? (JSON.parse(readFileSync(RECORD, 'utf8')) as FaultRecord)
    : {};
  const names = values.only?.split(',');
  for (const fault of PLANTED_FAULTS) {
    if (names && !names.includes(fault.name)) continue;
    const before = record[fault.name];
    const catches: FaultCatches = {
      vectors: isWhole || values.tests === true ? failures(fault, 'test/vectors') : (before?.vectors ?? []),
      scenarios:
        isWhole || values.tests === true
          ? failures(fault, 'test/engine/scenarios')
          : (before?.scenarios ?? []),
      swarm: isWhole || values.swarm === true ? firstSeed(fault) : (before?.swarm ?? null),
    };
    record[fault.name] = catches;
    process.stdout.write(`${fault.name}: ${JSON.stringify(catches)}\n`);
    const ordered: FaultRecord = {};
    for (const { name } of PLANTED_FAULTS) if (record[name]) ordered[name] = record[name];
    writeFileSync(RECORD, `${JSON.stringify(ordered, null, 2)}\n`);
    writeFileSync(TABLE, printFaultTable(PLANTED_FAULTS, ordered));
  }
}

/** The first of the swarm's seeds that breaks a law under this fault. */
function firstSeed({ rules }: PlantedFault): FaultCatches['swarm'] {
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const [problem] = runSwarmSeed(seed, rules).problems;
    if (problem !== undefined) return { seed, law: lawOf(problem) };
  }
  return null;
}

/** The law that a problem begins with; an exception is called by its name. */
function lawOf(problem: string): string {
  const named = /^([A-Z]\w+)( at|:)/.exec(problem)?.[1];
  return named ?? (/AssertionError|Error/.exec(problem)?.[0] ? 'Assertion' : problem.slice(0, 60));
}

/** Titles of the tests of a folder that fail under this fault; vectors: all, scenarios: the first of each file. */
function failures({ name }: PlantedFault, folder: string): string[] {
  const { stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      folder,
      '--reporter=json',
      '--no-file-parallelism',
      ...(folder.endsWith('vectors') ? [] : ['--bail=1']),
    ],
    { env: { ...process.env, PLANTED_FAULT: name }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as VitestReport;
  return report.testResults
    .flatMap((file) => file.assertionResults.filter((one) => one.status === 'failed'))
    .map((one) => one.fullName);
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

main(process.argv.slice(2));
