import type { ReplicaCell } from './partitionsOf.ts';
import { REPLICA_ELIGIBLE, REPLICA_IN_ISR, REPLICA_LEADS, REPLICA_OFFLINE } from './replicaFlags.ts';

export interface LensLane {
  readonly broker: number;
  readonly letter: 'L' | 'F' | 'E' | '–';
  readonly y: number;
  /** Widths of what stands below the high watermark, and of what does not yet. */
  readonly committed: number;
  readonly uncommitted: number;
  readonly behind: number;
  readonly offline: boolean;
}

export interface LensLayout {
  readonly width: number;
  readonly height: number;
  readonly x0: number;
  readonly lanes: readonly LensLane[];
  /** Of the leader; null: nobody leads. */
  readonly highWatermarkX: number | null;
}

const LANE = 15;
const X0 = 34;
/** So much of the log is shown at least, that a lag of one record is no half of the picture. */
const LEAST_RECORDS = 20;

/** Replicas of one partition at middle zoom: their ends on one axis, which shows the last part of the log. */
export function layoutLens(replicas: readonly ReplicaCell[], width: number): LensLayout {
  const end = Math.max(0, ...replicas.map(({ logEndOffset }) => logEndOffset));
  const lowest = Math.min(end, ...replicas.map(({ logEndOffset }) => logEndOffset));
  const from = Math.max(0, end - Math.max(LEAST_RECORDS, 2 * (end - lowest)));
  const right = width - 6;
  const x = (offset: number) =>
    end === from ? 0 : ((right - X0) * Math.max(0, offset - from)) / (end - from);
  const leader = replicas.find(({ flags }) => (flags & REPLICA_LEADS) !== 0);
  const highWatermark = leader?.highWatermark ?? null;
  return {
    width,
    height: replicas.length * LANE,
    x0: X0,
    lanes: replicas.map((replica, index) => {
      const committed = x(Math.min(replica.logEndOffset, highWatermark ?? replica.highWatermark));
      return {
        broker: replica.broker,
        letter: letterOf(replica.flags),
        y: index * LANE + 1,
        committed,
        uncommitted: Math.max(0, x(replica.logEndOffset) - committed),
        behind: replica.lag,
        offline: (replica.flags & REPLICA_OFFLINE) !== 0,
      };
    }),
    highWatermarkX: highWatermark === null ? null : X0 + x(highWatermark),
  };
}

function letterOf(flags: number): LensLane['letter'] {
  if ((flags & REPLICA_LEADS) !== 0) return 'L';
  if ((flags & REPLICA_IN_ISR) !== 0) return 'F';
  return (flags & REPLICA_ELIGIBLE) !== 0 ? 'E' : '–';
}
