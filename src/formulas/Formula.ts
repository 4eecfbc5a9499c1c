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
] as const;
export type FormulaId = (typeof FORMULA_IDS)[number];

export type FormulaUnit =
  | 'brokers'
  | 'replicas'
  | 'probability'
  | 'records'
  | 'bytes'
  | 'megabytesPerSecond'
  | 'days'
  | 'terabytes'
  | 'hash'
  | 'partition'
  | 'partitions'
  | 'ratio'
  | 'requests'
  | 'ms'
  | 'kilobytesPerSecond';

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
  /** A measured number this share of the predicted one away still agrees; left out: it must be equal. */
  readonly tolerance?: number;
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
}

export interface Gap {
  readonly size: number;
  readonly within: boolean;
}

/** A counted share agrees when the prediction lies in its interval; a number when it is equal, or within the formula's tolerance. */
export function gapBetween(predicted: number, measured: Measurement, tolerance = 0): Gap {
  const size = measured.value - predicted;
  if (measured.interval === null) return { size, within: Math.abs(size) <= tolerance * Math.abs(predicted) };
  const [low, high] = measured.interval;
  return { size, within: predicted >= low && predicted <= high };
}
