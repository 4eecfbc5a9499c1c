import type { FidelityEntry } from 'virtual:fidelity-ledger';
import type { FidelityState } from 'virtual:fidelity-marks';

/** Rules in a state, with all of the words somewhere in what they say; an id alone finds its rule alone. */
export function matchingRules(
  entries: readonly FidelityEntry[],
  state: FidelityState | 'all',
  words: string,
): readonly FidelityEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter(
    (entry) =>
      (state === 'all' || entry.state === state) && wanted.every((word) => textOf(entry).includes(word)),
  );
  const exact = matching.filter((entry) => entry.id.toLowerCase() === words.trim().toLowerCase());
  return exact.length > 0 ? exact : matching;
}

function textOf(entry: FidelityEntry): string {
  const { id, title, source, reason, consequence, controls, area } = entry;
  return [id, title, source, reason, consequence, area, ...controls].join(' ').toLowerCase();
}
