import { parseArgs } from 'node:util';
import { groupScenarioFile, runGroupSeed } from './groupSwarm.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';
import { runSwarmSeed, swarmScenarioFile } from './swarmSeed.ts';

/** `npm run swarm -- [--seed N] [--count K] [--print] [--fault NAME] [--plain] [--groups]`: random scenarios, each healed at the end, under every law there is; with a planted fault, if one is named; without situations, if they are to be plain; of consumer groups, if those are asked for. */
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
    },
  });
  const first = Number(values.seed ?? 1);
  const count = Number(values.count ?? 200);
  if (values.print === true) {
    const file = values.groups === true ? groupScenarioFile(first) : swarmScenarioFile(first, values.plain);
    process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
    return 0;
  }
  const fault = PLANTED_FAULTS.find(({ name }) => name === values.fault);
  if (values.fault !== undefined && !fault) throw new Error(`no planted fault is called ${values.fault}`);
  let events = 0;
  let failed = 0;
  const excuses = new Map<string, number>();
  for (let seed = first; seed < first + count; seed++) {
    const report =
      values.groups === true
        ? { excuses: [], ...runGroupSeed(seed, fault?.rules) }
        : runSwarmSeed(seed, fault?.rules, values.plain);
    events += report.events;
    for (const [excuse, times] of report.excuses) excuses.set(excuse, (excuses.get(excuse) ?? 0) + times);
    if (report.problems.length === 0) continue;
    failed += 1;
    process.stdout.write(
      `seed ${seed}\n${report.problems.map((problem) => `  ${problem}\n`).join('')}` +
        `  again: npm run swarm -- --seed ${seed} --count 1${values.plain === true ? ' --plain' : ''}${values.groups === true ? ' --groups' : ''}   (--print writes the scenario)\n`,
    );
  }
  for (const [excuse, times] of excuses)
    process.stdout.write(`${times} losses of committed records were excused by ${excuse}\n`);
  process.stdout.write(`${count - failed} of ${count} seeds passed, ${failed} failed, ${events} events\n`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
