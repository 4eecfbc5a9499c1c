import { costs } from './costMeasures.ts';
import { groups } from './groupMeasures.ts';
import { growth, lesson, load, memory, partitions, seek } from './engineMeasures.ts';
import { peers } from './peers/comparePeers.ts';
import { printTable } from './printTable.ts';
import { frame, size } from './siteMeasures.ts';
import type { Measure, Result } from './Measure.ts';

/** Everything in CPU time of a thread; where it is a ratio, both sides were measured in this very run. */
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

const USAGE = `npm run bench -- [NAME…] [--full]

Measures speed and size, all or what is named, and prints them with goal and floor. Ends with 1 if something is beyond its floor.

${MEASURES.map(({ name, about }) => `  ${name.padEnd(11)} ${about}`).join('\n')}
  --full      take growth to ten million batches (minutes)`;

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('-'));
const flags = args.filter((arg) => arg.startsWith('-'));
const unknown = [
  ...names.filter((name) => !MEASURES.some((measure) => measure.name === name)),
  ...flags.filter((flag) => flag !== '--full'),
];
if (unknown.length > 0) {
  const isCry = unknown.some((arg) => arg !== '--help' && arg !== '-h');
  console.log(isCry ? `${unknown.join(', ')}: unknown.\n\n${USAGE}` : USAGE);
  process.exit(isCry ? 2 : 0);
}

const results: Result[] = [];
for (const measure of MEASURES) {
  if (names.length > 0 && !names.includes(measure.name)) continue;
  console.error(`${measure.name}: ${measure.about} …`);
  results.push(...(await measure.run({ full: flags.includes('--full') })));
}
if (printTable(results) > 0) process.exitCode = 1;
