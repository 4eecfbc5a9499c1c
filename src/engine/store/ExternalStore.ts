import { TimerTable } from '../node/Node.ts';
import type { Envelope, Node, NodeContext, ReplyAddress } from '../node/Node.ts';
import type { Request } from '../protocol/requests.ts';
import type {
  StoreError,
  StoreRequest,
  StoreResponse,
  StoreTransactionRequest,
} from '../protocol/storeRequests.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';
import { StoreTable } from './StoreTable.ts';

const SERVE_TIMER = 'serve';
const OUTAGE_TIMER = 'outage';

/** Frozen: shared by checkpoints. */
export interface StoreConfig {
  /** From the arrival of a request until it is committed. */
  readonly latencyUs: Micros;
  /** While it is down every request is refused. In the order of time. */
  readonly outages: readonly { readonly fromUs: Micros; readonly toUs: Micros }[];
  /** Which transactions fail at their commit, counted from 1. */
  readonly failCommits: readonly number[];
  /** Which are committed and never answered, counted likewise. */
  readonly loseAnswers: readonly number[];
}

/**
 * A database outside of Kafka, to which applications write. Ours, not Kafka's.
 *
 * Simplified: any number of transactions at once, each committed whole at one instant after the same time, so that none waits for the locks
 * of another; it loses nothing. Down, it refuses at once, as a port that nobody listens at.
 */
export class ExternalStore implements Node {
  readonly role = 'store';
  readonly name: string;
  readonly storeName: string;
  readonly timers = new TimerTable();
  readonly life = 1;
  readonly config: StoreConfig;
  readonly table = new StoreTable();
  /** Transactions that came to their commit. */
  transactions = 0;
  /** Of them, those that were rolled back; and requests that were refused. */
  failed = 0;
  refused = 0;
  /** What is at work, oldest first. */
  private serving: {
    readonly request: StoreRequest;
    readonly to: ReplyAddress;
    readonly doneAtUs: Micros;
  }[] = [];

  constructor(storeName: string, config: StoreConfig) {
    this.storeName = storeName;
    this.name = `store:${storeName}`;
    this.config = config;
  }

  /** How many requests it is at work on. */
  get atWork(): number {
    return this.serving.length;
  }

  isRunning(): boolean {
    return true;
  }

  isListening(): boolean {
    return true;
  }

  hasPower(): boolean {
    return true;
  }

  start(ctx: NodeContext): void {
    this.awaitOutage(ctx);
  }

  isDown(nowUs: Micros): boolean {
    return this.config.outages.some(({ fromUs, toUs }) => nowUs >= fromUs && nowUs < toUs);
  }

  receiveRequest(request: Request, { source, correlationId, connection }: Envelope, ctx: NodeContext): void {
    if (request.kind !== 'StoreTransactionRequest' && request.kind !== 'StoreOffsetsRequest') return;
    const to = { source, correlationId, connection };
    if (this.isDown(ctx.nowUs)) {
      this.refuse(request, 'UNAVAILABLE', to, ctx);
      return;
    }
    this.serving.push({ request, to, doneAtUs: ctx.nowUs + this.config.latencyUs });
    if (this.serving.length === 1) ctx.setTimer(SERVE_TIMER, this.config.latencyUs);
  }

  receiveResponse(): void {
    return;
  }

  onDisconnected(): void {
    return;
  }

  onTimer(key: string, ctx: NodeContext): void {
    if (key === OUTAGE_TIMER) {
      const isDown = this.isDown(ctx.nowUs);
      ctx.befell(ctx.self);
      ctx.trace({ kind: isDown ? 'StoreWentDown' : 'StoreCameBack', store: this.storeName });
      this.awaitOutage(ctx);
      return;
    }
    for (let next = this.serving[0]; next && next.doneAtUs <= ctx.nowUs; next = this.serving[0]) {
      this.serving.shift();
      this.serve(next.request, next.to, ctx);
    }
    const next = this.serving[0];
    if (next) ctx.setTimer(SERVE_TIMER, next.doneAtUs - ctx.nowUs);
  }

  private serve(request: StoreRequest, to: ReplyAddress, ctx: NodeContext): void {
    // It went down before the commit.
    if (this.isDown(ctx.nowUs)) {
      this.refuse(request, 'UNAVAILABLE', to, ctx);
      return;
    }
    const { table } = this;
    const { group, token } = request;
    const isRead = request.kind === 'StoreOffsetsRequest';
    const partitions = isRead ? request.partitions : partitionsOf(request);
    if (ctx.rules.isFencedWriter(token, table.newestToken(group, partitions))) {
      this.refuse(request, 'FENCED', to, ctx);
      return;
    }
    if (isRead) {
      table.claim(group, partitions, token);
      const offsets = table.offsetsOf(group, request.partitions);
      ctx.respond(to, { kind: 'StoreOffsetsResponse', outcome: 'NONE', offsets });
      return;
    }
    this.commit(request, partitions, to, ctx);
  }

  private commit(
    request: StoreTransactionRequest,
    partitions: Iterable<TopicPartition>,
    to: ReplyAddress,
    ctx: NodeContext,
  ): void {
    this.transactions += 1;
    if (this.config.failCommits.includes(this.transactions)) {
      this.failed += 1;
      this.refuse(request, 'COMMIT_FAILED', to, ctx);
      return;
    }
    this.table.claim(request.group, partitions, request.token);
    const { inserted, repeated } = this.table.apply(request, ctx.rules, ctx.nowUs);
    const isAnswered = !this.config.loseAnswers.includes(this.transactions);
    ctx.trace({
      kind: 'StoreTransactionCommitted',
      store: this.storeName,
      writer: request.writer,
      inserted,
      repeated,
      offsets: request.offsets.length,
      isAnswered,
    });
    if (isAnswered) ctx.respond(to, { kind: 'StoreTransactionResponse', outcome: 'NONE' });
  }

  private refuse(request: StoreRequest, error: StoreError, to: ReplyAddress, ctx: NodeContext): void {
    this.refused += 1;
    const writer = request.kind === 'StoreTransactionRequest' ? request.writer : request.group;
    ctx.trace({ kind: 'StoreTransactionRefused', store: this.storeName, writer, error });
    const response: StoreResponse =
      request.kind === 'StoreTransactionRequest'
        ? { kind: 'StoreTransactionResponse', outcome: error }
        : { kind: 'StoreOffsetsResponse', outcome: error, offsets: [] };
    ctx.respond(to, response);
  }

  /** Sets a timer to the next instant at which it goes down or comes back. */
  private awaitOutage(ctx: NodeContext): void {
    let nextUs = Infinity;
    for (const { fromUs, toUs } of this.config.outages) {
      if (fromUs > ctx.nowUs) nextUs = Math.min(nextUs, fromUs);
      if (toUs > ctx.nowUs) nextUs = Math.min(nextUs, toUs);
    }
    if (nextUs < Infinity) ctx.setTimer(OUTAGE_TIMER, nextUs - ctx.nowUs);
  }

  /** How long it still is down; 0 while it is not. */
  downForMs(nowUs: Micros): number {
    const outage = this.config.outages.find(({ fromUs, toUs }) => nowUs >= fromUs && nowUs < toUs);
    return outage ? (outage.toUs - nowUs) / MICROS_PER_MILLI : 0;
  }
}

function partitionsOf({ writes, offsets }: StoreTransactionRequest): ReadonlySet<TopicPartition> {
  return new Set([...writes, ...offsets].map(({ topicPartition }) => topicPartition));
}
