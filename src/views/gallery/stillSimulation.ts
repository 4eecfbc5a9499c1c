import { createStore } from 'zustand/vanilla';
import type { PlaybackState, Simulation, SimulationState } from '../../state/Simulation.ts';

/** A simulation that stands still: one frame, and deeds that do nothing but can be watched. */
export function createStillSimulation(
  state: SimulationState,
  options: { readonly playback?: Partial<PlaybackState>; readonly deeds?: Partial<Simulation> } = {},
): Simulation {
  const store = createStore<SimulationState>(() => state);
  const playback = createStore<PlaybackState>(() => ({
    playing: false,
    pacing: 'event',
    speed: 2000,
    reachedSpeed: null,
    playheadUs: state.nowUs,
    skippedUs: null,
    quietUs: null,
    ...options.playback,
  }));
  const nothing = () => Promise.resolve();
  return {
    store,
    playback,
    bookmarks: createStore<ReturnType<Simulation['bookmarks']['getState']>>(() => []),
    alertRules: createStore<ReturnType<Simulation['alertRules']['getState']>>(() => []),
    load: nothing,
    apply: nothing,
    undo: nothing,
    play: () => playback.setState({ playing: true }),
    pause: () => playback.setState({ playing: false }),
    stepEvent: nothing,
    stepRpc: nothing,
    stepInteresting: nothing,
    stepBack: nothing,
    seek: nothing,
    advanceUntil: () => Promise.resolve(false),
    setSpeed: (speed) => playback.setState({ speed }),
    setPacing: (pacing) => playback.setState({ pacing }),
    digest: () => Promise.resolve(''),
    result: () => Promise.reject(new Error('a still has no result')),
    watchMetrics: nothing,
    watchReplicas: nothing,
    lookUpFigures: () => Promise.resolve(null),
    describeConfigs: () => Promise.resolve([]),
    metricNames: () => Promise.resolve(state.metrics.names),
    ledgerRanges: () =>
      Promise.resolve([{ producer: 'pay-api', partition: 'payments-0', first: 482, count: 8, offset: 1482 }]),
    why: (seq) =>
      Promise.resolve(
        state.trace
          .filter((row) => row.seq <= seq)
          .slice(-3)
          .reverse(),
      ),
    inspectDirectory: () => Promise.reject(new Error('a still has no files')),
    inspectRun: () => Promise.reject(new Error('a still answers no questions')),
    traceRows: () => Promise.resolve(state.trace),
    dispose: () => undefined,
    ...options.deeds,
  };
}
