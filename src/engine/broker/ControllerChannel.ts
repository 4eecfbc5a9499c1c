import type { NodeContext } from '../node/Node.ts';
import type { Request, Response } from '../protocol/requests.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Micros, NodeIndex } from '../../shared/units.ts';

export const CHANNEL_TIMER = 'controllerChannel/';
const RECONNECT_BACKOFF_US = 50 * MICROS_PER_MILLI;
const NO_CONTROLLER_BACKOFF_US = 100 * MICROS_PER_MILLI;

interface QueuedRequest {
  readonly request: Request;
  readonly createdUs: Micros;
}

/**
 * A broker's way to the active controller, whoever that is: one request at a time, sent again when the connection breaks, when
 * the answer is NOT_CONTROLLER or does not come, and while no controller is known, until it gets an answer or is too old.
 * Kafka: `NodeToControllerChannelManagerImpl`, `NodeToControllerRequestThread` (4.2).
 */
export class ControllerChannel {
  readonly name: string;
  /** A request older than this is not sent again; Infinity: it is sent for ever. */
  readonly retryTimeoutUs: Micros;
  readonly requestTimeoutUs: Micros;
  private queued: QueuedRequest | null = null;
  private inFlight: { readonly controller: BrokerId; readonly correlationId: number } | null = null;
  /** As this channel has it: it looks for another only once this one failed. */
  private controller: BrokerId | null = null;
  private failed: { readonly controller: BrokerId; readonly readyUs: Micros } | null = null;

  constructor(name: string, retryTimeoutUs: Micros, requestTimeoutUs: Micros) {
    this.name = name;
    this.retryTimeoutUs = retryTimeoutUs;
    this.requestTimeoutUs = Math.min(requestTimeoutUs, retryTimeoutUs);
  }

  /** For checkpoints. */
  blank(): ControllerChannel {
    return new ControllerChannel(this.name, this.retryTimeoutUs, this.requestTimeoutUs);
  }

  get isBusy(): boolean {
    return this.queued !== null;
  }

  /** When the request was handed over that is under way; null when none is. */
  get busySinceUs(): Micros | null {
    return this.queued?.createdUs ?? null;
  }

  /** Takes a request while none is under way. `leaderId` is the controller that the broker's metadata quorum knows. */
  send(request: Request, leaderId: BrokerId | null, ctx: NodeContext): void {
    this.queued = { request, createdUs: ctx.nowUs };
    this.pump(leaderId, ctx);
  }

  /** True when this is the answer to what was sent. One that came from the wrong controller is not: it is sent again. */
  takeAnswer(
    response: Response,
    correlationId: number,
    leaderId: BrokerId | null,
    ctx: NodeContext,
  ): boolean {
    if (this.inFlight?.correlationId !== correlationId) return false;
    if ('error' in response && response.error === 'NOT_CONTROLLER') {
      this.fail(ctx);
      this.pump(leaderId, ctx);
      return false;
    }
    this.inFlight = null;
    this.queued = null;
    ctx.cancelTimer(CHANNEL_TIMER + this.name);
    return true;
  }

  onDisconnected(peer: NodeIndex, leaderId: BrokerId | null, ctx: NodeContext): void {
    if (!this.inFlight || ctx.directory.controllers.get(this.inFlight.controller) !== peer) return;
    this.fail(ctx);
    this.pump(leaderId, ctx);
  }

  /** True when the request has become too old, and is given up. */
  onTimer(leaderId: BrokerId | null, ctx: NodeContext): boolean {
    if (this.inFlight) this.fail(ctx);
    if (this.queued && ctx.nowUs - this.queued.createdUs >= this.retryTimeoutUs) {
      this.queued = null;
      return true;
    }
    this.pump(leaderId, ctx);
    return false;
  }

  private fail(ctx: NodeContext): void {
    if (!this.inFlight) return;
    this.failed = { controller: this.inFlight.controller, readyUs: ctx.nowUs + RECONNECT_BACKOFF_US };
    this.inFlight = null;
    this.controller = null;
  }

  private pump(leaderId: BrokerId | null, ctx: NodeContext): void {
    const { queued } = this;
    if (!queued || this.inFlight) return;
    this.controller ??= leaderId;
    const { controller, failed } = this;
    const target = controller === null ? undefined : ctx.directory.controllers.get(controller);
    if (controller === null || target === undefined) {
      this.wait(NO_CONTROLLER_BACKOFF_US, queued, ctx);
      return;
    }
    if (failed?.controller === controller && failed.readyUs > ctx.nowUs) {
      // The wait is for the connection; by then another controller may be known.
      this.controller = null;
      this.wait(failed.readyUs - ctx.nowUs, queued, ctx);
      return;
    }
    const correlationId = ctx.request(target, queued.request);
    this.inFlight = { controller, correlationId };
    ctx.setTimer(CHANNEL_TIMER + this.name, this.requestTimeoutUs);
  }

  /** Until then, or until the request is too old. */
  private wait(delayUs: Micros, queued: QueuedRequest, ctx: NodeContext): void {
    const leftUs = queued.createdUs + this.retryTimeoutUs - ctx.nowUs;
    ctx.setTimer(CHANNEL_TIMER + this.name, Math.min(delayUs, leftUs));
  }
}
