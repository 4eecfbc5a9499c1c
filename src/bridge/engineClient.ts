import * as Comlink from 'comlink';
import type { AsyncEngine } from './AsyncEngine.ts';
import { buffersOf, unpackFrame, type PackedFrame } from './columns.ts';
import type { AdvanceFrame, AdvanceRequest } from './EngineApi.ts';
import type { Frame } from './frame.ts';
import type { EngineHost, FrameReply, FrameRequest } from './serveEngine.ts';

export type { AsyncEngine } from './AsyncEngine.ts';

export type EngineFailureCode = 'worker-did-not-start' | 'worker-crashed' | 'engine-threw' | 'disposed';

/** Why no answer will come. `message` is the browser's or the engine's own word: for reports, not for readers. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  constructor(
    readonly code: EngineFailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** What the client needs of a Worker; a MessagePort has it too. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate?(): void;
}

/** A worker script that is not there in this time will not come: the network is gone, or something blocks it. */
const START_TIMEOUT_MS = 30_000;

/** Starts the engine in a worker of its own. Never throws: what goes wrong is told by `whenFailed` and each call. */
export function startEngine(): AsyncEngine {
  return connectEngine(() => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }));
}

/** As `startEngine`, over any worker. */
export function connectEngine(open: () => WorkerLike): AsyncEngine {
  return new EngineClient(open);
}

type Reject = (failure: EngineFailure) => void;

/** The page's side of the worker. The proxy is held here as long as the client lives: a collected one drops its calls. */
class EngineClient implements AsyncEngine {
  readonly whenFailed: Promise<Error>;

  private worker: WorkerLike | null = null;
  private remote: Comlink.Remote<EngineHost> | null = null;
  private framePort: MessagePort | null = null;
  private started = false;
  private failure: EngineFailure | null = null;
  private announceFailure!: (failure: EngineFailure) => void;
  private readonly waiting = new Set<Reject>();
  private onFrame: ((reply: FrameReply) => void) | null = null;
  private readonly buffers = new DrawnBuffers();
  private startTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => WorkerLike) {
    this.whenFailed = new Promise((resolve) => (this.announceFailure = resolve));
    try {
      this.start(open());
    } catch (error) {
      this.fail('worker-did-not-start', describeError(error));
    }
  }

  load: AsyncEngine['load'] = (scenario, commands, to) =>
    this.frame((remote) => remote.load(scenario, commands, to));
  advanceUntil: AsyncEngine['advanceUntil'] = (goal, limitUs) =>
    this.frame((remote) => remote.advanceUntil(goal, limitUs));
  stepEvent: AsyncEngine['stepEvent'] = () => this.frame((remote) => remote.stepEvent());
  stepRpc: AsyncEngine['stepRpc'] = (limitUs) => this.frame((remote) => remote.stepRpc(limitUs));
  stepBack: AsyncEngine['stepBack'] = (by) => this.frame((remote) => remote.stepBack(by));
  stepInteresting: AsyncEngine['stepInteresting'] = (limitUs) =>
    this.frame((remote) => remote.stepInteresting(limitUs));
  seek: AsyncEngine['seek'] = (to) => this.frame((remote) => remote.seek(to));
  apply: AsyncEngine['apply'] = (body) => this.frame((remote) => remote.apply(body));
  undo: AsyncEngine['undo'] = () => this.frame((remote) => remote.undo());
  digest: AsyncEngine['digest'] = () => this.call((remote) => remote.digest());
  result: AsyncEngine['result'] = () => this.call((remote) => remote.result());
  ledgerRanges: AsyncEngine['ledgerRanges'] = (of, limit) =>
    this.call((remote) => remote.ledgerRanges(of, limit));
  why: AsyncEngine['why'] = (seq) => this.call((remote) => remote.why(seq));
  watchMetrics: AsyncEngine['watchMetrics'] = (names) => this.call((remote) => remote.watchMetrics(names));
  watchReplicas: AsyncEngine['watchReplicas'] = (watch) => this.call((remote) => remote.watchReplicas(watch));
  describeConfigs: AsyncEngine['describeConfigs'] = (key) =>
    this.call((remote) => remote.describeConfigs(key));
  metricNames: AsyncEngine['metricNames'] = () => this.call((remote) => remote.metricNames());
  metadataRecords: AsyncEngine['metadataRecords'] = (controller, fromOffset, limit) =>
    this.call((remote) => remote.metadataRecords(controller, fromOffset, limit));
  lookUpFigures: AsyncEngine['lookUpFigures'] = (of) => this.call((remote) => remote.lookUpFigures(of));
  traceRows: AsyncEngine['traceRows'] = (fromUs, toUs, limit, withoutRoutine) =>
    this.call((remote) => remote.traceRows(fromUs, toUs, limit, withoutRoutine));
  inspectDirectory: AsyncEngine['inspectDirectory'] = (query) =>
    this.call((remote) => remote.inspectDirectory(query) as ReturnType<AsyncEngine['inspectDirectory']>);
  inspectRun: AsyncEngine['inspectRun'] = (query) =>
    this.call((remote) => remote.inspectRun(query) as ReturnType<AsyncEngine['inspectRun']>);

  async advance(request: AdvanceRequest): Promise<AdvanceFrame> {
    const reply = await this.settle(this.pull(request));
    if (reply.kind === 'threw') throw new EngineFailure('engine-threw', `${reply.name}: ${reply.message}`);
    this.buffers.drawn(reply.frame);
    return unpackFrame(reply.frame);
  }

  dispose(): void {
    this.fail('disposed', '');
  }

  private start(worker: WorkerLike): void {
    this.worker = worker;
    this.remote = Comlink.wrap<EngineHost>(worker);
    worker.addEventListener('error', (event) => {
      this.fail(this.started ? 'worker-crashed' : 'worker-did-not-start', describeErrorEvent(event));
    });
    worker.addEventListener('messageerror', () => this.fail('worker-crashed', 'messageerror'));
    const { port1, port2 } = new MessageChannel();
    this.framePort = port1;
    port1.onmessage = ({ data }: MessageEvent<FrameReply>) => {
      const onFrame = this.onFrame;
      this.onFrame = null;
      onFrame?.(data);
    };
    this.startTimer = setTimeout(() => this.fail('worker-did-not-start', 'timeout'), START_TIMEOUT_MS);
    this.remote.connect(Comlink.transfer(port2, [port2])).then(
      () => {
        this.started = true;
        clearTimeout(this.startTimer);
      },
      (error: unknown) => this.fail('worker-did-not-start', describeError(error)),
    );
  }

  private pull(request: AdvanceRequest): Promise<FrameReply> {
    return new Promise((resolve, reject) => {
      if (this.onFrame !== null) {
        reject(new Error('a frame is already on its way'));
        return;
      }
      this.onFrame = resolve;
      const buffers = this.buffers.takeSpare();
      const message: FrameRequest = { kind: 'advance', request, buffers };
      this.framePort?.postMessage(message, buffers);
    });
  }

  private async frame<F extends Frame>(
    ask: (remote: Comlink.Remote<EngineHost>) => Promise<PackedFrame<F>>,
  ): Promise<F> {
    const packed = await this.call(ask);
    this.buffers.drawn(packed);
    return unpackFrame(packed);
  }

  private call<T>(ask: (remote: Comlink.Remote<EngineHost>) => Promise<T>): Promise<T> {
    if (this.failure !== null) return Promise.reject(this.failure);
    // The remote is there whenever there is no failure.
    return this.settle(
      ask(this.remote!).catch((error: unknown) => {
        throw new EngineFailure('engine-threw', describeError(error));
      }),
    );
  }

  /** A worker that dies answers nothing, so each waiting call is remembered until it is settled by one or the other. */
  private settle<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject: Reject) => {
      if (this.failure !== null) reject(this.failure);
      this.waiting.add(reject);
      answer.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
  }

  private fail(code: EngineFailureCode, message: string): void {
    if (this.failure !== null) return;
    this.failure = new EngineFailure(code, message);
    clearTimeout(this.startTimer);
    // comlink holds the worker for as long as its proxy is there, and the worker's listeners hold us, who hold the proxy: unless it is
    // told, an engine that is gone is kept with all that it showed.
    this.remote?.[Comlink.releaseProxy]();
    this.remote = null;
    this.worker?.terminate?.();
    this.framePort?.close();
    for (const reject of this.waiting) reject(this.failure);
    this.waiting.clear();
    if (code !== 'disposed') this.announceFailure(this.failure);
  }
}

/** Frames whose columns somebody may still read: the one on the stage, and the one before it that React may be drawing. */
const FRAMES_DRAWN = 2;
/** Steps bring frames without asking for one on the port; what piles up meanwhile is left to the collector. */
const MOST_SPARE_BUFFERS = 6;

class DrawnBuffers {
  private readonly frames: ArrayBuffer[][] = [];
  private spare: ArrayBuffer[] = [];

  drawn(packed: PackedFrame): void {
    this.frames.push(buffersOf(packed));
    while (this.frames.length > FRAMES_DRAWN) this.spare.push(...this.frames.shift()!);
    this.spare = this.spare.slice(-MOST_SPARE_BUFFERS);
  }

  takeSpare(): ArrayBuffer[] {
    const spare = this.spare;
    this.spare = [];
    return spare;
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function describeErrorEvent(event: unknown): string {
  const message = (event as Partial<ErrorEvent>).message;
  return message === undefined || message === '' ? 'error' : message;
}
