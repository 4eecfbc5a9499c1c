/** Partitions by topic and number, three and more in a row as one: `orders-0 to orders-5`. */
export function partitionRanges(partitions: readonly string[]): readonly string[] {
  const numbers = new Map<string, number[]>();
  for (const partition of partitions) {
    const at = partition.lastIndexOf('-');
    const topic = partition.slice(0, at);
    numbers.set(topic, [...(numbers.get(topic) ?? []), Number(partition.slice(at + 1))]);
  }
  return [...numbers].flatMap(([topic, of]) =>
    runsOf(of.toSorted((a, b) => a - b)).flatMap(([first, last]) => {
      const ends = [`${topic}-${first}`, `${topic}-${last}`];
      return last - first >= 2 ? ends.join(' to ') : ends.slice(0, last - first + 1);
    }),
  );
}

function runsOf(sorted: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
