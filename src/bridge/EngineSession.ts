import { allInvariants } from '../engine/invariants/allInvariants.ts';
import type { Invariant } from '../engine/invariants/Invariant.ts';
import type { RpcEnd, TraceSink } from '../engine/cluster/Cluster.ts';
import { Run } from '../engine/cluster/Run.ts';
import type { Envelope } from '../engine/node/Node.ts';
import { replicasByPartition } from '../engine/cluster/ledger.ts';
import { LIMITS } from '../scenario/limits.ts';
import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import { matchesGoal } from '../scenario/TraceGoal.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import { expectPresent } from '../shared/assert.ts';
import { matchesEvent } from '../shared/eventFilter.ts';
import { InterestTracker, isAlwaysRoutine } from '../shared/interestingEvents.ts';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../shared/LogDirectory.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import type { BrokerId, Micros, Offset, TopicPartition } from '../shared/units.ts';
import { buildResult } from './buildResult.ts';
import { Checkpoints, compareInstants } from './Checkpoints.ts';
import type { Checkpoint } from './Checkpoints.ts';
import type {
  AdvanceFrame,
  AdvanceRequest,
  EngineApi,
  Instant,
  ReplicaWatch,
  StepUnit,
} from './EngineApi.ts';
import { describeConfigs } from './describeConfigs.ts';
import type { DirectoryReader } from './directory/DirectoryReader.ts';
import type { answerAbout } from './questions/answerAbout.ts';
import type {
  ConfigDescription,
  EntityKey,
  EntityView,
  Frame,
  LedgerCrossCount,
  LedgerRange,
  LedgerState,
  MetadataRecordView,
  MetricColumns,
  Violation,
} from './frame.ts';
import { FlowMeter } from './FlowMeter.ts';
import { isEqualData } from './isEqualData.ts';
import { lookUpFigures, type LookUpFigures, type LookUpOf } from './lookUpFigures.ts';
import { MetricSeries } from './MetricSeries.ts';
import { projectEntities } from './projectEntities.ts';
import { projectInFlight } from './projectInFlight.ts';
import { ledgerRangesOf, projectLedger } from './projectLedger.ts';
import { projectMetadataLog } from './projectMetadataLog.ts';
import { NO_REPLICA_COLUMNS, projectReplicas } from './projectReplicas.ts';
import { projectWaits } from './projectWaits.ts';
import type { SimulationResult } from './SimulationResult.ts';
import { RpcLog } from './RpcLog.ts';
import { TraceLog } from './TraceLog.ts';

export interface SessionOptions {
  /** Invariants are checked after every so many events. */
  readonly invariantInterval?: number;
  /** A checkpoint is taken after every so many events; 0: never. */
  readonly checkpointInterval?: number;
  /** Rows of the trace that are kept. */
  readonly traceRows?: number;
  /** Wall time in ms, for budgets only: nothing in a run depends on it. */
  readonly wallMs?: () => number;
  /** What answers questions about partitions' directories; left out: `loadDirectories` brings it. */
  readonly directories?: DirectoryReader;
}

/** Laws look at every replica, so the events between two looks are as many as keep that a small part of the work. */
const LEAST_INVARIANT_INTERVAL = 64;
const INVARIANT_INTERVAL_PER_REPLICA = 16;
/** Up to so many replicas the laws are checked for every frame as well. */
const MOST_REPLICAS_IN_FRAME_CHECK = 300;
/** A checkpoint copies every replica: a large cluster has fewer of them, or most of the time would go into them. */
const LEAST_CHECKPOINT_INTERVAL = 2500;
const CHECKPOINT_INTERVAL_PER_REPLICA = 8;
const BUDGET_CHECK_EVENTS = 128;
/** So many are gone over at most to find RPCs of the past: what is older is not told. */
const MOST_EVENTS_AGAIN = 30_000;
/** A step back looks so far at first. */
const FIRST_LOOK_BACK_US: Micros = 250_000;
/** A frame brings no more rows than a page can show, and what is not routine; the others are asked for. */
const MOST_ROWS_IN_FRAME = 4000;
/** Of what is not routine: the oldest of a run of days are left out. */
const MOST_NOTABLE_IN_FRAME = 10_000;

/**
 * One simulation and its history: runs it, goes back and forth in it, and says what there is to see. An ordinary class; the
 * worker and tests both use it as it is.
 */
export class EngineSession implements EngineApi, TraceSink {
  private readonly givenInvariantInterval: number | null;
  private invariantInterval = LEAST_INVARIANT_INTERVAL;
  private replicaCount = 0;
  private readonly givenCheckpointInterval: number | null;
  private checkpointInterval = LEAST_CHECKPOINT_INTERVAL;
  private readonly traceRowLimit: number;
  private readonly wallMs: () => number;
  private current: Run | null = null;
  private invariants: Invariant[] = [];
  private checkpoints = new Checkpoints();
  private traceLog = new TraceLog(LIMITS.traceRows);
  private metrics = new MetricSeries();
  private watched: readonly SeriesName[] | null = null;
  private sendsReplicaColumns = false;
  /** Partitions whose replicas are sent as entities; null: all. */
  private watchedPartitions: ReadonlySet<TopicPartition> | null = null;
  /** Knows the rows up to where the run stands. */
  private interest = new InterestTracker();
  /** Whether a row worth reading came since somebody last asked. */
  private hasInterestingRow = false;
  /** What `advanceUntil` is after, and how many more of it. */
  private goal: TraceGoal | null = null;
  private goalsLeft = 0;
  /** null: nobody has asked for RPCs. */
  private rpcLog: RpcLog | null = null;
  private flows = new FlowMeter();
  private explored = { timeUs: 0, after: 0 };
  private violations: Violation[] = [];
  /** How many events were handled when the last step began. */
  private eventsBeforeStep = 0;
  private frameSeq = 0;
  private sentTracePosition = 0;
  /** Positions of the rows since the last frame that are not routine, in rising order. */
  private notablePositions: number[] = [];
  private sentViews = new Map<EntityKey, EntityView>();
  private directories: DirectoryReader | null;
  private answerAbout: typeof answerAbout | null = null;

  constructor(options: SessionOptions = {}) {
    this.givenInvariantInterval = options.invariantInterval ?? null;
    this.givenCheckpointInterval = options.checkpointInterval ?? null;
    this.traceRowLimit = options.traceRows ?? LIMITS.traceRows;
    this.directories = options.directories ?? null;
    this.wallMs = options.wallMs ?? (() => performance.now());
  }

  load(scenario: Scenario, commands: readonly Command[], to?: Instant): Frame {
    const run = new Run(scenario, commands);
    this.current = run;
    this.invariants = allInvariants();
    this.replicaCount = countReplicas(run);
    this.invariantInterval =
      this.givenInvariantInterval ??
      Math.max(LEAST_INVARIANT_INTERVAL, this.replicaCount * INVARIANT_INTERVAL_PER_REPLICA);
    this.checkpointInterval =
      this.givenCheckpointInterval ??
      LEAST_CHECKPOINT_INTERVAL + this.replicaCount * CHECKPOINT_INTERVAL_PER_REPLICA;
    this.checkpoints = new Checkpoints(this.replicaCount);
    this.traceLog = new TraceLog(this.traceRowLimit);
    this.metrics = new MetricSeries(this.replicaCount);
    this.interest = new InterestTracker();
    this.hasInterestingRow = false;
    this.violations = [];
    this.rpcLog = null;
    this.flows = new FlowMeter();
    this.explored = { timeUs: 0, after: 0 };
    run.cluster.sink = this;
    run.start();
    // Some laws remember: what stood before the first command must be known to them.
    this.checkInvariants();
    this.takeCheckpoint();
    if (to) this.runTo(to);
    return this.completeFrame();
  }

  advance(request: AdvanceRequest): AdvanceFrame {
    const startedMs = this.wallMs();
    const untilUs = Math.floor(request.untilUs);
    const isPaced = request.stopAtInteresting === true;
    this.hasInterestingRow = false;
    for (let events = 1; this.canStep(); events++) {
      if (!this.step(untilUs)) {
        this.idleUntil(untilUs);
        break;
      }
      if (isPaced && this.metInterestingRow()) break;
      if (events % BUDGET_CHECK_EVENTS === 0 && this.wallMs() - startedMs >= request.budgetMs) break;
    }
    const metAtUs = isPaced && this.metInterestingRow() ? this.now().timeUs : null;
    if (request.endsInstant === true) this.runTo({ timeUs: this.now().timeUs + 1, after: 0 });
    return { ...this.changedFrame(), metAtUs };
  }

  advanceUntil(goal: TraceGoal, limitUs: Micros): Frame & { readonly reached: boolean } {
    this.goal = goal;
    this.goalsLeft = goal.times ?? 1;
    while (this.goalsLeft > 0 && this.canStep()) {
      if (!this.step(limitUs)) {
        this.idleUntil(limitUs);
        break;
      }
    }
    this.goal = null;
    return { ...this.changedFrame(), reached: this.goalsLeft <= 0 };
  }

  stepEvent(): Frame {
    // Where a timer is only put back, nothing happens.
    const { eventCount, appliedCommands } = this.run().cluster.state;
    const isStill = (): boolean => {
      const { state } = this.run().cluster;
      return state.eventCount === eventCount && state.appliedCommands === appliedCommands;
    };
    while (this.canStep() && isStill() && this.step(Infinity, false));
    return this.changedFrame();
  }

  stepRpc(limitUs: Micros): Frame {
    while (this.canStep()) {
      // Quiet time is full of heartbeats: none is leapt over.
      if (!this.step(limitUs, false)) {
        this.idleUntil(limitUs);
        break;
      }
      if (this.isAfter('rpc')) break;
    }
    return this.changedFrame();
  }

  stepBack(by: StepUnit): Frame {
    return this.seek(this.lastBefore(this.now(), by));
  }

  stepInteresting(limitUs: Micros): Frame {
    this.hasInterestingRow = false;
    while (this.canStep() && !this.metInterestingRow()) {
      if (!this.step(limitUs)) {
        this.idleUntil(limitUs);
        break;
      }
    }
    return this.changedFrame();
  }

  seek(to: Instant): Frame {
    this.goTo(to);
    return this.completeFrame();
  }

  private goTo(to: Instant): void {
    const checkpoint = expectPresent(this.checkpoints.before(to), 'a checkpoint at the start');
    // Explored time is jumped over forward as well, if a checkpoint lies nearer than where the run stands.
    const isNearer = compareInstants(checkpoint.at, this.now()) > 0;
    if (isNearer || compareInstants(to, this.now()) < 0) this.returnTo(checkpoint);
    this.runTo(to);
  }

  /** Runs the stretch before an instant again, and if nothing happens in it a longer one. The run stands anywhere after it. */
  private lastBefore(target: Instant, by: StepUnit): Instant {
    for (let stretchUs = FIRST_LOOK_BACK_US; ; stretchUs *= 8) {
      const fromUs = Math.max(0, target.timeUs - stretchUs);
      let found: Instant | null = null;
      this.goTo({ timeUs: fromUs, after: 0 });
      while (this.canStep() && this.step(target.timeUs, false) && compareInstants(this.now(), target) < 0) {
        if (this.isAfter(by)) found = this.now();
      }
      if (found !== null) return found;
      if (fromUs === 0) return { timeUs: 0, after: 0 };
    }
  }

  /** Whether the last step handled an event, and one of this kind. */
  private isAfter(unit: StepUnit): boolean {
    const { eventCount, queue } = this.run().cluster.state;
    const isEvent = eventCount !== this.eventsBeforeStep;
    return isEvent && (unit === 'event' || queue.payload?.kind === 'Envelope');
  }

  apply(body: CommandBody): Frame {
    // What the scenario has for this very instant comes first, as it does when the run is loaded with its commands.
    while (this.hasCommandDue(this.now()) && this.canStep()) this.step(this.now().timeUs);
    this.forkHere();
    this.run().insert(body);
    // The command stands at this very point, so the next step is to carry it out.
    this.step(this.now().timeUs);
    return this.completeFrame();
  }

  undo(): Frame {
    const run = this.run();
    const done = run.log.slice(0, run.cluster.state.appliedCommands);
    const last = done.map((item) => item.byHand).lastIndexOf(true);
    const undone = done[last];
    if (!undone) return this.completeFrame();
    const at = { timeUs: undone.command.atUs, after: undone.command.after ?? 0 };
    run.log = run.log.filter((item) => item !== undone && !(item.byHand && run.log.indexOf(item) > last));
    this.checkpoints.forgetCommandsFrom(last);
    const checkpoint = expectPresent(this.checkpoints.before(at), 'a checkpoint at the start');
    this.returnTo(checkpoint);
    this.runTo(at);
    this.forkHere();
    return this.completeFrame();
  }

  digest(): string {
    this.run().settle();
    return this.run().cluster.digest();
  }

  result(): SimulationResult {
    return buildResult(this.run(), this.allViolations());
  }

  ledgerRanges(of: LedgerState | LedgerCrossCount, limit: number): readonly LedgerRange[] {
    this.run().settle();
    return ledgerRangesOf(this.run().cluster, of, limit);
  }

  watchMetrics(names: readonly SeriesName[] | null): void {
    this.watched = names;
  }

  watchReplicas({ columns, partitions }: ReplicaWatch): void {
    this.sendsReplicaColumns = columns;
    this.watchedPartitions = partitions && new Set(partitions);
  }

  metricNames(): readonly SeriesName[] {
    return this.metrics.names();
  }

  describeConfigs(key: EntityKey): readonly ConfigDescription[] {
    const run = this.run();
    run.settle();
    return describeConfigs(run.cluster, run.scenario, key);
  }

  /** All metrics over time, for headless runs. */
  allMetrics(): MetricColumns {
    return this.metrics.columns(this.metrics.names());
  }

  why(seq: number): readonly TraceRow[] {
    return this.traceLog.chain(seq);
  }

  metadataRecords(controller: BrokerId, fromOffset: Offset, limit: number): readonly MetadataRecordView[] {
    return projectMetadataLog(this.run().cluster, controller, fromOffset, limit);
  }

  lookUpFigures(of: LookUpOf): LookUpFigures | null {
    return lookUpFigures(this.run().cluster, of);
  }

  traceRows(fromUs: Micros, toUs: Micros, limit: number, withoutRoutine = false): readonly TraceRow[] {
    return withoutRoutine
      ? this.traceLog.between(fromUs, toUs, limit, ({ kind }) => !isAlwaysRoutine(kind))
      : this.traceLog.between(fromUs, toUs, limit);
  }

  /** Looking into files takes much code that a run does not need: it comes when somebody asks. */
  async loadDirectories(): Promise<void> {
    if (this.directories !== null) return;
    const loaded = await import('./directory/DirectoryReader.ts');
    this.directories ??= new loaded.DirectoryReader();
  }

  inspectDirectory(query: DirectoryQuery): DirectoryAnswers[DirectoryQueryKind] {
    return expectPresent(this.directories, 'the reader of directories').answer(query, () => {
      const run = this.run();
      run.settle();
      return { cluster: run.cluster, seed: run.scenario.seed };
    });
  }

  /** As with directories. */
  async loadQuestions(): Promise<void> {
    this.answerAbout ??= (await import('./questions/answerAbout.ts')).answerAbout;
  }

  inspectRun(query: RunQuery): RunAnswers[RunQueryKind] {
    if (query.kind === 'rpcs') return this.rpcsBetween(query.fromUs, query.toUs);
    if (query.kind === 'events')
      return this.traceLog.newest((row) => matchesEvent(row, query.filter), query.limit);
    if (query.kind === 'metricsOf') return this.metrics.lastOf(query.node);
    const cluster = () => {
      const run = this.run();
      run.settle();
      return run.cluster;
    };
    return expectPresent(this.answerAbout, 'what answers questions about a run')(query, cluster, () =>
      this.copyOfRun(),
    );
  }

  /** It goes on as this one would: with the same commands ahead. */
  private copyOfRun(): Run {
    const { scenario, log, cluster } = this.run();
    const copy = new Run(scenario, []);
    copy.log = [...log];
    copy.cluster.restore(cluster.checkpoint());
    return copy;
  }

  /** All rows that are kept, for headless runs. */
  allRows(): readonly TraceRow[] {
    return this.traceLog.since(0);
  }

  /** A fact of the run, as it happens: kept, and looked at once while it is at hand. */
  row(timeUs: Micros, seq: number, causeSeq: number, event: TraceEvent): void {
    this.traceLog.row(timeUs, seq, causeSeq, event);
    if (!isAlwaysRoutine(event.kind)) this.observe(event);
    if (this.goal !== null && matchesGoal(this.goal, event)) this.goalsLeft -= 1;
  }

  sent(envelope: Envelope, causeSeq: number): void {
    this.rpcLog?.sent(envelope, causeSeq, this.run().cluster.state.eventCount);
  }

  ended(envelope: Envelope, end: RpcEnd): void {
    const { nowUs, eventCount } = this.run().cluster.state;
    if (end === 'read') this.flows.read(envelope, nowUs);
    if (this.rpcLog === null) return;
    this.rpcLog.ended(envelope, end, nowUs, eventCount);
  }

  /** What the log does not know yet is gone over once more, from a checkpoint before it up to where the run stands. */
  private rpcsBetween(fromUs: Micros, toUs: Micros): RunAnswers['rpcs'] {
    this.rpcLog ??= new RpcLog();
    const here = this.now();
    if (!this.rpcLog.covers(fromUs)) {
      const first = this.checkpoints.from(
        { timeUs: fromUs, after: 0 },
        this.run().cluster.state.eventCount - MOST_EVENTS_AGAIN,
      );
      const checkpoint = expectPresent(first, 'a checkpoint at the start');
      this.returnTo(checkpoint);
      this.rpcLog.restart(checkpoint.at.timeUs, checkpoint.eventCount, this.flying());
      this.runTo(here);
    }
    return this.rpcLog.between(fromUs, toUs, here.timeUs);
  }

  private flying(): Envelope[] {
    const flying: Envelope[] = [];
    this.run().cluster.state.queue.forEach((_timeUs, _seq, _target, payload) => {
      if (payload.kind === 'Envelope') flying.push(payload);
    });
    return flying;
  }

  private observe(event: TraceEvent): void {
    const isInteresting = this.interest.observe(event) !== 'rpc';
    if (isInteresting) this.hasInterestingRow = true;
    if (isInteresting || event.kind !== 'RecordsAcknowledged') this.noteRow(this.traceLog.position - 1);
  }

  /** A stretch that is gone over once more brings the same rows. */
  private noteRow(position: number): void {
    const { notablePositions } = this;
    const last = notablePositions[notablePositions.length - 1] ?? -1;
    if (position > last) notablePositions.push(position);
  }

  private metInterestingRow(): boolean {
    return this.hasInterestingRow;
  }

  private run(): Run {
    return expectPresent(this.current, 'a loaded scenario');
  }

  private now(): Instant {
    const { nowUs, handledAtInstant } = this.run().cluster.state;
    return { timeUs: nowUs, after: handledAtInstant };
  }

  /** A run with a broken invariant stands still. */
  private canStep(): boolean {
    const { eventCount, skippedEvents } = this.run().cluster.state;
    return this.violations.length === 0 && eventCount - skippedEvents < LIMITS.eventsPerRun;
  }

  private step(untilUs: Micros, mayLeap = true): boolean {
    const run = this.run();
    this.eventsBeforeStep = run.cluster.state.eventCount;
    if (mayLeap && this.leap(run, untilUs)) return true;
    const nextUs = run.nextUs();
    if (nextUs > untilUs) return false;
    // Before anything happens then, so that what is drawn up to an instant stands whatever follows it.
    this.metrics.sampleBefore(nextUs, run.cluster);
    try {
      if (!run.step(untilUs)) return false;
    } catch (error) {
      this.violations.push({
        invariant: 'Assertion',
        detail: error instanceof Error ? error.message : String(error),
        timeUs: run.cluster.nowUs,
      });
      return false;
    }
    this.afterStep(run);
    return true;
  }

  /** Quiet time is gone over in one step, as far as no instant within it is asked for. */
  private leap(run: Run, untilUs: Micros): boolean {
    if (!run.cluster.isAtRest) return false;
    const { state } = run.cluster;
    const fromUs = run.cluster.nowUs;
    const isMade = run.leap(untilUs);
    // One that was taken back left another copy of the state.
    if (state !== run.cluster.state) this.invariants = allInvariants();
    if (!isMade) return false;
    this.metrics.bridge(run.cluster.nowUs, run.cluster);
    this.rpcLog?.leapt(fromUs, run.cluster.nowUs, run.cluster.state.eventCount, this.flying());
    this.afterStep(run);
    this.checkInvariants();
    return true;
  }

  private afterStep(run: Run): void {
    const { eventCount, nowUs, handledAtInstant } = run.cluster.state;
    const { explored } = this;
    // In place, for this comes after every event.
    if (nowUs > explored.timeUs || (nowUs === explored.timeUs && handledAtInstant > explored.after)) {
      explored.timeUs = nowUs;
      explored.after = handledAtInstant;
    }
    // The remainder of an endless interval takes longer than all else here.
    if (this.invariantInterval !== Infinity && eventCount % this.invariantInterval === 0)
      this.checkInvariants();
    if (
      this.checkpointInterval > 0 &&
      eventCount - this.checkpoints.lastEventCount >= this.checkpointInterval
    )
      this.takeCheckpoint();
  }

  private idleUntil(untilUs: Micros): void {
    if (this.violations.length > 0 || untilUs === Infinity) return;
    this.run().cluster.idleUntil(untilUs);
    if (compareInstants(this.now(), this.explored) > 0) this.explored = this.now();
  }

  private runTo(to: Instant): void {
    while (this.canStep()) {
      const now = this.now();
      if (compareInstants(now, to) >= 0 && !this.hasCommandDue(to)) return;
      if (!this.stepTowards(to)) {
        this.idleUntil(to.timeUs);
        return;
      }
    }
  }

  /** One step, but none beyond the events of the instant that are asked for. */
  private stepTowards(to: Instant): boolean {
    const { state } = this.run().cluster;
    const isThere = state.nowUs === to.timeUs && state.handledAtInstant >= to.after;
    if (isThere || (to.after === 0 && state.queue.peekTimeUs() >= to.timeUs))
      return this.hasCommandDue(to) ? this.step(to.timeUs) : false;
    return this.step(to.timeUs);
  }

  /** Commands that stand at or before the instant belong to it. */
  private hasCommandDue(to: Instant): boolean {
    const run = this.run();
    const next = run.log[run.cluster.state.appliedCommands]?.command;
    return next !== undefined && compareInstants({ timeUs: next.atUs, after: next.after ?? 0 }, to) <= 0;
  }

  /** What lies ahead belongs to another future from here on. */
  private forkHere(): void {
    this.run().quietTime.forget();
    this.traceLog.forgetAhead();
    this.checkpoints.forgetAfter(this.now());
    this.metrics.forgetAfter(this.now().timeUs);
    this.explored = this.now();
  }

  private takeCheckpoint(): void {
    const { cluster } = this.run();
    if (
      this.checkpoints.before(this.now())?.eventCount === cluster.state.eventCount &&
      cluster.state.eventCount > 0
    )
      return;
    this.checkpoints.add({
      at: this.now(),
      eventCount: cluster.state.eventCount,
      tracePosition: this.traceLog.position,
      interest: this.interest.clone(),
      flows: this.flows.clone(),
      state: cluster.checkpoint(),
    });
  }

  private checkInvariants(): void {
    if (this.violations.length > 0) return;
    const { cluster } = this.run();
    for (const invariant of this.invariants) {
      const detail = invariant.check(cluster);
      if (detail === null) continue;
      this.violations.push({ invariant: invariant.name, detail, timeUs: cluster.nowUs });
      cluster.trace({ kind: 'InvariantBroken', invariant: invariant.name, detail });
    }
  }

  private allViolations(): Violation[] {
    const difference = this.traceLog.replayDifference;
    if (difference === null) return this.violations;
    return [
      ...this.violations,
      { invariant: 'ReplayIsIdentical', detail: difference, timeUs: this.now().timeUs },
    ];
  }

  private returnTo(checkpoint: Checkpoint): void {
    const isAhead = compareInstants(checkpoint.at, this.now()) > 0;
    this.run().cluster.restore(checkpoint.state);
    this.run().quietTime.forget();
    this.traceLog.rewind(checkpoint.tracePosition);
    // What lies between was not gone over.
    if (isAhead) this.rpcLog?.restart(checkpoint.at.timeUs, checkpoint.eventCount, this.flying());
    else this.rpcLog?.rewind(checkpoint.at.timeUs, checkpoint.eventCount, this.flying());
    if (this.violations.length > 0) {
      // The rows that tell of them were no part of the run. If it comes to the same again, it stops again.
      this.traceLog.forgetAhead();
      this.violations = [];
    }
    this.interest = checkpoint.interest.clone();
    this.flows = checkpoint.flows.clone();
    this.invariants = allInvariants();
  }

  private completeFrame(): Frame {
    this.sentViews = new Map();
    return this.frame(0);
  }

  private changedFrame(): Frame {
    return this.frame(this.frameSeq);
  }

  private frame(sinceFrame: number): Frame {
    const run = this.run();
    run.settle();
    if (this.replicaCount <= MOST_REPLICAS_IN_FRAME_CHECK) this.checkInvariants();
    this.frameSeq += 1;
    const trace = this.newRows(sinceFrame === 0);
    const { upserts, removed } = this.changedViews(run);
    const { nowUs, handledAtInstant, eventCount } = run.cluster.state;
    return {
      frameSeq: this.frameSeq,
      sinceFrame,
      nowUs,
      after: handledAtInstant,
      eventCount,
      exploredUs: this.explored.timeUs,
      upserts,
      removed,
      inFlight: projectInFlight(run.cluster),
      flows: this.flows.columns(nowUs),
      replicas: this.sendsReplicaColumns ? projectReplicas(run.cluster) : NO_REPLICA_COLUMNS,
      trace,
      waits: projectWaits(run.cluster),
      ledger: projectLedger(run.cluster),
      metrics: this.metrics.columns(this.watched ?? undefined),
      commands: run.log.filter((item) => item.byHand).map((item) => item.command),
      violations: this.allViolations(),
    };
  }

  /**
   * Rows since the last frame: the newest, and of what went before them whatever is not routine. A complete frame has as many of the newest
   * as a page shows; what else was gone over since the last one comes in no later frame, and so here.
   */
  private newRows(isComplete: boolean): TraceRow[] {
    const { traceLog } = this;
    const sent = isComplete ? 0 : this.sentTracePosition;
    const newest = Math.max(sent, traceLog.position - MOST_ROWS_IN_FRAME);
    // A stretch that was run again is told once.
    const notable = [...new Set(this.notablePositions)]
      .filter((position) => position >= sent && position < newest)
      .sort((a, b) => a - b)
      .slice(-MOST_NOTABLE_IN_FRAME);
    this.sentTracePosition = traceLog.position;
    this.notablePositions = [];
    return [...traceLog.allAt(notable), ...traceLog.since(newest)];
  }

  private changedViews(run: Run): { upserts: EntityView[]; removed: EntityKey[] } {
    const { sentViews } = this;
    const upserts: EntityView[] = [];
    const removed: EntityKey[] = [];
    const views = projectEntities(run.cluster, run.scenario, sentViews, this.watchedPartitions);
    for (const view of views) {
      const before = sentViews.get(view.key);
      if (before && isSameView(before, view)) continue;
      sentViews.set(view.key, view);
      upserts.push(view);
    }
    if (sentViews.size > views.length) {
      const keys = new Set(views.map((view) => view.key));
      for (const key of sentViews.keys()) if (!keys.has(key)) removed.push(key);
      for (const key of removed) sentViews.delete(key);
    }
    return { upserts, removed };
  }
}

/** Of a view with many fields the ones that nearly always differ are looked at first. */
function isSameView(before: EntityView, view: EntityView): boolean {
  if (before === view) return true;
  if (before.kind === 'replica' && view.kind === 'replica' && before.logEndOffset !== view.logEndOffset)
    return false;
  if (before.kind === 'partition' && view.kind === 'partition' && before.highWatermark !== view.highWatermark)
    return false;
  return isEqualData(before, view);
}

function countReplicas(run: Run): number {
  let count = 0;
  for (const replicas of replicasByPartition(run.cluster).values()) count += replicas.size;
  return count;
}
