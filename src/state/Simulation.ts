import type { StoreApi } from 'zustand/vanilla';
import type { Instant, ReplicaWatch, StepUnit } from '../bridge/EngineApi.ts';
import type {
  ConfigDescription,
  EntityKey,
  EntityView,
  FlowColumns,
  InFlightColumns,
  LedgerCrossCount,
  LedgerRange,
  LedgerState,
  LedgerView,
  MetricColumns,
  ReplicaColumns,
  Violation,
  WaitView,
} from '../bridge/frame.ts';
import type { LookUpFigures, LookUpOf } from '../bridge/lookUpFigures.ts';
import type { SimulationResult } from '../bridge/SimulationResult.ts';
import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../shared/LogDirectory.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { AlertRule } from '../shared/alerts.ts';
import type { Bookmark } from '../shared/bookmarks.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';
import type { TimelineMark } from './timelineMarks.ts';

/** One running simulation as the page sees it: stores to read, deeds to do. Created by `createSimulation`, one per stage. */
export interface Simulation {
  /** Written by frames only. */
  readonly store: StoreApi<SimulationState>;
  /** Written by the playback controller only. */
  readonly playback: StoreApi<PlaybackState>;
  /** Instants that a reader wants to come back to. Written by who sets them; `load` leaves them. */
  readonly bookmarks: StoreApi<readonly Bookmark[]>;

  /** When a metric is worth a word. Their metrics are watched beside those that are shown. */
  readonly alertRules: StoreApi<readonly AlertRule[]>;

  load(scenario: Scenario, commands?: readonly Command[], to?: Instant): Promise<void>;
  apply(body: CommandBody): Promise<void>;
  undo(): Promise<void>;
  play(): void;
  pause(): void;
  /** One event on. */
  stepEvent(): Promise<void>;
  /** On to the next arrival of an RPC. */
  stepRpc(): Promise<void>;
  /** On to the next event worth reading. */
  stepInteresting(): Promise<void>;
  /** Back to the previous mark of the timeline (a command, an election, an error …), or by one event or arrival of an RPC. */
  stepBack(by?: StepUnit | 'mark'): Promise<void>;
  /** Latest wins: while one seek runs only the newest request is kept. */
  seek(to: Instant): Promise<void>;
  /** Runs at full speed until the goal is met; false when `limitUs` came first. */
  advanceUntil(goal: TraceGoal, limitUs: Micros): Promise<boolean>;
  setSpeed(microsPerSecond: number): void;
  setPacing(pacing: Pacing): void;
  digest(): Promise<string>;
  result(): Promise<SimulationResult>;
  ledgerRanges(of: LedgerState | LedgerCrossCount, limit: number): Promise<readonly LedgerRange[]>;
  /** Shows other metrics in `store.metrics` from now on; null: the telling ones. Kept over `load`. */
  watchMetrics(names: readonly SeriesName[] | null): Promise<void>;
  /** What frames say of replicas from now on. Kept over `load`. */
  watchReplicas(watch: ReplicaWatch): Promise<void>;
  metricNames(): Promise<readonly SeriesName[]>;
  describeConfigs(key: EntityKey): Promise<readonly ConfigDescription[]>;
  lookUpFigures(of: LookUpOf): Promise<LookUpFigures | null>;
  why(seq: number): Promise<readonly TraceRow[]>;
  /** Looks into a partition's directory as it stands now, or into one that was opened from files. */
  inspectDirectory<Kind extends DirectoryQueryKind>(
    query: Extract<DirectoryQuery, { readonly kind: Kind }>,
  ): Promise<DirectoryAnswers[Kind]>;
  /** What no frame brings, as the run stands now. */
  inspectRun<Kind extends RunQueryKind>(
    query: Extract<RunQuery, { readonly kind: Kind }>,
  ): Promise<RunAnswers[Kind]>;
  /** Every row from an instant, or the start, to where the run stands, as far back as the worker keeps them. */
  traceRows(fromUs?: Micros): Promise<readonly TraceRow[]>;
  dispose(): void;
}

export interface SimulationState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why it failed, when it did: the name of a broken invariant, or a code of `EngineFailure`. */
  readonly failure: string | null;
  /** What the browser or the engine said about it: for reports, not for readers. */
  readonly failureDetail: string | null;
  readonly scenario: Scenario;
  /** Commands given by hand so far, oldest first; those of the scenario itself are not among them. */
  readonly commands: readonly Command[];
  readonly entities: ReadonlyMap<EntityKey, EntityView>;
  readonly inFlight: InFlightColumns;
  /** What is carried between nodes. */
  readonly flows: FlowColumns;
  /** Of every replica, while somebody watches them; else empty. */
  readonly replicas: ReplicaColumns;
  /** Newest last; at most a few thousand rows. */
  readonly trace: readonly TraceRow[];
  /** Of the whole run so far and of the future already explored, by time. */
  readonly marks: readonly TimelineMark[];
  readonly waits: readonly WaitView[];
  readonly ledger: LedgerView;
  readonly metrics: MetricColumns;
  readonly violations: readonly Violation[];
  readonly nowUs: Micros;
  readonly after: number;
  readonly eventCount: number;
  readonly exploredUs: Micros;
}

/** `event`: each interesting event gets the same time on screen, what lies between passes in a moment. `steady`: constant speed. */
export type Pacing = 'event' | 'steady';

export interface PlaybackState {
  readonly playing: boolean;
  readonly pacing: Pacing;
  /** Simulated µs that one second on the wall is asked to show. */
  readonly speed: number;
  /** What the machine reaches, when that is less; null when it keeps up. */
  readonly reachedSpeed: number | null;
  /** Where the drawing stands. Between two frames it moves on by itself, never beyond the worker's `nowUs`. */
  readonly playheadUs: Micros;
  /** The stretch of time that event-paced play has just passed over; null when none. */
  readonly skippedUs: Micros | null;
  /** The stretch of time in which the last step found nothing worth reading; null when it found something. */
  readonly quietUs: Micros | null;
}
