import type { ConfigMap } from '../../src/scenario/Scenario.ts';

/** How a scenario is compared: the companion file `NAME.expect.json`. */
export interface Expectation {
  /** What the scenario asks of Kafka, in a sentence; the ledger's table shows it. */
  readonly asks: string;
  /** Ids of the rules that it checks. */
  readonly rules: readonly string[];
  /** Kafka versions that it is recorded on. */
  readonly versions: readonly string[];
  /** How often; at least five where Kafka may choose. */
  readonly runs: number;
  /** Seeds of the engine, from 1: each recorded run must be what one of them gives. */
  readonly seeds: number;
  /**
   * On a real machine a message between two servers sometimes takes longer, and another overtakes it: each seed of the engine draws up to so much for
   * each.
   */
  readonly jitterMs: number;
  /** A fact may come so much earlier or later than in the engine. */
  readonly windowMs: { readonly early: number; readonly late: number };
  /** Other windows for lanes whose name matches; the first that matches counts. */
  readonly windows: readonly { readonly lane: string; readonly early: number; readonly late: number }[];
  /** Lanes (by pattern) that are compared; default all. */
  readonly lanes: readonly string[];
  /** Soft numbers of lanes that match may differ by this much: for workloads that flow while something happens. */
  readonly slack: readonly { readonly lane: string; readonly by: number }[];
  /** Differences that are known, with their reason; such a lane is compared and must differ. */
  readonly differs: readonly { readonly lane: string; readonly because: string }[];
  /** Clients that are made and closed at once, beside the scenario: whether their configs let them start. */
  readonly tries: Tries;
}

/** Configs by a name that says what is odd about them. They are not in the scenario, which would be refused as a whole. */
export interface Tries {
  readonly producers?: Readonly<Record<string, ConfigMap>>;
  readonly consumers?: Readonly<Record<string, ConfigMap>>;
}

const DEFAULTS: Expectation = {
  asks: '',
  rules: [],
  versions: ['4.2.2'],
  runs: 1,
  seeds: 1,
  jitterMs: 0,
  windowMs: { early: 1000, late: 1500 },
  windows: [],
  lanes: ['.*'],
  slack: [],
  differs: [],
  tries: {},
};

/** A companion file with what it leaves out filled in. A key that does not exist is a mistake of spelling. */
export function readExpectation(json: unknown, file: string): Expectation {
  const given = json as Partial<Expectation>;
  for (const name of Object.keys(given))
    if (!(name in DEFAULTS)) throw new Error(`${file}: there is no "${name}"`);
  if (given.asks === undefined || given.asks === '')
    throw new Error(`${file}: "asks" is missing: what does it ask of Kafka?`);
  return { ...DEFAULTS, ...given };
}
