import * as Comlink from 'comlink';
import { BufferPool, buffersOf, packFrame, type PackedFrame } from './columns.ts';
import type { AdvanceFrame, AdvanceRequest, EngineApi, Instant, StepUnit } from './EngineApi.ts';
import type { Frame } from './frame.ts';
import type { Command, CommandBody, Scenario } from '../scenario/Scenario.ts';
import type { TraceGoal } from '../scenario/TraceGoal.ts';
import type { DirectoryAnswers, DirectoryQuery, DirectoryQueryKind } from '../shared/LogDirectory.ts';
import type { RunAnswers, RunQuery, RunQueryKind } from '../shared/RunQuestions.ts';
import type { Micros } from '../shared/units.ts';

/** What the page posts on the frame port: at most one at a time, with the buffers that it no longer draws. */
export interface FrameRequest {
  readonly kind: 'advance';
  readonly request: AdvanceRequest;
  readonly buffers: readonly ArrayBuffer[];
}

export type FrameReply =
  | { readonly kind: 'frame'; readonly frame: PackedFrame<AdvanceFrame> }
  | { readonly kind: 'threw'; readonly name: string; readonly message: string };

/** The worker's side: commands and inspection through comlink, frames of a run over a port of their own. */
export class EngineHost {
  private readonly pool = new BufferPool();
  constructor(
    private readonly engine: EngineApi,
    /** Brings what a question about a directory needs. */
    private readonly loadDirectories: () => Promise<void> = () => Promise.resolve(),
    /** And one about the run. */
    private readonly loadQuestions: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** First call of the page: tells that the worker runs, and brings the frame port. */
  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<FrameRequest>) => {
      this.pool.give(data.buffers);
      const reply = this.advance(data.request);
      port.postMessage(reply, reply.kind === 'frame' ? buffersOf(reply.frame) : []);
    };
  }

  load = (scenario: Scenario, commands: readonly Command[], to?: Instant): PackedFrame =>
    this.send(this.engine.load(scenario, commands, to));
  advanceUntil = (goal: TraceGoal, limitUs: Micros): PackedFrame<Frame & { readonly reached: boolean }> =>
    this.send(this.engine.advanceUntil(goal, limitUs));
  stepEvent = (): PackedFrame => this.send(this.engine.stepEvent());
  stepRpc = (limitUs: Micros): PackedFrame => this.send(this.engine.stepRpc(limitUs));
  stepBack = (by: StepUnit): PackedFrame => this.send(this.engine.stepBack(by));
  stepInteresting = (limitUs: Micros): PackedFrame => this.send(this.engine.stepInteresting(limitUs));
  seek = (to: Instant): PackedFrame => this.send(this.engine.seek(to));
  apply = (body: CommandBody): PackedFrame => this.send(this.engine.apply(body));
  undo = (): PackedFrame => this.send(this.engine.undo());
  digest: EngineApi['digest'] = () => this.engine.digest();
  result: EngineApi['result'] = () => this.engine.result();
  ledgerRanges: EngineApi['ledgerRanges'] = (of, limit) => this.engine.ledgerRanges(of, limit);
  why: EngineApi['why'] = (seq) => this.engine.why(seq);
  watchMetrics: EngineApi['watchMetrics'] = (names) => this.engine.watchMetrics(names);
  watchReplicas: EngineApi['watchReplicas'] = (watch) => this.engine.watchReplicas(watch);
  describeConfigs: EngineApi['describeConfigs'] = (key) => this.engine.describeConfigs(key);
  metricNames: EngineApi['metricNames'] = () => this.engine.metricNames();
  metadataRecords: EngineApi['metadataRecords'] = (controller, fromOffset, limit) =>
    this.engine.metadataRecords(controller, fromOffset, limit);
  lookUpFigures: EngineApi['lookUpFigures'] = (of) => this.engine.lookUpFigures(of);
  traceRows: EngineApi['traceRows'] = (fromUs, toUs, limit, withoutRoutine) =>
    this.engine.traceRows(fromUs, toUs, limit, withoutRoutine);
  inspectDirectory = async (query: DirectoryQuery): Promise<DirectoryAnswers[DirectoryQueryKind]> => {
    await this.loadDirectories();
    return this.engine.inspectDirectory(query);
  };
  inspectRun = async (query: RunQuery): Promise<RunAnswers[RunQueryKind]> => {
    await this.loadQuestions();
    return this.engine.inspectRun(query);
  };

  private send<F extends Frame>(frame: F): PackedFrame<F> {
    const packed = packFrame(frame, this.pool);
    return Comlink.transfer(packed, buffersOf(packed));
  }

  private advance(request: AdvanceRequest): FrameReply {
    try {
      return { kind: 'frame', frame: packFrame(this.engine.advance(request), this.pool) };
    } catch (error) {
      return error instanceof Error
        ? { kind: 'threw', name: error.name, message: error.message }
        : { kind: 'threw', name: 'Error', message: String(error) };
    }
  }
}

/** `endpoint` is the worker's own scope when left out. */
export function serveEngine(
  engine: EngineApi,
  endpoint?: Comlink.Endpoint,
  loadDirectories?: () => Promise<void>,
  loadQuestions?: () => Promise<void>,
): void {
  Comlink.expose(new EngineHost(engine, loadDirectories, loadQuestions), endpoint);
}
