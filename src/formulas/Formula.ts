import type { FormulaUnit } from '../shared/FormulaUnit.ts';

/**
 * A formula as data: what it is made of and how it is computed. Names, spoken sentences and explanations are texts of the
 * page's language and stand in `i18n/<language>/formulas.ts` under the same ids.
 */
export const FORMULA_IDS = [
  'fault-tolerance',
  'loss-probability',
  'availability',
  'batch-efficiency',
  'disk',
  'keyed-partition',
  'keys-moved',
  'partition-count',
  'compression-ratio',
  'in-flight-ceiling',
  'active-consumers',
  'heartbeat',
  'lag',
  'recovery-time',
  'littles-law',
  'utilisation',
  'sync-rate',
  'acks-latency',
  'head-of-line',
] as const;
export type FormulaId = (typeof FORMULA_IDS)[number];

export interface FormulaSymbol {
  readonly id: string;
  readonly latex: string;
  readonly unit: FormulaUnit;
  readonly min: number;
  readonly max: number;
  /** One arrow key. */
  readonly step: number;
  readonly initial: number;
}

export type SymbolValues = Readonly<Record<string, number>>;

export interface Formula {
  readonly id: FormulaId;
  readonly latex: string;
  readonly symbols: readonly FormulaSymbol[];
  readonly resultUnit: FormulaUnit;
  /** Ids of what must hold for the formula to say what the run does. A gap names one of them. */
  readonly assumptions: readonly string[];
  readonly compute: (values: SymbolValues) => number;
}

/** The value of a symbol, or its initial one; held within its limits. */
export function symbolValue(formula: Formula, values: SymbolValues, id: string): number {
  const symbol = formula.symbols.find((candidate) => candidate.id === id);
  if (symbol === undefined) throw new RangeError(`${formula.id} has no symbol ${id}`);
  const value = values[id] ?? symbol.initial;
  return Math.min(symbol.max, Math.max(symbol.min, value));
}

/** What the run said, next to what the formula says. */
export interface Measurement {
  readonly value: number;
  /** 95 % confidence interval, for shares counted over trials. */
  readonly interval: readonly [number, number] | null;
  readonly trials: number;
  /** The assumption that failed in this run, by id, when the run can tell. */
  readonly failedAssumption: string | null;
  /** Of a run whose steps are not infinitely small: a gap up to here is none. Left out: 0. */
  readonly tolerance?: number;
}

export interface Gap {
  readonly size: number;
  readonly within: boolean;
}

/** A counted share agrees when the prediction lies in its interval; an exact number when it is equal, within its tolerance. */
export function gapBetween(predicted: number, measured: Measurement): Gap {
  const size = measured.value - predicted;
  if (measured.interval === null)
    return { size, within: size === 0 || Math.abs(size) <= (measured.tolerance ?? 0) };
  const [low, high] = measured.interval;
  return { size, within: predicted >= low && predicted <= high };
}
