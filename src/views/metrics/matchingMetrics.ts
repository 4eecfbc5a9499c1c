import type { SeriesName } from '../../shared/metricDefinitions.ts';

/** Series that have every word in their name or meaning, in the order given. */
export function matchingMetrics(
  names: readonly SeriesName[],
  words: string,
  meaningOf: (name: SeriesName) => string,
): readonly SeriesName[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return names;
  return names.filter((name) => {
    const text = `${name} ${meaningOf(name)}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
