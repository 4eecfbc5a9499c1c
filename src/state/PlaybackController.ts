import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AdvanceRequest, Instant } from '../bridge/EngineApi.ts';
import type { Micros } from '../shared/units.ts';
import * as phases from './playbackPhase.ts';
import type { LookAhead, PlaybackPhase } from './playbackPhase.ts';
import { clampSpeed } from './playbackSpeed.ts';
import type { Pacing, PlaybackState } from './Simulation.ts';
import { SpeedGauge } from './SpeedGauge.ts';
import { TimeTransform } from './TimeTransform.ts';
import type { WallClock } from './wallClock.ts';

/** What play asks of the simulation. Each answer comes after the store has the frame. */
export interface PlaybackEngine {
  /** Where the run stands: as far as the playhead may go. */
  here(): Instant;
  /** No request is on its way or waits. */
  isIdle(): boolean;
  /** Runs on; whether it met something worth reading. Requests whose turn comes when they are no longer wanted do nothing. */
  pull(request: AdvanceRequest, isWanted: () => boolean): Promise<boolean>;
  /** Looks for the next event worth reading and comes back to where it stood. Null when it was broken off. */
  lookAhead(horizonUs: Micros, isWanted: () => boolean): Promise<LookAhead | null>;
  jump(to: Instant, isWanted: () => boolean): Promise<void>;
  /** What play means where motion is not wanted. */
  stepInteresting(): Promise<void>;
}

/** Wall time that the worker may spend on one frame. */
const FRAME_BUDGET_MS = 10;
/** Longer between two repaints and the page stood still: time that was not seen is not made up for. */
const LONGEST_TICK_MS = 100;
/** How far the worker runs ahead of the playhead: one round trip, at least two repaints. */
const SHORTEST_LEAD_MS = 34;
const LONGEST_LEAD_MS = 250;

/** Moves the playhead with the wall clock and has the worker run just ahead of it. The only reader of animation time. */
export class PlaybackController {
  readonly store: StoreApi<PlaybackState>;

  private readonly transform = new TimeTransform();
  private readonly gauge = new SpeedGauge();
  private phase: PlaybackPhase = { kind: 'steady' };
  /** Wall time during which play was seen: stands still in a hidden tab. */
  private seenMs = 0;
  private lastTickMs: number | null = null;
  private frameHandle: number | null = null;
  private isPulling = false;
  private roundTripMs = 0;
  /** Counts deeds: an answer to a question from before the last one is not looked at. */
  private generation = 0;
  /** Until where there may be nothing before the ladder sets the pace. */
  private horizonUs: Micros = 0;
  private readonly forgetVisibility: () => void;

  constructor(
    private readonly engine: PlaybackEngine,
    private readonly clock: WallClock,
    private readonly isMotionReduced: () => boolean,
    pacing: Pacing,
    speed: number,
  ) {
    this.store = createStore<PlaybackState>(() => ({
      playing: false,
      pacing,
      speed: clampSpeed(speed),
      reachedSpeed: null,
      playheadUs: 0,
      skippedUs: null,
      quietUs: null,
    }));
    this.forgetVisibility = clock.onVisibilityChange(() => this.watchAgain());
  }

  play(): void {
    if (this.isMotionReduced()) {
      void this.engine.stepInteresting();
      return;
    }
    if (this.state.playing) return;
    this.store.setState({ playing: true });
    this.restart(0);
    this.watchAgain();
  }

  /** The drawing comes to stand where the run stands, so that picture and figures speak of one instant. */
  pause(): void {
    this.cancelTick();
    this.generation++;
    this.phase = { kind: 'steady' };
    this.store.setState({ playing: false, reachedSpeed: null });
    this.catchUp();
  }

  setSpeed(microsPerSecond: number): void {
    this.store.setState({ speed: clampSpeed(microsPerSecond), reachedSpeed: null });
    this.gauge.clear();
    const { kind } = this.phase;
    if (kind === 'steady' || kind === 'approach' || kind === 'cruise') this.anchor(this.state.speed);
  }

  setPacing(pacing: Pacing): void {
    if (pacing === this.state.pacing) return;
    this.store.setState({ pacing, skippedUs: null });
    this.restart(0);
  }

  /** Somebody else moved the run: the playhead goes there, and play goes on from there. */
  settle(metSomething: boolean, skippedUs: Micros | null = null): void {
    this.store.setState({ skippedUs, quietUs: null });
    this.catchUp();
    this.restart(metSomething ? phases.EVENT_ON_SCREEN_MS : 0);
  }

  /** A step came to its end without an event worth reading. */
  tellQuiet(quietUs: Micros): void {
    this.store.setState({ quietUs });
  }

  /** The drawing stands where the run stands: in the middle of a long deed, so that its figures and the clock agree. */
  catchUp(): void {
    this.store.setState({ playheadUs: this.engine.here().timeUs });
  }

  dispose(): void {
    this.pause();
    this.forgetVisibility();
  }

  private get state(): PlaybackState {
    return this.store.getState();
  }

  private restart(holdMs: number): void {
    this.generation++;
    // In the middle of a stretch that is passed over the run stands at its end already.
    if (this.phase.kind === 'sweep') this.catchUp();
    this.gauge.clear();
    this.anchor(this.state.speed);
    if (this.state.reachedSpeed !== null) this.store.setState({ reachedSpeed: null });
    this.phase = { kind: 'steady' };
    if (this.state.pacing === 'event' && this.state.playing) this.hold(holdMs);
  }

  private anchor(speed: number): void {
    this.transform.anchor(this.seenMs, this.state.playheadUs, speed);
  }

  private watchAgain(): void {
    this.cancelTick();
    this.lastTickMs = null;
    this.gauge.restart();
    if (this.state.playing && this.clock.isVisible()) this.scheduleTick();
  }

  private scheduleTick(): void {
    this.frameHandle = this.clock.requestFrame((wallMs) => this.tick(wallMs));
  }

  private cancelTick(): void {
    if (this.frameHandle !== null) this.clock.cancelFrame(this.frameHandle);
    this.frameHandle = null;
  }

  private tick(wallMs: number): void {
    this.frameHandle = null;
    if (!this.state.playing || !this.clock.isVisible()) return;
    this.scheduleTick();
    if (this.lastTickMs !== null) this.seenMs += Math.min(LONGEST_TICK_MS, wallMs - this.lastTickMs);
    this.lastTickMs = wallMs;
    switch (this.phase.kind) {
      case 'hold':
        if (this.phase.ahead !== null && this.seenMs >= this.phase.untilMs) {
          this.leaveHold(this.phase.ahead, this.phase.afterSweep);
        }
        return;
      case 'jump':
        return;
      case 'sweep':
        if (!this.movePlayhead(this.phase.toUs)) return;
        if (this.phase.nextUs === null) this.hold(0, true);
        else this.approach(this.phase.nextUs);
        return;
      case 'steady':
        this.movePlayhead(Infinity);
        this.measure(wallMs);
        this.pull(Infinity, false);
        return;
      case 'approach':
      case 'cruise':
        if (this.movePlayhead(this.phase.toUs) && this.phase.arrived !== null) {
          this.hold(this.phase.arrived === 'event' ? this.restOf(this.phase.sinceMs) : 0);
          return;
        }
        this.measure(wallMs);
        if (this.phase.arrived === null) this.pull(this.phase.toUs, true);
    }
  }

  /** Moves on with the wall, never beyond what the worker has run; whether `toUs` is reached. */
  private movePlayhead(toUs: Micros): boolean {
    const wantedUs = this.transform.simulatedAt(this.seenMs);
    const limitUs = Math.min(toUs, this.engine.here().timeUs);
    const playheadUs = Math.max(this.state.playheadUs, Math.floor(Math.min(wantedUs, limitUs)));
    if (wantedUs > limitUs) this.transform.anchor(this.seenMs, limitUs, this.state.speed);
    if (playheadUs !== this.state.playheadUs) this.store.setState({ playheadUs });
    return playheadUs >= toUs;
  }

  private measure(wallMs: number): void {
    const reachedSpeed = this.gauge.measure(wallMs, this.state.playheadUs, this.state.speed);
    if (reachedSpeed !== this.state.reachedSpeed) this.store.setState({ reachedSpeed });
  }

  /** Asks for the next stretch, if none is on its way and the worker is not far enough ahead. */
  private pull(limitUs: Micros, stopAtInteresting: boolean): void {
    if (this.isPulling || !this.engine.isIdle()) return;
    const leadMs = Math.min(LONGEST_LEAD_MS, Math.max(SHORTEST_LEAD_MS, 2 * this.roundTripMs));
    const leadUs = TimeTransform.simulatedFor(leadMs, this.state.speed);
    const untilUs = Math.min(limitUs, Math.ceil(this.transform.simulatedAt(this.seenMs) + leadUs));
    if (untilUs <= this.engine.here().timeUs && limitUs > untilUs) return;
    void this.ask({ untilUs, budgetMs: FRAME_BUDGET_MS, stopAtInteresting });
  }

  private async ask(request: AdvanceRequest): Promise<void> {
    const isWanted = this.wantedUntilNextDeed();
    const askedMs = this.seenMs;
    this.isPulling = true;
    try {
      const metSomething = await this.engine.pull(request, isWanted);
      this.roundTripMs = (this.roundTripMs + (this.seenMs - askedMs)) / 2;
      if (isWanted()) this.onPulled(metSomething);
    } catch {
      // The simulation tells why it failed.
      this.pause();
    } finally {
      this.isPulling = false;
      if (!this.state.playing) this.catchUp();
    }
  }

  private onPulled(metSomething: boolean): void {
    const { phase } = this;
    if (phase.kind !== 'approach' && phase.kind !== 'cruise') return;
    const { timeUs } = this.engine.here();
    if (metSomething || timeUs >= phase.toUs) {
      this.phase = { ...phase, toUs: timeUs, arrived: metSomething ? 'event' : 'end' };
    }
  }

  /** Rests on what is shown, and meanwhile looks for what comes next. */
  private hold(forMs: number, afterSweep = false): void {
    if (!afterSweep) this.horizonUs = this.engine.here().timeUs + phases.HORIZON_US;
    this.phase = { kind: 'hold', untilMs: this.seenMs + forMs, ahead: null, afterSweep };
    this.gauge.restart();
    void this.lookAhead();
  }

  private async lookAhead(): Promise<void> {
    const isWanted = this.wantedUntilNextDeed();
    try {
      const ahead = await this.engine.lookAhead(this.horizonUs, isWanted);
      if (!isWanted() || this.phase.kind !== 'hold') return;
      const { timeUs } = this.engine.here();
      if (ahead?.nextUs === timeUs) {
        // Events of one instant are one event to who watches.
        const request = { untilUs: timeUs + 1, budgetMs: FRAME_BUDGET_MS, stopAtInteresting: true };
        await this.engine.pull(request, isWanted);
      } else if (ahead !== null) {
        this.phase = { ...this.phase, ahead };
        return;
      }
      if (isWanted()) await this.lookAhead();
    } catch {
      this.pause();
    }
  }

  private wantedUntilNextDeed(): () => boolean {
    const { generation } = this;
    return () => generation === this.generation;
  }

  /** What is left of the time of an event that came at the end of a stretch. */
  private restOf(sinceMs: number): number {
    const shownMs = this.seenMs - Math.max(sinceMs, this.seenMs - phases.APPROACH_MS);
    return Math.max(phases.SHORTEST_HOLD_MS, phases.EVENT_ON_SCREEN_MS - shownMs);
  }

  private leaveHold({ nextUs, quietUntilUs }: LookAhead, afterSweep: boolean): void {
    const { timeUs: nowUs } = this.engine.here();
    const goesOnSweeping = nextUs === null && quietUntilUs < this.horizonUs && quietUntilUs > nowUs;
    const keepsSkipped = afterSweep && (nextUs !== null || goesOnSweeping);
    if (this.state.skippedUs !== null && !keepsSkipped) this.store.setState({ skippedUs: null });
    this.anchor(this.state.speed);
    if (goesOnSweeping) {
      void this.sweep(quietUntilUs, null);
      return;
    }
    if (nextUs === null) {
      const toUs = nowUs + phases.HORIZON_US;
      this.phase = { kind: 'cruise', toUs, sinceMs: this.seenMs, arrived: null };
      return;
    }
    const leadUs = TimeTransform.simulatedFor(phases.APPROACH_MS, this.state.speed);
    const startUs = Math.max(nowUs, Math.floor(nextUs - leadUs));
    const isFar = TimeTransform.wallMsFor(startUs - nowUs, this.state.speed) > phases.SHORTEST_SWEEP_MS;
    if (isFar) void this.sweep(startUs, nextUs);
    else this.approach(nextUs);
  }

  private async sweep(toUs: Micros, nextUs: Micros | null): Promise<void> {
    const isWanted = this.wantedUntilNextDeed();
    this.phase = { kind: 'jump' };
    try {
      await this.engine.jump({ timeUs: toUs, after: 0 }, isWanted);
    } catch {
      this.pause();
    }
    if (!isWanted()) {
      // The jump came all the same: it was under way.
      if (this.state.playheadUs !== this.engine.here().timeUs) this.settle(false);
      return;
    }
    const skippedUs = toUs - this.state.playheadUs;
    this.anchor(TimeTransform.speedFor(skippedUs, phases.SWEEP_MS));
    this.phase = { kind: 'sweep', toUs, nextUs };
    this.store.setState({ skippedUs: skippedUs + (this.state.skippedUs ?? 0) });
  }

  private approach(nextUs: Micros): void {
    this.anchor(this.state.speed);
    this.gauge.restart();
    this.phase = { kind: 'approach', toUs: nextUs, sinceMs: this.seenMs, arrived: null };
  }
}
