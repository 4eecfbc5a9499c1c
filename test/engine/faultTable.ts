import type { PlantedFault } from './plantedFaults.ts';

/** How the swarm noticed a planted fault. */
export interface SwarmCatch {
  /** The first seed that broke a law. */
  readonly seed: number;
  readonly law: string;
}

/** The list of planted faults for people, as Markdown. */
export function printFaultTable(
  faults: readonly PlantedFault[],
  bySwarm: Readonly<Record<string, SwarmCatch | null>>,
  /** Faults by group of vectors. */
  byVectors: Readonly<Record<string, readonly string[]>>,
): string {
  const groupsOf = (name: string): string[] =>
    Object.keys(byVectors).filter((group) => byVectors[group]?.includes(name) === true);
  const rows = faults.map((fault) => {
    const caught = bySwarm[fault.name];
    const groups = groupsOf(fault.name).map((group) => group.slice(group.indexOf(' ') + 1));
    return `| \`${fault.name}\` | ${fault.what} | ${groups.join(', ') || '–'} | ${caught?.law ?? '–'} | ${caught?.seed ?? '–'} |`;
  });
  const swarmCount = faults.filter(({ name }) => (bySwarm[name] ?? null) !== null).length;
  const vectorCount = faults.filter(({ name }) => groupsOf(name).length > 0).length;
  return [
    '# Planted faults',
    '',
    'Each row replaces one rule of the engine (`src/engine/rules`) by a wrong one, and says who notices: which groups of the vectors',
    'from Kafka’s own tests (and `rule cases`, what those do not ask for), which law breaks in the swarm, and how many seeds that takes.',
    'Written by `npm run planted-faults`; `test/engine/plantedFaults.test.ts` plants every fault again.',
    '',
    `${faults.length} faults. Vectors and cases notice ${vectorCount}, the swarm notices ${swarmCount}.`,
    '',
    '| Fault | What is decided | Vectors and cases | Law that breaks | Seeds |',
    '| ----- | --------------- | ----------------- | --------------- | ----- |',
    ...rows,
    '',
    ...notSeen(faults, bySwarm),
  ].join('\n');
}

function notSeen(
  faults: readonly PlantedFault[],
  bySwarm: Readonly<Record<string, SwarmCatch | null>>,
): string[] {
  const missed = faults.filter(({ name }) => (bySwarm[name] ?? null) === null);
  if (missed.length === 0) return [];
  return [
    '## What the swarm does not see, and why',
    '',
    ...missed.map(({ name, unseen }) => `- \`${name}\`: ${unseen ?? 'no seed came to where it shows.'}`),
    '',
  ];
}
