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
  /** Runs on; whether it met something worth reading. */
  pull(request: AdvanceRequest): Promise<boolean>;
  /** Looks for the next event worth reading and comes back to where it stood. */
  lookAhead(): Promise<LookAhead>;
  jump(to: Instant): Promise<void>;
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
    this.store.setState({ skippedUs });
    this.catchUp();
    this.restart(metSomething ? phases.EVENT_ON_SCREEN_MS : 0);
  }

  dispose(): void {
    this.pause();
    this.forgetVisibility();
  }

  private get state(): PlaybackState {
    return this.store.getState();
  }

  private catchUp(): void {
    this.store.setState({ playheadUs: this.engine.here().timeUs });
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
        if (this.phase.ahead !== null && this.seenMs >= this.phase.untilMs) this.leaveHold(this.phase.ahead);
        return;
      case 'jump':
        return;
      case 'sweep':
        if (this.movePlayhead(this.phase.toUs)) this.approach(this.phase.nextUs);
        return;
      case 'steady':
        this.movePlayhead(Infinity);
        this.measure(wallMs);
        this.pull(Infinity, false);
        return;
      case 'approach':
      case 'cruise':
        if (this.movePlayhead(this.phase.toUs) && this.phase.arrived) {
          const sinceMs = Math.max(this.phase.sinceMs, this.seenMs - phases.APPROACH_MS);
          this.hold(Math.max(phases.SHORTEST_HOLD_MS, sinceMs + phases.EVENT_ON_SCREEN_MS - this.seenMs));
          return;
        }
        this.measure(wallMs);
        if (!this.phase.arrived) this.pull(this.phase.toUs, true);
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
    const { generation } = this;
    const askedMs = this.seenMs;
    this.isPulling = true;
    try {
      const metSomething = await this.engine.pull(request);
      this.roundTripMs = (this.roundTripMs + (this.seenMs - askedMs)) / 2;
      if (generation === this.generation) this.onPulled(metSomething);
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
    if (metSomething || timeUs >= phase.toUs) this.phase = { ...phase, toUs: timeUs, arrived: true };
  }

  /** Rests on what is shown, and meanwhile looks for what comes next. */
  private hold(forMs: number): void {
    this.phase = { kind: 'hold', untilMs: this.seenMs + forMs, ahead: null };
    this.gauge.restart();
    void this.lookAhead();
  }

  private async lookAhead(): Promise<void> {
    const { generation } = this;
    try {
      const ahead = await this.engine.lookAhead();
      if (generation !== this.generation || this.phase.kind !== 'hold') return;
      const { timeUs } = this.engine.here();
      if (ahead.nextUs === timeUs) {
        // Events of one instant are one event to who watches.
        await this.engine.pull({ untilUs: timeUs + 1, budgetMs: FRAME_BUDGET_MS, stopAtInteresting: true });
        if (generation === this.generation) await this.lookAhead();
        return;
      }
      this.phase = { ...this.phase, ahead };
    } catch {
      this.pause();
    }
  }

  private leaveHold({ nextUs, quietUntilUs }: LookAhead): void {
    if (this.state.skippedUs !== null) this.store.setState({ skippedUs: null });
    const { timeUs: nowUs } = this.engine.here();
    this.anchor(this.state.speed);
    if (nextUs === null) {
      this.phase = { kind: 'cruise', toUs: quietUntilUs, sinceMs: this.seenMs, arrived: false };
      return;
    }
    const leadUs = TimeTransform.simulatedFor(phases.APPROACH_MS, this.state.speed);
    const startUs = Math.max(nowUs, Math.floor(nextUs - leadUs));
    const isFar = TimeTransform.wallMsFor(startUs - nowUs, this.state.speed) > phases.SHORTEST_SWEEP_MS;
    if (isFar) void this.sweep(startUs, nextUs);
    else this.approach(nextUs);
  }

  private async sweep(startUs: Micros, nextUs: Micros): Promise<void> {
    const { generation } = this;
    this.phase = { kind: 'jump' };
    try {
      await this.engine.jump({ timeUs: startUs, after: 0 });
    } catch {
      this.pause();
    }
    if (generation !== this.generation) {
      this.settle(false);
      return;
    }
    const skippedUs = startUs - this.state.playheadUs;
    this.anchor(TimeTransform.speedFor(skippedUs, phases.SWEEP_MS));
    this.phase = { kind: 'sweep', toUs: startUs, nextUs };
    this.store.setState({ skippedUs });
  }

  private approach(nextUs: Micros): void {
    this.anchor(this.state.speed);
    this.gauge.restart();
    this.phase = { kind: 'approach', toUs: nextUs, sinceMs: this.seenMs, arrived: false };
  }
}
