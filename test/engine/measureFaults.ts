import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printFaultTable } from './faultTable.ts';
import type { SwarmCatch } from './faultTable.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';
import type { PlantedFault } from './plantedFaults.ts';
import { runIn } from './diskSwarm.ts';

const SWARM_RECORD = 'test/engine/swarmFaults.json';
const VECTOR_RECORD = 'test/engine/vectorFaults.json';
const TABLE = 'test/engine/PLANTED_FAULTS.md';
/** Seeds that are tried before the swarm is said to miss a fault. */
const MOST_SEEDS = 24;
/** After these: of them the topics are compacted. */
const COMPACTING_SEEDS = [40, 45, 60, 35, 30, 50];

/**
 * `npm run planted-faults [-- --only NAME[,NAME]] [--missing] [--missed] [--print]`: plants one fault after the other, records which law
 * the swarm breaks and with how many seeds, and prints the table. `--missing` asks only for what is not on record, `--missed`
 * for what no seed noticed, `--print` for nothing. What the vectors notice is recorded by `RECORD_FAULTS=1 npx vitest run test/vectors --no-file-parallelism`.
 */
function main(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      missing: { type: 'boolean' },
      missed: { type: 'boolean' },
      print: { type: 'boolean' },
    },
  });
  const record = readJson(SWARM_RECORD) as Record<string, SwarmCatch | null>;
  const names = values.only?.split(',');
  for (const fault of PLANTED_FAULTS) {
    const isUnknown = !(fault.name in record);
    const isMissed = record[fault.name] === null;
    const isAsked = names
      ? names.includes(fault.name)
      : (values.missing !== true && values.missed !== true) ||
        (values.missing === true && isUnknown) ||
        (values.missed === true && isMissed);
    if (!isAsked || values.print === true) continue;
    record[fault.name] = firstSeed(fault);
    process.stdout.write(`${fault.name}: ${JSON.stringify(record[fault.name])}\n`);
    write(record);
  }
  write(record);
}

function write(record: Readonly<Record<string, SwarmCatch | null>>): void {
  const known = PLANTED_FAULTS.filter(({ name }) => name in record);
  const ordered = Object.fromEntries(known.map(({ name }) => [name, record[name] ?? null]));
  writeFileSync(SWARM_RECORD, `${JSON.stringify(ordered, null, 2)}\n`);
  const byVectors = readJson(VECTOR_RECORD) as Record<string, string[]>;
  writeFileSync(TABLE, printFaultTable(PLANTED_FAULTS, ordered, byVectors));
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The first of the swarm's seeds that breaks a law under this fault. */
function firstSeed({ rules, swarm }: PlantedFault): SwarmCatch | null {
  const first = Array.from({ length: MOST_SEEDS }, (_, i) => i + 1);
  for (const seed of swarm === 'main' ? [...first, ...COMPACTING_SEEDS] : first) {
    const [problem] = runIn[swarm](seed, rules).problems;
    if (problem !== undefined) return { seed, law: lawOf(problem) };
  }
  return null;
}

/** The law that a problem begins with; an exception is called what it is, and a run without end too. */
function lawOf(problem: string): string {
  const law = /^([A-Z]\w+)( at|:)/.exec(problem)?.[1];
  if (law !== undefined) return law;
  return problem.includes(' events at ') ? 'RunsWithoutEnd' : 'Assertion';
}

main(process.argv.slice(2));
