import {
  REPLICA_AT_MIN_ISR,
  REPLICA_ELIGIBLE,
  REPLICA_IN_ISR,
  REPLICA_LEADS,
  REPLICA_OFFLINE,
  REPLICA_PREFERRED,
  REPLICA_UNDER_MIN_ISR,
  REPLICA_WITHOUT_LEADER,
} from './replicaFlags.ts';

/** What the heat of a cell says. */
export const HEAT_MODES = ['lag', 'leadership', 'isr', 'bytesIn', 'groupLag'] as const;
export type HeatMode = (typeof HEAT_MODES)[number];

/** Records behind the leader, and bytes a second: from here on a cell has the next step. */
const LAG_STEPS = [1, 101, 1001, 10_001, 50_001];
const BYTES_STEPS = [1, 1000, 10_000, 100_000, 1_000_000];

export interface HeatCell {
  readonly flags: number;
  readonly lag: number;
  readonly bytesInPerSecond: number;
  /** Records of its partition that the chosen group has still to commit; −1: it has committed nothing of it. */
  readonly groupLag: number;
}

/** Step of the heat scale, 0 (nothing) to 5 (most). */
export function heatStep(mode: HeatMode, { flags, lag, bytesInPerSecond, groupLag }: HeatCell): number {
  switch (mode) {
    case 'lag':
      return stepOf(lag, LAG_STEPS);
    case 'bytesIn':
      return stepOf(bytesInPerSecond, BYTES_STEPS);
    case 'groupLag':
      // A group reads from the leader: the lag of a partition is told once.
      return (flags & REPLICA_LEADS) === 0 ? 0 : stepOf(groupLag, LAG_STEPS);
    case 'leadership':
      return leadershipStep((flags & REPLICA_LEADS) !== 0, (flags & REPLICA_PREFERRED) !== 0);
    case 'isr':
      return isrStep(flags);
  }
}

/** Who should lead and does not is the hottest: that is what an election of preferred leaders would change. */
function leadershipStep(leads: boolean, isPreferred: boolean): number {
  if (leads) return isPreferred ? 2 : 4;
  return isPreferred ? 5 : 0;
}

function isrStep(flags: number): number {
  if ((flags & REPLICA_IN_ISR) === 0) return (flags & REPLICA_ELIGIBLE) === 0 ? 5 : 4;
  if ((flags & REPLICA_UNDER_MIN_ISR) !== 0) return 3;
  return (flags & REPLICA_AT_MIN_ISR) === 0 ? 1 : 2;
}

function stepOf(value: number, steps: readonly number[]): number {
  let step = 0;
  while (step < steps.length && value >= steps[step]!) step += 1;
  return step;
}

/** How many ranks `rankOf` tells apart. */
export const RANKS = 10;

/** Place of a cell among those of its block, worst first: what stops writes, what is not there, what is left behind, then by heat. */
export function rankOf(flags: number, step: number): number {
  if ((flags & REPLICA_WITHOUT_LEADER) !== 0) return 0;
  if ((flags & REPLICA_UNDER_MIN_ISR) !== 0) return 1;
  if ((flags & REPLICA_OFFLINE) !== 0) return 2;
  if ((flags & REPLICA_IN_ISR) === 0) return 3;
  return 9 - step;
}
