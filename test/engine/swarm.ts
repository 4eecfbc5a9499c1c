import { parseArgs } from 'node:util';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { diskScenarioFile, runDiskSeed } from './diskSwarm.ts';
import { groupScenarioFile, runGroupSeed } from './groupSwarm.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';
import { runSwarmSeed, swarmScenarioFile } from './swarmSeed.ts';
import { runTransactionSeed, transactionScenarioFile } from './transactionSwarm.ts';

interface Swarm {
  readonly fileOf: (seed: number) => ScenarioFile;
  readonly run: (seed: number, rules?: Rules) => SeedReport;
}

interface SeedReport {
  readonly problems: readonly string[];
  readonly events: number;
  readonly excuses?: ReadonlyMap<string, number>;
}

/** What a swarm may be asked to be of; without any of these it is of clusters in difficult situations. */
const SWARMS: Readonly<Record<'plain' | 'groups' | 'disks' | 'transactions', Swarm>> = {
  plain: {
    fileOf: (seed) => swarmScenarioFile(seed, true),
    run: (seed, rules) => runSwarmSeed(seed, rules, true),
  },
  groups: { fileOf: groupScenarioFile, run: runGroupSeed },
  disks: { fileOf: diskScenarioFile, run: runDiskSeed },
  transactions: { fileOf: transactionScenarioFile, run: runTransactionSeed },
};
const KINDS = Object.keys(SWARMS) as (keyof typeof SWARMS)[];

/**
 * `npm run swarm -- [--seed N] [--count K] [--print] [--fault NAME] [--plain | --groups | --disks | --transactions]`: random
 * scenarios, each healed at the end, under every law there is; with a planted fault, if one is named.
 */
function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      count: { type: 'string' },
      print: { type: 'boolean' },
      fault: { type: 'string' },
      plain: { type: 'boolean' },
      groups: { type: 'boolean' },
      disks: { type: 'boolean' },
      transactions: { type: 'boolean' },
    },
  });
  const first = Number(values.seed ?? 1);
  const count = Number(values.count ?? 200);
  const kind = KINDS.find((one) => values[one] === true);
  const swarm: Swarm = kind === undefined ? { fileOf: swarmScenarioFile, run: runSwarmSeed } : SWARMS[kind];
  if (values.print === true) {
    process.stdout.write(`${JSON.stringify(swarm.fileOf(first), null, 2)}\n`);
    return 0;
  }
  const fault = PLANTED_FAULTS.find(({ name }) => name === values.fault);
  if (values.fault !== undefined && !fault) throw new Error(`no planted fault is called ${values.fault}`);
  let events = 0;
  let failed = 0;
  const excuses = new Map<string, number>();
  for (let seed = first; seed < first + count; seed++) {
    const report = swarm.run(seed, fault?.rules);
    events += report.events;
    for (const [excuse, times] of report.excuses ?? [])
      excuses.set(excuse, (excuses.get(excuse) ?? 0) + times);
    if (report.problems.length === 0) continue;
    failed += 1;
    process.stdout.write(
      `seed ${seed}\n${report.problems.map((problem) => `  ${problem}\n`).join('')}` +
        `  again: npm run swarm -- --seed ${seed} --count 1${kind === undefined ? '' : ` --${kind}`}   (--print writes the scenario)\n`,
    );
  }
  for (const [excuse, times] of excuses)
    process.stdout.write(`${times} losses of committed records were excused by ${excuse}\n`);
  process.stdout.write(`${count - failed} of ${count} seeds passed, ${failed} failed, ${events} events\n`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
