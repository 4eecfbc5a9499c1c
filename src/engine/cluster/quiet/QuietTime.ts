import type { Micros } from '../../../shared/units.ts';
import type { Cluster, ClusterState, TraceSink } from '../Cluster.ts';
import { leap } from './leap.ts';
import { observeQuiet } from './observeQuiet.ts';
import { planLeap, settlingUs } from './planLeap.ts';
import type { Quiet, Rhythm, Turns } from './Quiet.ts';
import { loopNames, rhythmOf } from './rhythm.ts';

/** No leap is looked for where less than this is left. */
const LEAST_LEAP_US: Micros = 20_000_000;
/** How long a cluster is watched before its loops are believed to turn alike: every loop but the checks turns meanwhile. */
const WATCH_US: Micros = 4_500_000;
/** So long a leap is tried out on a copy; longer where loops turn so seldom that nothing would be left of it. */
const TRIAL_US: Micros = 30_000_000;

/** A leap that was made in a copy, and has still to be compared with the same stretch event by event. */
interface Trial {
  readonly name: string;
  readonly atUs: Micros;
  readonly cameTo: string;
}

/**
 * Takes a run over quiet time in leaps: seven days of an idle cluster are 50 million events, and all of them alike. It changes
 * nothing but how long that takes: a leap ends with the very state, numbers of events and of requests included, that event by
 * event would have come to.
 *
 * Three things see to it. A leap is made only where everything that is pending belongs to a loop that is known here
 * (`observeQuiet`), and only as far as no two loops meet (`planLeap`). After it every loop turns once more event by event, so
 * that what it carries along is its own; if anything but that happens meanwhile, the leap is taken back. And the first leap of
 * each kind is made in a copy and compared with the stretch as it comes out event by event: if they differ, none is made.
 *
 * It remembers only what it has seen of the loops; no run depends on it.
 */
export class QuietTime {
  private readonly cluster: Cluster;
  private before: Quiet | null = null;
  /** Of loops that were watched, by their names: they turn alike whenever nothing but they goes on. */
  private readonly rhythms = new Map<string, Rhythm>();
  private readonly trusted = new Set<string>();
  /** Kinds of leaps that came to something else than the stretch event by event. */
  readonly distrusted = new Set<string>();
  private trial: Trial | null = null;
  /** How many leaps were made, and over how much time. */
  leaps = 0;
  leaptUs: Micros = 0;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Makes a leap that ends before `limitUs`, if one can be made from here. False: go on event by event. */
  leap(limitUs: Micros): boolean {
    const { cluster } = this;
    if (!cluster.isAtRest) return false;
    this.judge();
    const { nowUs } = cluster;
    if (limitUs - nowUs < LEAST_LEAP_US) return false;
    if (this.before && nowUs >= this.before.atUs && nowUs - this.before.atUs < WATCH_US) return false;
    const now = observeQuiet(cluster);
    if (!now) {
      this.before = null;
      return false;
    }
    const name = loopNames(now);
    if (this.distrusted.has(name)) return false;
    const rhythm = this.rhythmOf(now, name);
    if (!rhythm) return false;
    if (!this.trusted.has(name)) {
      this.tryOut(name, now, rhythm, limitUs);
      return false;
    }
    const turns = planLeap(now, rhythm, limitUs);
    return turns !== null && this.make(now, rhythm, turns, limitUs);
  }

  /** What was seen so far belongs to another past or future. */
  forget(): void {
    this.before = null;
    this.trial = null;
  }

  private rhythmOf(now: Quiet, name: string): Rhythm | null {
    const known = this.rhythms.get(name);
    if (known) return known;
    const rhythm = this.before && rhythmOf(this.before, now);
    this.before = rhythm ? null : now;
    if (rhythm) this.rhythms.set(name, rhythm);
    return rhythm;
  }

  private make(now: Quiet, rhythm: Rhythm, turns: Turns, limitUs: Micros): boolean {
    const { cluster } = this;
    const backup = cluster.checkpoint();
    const isMade = this.leapAndSettle(now, rhythm, turns, limitUs);
    if (!isMade) {
      cluster.state = backup;
      this.forget();
      return false;
    }
    this.leaps += 1;
    this.leaptUs += turns.beats * now.metadata.beatUs;
    return true;
  }

  /** Leaps, and goes on event by event until every loop has turned and the cluster is at rest again. False: something happened. */
  private leapAndSettle(now: Quiet, rhythm: Rhythm, turns: Turns, limitUs: Micros): boolean {
    const { cluster } = this;
    const { sink } = cluster;
    const watch = new RowWatch();
    cluster.sink = watch;
    const settledUs = now.atUs + turns.beats * now.metadata.beatUs + settlingUs(now, rhythm);
    leap(cluster, now, rhythm, turns);
    let isSettled = false;
    while (!isSettled && !watch.sawRow && cluster.step(limitUs - 1))
      isSettled = cluster.isAtRest && cluster.nowUs >= settledUs;
    cluster.sink = sink;
    return isSettled && !watch.sawRow;
  }

  private tryOut(name: string, now: Quiet, rhythm: Rhythm, limitUs: Micros): void {
    if (this.trial) return;
    const trialUs = Math.max(TRIAL_US, 3 * settlingUs(now, rhythm));
    const turns = planLeap(now, rhythm, Math.min(limitUs, now.atUs + trialUs));
    if (!turns) return;
    const { cluster } = this;
    const { state } = cluster;
    cluster.state = cluster.checkpoint();
    if (this.leapAndSettle(now, rhythm, turns, limitUs))
      this.trial = { name, atUs: cluster.nowUs, cameTo: wholeStateOf(cluster.state, cluster) };
    cluster.state = state;
    cluster.isAtRest = true;
  }

  /** Compares what a trial came to with what the run has come to. */
  private judge(): void {
    const { trial, cluster } = this;
    if (!trial || cluster.nowUs < trial.atUs) return;
    this.trial = null;
    if (cluster.nowUs > trial.atUs) return;
    const isEqual = wholeStateOf(cluster.state, cluster) === trial.cameTo;
    (isEqual ? this.trusted : this.distrusted).add(trial.name);
  }
}

class RowWatch implements TraceSink {
  sawRow = false;

  row(): void {
    this.sawRow = true;
  }
}

/** The state and all that is not part of it but shows: how many events and requests there were, what is pending in which order. */
export function wholeStateOf(state: ClusterState, cluster: Cluster): string {
  const { eventCount, handledAtInstant, nextSeq, nextCorrelationId } = state;
  const pending = cluster.pendingTimers().map(({ node, key, atUs, seq }) => [node, key, atUs, seq]);
  return JSON.stringify([
    cluster.digest(),
    eventCount,
    handledAtInstant,
    nextSeq,
    nextCorrelationId,
    pending,
  ]);
}
