import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../node/Node.ts';
import type { Request, Response } from '../protocol/requests.ts';
import { CHANNEL_TIMER, ControllerChannel } from './ControllerChannel.ts';

const REQUEST: Request = { kind: 'AllocateProducerIdsRequest', brokerId: 1, brokerEpoch: 5 };
const NODES = new Map([
  [101, 0],
  [102, 1],
]);

function answer(error: 'NONE' | 'NOT_CONTROLLER'): Response {
  return { kind: 'AllocateProducerIdsResponse', error, firstProducerId: 0, count: 1000 };
}

/** A clock, one timer, and a list of what was sent. */
class FakeContext {
  nowUs = 0;
  timerUs: number | null = null;
  readonly sent: { readonly target: number; readonly atMs: number }[] = [];
  readonly directory = { controllers: NODES };

  get context(): NodeContext {
    return this as unknown as NodeContext;
  }

  request(target: number): number {
    this.sent.push({ target, atMs: this.nowUs / 1000 });
    return this.sent.length;
  }

  setTimer(key: string, delayUs: number): void {
    expect(key).toBe(`${CHANNEL_TIMER}test`);
    this.timerUs = this.nowUs + delayUs;
  }

  cancelTimer(): void {
    this.timerUs = null;
  }
}

/** Lets timers fire up to an instant; true when the request was given up on the way. */
function runUntil(channel: ControllerChannel, ctx: FakeContext, ms: number, leader: number | null): boolean {
  let isGivenUp = false;
  while (ctx.timerUs !== null && ctx.timerUs <= ms * 1000) {
    ctx.nowUs = ctx.timerUs;
    ctx.timerUs = null;
    isGivenUp = channel.onTimer(leader, ctx.context) || isGivenUp;
  }
  ctx.nowUs = ms * 1000;
  return isGivenUp;
}

describe('[controller-channel]', () => {
  test('[controller-channel] a request goes to the controller that is known, and is done with its answer', () => {
    const ctx = new FakeContext();
    const channel = new ControllerChannel('test', 2_000_000, 30_000_000);
    channel.send(REQUEST, 101, ctx.context);
    expect(ctx.sent).toEqual([{ target: 0, atMs: 0 }]);
    expect(channel.takeAnswer(answer('NONE'), 99, 101, ctx.context)).toBe(false);
    expect(channel.isBusy).toBe(true);
    expect(channel.takeAnswer(answer('NONE'), 1, 101, ctx.context)).toBe(true);
    expect([channel.isBusy, ctx.timerUs]).toEqual([false, null]);
  });

  test('[controller-channel] NOT_CONTROLLER: it goes to the one that is known now, at once', () => {
    const ctx = new FakeContext();
    const channel = new ControllerChannel('test', Infinity, 30_000_000);
    channel.send(REQUEST, 101, ctx.context);
    ctx.nowUs = 7000;
    expect(channel.takeAnswer(answer('NOT_CONTROLLER'), 1, 102, ctx.context)).toBe(false);
    expect(ctx.sent[1]).toEqual({ target: 1, atMs: 7 });
  });

  test('[controller-channel] the same one again after 50 ms; while none is known it looks every 100 ms', () => {
    const ctx = new FakeContext();
    const channel = new ControllerChannel('test', Infinity, 30_000_000);
    channel.send(REQUEST, 101, ctx.context);
    channel.onDisconnected(0, 101, ctx.context);
    runUntil(channel, ctx, 60, 101);
    expect(ctx.sent.map(({ atMs }) => atMs)).toEqual([0, 50]);
    channel.onDisconnected(1, 101, ctx.context);
    expect(ctx.sent).toHaveLength(2);
    channel.onDisconnected(0, null, ctx.context);
    runUntil(channel, ctx, 350, null);
    expect(ctx.sent).toHaveLength(2);
    runUntil(channel, ctx, 460, 102);
    expect(ctx.sent[2]).toEqual({ target: 1, atMs: 360 });
  });

  test('[controller-channel] [B1] without an answer it is given up after the retry timeout; without one, never', () => {
    const ctx = new FakeContext();
    const channel = new ControllerChannel('test', 2_000_000, 30_000_000);
    channel.send(REQUEST, 101, ctx.context);
    expect(runUntil(channel, ctx, 1999, 101)).toBe(false);
    expect(runUntil(channel, ctx, 2000, 101)).toBe(true);
    expect(channel.isBusy).toBe(false);

    const endless = new FakeContext();
    const patient = new ControllerChannel('test', Infinity, 30_000_000);
    patient.send(REQUEST, 101, endless.context);
    expect(runUntil(patient, endless, 95_000, 101)).toBe(false);
    expect(endless.sent.map(({ atMs }) => atMs)).toEqual([0, 30_050, 60_100, 90_150]);
  });

  test('[controller-channel] a request that nobody took is too old in the end', () => {
    const ctx = new FakeContext();
    const channel = new ControllerChannel('test', 2_000_000, 30_000_000);
    channel.send(REQUEST, null, ctx.context);
    expect(runUntil(channel, ctx, 1999, null)).toBe(false);
    expect(runUntil(channel, ctx, 2000, null)).toBe(true);
    expect(ctx.sent).toEqual([]);
  });
});
