import { createStore, type StoreApi } from 'zustand/vanilla';
import { startEngine, type AsyncEngine } from '../../bridge/engineClient.ts';
import type { Instant } from '../../bridge/EngineApi.ts';
import type { Frame } from '../../bridge/frame.ts';
import type { Micros } from '../../shared/units.ts';
import { createSimulation, type SimulationOptions } from '../createSimulation.ts';
import type { RunState } from '../futures/Future.ts';
import { isSameScenario, sharedCommands } from '../futures/futures.ts';
import type { Simulation, SimulationState } from '../Simulation.ts';
import { applyFrame, loadingState } from '../simulationState.ts';
import { differenceAfter, type Difference } from './findDifferences.ts';
import { lockstepEngine } from './lockstepEngine.ts';

export interface ComparisonState {
  /** By time; of the stretch up to `untilUs`. */
  readonly differences: readonly Difference[];
  /** So far both were looked at. */
  readonly untilUs: Micros;
  /** One is being looked for. */
  readonly isLooking: boolean;
}

/** Two runs under one transport. `a` moves both; `b` is only looked at. */
export interface Comparison {
  readonly a: Simulation;
  readonly b: Simulation;
  readonly store: StoreApi<ComparisonState>;
  /** Up to here the two were given the same; null: their scenarios differ. */
  readonly forkUs: Micros | null;
  load(to: Instant): Promise<void>;
  /** Stands both right after the first difference; false: there is none as far as was looked. */
  goToFirst(): Promise<boolean>;
  /** The same for the first one after where they stand. */
  goToNext(): Promise<boolean>;
  dispose(): void;
}

export interface ComparisonOptions extends Omit<SimulationOptions, 'startEngine'> {
  readonly a: Pick<RunState, 'scenario' | 'commands'>;
  readonly b: Pick<RunState, 'scenario' | 'commands'>;
  readonly startEngine?: () => AsyncEngine;
  /** Beyond what was looked at, a difference is looked for this far. */
  readonly lookFurtherUs?: Micros;
}

/** Longer than any session or timeout that Kafka has by default for what a fault does. */
const LOOK_FURTHER_US: Micros = 60_000_000;
const LOOK_STEP_US: Micros = 5_000_000;

export function createComparison({
  a,
  b,
  startEngine: start = startEngine,
  lookFurtherUs = LOOK_FURTHER_US,
  ...options
}: ComparisonOptions): Comparison {
  const forkUs = forkOf(a, b);
  const store = createStore<ComparisonState>(() => ({
    differences: [],
    // Up to where they part there is none, and nobody looks there.
    untilUs: Math.max(0, (forkUs ?? 0) - 1),
    isLooking: false,
  }));
  const stateOfB = createStore<SimulationState>(() => loadingState(b.scenario));
  let waiting: Frame[] = [];
  const second = start();
  const simulation = createSimulation({
    ...options,
    startEngine: () =>
      lockstepEngine(start(), second, {
        second: b,
        sharedUntilUs: forkUs ?? 0,
        onSecondFrame: (frame) => {
          // After a complete one nothing of what went before it is needed.
          waiting = frame.sinceFrame === 0 ? [frame] : [...waiting, frame];
        },
        onDifferences: (differences, untilUs) => {
          store.setState({ differences, untilUs });
        },
      }),
  });
  // What lies ahead is looked at in passing: the second shows nothing before the first does.
  simulation.store.subscribe((now) => {
    if (now.status === 'loading') return;
    const frames = waiting;
    waiting = [];
    for (const frame of frames) stateOfB.setState(applyFrame(stateOfB.getState(), frame), true);
  });
  const standsFast = () => Promise.resolve();

  async function goTo(find: (all: readonly Difference[]) => Difference | null): Promise<boolean> {
    simulation.pause();
    const limitUs = store.getState().untilUs + lookFurtherUs;
    store.setState({ isLooking: true });
    try {
      let found = find(store.getState().differences);
      while (found === null && store.getState().untilUs < limitUs) {
        const { untilUs } = store.getState();
        await simulation.seek({ timeUs: untilUs + LOOK_STEP_US, after: 0 });
        if (simulation.store.getState().status !== 'ready' || store.getState().untilUs <= untilUs) break;
        found = find(store.getState().differences);
      }
      if (found === null) return false;
      await simulation.seek({ timeUs: found.timeUs + 1, after: 0 });
      return true;
    } finally {
      store.setState({ isLooking: false });
    }
  }

  return {
    a: simulation,
    b: {
      ...simulation,
      store: stateOfB,
      load: standsFast,
      apply: standsFast,
      undo: standsFast,
      digest: () => second.digest(),
      ledgerRanges: (of, limit) => second.ledgerRanges(of, limit),
      describeConfigs: (key) => second.describeConfigs(key),
      lookUpFigures: (of) => second.lookUpFigures(of),
      why: (seq) => second.why(seq),
    },
    store,
    forkUs,
    load: (to) => simulation.load(a.scenario, a.commands, to),
    goToFirst: () => goTo((all) => all[0] ?? null),
    goToNext: () => goTo((all) => differenceAfter(all, simulation.store.getState().nowUs - 1)),
    dispose() {
      simulation.dispose();
    },
  };
}

/** Time of the first command that only one of them has, or has otherwise; null: the scenarios differ from the start. */
function forkOf(a: ComparisonOptions['a'], b: ComparisonOptions['b']): Micros | null {
  if (!isSameScenario(a.scenario, b.scenario)) return null;
  const shared = sharedCommands(a.commands, b.commands);
  const next = [a.commands[shared], b.commands[shared]].flatMap((command) => command?.atUs ?? []);
  return next.length === 0 ? 0 : Math.min(...next);
}
