import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../shared/LogDirectory.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { BrokerId, Micros, Offset, TopicPartition } from '../shared/units.ts';
import type {
  ConfigDescription,
  EntityKey,
  Frame,
  LedgerCrossCount,
  LedgerRange,
  LedgerState,
  MetadataRecordView,
} from './frame.ts';
import type { LookUpFigures, LookUpOf } from './lookUpFigures.ts';
import type { SimulationResult } from './SimulationResult.ts';

/** Exact point of a run: an instant, and how many of its events are done. */
export interface Instant {
  readonly timeUs: Micros;
  readonly after: number;
}

/** What one step goes over, event by event. */
export type StepUnit = 'event' | 'rpc';

export interface AdvanceRequest {
  readonly untilUs: Micros;
  /** Wall time that the worker may spend, in ms. The frame says how far it came. */
  readonly budgetMs: number;
  /** Stop right after the first event that leaves a row for which this holds. */
  readonly stopAtInteresting?: boolean;
  /**
   * Stop only where an instant is over: 1 µs after the last one whose events were handled, which is after `untilUs` where nothing stops it
   * before. So two runs can be brought to the same point by deltas alone.
   */
  readonly endsInstant?: boolean;
}

export interface AdvanceFrame extends Frame {
  /** When the event came that it stopped at, as asked; null or left out: it stopped for another reason. */
  readonly metAtUs?: Micros | null;
}

/** How much the frames say of replicas. */
export interface ReplicaWatch {
  /** Whether frames bring `replicas`. */
  readonly columns: boolean;
  /** Only replicas of these partitions are sent as entities; null: all are. */
  readonly partitions: readonly TopicPartition[] | null;
}

/**
 * All that the page may ask of the worker. `EngineSession` implements it as an ordinary class; tests use that directly, the
 * page through `engineClient`. Commands are applied at the point where the run stands; a command in the past starts a new
 * future, and what was ahead is forgotten here (the page keeps the old branch in its tree of commands).
 */
export interface EngineApi {
  load(scenario: Scenario, commands: readonly Command[], to?: Instant): Frame;
  advance(request: AdvanceRequest): AdvanceFrame;
  /** Runs until the goal is met, or `limitUs` is reached; the frame's last row tells which. */
  advanceUntil(goal: TraceGoal, limitUs: Micros): Frame & { readonly reached: boolean };
  /** Handles exactly one event. */
  stepEvent(): Frame;
  /** On to right after the next arrival of an RPC, or to `limitUs`. */
  stepRpc(limitUs: Micros): Frame;
  /** Back to right after the last event, or the last arrival of an RPC, before the instant where the run stands; or to the start. */
  stepBack(by: StepUnit): Frame;
  /** Runs to the end of the next event that leaves a row worth reading. */
  stepInteresting(limitUs: Micros): Frame;
  seek(to: Instant): Frame;
  apply(body: CommandBody): Frame;
  /** Goes back to just before the last command and forgets it. */
  undo(): Frame;
  digest(): string;
  result(): SimulationResult;
  ledgerRanges(of: LedgerState | LedgerCrossCount, limit: number): readonly LedgerRange[];
  /** The chain of causes of a row, from effect to cause, ending at a command, a fault or the scenario (seq 0). */
  why(seq: number): readonly TraceRow[];
  /** Which metrics the frames bring from now on; null: the telling ones. */
  watchMetrics(names: readonly SeriesName[] | null): void;
  /** What the frames say of replicas from now on; at first every one is an entity. */
  watchReplicas(watch: ReplicaWatch): void;
  /** Every metric of the run so far: of the cluster by its name, of a process behind the name of that and a space. */
  metricNames(): readonly SeriesName[];
  /** What holds for a node or a partition's topic now, and where it was set; by name. */
  describeConfigs(key: EntityKey): readonly ConfigDescription[];
  /** Records of `__cluster_metadata` in one controller's log, oldest first, at most `limit` from an offset on. */
  metadataRecords(controller: BrokerId, fromOffset: Offset, limit: number): readonly MetadataRecordView[];
  /** What finding one record in a replica's log takes; null: there is none such. */
  lookUpFigures(of: LookUpOf): LookUpFigures | null;
  /**
   * Rows of a stretch of time, oldest first, none beyond where the run stands; the first `limit` of them. Without those that are
   * routine wherever they stand, where only the others are wanted.
   */
  traceRows(fromUs: Micros, toUs: Micros, limit: number, withoutRoutine?: boolean): readonly TraceRow[];
  /** Looks into a partition's directory: of a replica as it stands now, or read from files. The answer is that of `DirectoryAnswers`. */
  inspectDirectory(query: DirectoryQuery): DirectoryAnswers[DirectoryQueryKind];
  /** What no frame brings: looked up where the run stands. The answer is that of `RunAnswers`. */
  inspectRun(query: RunQuery): RunAnswers[RunQueryKind];
}
