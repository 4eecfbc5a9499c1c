import type { RunState } from '../../../state/futures/Future.ts';

/** One of two runs that stand side by side. */
export interface CompareSide extends Pick<RunState, 'scenario' | 'commands'> {
  /** Of the future that it is; with another config it is none. */
  readonly name: string;
}

export interface ComparePair {
  readonly a: CompareSide;
  readonly b: CompareSide;
}
