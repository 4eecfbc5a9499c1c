import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EntityKey } from '../bridge/frame.ts';
import type { Micros } from '../shared/units.ts';
import { keepEqual } from '../state/keepEqual.ts';
import { sampled } from '../state/sampledStore.ts';
import type { PlaybackState, Simulation, SimulationState } from '../state/Simulation.ts';
import type { HealthFilter } from './heat/clusterHealth.ts';
import type { HeatMode } from './heat/heatSteps.ts';
import type { HeatArrangement, HeatOrder } from './heat/layoutHeatMap.ts';
import type { StageLevel } from './levels/stageLevels.ts';
import { copyOfColumns } from './metrics/copyOfColumns.ts';

export type CommandBody = Parameters<Simulation['apply']>[0];
export type Instant = Parameters<Simulation['seek']>[0];

/** How much the live region says. */
export const VERBOSITIES = ['errors', 'changes', 'everything'] as const;
export type Verbosity = (typeof VERBOSITIES)[number];

/** What stands beside the stage; `more` is the page's own. */
export const PANELS = [
  'now',
  'ledger',
  'metrics',
  'metadata',
  'storage',
  'producers',
  'transactions',
  'groups',
  'share',
  'queues',
  'outside',
  'more',
] as const;
export type PanelName = (typeof PANELS)[number];

/** Parts of the Lab around the stage that fold away: the palette, what stands at the right or below, what stands under the transport. */
export interface FoldedParts {
  readonly palette: boolean;
  readonly panels: boolean;
  readonly strips: boolean;
}

/** What one press of the step buttons goes over. */
export const STEP_UNITS = ['notable', 'rpc', 'event'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** What the panel of groups shows of them. */
export type GroupPart = 'owners' | 'steps' | 'offsets' | 'lag';

/** How the cluster is looked at from afar. */
export interface HeatView {
  readonly mode: HeatMode;
  readonly order: HeatOrder;
  readonly arrangement: HeatArrangement;
  /** Whose lag is shown; null: that of the first group. */
  readonly group: string | null;
  /** Others step back; null: none do. */
  readonly filter: HealthFilter | null;
  /** The replica that is pointed at. */
  readonly cell: { readonly partition: string; readonly broker: number } | null;
}

/** What a reader has picked out of one stage. Never in history and never in a link. */
export interface StageViewState {
  /** What has the focus in the picture. */
  readonly focused: EntityKey | null;
  /** What the inspector shows; null when it is shut. */
  readonly inspected: EntityKey | null;
  /** `topic-n` whose replicas are drawn; null: the first of the cluster. */
  readonly partition: string | null;
  /** What the stage shows of the cluster; null: what its size asks for. */
  readonly level: StageLevel | null;
  /** From where a reader went nearer: Escape goes back there; null: to what is farther. */
  readonly backTo: StageLevel | null;
  readonly heat: HeatView;
  /** The picture that comes next takes the focus: the reader went there. */
  readonly takesFocus: boolean;
  readonly panel: PanelName;
  readonly groupPart: GroupPart;
  /** How much time the pictures of groups show, up to now; null: the whole run. */
  readonly groupSpanUs: Micros | null;
  /** How near the logs are: 1 as the picture chooses, 2 twice as near. */
  readonly zoom: number;
  /** Right end of what is drawn of the logs; null: it follows their ends. */
  readonly end: number | null;
  /** The wait whose thread is drawn; null: that of what is inspected, if it waits. */
  readonly waitKey: string | null;
  /** What a text beside the stage points at. */
  readonly pointedAt: readonly EntityKey[];
  readonly outlineVisible: boolean;
  /** Lines of the outline that a reader has opened or shut, by their keys. */
  readonly outlineFolds: Readonly<Record<string, boolean>>;
  readonly stepBy: StepUnit;
  /** The bookmarks stand open. */
  readonly bookmarksOpen: boolean;
  /** Metrics over time stand in place of the picture. */
  readonly dashboard: boolean;
  readonly folded: FoldedParts;
  /** The inspector shows why, and takes the focus: somebody asked. */
  readonly asksWhy: boolean;
  readonly muted: boolean;
  readonly verbosity: Verbosity;
  /** Row of the trace whose causes are shown. */
  readonly whySeq: number | null;
  /** Instant that a pointer or a key reads on the axis that pictures share; null: none, they tell of the playhead. */
  readonly readUs: Micros | null;
}

const INITIAL_VIEW: StageViewState = {
  focused: null,
  inspected: null,
  partition: null,
  level: null,
  backTo: null,
  heat: { mode: 'lag', order: 'worst', arrangement: 'brokers', group: null, filter: null, cell: null },
  takesFocus: false,
  panel: 'now',
  groupPart: 'owners',
  groupSpanUs: 60_000_000,
  zoom: 1,
  end: null,
  waitKey: null,
  pointedAt: [],
  outlineVisible: false,
  outlineFolds: {},
  stepBy: 'notable',
  bookmarksOpen: false,
  dashboard: false,
  folded: { palette: false, panels: false, strips: false },
  asksWhy: false,
  muted: false,
  verbosity: 'changes',
  whySeq: null,
  readUs: null,
};

interface StageContextValue {
  readonly simulation: Simulation;
  readonly view: StoreApi<StageViewState>;
}

const StageContext = createContext<StageContextValue | null>(null);

/** Gives one simulation to everything below: the stage, its panels, the transport. */
export function SimulationProvider({
  simulation,
  initialView,
  onVerbosity,
  children,
}: {
  readonly simulation: Simulation;
  readonly initialView?: Partial<StageViewState>;
  /** Told when the reader wants more or less of the run told. */
  readonly onVerbosity?: (verbosity: Verbosity) => void;
  readonly children: ReactNode;
}) {
  const [view] = useState(() => createStore<StageViewState>(() => ({ ...INITIAL_VIEW, ...initialView })));
  useEffect(
    () =>
      view.subscribe((now, before) => {
        if (now.verbosity !== before.verbosity) onVerbosity?.(now.verbosity);
      }),
    [view, onVerbosity],
  );
  return <StageContext value={{ simulation, view }}>{children}</StageContext>;
}

function useStageContext(): StageContextValue {
  const value = useContext(StageContext);
  if (value === null) throw new Error('A view of a simulation stands outside of SimulationProvider.');
  return value;
}

export function useSimulation(): Simulation {
  return useStageContext().simulation;
}

/** null outside of every stage. */
export function useSimulationIfAny(): Simulation | null {
  return useContext(StageContext)?.simulation ?? null;
}

export function useStageViewStore(): StoreApi<StageViewState> {
  return useStageContext().view;
}

export function useStageView<T>(selector: (state: StageViewState) => T): T {
  return useStore(useStageContext().view, selector);
}

/** Follows every frame. The selector must return what the store holds, or a primitive. */
export function useSimulationState<T>(selector: (state: SimulationState) => T): T {
  return useStore(useStageContext().simulation.store, selector);
}

export function usePlayback<T>(selector: (state: PlaybackState) => T): T {
  return useStore(useStageContext().simulation.playback, selector);
}

/** Like useSimulationState, but at most ten times a second; the last value always arrives. */
export function usePanelState<T>(selector: (state: SimulationState) => T): T {
  return useStore(sampled(useStageContext().simulation.store), selector);
}

/**
 * Like usePanelState for what is worked out anew each time: who asks renders when it says something else, and at no other time. Plain
 * data only. `compute` must be the same function as long as it would say the same of the same state.
 */
export function usePanelFacts<T>(compute: (state: SimulationState) => T): T {
  const store = useStageContext().simulation.store;
  const facts = useMemo(() => keptFacts(compute), [compute]);
  return useStore(sampled(store), facts);
}

function keptFacts<T>(compute: (state: SimulationState) => T): (state: SimulationState) => T {
  let last: { readonly state: SimulationState; readonly facts: T } | null = null;
  return (state) => {
    if (last?.state === state) return last.facts;
    const facts = compute(state);
    last = { state, facts: last === null ? facts : keepEqual(last.facts, facts) };
    return last.facts;
  };
}

/**
 * Metrics, at most ten times a second. Their columns go back to the worker two frames after they came, and whatever was drawn with them may
 * be drawn again by itself, because it has another width now or a pointer is over it: so a copy is kept of each sample.
 */
export function usePanelMetrics(): SimulationState['metrics'] {
  const { store } = useStageContext().simulation;
  // Who comes between two samples finds the columns of the last one gone.
  return usePanelState(
    (state) => copyOfColumns(state.metrics) ?? copyOfColumns(store.getState().metrics) ?? state.metrics,
  );
}

/** Like usePlayback, but at most ten times a second. */
export function usePanelPlayback<T>(selector: (state: PlaybackState) => T): T {
  return useStore(sampled(useStageContext().simulation.playback), selector);
}
