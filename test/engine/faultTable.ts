import type { PlantedFault } from './plantedFaults.ts';

/** Who noticed a planted fault. */
export interface FaultCatches {
  /** Titles of the vector tests that failed. */
  readonly vectors: readonly string[];
  /** Title of the first scenario test that failed. */
  readonly scenarios: readonly string[];
  /** The first seed of the swarm that broke a law, and that law; null when none did. */
  readonly swarm: { readonly seed: number; readonly law: string } | null;
}

/** By name of the fault. */
export type FaultRecord = Record<string, FaultCatches>;

/** The list of planted faults for people, as Markdown. */
export function printFaultTable(faults: readonly PlantedFault[], record: FaultRecord): string {
  const rows = faults.map(({ name, what }) => {
    const catches = record[name];
    const vectors = catches?.vectors ?? [];
    const scenarios = catches?.scenarios ?? [];
    const swarm = catches?.swarm;
    return `| \`${name}\` | ${what} | ${listed(vectors)} | ${listed(scenarios)} | ${swarm ? `${swarm.law}, ${swarm.seed}` : '–'} |`;
  });
  const caught = (by: (catches: FaultCatches) => boolean): number => Object.values(record).filter(by).length;
  return [
    '# Planted faults',
    '',
    'Each row replaces one rule of the engine (`src/engine/rules`) by a wrong one. The columns say who notices: the vectors of',
    'Kafka’s own tests, the scenario tests (the first that fails), and the swarm (the law that broke, and how many seeds it',
    'took). Written by `npm run planted-faults`; `test/engine/plantedFaults.test.ts` plants every fault again.',
    '',
    `${faults.length} faults: ${caught(({ vectors }) => vectors.length > 0)} are caught by vectors, ${caught(({ scenarios }) => scenarios.length > 0)} by scenario tests, ${caught(({ swarm }) => swarm !== null)} by the swarm; ${caught((one) => one.vectors.length + one.scenarios.length === 0 && one.swarm === null)} by nobody.`,
    '',
    '| Fault | What is decided | Vectors | Scenario tests | Swarm: law, seeds |',
    '| ----- | --------------- | ------- | -------------- | ----------------- |',
    ...rows,
    '',
  ].join('\n');
}

function listed(titles: readonly string[]): string {
  const [first] = titles;
  if (first === undefined) return '–';
  const text = first.replaceAll('|', '\\|').slice(0, 80);
  return titles.length === 1 ? text : `${text} (+ ${titles.length - 1})`;
}
