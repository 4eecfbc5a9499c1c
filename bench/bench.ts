import { execFileSync } from 'node:child_process';
import { costs } from './costMeasures.ts';
import { groups } from './groupMeasures.ts';
import { growth, lesson, load, memory, partitions, seek } from './engineMeasures.ts';
import { peers } from './peers/comparePeers.ts';
import { printTable } from './printTable.ts';
import { frame, size } from './siteMeasures.ts';
import type { Measure, Result } from './Measure.ts';

/**
 * Everything in CPU time of a thread; where it is a ratio, both sides were measured one after the other in one process. Each measure has
 * a process of its own: what another one left in the heap and in compiled code took up to a tenth of what is measured.
 */
const MEASURES: readonly Measure[] = [
  peers,
  load,
  costs,
  lesson,
  partitions,
  groups,
  growth,
  memory,
  seek,
  size,
  frame,
];

/** The results as a line of JSON: what the bench asks of itself. */
const AS_JSON = '--json';

const USAGE = `npm run bench -- [NAME…] [--full]

Measures speed and size, all or what is named, and prints them with goal and floor. Ends with 1 if something is beyond its floor.

${MEASURES.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join('\n')}
  --full      take growth to ten million batches (minutes)`;

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('-'));
const flags = args.filter((arg) => arg.startsWith('-'));
const unknown = [
  ...names.filter((name) => !MEASURES.some((measure) => measure.name === name)),
  ...flags.filter((flag) => flag !== '--full' && flag !== AS_JSON),
];
if (unknown.length > 0) {
  const isCry = unknown.some((arg) => arg !== '--help' && arg !== '-h');
  console.log(isCry ? `${unknown.join(', ')}: unknown.\n\n${USAGE}` : USAGE);
  process.exit(isCry ? 2 : 0);
}

const chosen = MEASURES.filter(({ name }) => names.length === 0 || names.includes(name));
if (flags.includes(AS_JSON)) {
  for (const measure of chosen)
    console.log(JSON.stringify(await measure.run({ full: flags.includes('--full') })));
} else {
  const results = chosen.flatMap(({ name, about }) => {
    console.error(`${name}: ${about} …`);
    return measuredApart(name);
  });
  if (printTable(results) > 0) process.exitCode = 1;
}

function measuredApart(name: string): readonly Result[] {
  const [program = ''] = process.argv.slice(1);
  const text = execFileSync(process.execPath, [...process.execArgv, program, name, ...flags, AS_JSON], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text.trim().split('\n').at(-1) ?? '[]') as readonly Result[];
}
