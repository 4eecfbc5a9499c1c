import type { Instant } from '../../../bridge/EngineApi.ts';
import { fieldsOf, KeptText } from '../../../state/keptText.ts';
import { formatLab, parseLab } from '../../../state/labStore.ts';
import type { ComparePair, CompareSide } from './CompareSide.ts';

const KEY = 'highwater.lab.comparison';

export interface KeptComparison {
  readonly pair: ComparePair;
  readonly instant: Instant;
}

/** Two runs that stood side by side in the reader's own Lab, and where: they stand so again after a reload. */
export function keepComparison({ pair, instant }: KeptComparison, kept = new KeptText()): void {
  const side = ({ name, ...run }: CompareSide) => ({ name, lab: formatLab({ ...run, instant }) });
  kept.write(KEY, JSON.stringify({ a: side(pair.a), b: side(pair.b) }));
}

export function dropComparison(kept = new KeptText()): void {
  kept.remove(KEY);
}

/** null: none was kept, or it cannot be read. */
export function readComparison(kept = new KeptText()): KeptComparison | null {
  const fields = fieldsOf(kept.readJson(KEY));
  const [a, b] = [readSide(fields.a), readSide(fields.b)];
  return a === null || b === null ? null : { pair: { a: a.side, b: b.side }, instant: a.instant };
}

function readSide(json: unknown): { readonly side: CompareSide; readonly instant: Instant } | null {
  const { name, lab: text } = fieldsOf(json);
  if (typeof name !== 'string' || typeof text !== 'string') return null;
  const read = parseLab(text);
  if (!('lab' in read)) return null;
  const { scenario, commands, instant } = read.lab;
  return { side: { name, scenario, commands }, instant };
}
