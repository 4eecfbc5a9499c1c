import type { ShareRunView, ShareView } from '../../bridge/frame.ts';
import type { Micros, Offset } from '../../shared/units.ts';

export type RecordState = ShareRunView['state'];

/** In the order in which a record comes to them. */
export const RECORD_STATES: readonly RecordState[] = ['AVAILABLE', 'ACQUIRED', 'ACKNOWLEDGED', 'ARCHIVED'];

/** A shape for each state, before any colour. */
export const STATE_SHAPES: Readonly<Record<RecordState, string>> = {
  AVAILABLE: '○',
  ACQUIRED: '●',
  ACKNOWLEDGED: '✓',
  ARCHIVED: '✕',
};

/** A cell of a long run grows no wider than this many records. */
const WIDEST = 12;

/** Records that follow one another and are alike. */
export interface ShareRow {
  readonly firstOffset: Offset;
  readonly lastOffset: Offset;
  readonly state: RecordState;
  readonly deliveryCount: number;
  /** Client that has them; its member id where the client is not known, empty where nobody has them. */
  readonly holder: string;
  /** null: no lock. */
  readonly lockLeftUs: Micros | null;
  /** How much of the strip its cell takes, beside those of others. */
  readonly width: number;
}

export function shareRows({ runs, members }: ShareView, nowUs: Micros): readonly ShareRow[] {
  return runs.map(({ firstOffset, lastOffset, state, deliveryCount, memberId, lockEndsUs }) => ({
    firstOffset,
    lastOffset,
    state,
    deliveryCount,
    holder: members.find((member) => member.memberId === memberId)?.client ?? memberId,
    lockLeftUs: lockEndsUs === null ? null : Math.max(0, lockEndsUs - nowUs),
    width: Math.min(WIDEST, lastOffset - firstOffset + 1),
  }));
}

/** How many records are in each state, without those that none is in. */
export function countStates(rows: readonly ShareRow[]): readonly (readonly [RecordState, number])[] {
  return RECORD_STATES.flatMap((state) => {
    const count = rows
      .filter((row) => row.state === state)
      .reduce((sum, { firstOffset, lastOffset }) => sum + lastOffset - firstOffset + 1, 0);
    return count === 0 ? [] : [[state, count] as const];
  });
}
