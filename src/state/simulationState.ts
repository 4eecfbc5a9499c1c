import type {
  EntityKey,
  EntityView,
  Frame,
  FlowColumns,
  InFlightColumns,
  MetricColumns,
  ReplicaColumns,
  WaitView,
} from '../bridge/frame.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { emptyLedger } from '../shared/emptyLedger.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import { keepEqual } from './keepEqual.ts';
import type { SimulationState } from './Simulation.ts';
import { addMarks, forgetFuture } from './timelineMarks.ts';

/** Rows that the page holds. The worker keeps many more; `Simulation.why` and the trace panel ask there. */
export const TRACE_ROWS_KEPT = 4000;

/** Before the first frame, and while another scenario loads. */
export function loadingState(scenario: Scenario): SimulationState {
  return {
    status: 'loading',
    failure: null,
    failureDetail: null,
    scenario,
    commands: [],
    entities: new Map(),
    inFlight: NO_RPCS,
    flows: NO_FLOWS,
    replicas: NO_REPLICAS,
    trace: [],
    marks: [],
    waits: [],
    ledger: emptyLedger(),
    metrics: NO_METRICS,
    violations: [],
    nowUs: 0,
    after: 0,
    eventCount: 0,
    exploredUs: 0,
  };
}

/** The state before any scenario was asked for. */
export const EMPTY_SCENARIO: Scenario = {
  title: null,
  description: null,
  sources: [],
  openAtUs: null,
  kafkaVersion: '4.2',
  seed: 0,
  untilUs: null,
  features: { 'eligible.leader.replicas.version': 1 },
  configs: {},
  network: { latencyUs: 0, latencyAcrossRacksUs: 0, bandwidthBitsPerSecond: 1, links: [] },
  times: {
    requestUs: 0,
    requestPerKiBUs: 0,
    networkThreadUs: 0,
    networkThreadPerKiBUs: 0,
    appendUs: 0,
    appendPerKiBUs: 0,
    fsyncUs: 0,
    brokerStartUs: 0,
    pageCacheExpireUs: 0,
    recoveryPerMiBUs: 0,
    remoteCopyPerMiBUs: 0,
    remoteReadUs: 0,
  },
  controllers: [],
  brokers: [],
  topics: [],
  quotas: [],
  producers: [],
  consumers: [],
  commands: [],
};

export interface ApplyFrameOptions {
  /** The frame answers a command or an undo: what was ahead of it is no longer true. */
  readonly startsNewFuture?: boolean;
}

/** The state after a frame. Whatever did not change keeps its identity, also over a complete frame. */
export function applyFrame(
  before: SimulationState,
  frame: Frame,
  options: ApplyFrameOptions = {},
): SimulationState {
  const isComplete = frame.sinceFrame === 0;
  const trace = isComplete ? keptTrace(before.trace, frame.trace) : appendRows(before.trace, frame.trace);
  const oldMarks =
    options.startsNewFuture === true
      ? forgetFuture(before.marks, Math.min(before.nowUs, frame.nowUs), inTrace(trace))
      : before.marks;
  const broken = frame.violations[0];
  return {
    status: broken === undefined ? 'ready' : 'failed',
    failure: broken?.invariant ?? null,
    failureDetail: broken?.detail ?? null,
    scenario: before.scenario,
    commands: keepEqual(before.commands, frame.commands),
    entities: isComplete ? completeEntities(before.entities, frame) : changedEntities(before.entities, frame),
    inFlight: frame.inFlight,
    flows: frame.flows,
    replicas: frame.replicas,
    trace,
    marks: addMarks(oldMarks, frame.trace),
    waits: keptWaits(before.waits, frame.waits),
    ledger: keepEqual(before.ledger, frame.ledger),
    metrics: frame.metrics,
    violations: keepEqual(before.violations, frame.violations),
    nowUs: frame.nowUs,
    after: frame.after,
    eventCount: frame.eventCount,
    exploredUs: frame.exploredUs,
  };
}

type Entities = ReadonlyMap<EntityKey, EntityView>;

function completeEntities(before: Entities, frame: Frame): Entities {
  const after = new Map<EntityKey, EntityView>();
  let isSame = before.size === frame.upserts.length;
  for (const view of frame.upserts) {
    const old = before.get(view.key);
    const kept = old === undefined ? view : keepEqual(old, view);
    isSame &&= kept === old;
    after.set(view.key, kept);
  }
  return isSame ? before : after;
}

function changedEntities(before: Entities, frame: Frame): Entities {
  if (frame.upserts.length === 0 && frame.removed.length === 0) return before;
  const after = new Map(before);
  for (const key of frame.removed) after.delete(key);
  for (const view of frame.upserts) after.set(view.key, view);
  return after;
}

function keptWaits(before: readonly WaitView[], after: readonly WaitView[]): readonly WaitView[] {
  const old = new Map(before.map((wait) => [wait.key, wait]));
  const kept = after.map((wait) => keepEqual(old.get(wait.key) ?? wait, wait));
  return kept.length === before.length && kept.every((wait, i) => wait === before[i]) ? before : kept;
}

function appendRows(before: readonly TraceRow[], rows: readonly TraceRow[]): readonly TraceRow[] {
  if (rows.length === 0) return before;
  return [...before.slice(-Math.max(1, TRACE_ROWS_KEPT - rows.length)), ...rows].slice(-TRACE_ROWS_KEPT);
}

/** A jump to where we stand brings the rows that we have: comparing the ends is enough, since a run has one history. */
function keptTrace(before: readonly TraceRow[], rows: readonly TraceRow[]): readonly TraceRow[] {
  const after = rows.slice(-TRACE_ROWS_KEPT);
  const isSame =
    before.length === after.length &&
    isSameRow(before[0], after[0]) &&
    isSameRow(before.at(-1), after.at(-1));
  return isSame ? before : after;
}

function isSameRow(a: TraceRow | undefined, b: TraceRow | undefined): boolean {
  return a?.timeUs === b?.timeUs && a?.seq === b?.seq && keepEqual(a?.event, b?.event) === a?.event;
}

function inTrace(trace: readonly TraceRow[]): (seq: number) => boolean {
  let known: Set<number> | undefined;
  return (seq) => (known ??= new Set(trace.map((row) => row.seq))).has(seq);
}

export const NO_FLOWS: FlowColumns = {
  count: 0,
  source: new Uint16Array(0),
  target: new Uint16Array(0),
  rpc: new Uint8Array(0),
  bytesPerSecond: new Float64Array(0),
};

const NO_RPCS: InFlightColumns = {
  count: 0,
  nodeKeys: [],
  rpc: new Uint8Array(0),
  source: new Uint16Array(0),
  target: new Uint16Array(0),
  sentAtUs: new Float64Array(0),
  deliverAtUs: new Float64Array(0),
  correlationId: new Float64Array(0),
  records: new Float64Array(0),
  sizeBytes: new Float64Array(0),
  flags: new Uint8Array(0),
};

export const NO_REPLICAS: ReplicaColumns = {
  count: 0,
  partitionNames: [],
  partition: new Uint16Array(0),
  broker: new Int32Array(0),
  logEndOffset: new Float64Array(0),
  highWatermark: new Float64Array(0),
  lag: new Float64Array(0),
  bytesInPerSecond: new Float64Array(0),
  flags: new Uint8Array(0),
};

const NO_METRICS: MetricColumns = { names: [], timesUs: new Float64Array(0), values: [] };
