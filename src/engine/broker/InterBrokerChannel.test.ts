import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../node/Node.ts';
import { InterBrokerChannel, MARKER_CHANNEL } from './InterBrokerChannel.ts';

const REQUEST = { kind: 'ApiVersionsRequest' } as const;

/** A context in which only sending, time and timers are of use. */
function world(): { readonly ctx: NodeContext; readonly sent: number[]; at: (us: number) => void } {
  let nowUs = 0;
  const sent: number[] = [];
  const ctx = {
    get nowUs() {
      return nowUs;
    },
    directory: { brokers: new Map([[2, 7]]) },
    request: (_target: number, _request: unknown, connection: number) => sent.push(connection),
    setTimer: () => undefined,
    cancelTimer: () => undefined,
  } as unknown as NodeContext;
  return { ctx, sent, at: (us) => (nowUs = us) };
}

describe('a channel between brokers', () => {
  test('[inter-broker-channels] has one request under way, and a connection of its own', () => {
    const { ctx, sent } = world();
    const channel = new InterBrokerChannel('markers', MARKER_CHANNEL);
    expect(channel.isReady(2, ctx)).toBe(true);
    expect(channel.send(9, REQUEST, ctx)).toBe(null);
    const id = channel.send(2, REQUEST, ctx)!;
    expect(sent).toEqual([1_000_000]);
    expect(channel.isReady(2, ctx)).toBe(false);
    expect(channel.takeAnswer(id + 1, ctx)).toBe(null);
    expect(channel.takeAnswer(id, ctx)).toBe(2);
    expect(channel.isReady(2, ctx)).toBe(true);
  });

  test('[inter-broker-channels] connects again 50 ms after a failure', () => {
    const { ctx, sent, at } = world();
    const channel = new InterBrokerChannel('markers', MARKER_CHANNEL);
    const id = channel.send(2, REQUEST, ctx);
    // That of another channel or of a fetcher, and of an older connection.
    expect(channel.onDisconnected(2, 'ConnectionRefused', 3, ctx)).toBe(null);
    expect(channel.onDisconnected(2, 'ConnectionRefused', 2_000_000, ctx)).toBe(null);
    expect(channel.onDisconnected(2, 'ConnectionClosed', 3, ctx)).toBe(null);
    expect(channel.onDisconnected(2, 'ConnectionClosed', 2_000_000, ctx)).toBe(id);
    at(49_999);
    expect(channel.isReady(2, ctx)).toBe(false);
    at(50_000);
    expect(channel.isReady(2, ctx)).toBe(true);
    const next = channel.send(2, REQUEST, ctx);
    expect(sent).toEqual([1_000_000, 1_000_001]);
    expect(channel.onTimer(2, ctx)).toBe(next);
    expect(channel.onTimer(2, ctx)).toBe(null);
  });
});
