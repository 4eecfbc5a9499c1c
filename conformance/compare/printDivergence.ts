import type { Divergence } from './compareStories.ts';
import type { Fact, Story } from './Story.ts';

/** Of Kafka's column: as wide as what stands in it. */
const LEAST_WIDTH = 40;
const LINES_AROUND = 3;
/** What parts two lanes, for people. */
export const SAID: Readonly<Record<Divergence['reason'], string>> = {
  missing: 'one side has no such fact',
  text: 'not the same fact',
  numbers: 'not the same numbers',
  early: 'Kafka is earlier than the window allows',
  late: 'Kafka is later than the window allows',
};

/** A divergence with what stands around it, Kafka's story on the left, the engine's on the right. */
export function printDivergence({ lane, index, reason }: Divergence, kafka: Story, engine: Story): string {
  const theirs = kafka.get(lane) ?? [];
  const ours = engine.get(lane) ?? [];
  const rows = sideBySide(theirs.slice(0, index + LINES_AROUND), ours.slice(0, index + LINES_AROUND), index);
  return [`${lane}: ${SAID[reason]}`, ...rows].join('\n');
}

/** Two lanes side by side; a mark stands before the row where they part. */
export function sideBySide(
  kafka: readonly Fact[],
  engine: readonly Fact[],
  markedAt: number | null,
): string[] {
  const width = Math.max(LEAST_WIDTH, ...kafka.map((fact) => printFact(fact).length));
  const rows = [`  ${'Kafka'.padEnd(width)} | engine`];
  for (let i = 0; i < Math.max(kafka.length, engine.length); i++)
    rows.push(`${i === markedAt ? '>' : ' '} ${printFact(kafka[i]).padEnd(width)} | ${printFact(engine[i])}`);
  return rows;
}

export function printFact(fact: Fact | undefined): string {
  if (!fact) return '–';
  let next = 0;
  const text = fact.text.replace(/#/g, () => String(fact.numbers[next++]));
  return fact.t === null ? text : `${(fact.t / 1000).toFixed(3).padStart(7)} s ${text}`;
}
