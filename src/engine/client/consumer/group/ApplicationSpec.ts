import type { Micros } from '../../../../shared/units.ts';
import type { OutsideSpec } from '../outside/OutsideSpec.ts';

/** What the application does with the records that a poll() returns. Frozen: shared by checkpoints. */
export interface ApplicationSpec {
  readonly perRecordUs: Micros;
  /** Which commit it calls for them. `none`: it leaves that to `enable.auto.commit`. */
  readonly commit: 'none' | 'sync' | 'async';
  /** Whether it commits before it works on them, and not afterwards. */
  readonly commitsBefore: boolean;
  /** It commits when it has done with so many records, each of them; left out: with all that a poll() returned. */
  readonly commitEvery?: number;
  /** Threads that it hands records to, while it polls on; 0: it works on them itself. */
  readonly workers: number;
  /** Its client has one loop for heartbeats, fetches, commits and the work on records; left out: heartbeats have a thread of their own. */
  readonly sharesLoop?: true;
  /** Its process has a producer too, which sends a record for each that was polled; left out: it has none. */
  readonly output?: OutputSpec;
  /** It writes to a database, tries records again or sends them on; left out: none of these. */
  readonly outside?: OutsideSpec;
}

export interface OutputSpec {
  /** After an error that only closing can follow, a new process starts so long later; null: none does. */
  readonly restartAfterUs: Micros | null;
}
