import type { Instant } from '../../bridge/EngineApi.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';

/** A run that was tried: its scenario, what was done in it by hand, and where it was left. Two of one seed differ by these alone. */
export interface Future {
  readonly id: string;
  /** A, B, …: given once, in the order of birth. */
  readonly letter: string;
  /** As the reader called it; null: it is called by what it does otherwise than its origin. */
  readonly name: string | null;
  readonly scenario: Scenario;
  /** Oldest first; those of the scenario itself are not among them. */
  readonly commands: readonly Command[];
  readonly instant: Instant;
  /** The future that it left; null: it is the first. */
  readonly origin: string | null;
  /** Begun anew with so many commands: undo beyond them leads back to the origin. null: it shares what its origin did. */
  readonly bornWith: number | null;
  /** Left by undo, and nothing was done in it since. */
  readonly isUndone: boolean;
}

export interface Futures {
  /** In the order of birth. */
  readonly list: readonly Future[];
  /** Id of the one that is on the stage. */
  readonly open: string;
  /** Those that were left, the last one first: redo looks here. */
  readonly left: readonly string[];
  /** So many letters were given. */
  readonly born: number;
}

/** What a simulation shows of where it is. */
export interface RunState {
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
  readonly instant: Instant;
}
