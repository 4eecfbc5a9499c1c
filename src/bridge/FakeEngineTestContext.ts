import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import { matchesGoal, type TraceGoal } from '../scenario/TraceGoal.ts';
import { emptyLedger } from '../shared/emptyLedger.ts';
import { InterestTracker, isTold } from '../shared/interestingEvents.ts';
import type { TraceEvent, TraceRow } from '../shared/traceEvents.ts';
import type { Micros } from '../shared/units.ts';
import type { AdvanceFrame, AdvanceRequest, EngineApi, Instant, StepUnit } from './EngineApi.ts';
import type { BrokerView, EntityView, Frame } from './frame.ts';
import { NO_REPLICA_COLUMNS } from './projectReplicas.ts';
import type { SimulationResult } from './SimulationResult.ts';

/**
 * An engine without Kafka, for tests of what stands above one: an append each `everyUs`, facts at the times that the test
 * names, commands where they were given. Its whole state is how many events are done, so a seek is exact by construction.
 */
export interface FakeEngineOptions {
  readonly everyUs?: Micros;
  readonly facts?: readonly (readonly [Micros, TraceEvent])[];
  /** Events that one `advance` may handle: what a budget of wall time is for a real engine. */
  readonly eventsPerAdvance?: number;
  readonly violationAtUs?: Micros;
}

export class FakeEngine implements EngineApi {
  readonly calls: string[] = [];
  private commands: Command[] = [];
  private nowUs = 0;
  private after = 0;
  private eventCount = 0;
  private exploredUs = 0;
  private frameSeq = 0;
  watchedMetrics: readonly string[] | null = null;
  private complete = true;
  private rows: TraceRow[] = [];
  private sent = 0;
  private brokerVersion = 0;
  private sentBrokerVersion = -1;
  private tracker = new InterestTracker();

  private readonly schedule: ScheduledFact[] = [];
  private readonly facts: (readonly [Micros, TraceEvent])[];
  private ticks = 0;

  constructor(private readonly options: FakeEngineOptions = {}) {
    this.facts = [...(options.facts ?? [])].sort((a, b) => a[0] - b[0]);
  }

  load(_scenario: Scenario, commands: readonly Command[], to: Instant = { timeUs: 0, after: 0 }): Frame {
    this.calls.push('load');
    this.commands = [...commands];
    this.exploredUs = 0;
    this.replay(to);
    return this.frame();
  }

  advance(request: AdvanceRequest): AdvanceFrame {
    this.calls.push(`advance ${request.untilUs}`);
    const stop = request.stopAtInteresting === true;
    const budget = this.options.eventsPerAdvance ?? Infinity;
    for (let handled = 0; ; handled++) {
      const next = this.nextEventUs();
      if (next > request.untilUs) break;
      if (handled >= budget || (this.handleNext() && stop)) return this.frame();
    }
    if (request.untilUs > this.nowUs) {
      this.nowUs = request.untilUs;
      this.after = 0;
    }
    return this.frame();
  }

  advanceUntil(goal: TraceGoal, limitUs: Micros): Frame & { readonly reached: boolean } {
    this.calls.push('advanceUntil');
    while (this.nextEventUs() <= limitUs) {
      this.handleNext();
      const last = this.rows.at(-1);
      if (last && matchesGoal(goal, last.event)) return { ...this.frame(), reached: true };
    }
    this.nowUs = limitUs;
    this.after = 0;
    return { ...this.frame(), reached: false };
  }

  stepEvent(): Frame {
    this.calls.push('stepEvent');
    this.handleNext();
    return this.frame();
  }

  /** Every event of the fake is an RPC as well. */
  stepRpc(): Frame {
    this.calls.push('stepRpc');
    this.handleNext();
    return this.frame();
  }

  stepBack(by: StepUnit): Frame {
    this.calls.push(`stepBack ${by}`);
    const before = this.rows.at(-2)?.timeUs ?? 0;
    this.replay({ timeUs: before, after: before === 0 ? 0 : 1 });
    return this.frame();
  }

  stepInteresting(limitUs: Micros): Frame {
    return this.advance({ untilUs: limitUs, budgetMs: 1000, stopAtInteresting: true });
  }

  seek(to: Instant): Frame {
    this.calls.push(`seek ${to.timeUs}/${to.after}`);
    this.replay(to);
    return this.frame();
  }

  apply(body: CommandBody): Frame {
    this.calls.push(`apply ${body.kind}`);
    const here = { timeUs: this.nowUs, after: this.after };
    this.commands = this.commands.filter((command) => command.atUs <= this.nowUs);
    this.commands.push({ atUs: here.timeUs, after: here.after, ...body });
    this.exploredUs = here.timeUs;
    this.handle({
      kind: 'CommandApplied',
      command: body.kind,
      target: 'broker' in body ? `broker:${body.broker}` : '',
    });
    this.brokerVersion++;
    return this.frame();
  }

  undo(): Frame {
    this.calls.push('undo');
    const last = this.commands.pop();
    if (last) {
      this.exploredUs = last.atUs;
      this.replay({ timeUs: last.atUs, after: last.after ?? 0 });
    }
    return this.frame();
  }

  digest(): string {
    return `${this.nowUs}/${this.after}/${this.eventCount}`;
  }

  result(): SimulationResult {
    throw new Error('the fake has no result');
  }

  ledgerRanges(): readonly never[] {
    return [];
  }

  why(seq: number): readonly TraceRow[] {
    return this.rows.filter((row) => row.seq === seq);
  }

  watchReplicas(): void {
    this.calls.push('watchReplicas');
  }

  watchMetrics(names: readonly string[] | null): void {
    this.watchedMetrics = names;
  }

  describeConfigs(): readonly never[] {
    return [];
  }

  metricNames(): readonly string[] {
    return ['RecordSendRate'];
  }

  metadataRecords(): readonly never[] {
    return [];
  }

  lookUpFigures(): null {
    return null;
  }

  traceRows(fromUs: Micros, toUs: Micros, limit: number): readonly TraceRow[] {
    return this.rows.filter((row) => row.timeUs >= fromUs && row.timeUs <= toUs).slice(0, limit);
  }

  inspectDirectory(): null {
    return null;
  }

  inspectRun(): null {
    return null;
  }

  private nextEventUs(): Micros {
    return this.eventAt(this.eventCount).timeUs;
  }

  /** Events of the scenario: ticks and facts in order of time; a fact comes after the tick of its instant. */
  private eventAt(index: number): ScheduledFact {
    const everyUs = this.options.everyUs ?? 1000;
    while (this.schedule.length <= index) {
      const tickUs = (this.ticks + 1) * everyUs;
      const fact = this.facts[0];
      if (fact !== undefined && fact[0] < tickUs) {
        this.schedule.push({ timeUs: fact[0], event: fact[1] });
        this.facts.shift();
      } else {
        this.schedule.push({ timeUs: tickUs, event: append(this.ticks) });
        this.ticks++;
      }
    }
    return this.schedule[index]!;
  }

  /** Whether it left a row worth reading. */
  private handleNext(): boolean {
    const { timeUs, event } = this.eventAt(this.eventCount);
    this.after = timeUs === this.nowUs ? this.after : 0;
    this.nowUs = timeUs;
    this.eventCount++;
    return this.handle(event);
  }

  private handle(event: TraceEvent): boolean {
    this.after++;
    this.exploredUs = Math.max(this.exploredUs, this.nowUs);
    this.rows.push({ timeUs: this.nowUs, seq: this.rows.length + 1, causeSeq: 0, event });
    return isTold(this.tracker.observe(event), 'change');
  }

  private replay(to: Instant): void {
    const explored = this.exploredUs;
    this.nowUs = 0;
    this.after = 0;
    this.eventCount = 0;
    this.rows = [];
    this.tracker = new InterestTracker();
    this.brokerVersion = 0;
    const commands = [...this.commands];
    for (;;) {
      const done = { timeUs: this.nowUs, after: this.after };
      const command = commands[0];
      const next = this.nextEventUs();
      if (
        command &&
        command.atUs <= next &&
        isBefore({ timeUs: command.atUs, after: command.after ?? 0 }, to)
      ) {
        if (command.atUs > done.timeUs) [this.nowUs, this.after] = [command.atUs, 0];
        if (command.atUs === next && (command.after ?? 0) > this.after) this.handleNext();
        else {
          commands.shift();
          this.handle({ kind: 'CommandApplied', command: command.kind, target: '' });
          this.brokerVersion++;
        }
      } else if (isBefore({ timeUs: next, after: next === this.nowUs ? this.after : 0 }, to)) {
        this.handleNext();
      } else break;
    }
    if (to.timeUs > this.nowUs) [this.nowUs, this.after] = [to.timeUs, 0];
    this.exploredUs = Math.max(explored, this.nowUs);
    this.complete = true;
  }

  private frame(): Frame {
    const broker = this.broker();
    const newRows = this.complete ? this.rows : this.rows.slice(this.sent);
    const upserts: EntityView[] =
      this.complete || this.brokerVersion !== this.sentBrokerVersion ? [broker] : [];
    const frame: Frame = {
      frameSeq: this.frameSeq + 1,
      sinceFrame: this.complete ? 0 : this.frameSeq,
      nowUs: this.nowUs,
      after: this.after,
      eventCount: this.eventCount,
      exploredUs: Math.max(this.exploredUs, this.nowUs),
      upserts,
      removed: [],
      inFlight: inFlightOf(this.nowUs),
      flows: {
        count: 1,
        source: Uint16Array.of(1),
        target: Uint16Array.of(0),
        rpc: Uint8Array.of(0),
        bytesPerSecond: Float64Array.of(1250.5),
      },
      replicas: NO_REPLICA_COLUMNS,
      trace: newRows,
      waits: [],
      ledger: { ...emptyLedger(), produced: this.eventCount, committed: this.eventCount },
      metrics: {
        names: ['RecordSendRate'],
        timesUs: Float64Array.of(0, this.nowUs),
        values: [Float64Array.of(0, this.eventCount)],
      },
      commands: [...this.commands],
      violations:
        this.options.violationAtUs !== undefined && this.nowUs >= this.options.violationAtUs
          ? [{ invariant: 'FakeInvariant', detail: 'detail', timeUs: this.nowUs }]
          : [],
    };
    this.frameSeq++;
    this.complete = false;
    this.sent = this.rows.length;
    this.sentBrokerVersion = this.brokerVersion;
    return frame;
  }

  private broker(): BrokerView {
    return {
      kind: 'broker',
      key: 'broker:1',
      nodeId: 1,
      rack: null,
      process: this.brokerVersion % 2 === 0 ? 'running' : 'killed',
      sinceUs: 0,
      fenced: false,
      inControlledShutdown: false,
      brokerEpoch: 1,
      lastHeartbeatUs: 0,
      sessionEndsUs: null,
      requestQueueSize: 0,
      busyIoThreads: 0,
      ioThreads: 8,
      leaderCount: 1,
      diskFactor: 1,
      hasDiskFailed: false,
      logDirs: [],
      retentionCheck: null,
      pausedSinceUs: null,
      clockOffsetMs: 0,
    };
  }
}

interface ScheduledFact {
  readonly timeUs: Micros;
  readonly event: TraceEvent;
}

function isBefore(a: Instant, b: Instant): boolean {
  return a.timeUs < b.timeUs || (a.timeUs === b.timeUs && a.after < b.after);
}

function append(baseOffset: number): TraceEvent {
  return {
    kind: 'RecordsAppended',
    partition: 'payments-0',
    broker: 1,
    role: 'leader',
    baseOffset,
    count: 1,
    leaderEpoch: 0,
  };
}

function inFlightOf(nowUs: Micros): Frame['inFlight'] {
  return {
    count: 2,
    nodeKeys: ['broker:1', 'producer:pay-api'],
    rpc: Uint8Array.of(0, 1, 9),
    source: Uint16Array.of(1, 0, 9),
    target: Uint16Array.of(0, 1, 9),
    sentAtUs: Float64Array.of(nowUs, nowUs + 1, 9),
    deliverAtUs: Float64Array.of(nowUs + 500, nowUs + 600, 9),
    correlationId: Float64Array.of(3, 4, 9),
    records: Float64Array.of(1, 2, 9),
    sizeBytes: Float64Array.of(68, 70, 9),
    flags: Uint8Array.of(0, 1, 9),
  };
}

/** A scenario that the fake ignores. */
export const FAKE_SCENARIO: Scenario = {
  title: null,
  description: null,
  sources: [],
  openAtUs: null,
  kafkaVersion: '4.2',
  seed: 7,
  untilUs: null,
  features: { 'eligible.leader.replicas.version': 1 },
  configs: {},
  network: { latencyUs: 250, latencyAcrossRacksUs: 500, bandwidthBitsPerSecond: 1e10, links: [] },
  times: {
    requestUs: 20,
    requestPerKiBUs: 1,
    networkThreadUs: 0,
    networkThreadPerKiBUs: 0,
    appendUs: 10,
    appendPerKiBUs: 0.5,
    fsyncUs: 5000,
    brokerStartUs: 0,
    pageCacheExpireUs: 30_000_000,
    recoveryPerMiBUs: 0,
    remoteCopyPerMiBUs: 0,
    remoteReadUs: 0,
  },
  controllers: [{ nodeId: 101 }],
  brokers: [{ nodeId: 1, rack: null, state: 'running', configs: {}, disks: [] }],
  topics: [],
  quotas: [],
  producers: [],
  consumers: [],
  commands: [],
};
