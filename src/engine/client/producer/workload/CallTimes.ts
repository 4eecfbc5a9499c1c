import type { Micros } from '../../../../shared/units.ts';
import type { DueCalls } from '../fillBatch.ts';

/** When the application calls send(), whatever decides it. Times of calls to come do not fall. */
export interface CallTimes extends DueCalls {
  readonly paused: boolean;
  /** Time of the next call; Infinity when there is none. */
  nextUs(): Micros;
  /** Time of the call that comes `ahead` calls after the next one. */
  timeOf(ahead: number): Micros;
  /** The next so many calls were made. */
  take(count: number): void;
  /** Calls that were due before are never made: there was no application to make them. */
  skipTo(nowUs: Micros): void;
  pause(): void;
  resume(nowUs: Micros): void;
  /** Callbacks fired for so many records. */
  completed?(count: number, nowUs: Micros): void;
}
