import type { ComparedClient, KeyPartitions } from '../../shared/RunQuestions.ts';

/** Keys as often as they have records, each once, in the order of their first. */
export function countKeys(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of lines) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Lines of a pasted text that are keys: what stands around them is none of them. */
export function pastedKeys(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const key = line.trim();
    if (key !== '' && lines.length < most) lines.push(key);
  }
  return lines;
}

export interface SkewRow {
  readonly client: ComparedClient;
  /** Records of each partition. */
  readonly counts: readonly number[];
  readonly fullest: number;
  readonly empty: number;
  /** Keys that go elsewhere than with Java. */
  readonly elsewhere: number;
}

/** One row a client; `records` are those of each key, in the order in which it was asked for them. */
export function skewRows({ clients }: KeyPartitions, records: readonly number[]): readonly SkewRow[] {
  const java = clients.find(({ client }) => client === 'java')?.partitions ?? [];
  return clients.map(({ client, partitions, counts: keyCounts }) => {
    const counts = keyCounts.map(() => 0);
    partitions.forEach((partition, key) => {
      if (partition >= 0) counts[partition]! += records[key] ?? 0;
    });
    return {
      client,
      counts,
      fullest: counts.reduce((best, count, partition) => (count > counts[best]! ? partition : best), 0),
      empty: counts.filter((count) => count === 0).length,
      elsewhere: partitions.filter((partition, key) => partition !== java[key]).length,
    };
  });
}
