import type { ClusterState } from '../engine/cluster/Cluster.ts';
import type { InterestTracker } from '../shared/interestingEvents.ts';
import type { Instant } from './EngineApi.ts';
import type { FlowMeter } from './FlowMeter.ts';

export interface Checkpoint {
  readonly at: Instant;
  readonly eventCount: number;
  readonly tracePosition: number;
  /** What was worth reading up to here. */
  readonly interest: InterestTracker;
  /** What was carried shortly before. */
  readonly flows: FlowMeter;
  readonly state: ClusterState;
}

const MOST_KEPT = 384;
/** However large the cluster: with fewer, whoever goes back waits too long. */
const FEWEST_KEPT = 32;
/** Copies of replicas in all checkpoints together, so that those of a large cluster do not fill the memory. */
const MOST_REPLICAS_KEPT = 50_000;

/**
 * States to go back to, oldest first. When there are too many every second of the older half goes, so that near the end of
 * the run they stand dense and far back they thin out.
 */
export class Checkpoints {
  private kept: Checkpoint[] = [];
  private readonly mostKept: number;

  /** @param replicaCount replicas of the cluster that is checkpointed. */
  constructor(replicaCount = 0) {
    const affordable = 2 * Math.floor(MOST_REPLICAS_KEPT / Math.max(1, replicaCount) / 2);
    this.mostKept = Math.max(FEWEST_KEPT, Math.min(MOST_KEPT, affordable));
  }

  get lastEventCount(): number {
    return this.kept[this.kept.length - 1]?.eventCount ?? 0;
  }

  add(checkpoint: Checkpoint): void {
    this.kept.push(checkpoint);
    if (this.kept.length <= this.mostKept) return;
    const half = this.mostKept / 2;
    this.kept = this.kept.filter((_, index) => index === 0 || index >= half || index % 2 === 0);
  }

  /** The last one at or before an instant. */
  before(instant: Instant): Checkpoint | undefined {
    let best: Checkpoint | undefined;
    for (const checkpoint of this.kept) if (compareInstants(checkpoint.at, instant) <= 0) best = checkpoint;
    return best;
  }

  /** The last one at or before an instant, or the first that has as many events behind it, whichever comes later. */
  from(instant: Instant, leastEventCount: number): Checkpoint | undefined {
    const near = this.before(instant);
    if (near !== undefined && near.eventCount >= leastEventCount) return near;
    return this.kept.find(({ eventCount }) => eventCount >= leastEventCount) ?? this.kept.at(-1);
  }

  /** Those go in which the command at this place of the log, counted from 0, or a later one was carried out. */
  forgetCommandsFrom(index: number): void {
    this.kept = this.kept.filter((checkpoint) => checkpoint.state.appliedCommands <= index);
  }

  /** Those of another future go. */
  forgetAfter(instant: Instant): void {
    this.kept = this.kept.filter((checkpoint) => compareInstants(checkpoint.at, instant) <= 0);
  }
}

export function compareInstants(a: Instant, b: Instant): number {
  return a.timeUs - b.timeUs || a.after - b.after;
}
