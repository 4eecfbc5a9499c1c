import { createStore } from 'zustand/vanilla';
import { EngineFailure, startEngine, type AsyncEngine } from '../bridge/engineClient.ts';
import type { AdvanceFrame, Instant, ReplicaWatch } from '../bridge/EngineApi.ts';
import type { Frame } from '../bridge/frame.ts';
import { InterestTracker, isTold } from '../shared/interestingEvents.ts';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../shared/LogDirectory.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { AlertRule } from '../shared/alerts.ts';
import type { Bookmark } from '../shared/bookmarks.ts';
import { TELLING_METRICS } from '../shared/metricDefinitions.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { Micros } from '../shared/units.ts';
import { allTraceRows } from './allTraceRows.ts';
import { EngineQueue } from './EngineQueue.ts';
import { PlaybackController } from './PlaybackController.ts';
import { LONGEST_STEP_US, type LookAhead } from './playbackPhase.ts';
import { DEFAULT_SPEED } from './playbackSpeed.ts';
import type { Pacing, Simulation, SimulationState } from './Simulation.ts';
import { applyFrame, EMPTY_SCENARIO, loadingState, type ApplyFrameOptions } from './simulationState.ts';
import { previousMark } from './timelineMarks.ts';
import { browserWallClock, type WallClock } from './wallClock.ts';

export interface SimulationOptions {
  /** A worker when left out. Asked again when the last engine failed and a scenario is loaded. */
  readonly startEngine?: () => AsyncEngine;
  readonly clock?: WallClock;
  readonly isMotionReduced?: () => boolean;
  readonly pacing?: Pacing;
  readonly speed?: number;
  /** What is watched from the start; null or left out: the telling ones. */
  readonly metrics?: readonly SeriesName[] | null;
  readonly alertRules?: readonly AlertRule[];
}

/** Between two slices a deed may come in. */
const SLICE_MS = 10;
/** A look ahead takes no more slices than this, and no more time: the stage stands still meanwhile. A slice of two runs takes far longer. */
const MOST_LOOK_AHEAD_SLICES = 100;
const LONGEST_LOOK_AHEAD_MS = 1500;

/** One running simulation: its engine, its stores, its play. Nothing is shared between two of them. */
export function createSimulation(options: SimulationOptions = {}): Simulation {
  const store = createStore<SimulationState>(() => loadingState(EMPTY_SCENARIO));
  const queue = new EngineQueue();
  const startOne = options.startEngine ?? startEngine;
  let engine = watched(startOne());
  let tracker = new InterestTracker();
  let isDisposed = false;
  let watchedMetrics: readonly SeriesName[] | null = options.metrics ?? null;
  let watchedReplicas: ReplicaWatch | null = null;
  const alertRules = createStore<readonly AlertRule[]>(() => options.alertRules ?? []);
  alertRules.subscribe(() => void watchAgain());
  /** Load that counts: an earlier one that is still on its way is dropped. */
  let loads = 0;

  const here = (): Instant => ({ timeUs: store.getState().nowUs, after: store.getState().after });

  function watched(started: AsyncEngine): AsyncEngine {
    void started.whenFailed.then((failure) => {
      if (started === engine) fail(failure);
    });
    return started;
  }

  function fail(error: unknown): void {
    if (isDisposed || store.getState().status === 'failed') return;
    const failure = error instanceof EngineFailure ? error.code : 'engine-threw';
    store.setState({
      status: 'failed',
      failure,
      failureDetail: error instanceof Error ? error.message : String(error),
    });
    controller.pause();
  }

  /** The only writer of what a run shows. Whether the frame brought something worth reading. */
  function take(frame: Frame, how?: ApplyFrameOptions): boolean {
    // Another scenario was asked for meanwhile: what still comes from the old one is not shown.
    if (store.getState().status === 'loading') return false;
    const metSomething = observe(frame) !== null;
    show(frame, how);
    return metSomething;
  }

  function show(frame: Frame, how?: ApplyFrameOptions): void {
    store.setState(applyFrame(store.getState(), frame, how));
    if (store.getState().status === 'failed') controller.pause();
  }

  /** Time of the first event worth reading that came after the run stood here; null when there is none. */
  function observe(frame: AdvanceFrame): Micros | null {
    const { timeUs: hereUs, after } = here();
    const isComplete = frame.sinceFrame === 0;
    if (isComplete) tracker = new InterestTracker();
    let firstUs: Micros | null = null;
    for (const { event, timeUs } of frame.trace) {
      // A complete frame tells also what was told before.
      const isNew = !isComplete || timeUs > hereUs || (timeUs === hereUs && after === 0);
      if (isTold(tracker.observe(event), 'change') && isNew) firstUs ??= timeUs;
    }
    return firstUs ?? frame.metAtUs ?? null;
  }

  /** What somebody asked for by hand: takes its turn, moves the playhead, and never rejects: `status` tells. */
  async function deed(ask: () => Promise<Frame>, how?: ApplyFrameOptions): Promise<void> {
    await attempt(async () => {
      const frame = await ask();
      const metSomething = take(frame, how);
      controller.settle(how?.startsNewFuture === true || (metSomething && frame.sinceFrame !== 0));
    });
  }

  /** Deeds in the queue: long tasks make way for them. */
  let waitingDeeds = 0;
  async function attempt(task: () => Promise<void>): Promise<void> {
    waitingDeeds++;
    try {
      await queue.run(async () => {
        waitingDeeds--;
        if (!isDisposed && store.getState().status !== 'failed') await task();
      });
    } catch (error) {
      fail(error);
    }
  }

  /** What play asks for: whoever asked is told of a failure too. */
  async function forPlay<T>(isWanted: () => boolean, unwanted: T, task: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(() => (isWanted() ? task() : Promise.resolve(unwanted)));
    } catch (error) {
      fail(error);
      throw error;
    }
  }

  /** The run stands where it stood when this is done, whatever was found. */
  async function lookAhead(horizonUs: Micros, isWanted: () => boolean): Promise<LookAhead> {
    const from = here();
    const before = tracker;
    tracker = before.clone();
    let nextUs: Micros | null = null;
    let quietUntilUs = from.timeUs;
    const untilMs = performance.now() + LONGEST_LOOK_AHEAD_MS;
    const isTooLong = (slices: number) => slices >= MOST_LOOK_AHEAD_SLICES || performance.now() > untilMs;
    for (let slices = 0; !isTooLong(slices) && waitingDeeds === 0 && isWanted(); slices++) {
      const frame = await engine.advance({ untilUs: horizonUs, budgetMs: SLICE_MS, stopAtInteresting: true });
      const brokenUs = frame.violations.length > 0 ? frame.nowUs : null;
      nextUs = observe(frame) ?? brokenUs;
      quietUntilUs = frame.nowUs;
      if (nextUs !== null || frame.nowUs >= horizonUs) break;
    }
    const back = await engine.seek(from);
    if (store.getState().status === 'ready') show(back);
    tracker = before;
    return { nextUs, quietUntilUs };
  }

  async function stepInteresting(): Promise<void> {
    await attempt(async () => {
      const startUs = here().timeUs;
      const limitUs = startUs + LONGEST_STEP_US;
      let metSomething = false;
      do {
        metSomething = take(
          await engine.advance({ untilUs: limitUs, budgetMs: SLICE_MS, stopAtInteresting: true }),
        );
        controller.catchUp();
      } while (
        !metSomething &&
        here().timeUs < limitUs &&
        waitingDeeds === 0 &&
        store.getState().status === 'ready'
      );
      const passedUs = here().timeUs - startUs;
      controller.settle(metSomething, passedUs);
      if (!metSomething && here().timeUs >= limitUs) controller.tellQuiet(passedUs);
    });
  }

  function watchAgain(): Promise<void> {
    return attempt(async () => {
      // Whoever loads next brings it along.
      if (store.getState().status === 'loading') return;
      await engine.watchMetrics(seriesToWatch(watchedMetrics, alertRules.getState()));
      // The run stands where it stood; the answer brings what was asked for.
      take(await engine.seek(here()));
    });
  }

  let wantedSeek: Instant | null = null;
  let waitingSeek: Promise<void> | null = null;
  /** While one seek runs or waits for its turn, only the newest wish is kept. */
  function seek(to: Instant): Promise<void> {
    wantedSeek = to;
    if (waitingSeek !== null) return waitingSeek;
    const mine = deed(() => {
      waitingSeek = null;
      return engine.seek(wantedSeek ?? to);
    }).finally(() => {
      if (waitingSeek === mine) waitingSeek = null;
    });
    waitingSeek = mine;
    return mine;
  }

  const controller = new PlaybackController(
    {
      here,
      isIdle: () => queue.isIdle,
      pull: (request, isWanted) => forPlay(isWanted, false, async () => take(await engine.advance(request))),
      lookAhead: (horizonUs, isWanted) =>
        forPlay<LookAhead | null>(isWanted, null, async () => {
          const ahead = await lookAhead(horizonUs, isWanted);
          return waitingDeeds > 0 ? null : ahead;
        }),
      jump: (to, isWanted) => forPlay(isWanted, undefined, async () => void take(await engine.seek(to))),
      stepInteresting,
    },
    options.clock ?? browserWallClock,
    options.isMotionReduced ?? (() => false),
    options.pacing ?? 'event',
    options.speed ?? DEFAULT_SPEED,
  );

  return {
    store,
    playback: controller.store,
    bookmarks: createStore<readonly Bookmark[]>(() => []),
    alertRules,
    async load(scenario, commands = [], to) {
      const load = ++loads;
      controller.pause();
      if (store.getState().status === 'failed') {
        engine.dispose();
        engine = watched(startOne());
      }
      store.setState(loadingState(scenario));
      await attempt(async () => {
        if (load !== loads) return;
        const watched = seriesToWatch(watchedMetrics, alertRules.getState());
        if (watched !== null) await engine.watchMetrics(watched);
        if (watchedReplicas !== null) await engine.watchReplicas(watchedReplicas);
        const frame = await engine.load(scenario, commands, to);
        if (load !== loads) return;
        tracker = new InterestTracker();
        observe(frame);
        show(frame);
        controller.settle(false);
      });
    },
    apply: (body) => deed(() => engine.apply(body), { startsNewFuture: true }),
    undo: () => deed(() => engine.undo(), { startsNewFuture: true }),
    play: () => controller.play(),
    pause: () => controller.pause(),
    stepEvent: () => deed(() => engine.stepEvent()),
    stepRpc: () => deed(() => engine.stepRpc(here().timeUs + LONGEST_STEP_US)),
    stepInteresting,
    stepBack: (by = 'mark') => {
      if (by !== 'mark') return deed(() => engine.stepBack(by));
      const { marks, nowUs, after } = store.getState();
      return seek({ timeUs: previousMark(marks, nowUs, after > 0)?.timeUs ?? 0, after: 0 });
    },
    seek,
    async advanceUntil(goal, limitUs) {
      let isReached = false;
      await deed(async () => {
        const frame = await engine.advanceUntil(goal, limitUs);
        isReached = frame.reached;
        return frame;
      });
      return isReached;
    },
    setSpeed: (microsPerSecond) => controller.setSpeed(microsPerSecond),
    setPacing: (pacing) => controller.setPacing(pacing),
    digest: () => queue.run(() => engine.digest()),
    result: () => queue.run(() => engine.result()),
    ledgerRanges: (of, limit) => queue.run(() => engine.ledgerRanges(of, limit)),
    watchMetrics: (names) => {
      watchedMetrics = names;
      return watchAgain();
    },
    watchReplicas: (watch) => {
      watchedReplicas = watch;
      return attempt(async () => {
        await engine.watchReplicas(watch);
        take(await engine.seek(here()));
      });
    },
    lookUpFigures: (of) => queue.run(() => engine.lookUpFigures(of)),
    describeConfigs: (key) => queue.run(() => engine.describeConfigs(key)),
    metricNames: () => queue.run(() => engine.metricNames()),
    why: (seq) => queue.run(() => engine.why(seq)),
    inspectDirectory: <Kind extends DirectoryQueryKind>(query: DirectoryQuery) =>
      // The answer to a question is of its kind.
      queue.run(() => engine.inspectDirectory(query)) as Promise<DirectoryAnswers[Kind]>,
    inspectRun: <Kind extends RunQueryKind>(query: RunQuery) =>
      queue.run(() => engine.inspectRun(query)) as Promise<RunAnswers[Kind]>,
    traceRows: (fromUs) => queue.run(() => allTraceRows(engine, here().timeUs, undefined, fromUs)),
    dispose() {
      controller.dispose();
      isDisposed = true;
      engine.dispose();
    },
  };
}

/** What is shown, and what alerts look at; null: the telling ones. */
function seriesToWatch(
  shown: readonly SeriesName[] | null,
  rules: readonly AlertRule[],
): readonly SeriesName[] | null {
  if (rules.length === 0) return shown;
  return [...new Set([...(shown ?? TELLING_METRICS), ...rules.map(({ series }) => series)])];
}
