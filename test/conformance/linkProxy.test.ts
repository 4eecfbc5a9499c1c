import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../../conformance/cluster/freePorts.ts';
import { LinkProxy } from '../../conformance/cluster/LinkProxy.ts';

/** A server that answers each byte with the same byte, and what came of it. */
let server: Server;
let proxy: LinkProxy;
let port: number;
let served: Socket[];

beforeEach(async () => {
  served = [];
  const [realPort = 0, proxyPort = 0] = await freePorts(2);
  port = proxyPort;
  server = createServer((socket) => {
    served.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(realPort, '127.0.0.1', resolve));
  proxy = new LinkProxy(() => new Set(['shop']));
  await proxy.listen(port, realPort, 'node:1');
});

afterEach(() => {
  proxy.close();
  for (const socket of served) socket.destroy();
  server.close();
});

/** A connection that begins as Kafka's do, and counts what comes back. */
function call(clientId: string) {
  const id = Buffer.from(clientId);
  const bytes = Buffer.alloc(14 + id.length);
  bytes.writeInt32BE(10 + id.length, 0);
  bytes.writeInt16BE(id.length, 12);
  id.copy(bytes, 14);
  const socket = connect({ port, host: '127.0.0.1' });
  const seen = { bytes: 0, closed: false, socket, sent: bytes.length };
  socket.on('data', (data) => (seen.bytes += data.length));
  socket.on('error', () => undefined);
  socket.on('close', () => (seen.closed = true));
  socket.write(bytes);
  return seen;
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 60));
const CUT = { isCut: true, latencyMs: 0 };
const WHOLE = { isCut: false, latencyMs: 0 };

it('cuts one pair and not another, keeps what was sent, and hands it over when mended', async () => {
  proxy.set('shop', 'node:1', CUT);
  const shop = call('shop');
  const other = call('broker-2-fetcher-0');
  await until(() => other.bytes === other.sent);
  await aWhile();
  expect(shop.bytes).toBe(0);
  expect(shop.closed).toBe(false);
  proxy.set('shop', 'node:1', WHOLE);
  await until(() => shop.bytes === shop.sent);
});

it('cuts the way back alone: the server has it, the caller never hears', async () => {
  proxy.set('node:1', 'shop', CUT);
  const shop = call('shop');
  await until(() => served[0] !== undefined && served[0].bytesRead === shop.sent);
  await aWhile();
  expect(shop.bytes).toBe(0);
  proxy.set('node:1', 'shop', WHOLE);
  await until(() => shop.bytes === shop.sent);
});

it('tells nobody over a cut link that the other side has ended', async () => {
  const shop = call('shop');
  await until(() => shop.bytes === shop.sent);
  proxy.set('node:1', 'shop', CUT);
  served[0]?.destroy();
  await aWhile();
  expect(shop.closed).toBe(false);
  proxy.set('node:1', 'shop', WHOLE);
  await until(() => shop.closed);
});

it('hands over, when mended, what a caller sent before it closed the connection', async () => {
  proxy.set('shop', 'node:1', CUT);
  const shop = call('shop');
  await aWhile();
  shop.socket.end();
  shop.socket.destroy();
  await aWhile();
  proxy.set('shop', 'node:1', WHOLE);
  await until(() => served[0]?.bytesRead === shop.sent);
});

it('slows a link by its latency', async () => {
  proxy.set('shop', 'node:1', { isCut: false, latencyMs: 80 });
  const shop = call('shop');
  const startedMs = performance.now();
  await until(() => shop.bytes === shop.sent);
  // The first bytes came before anybody knew from whom; the next ones are late.
  shop.socket.write('x');
  await until(() => shop.bytes === shop.sent + 1);
  expect(performance.now() - startedMs).toBeGreaterThan(75);
});

it('refuses connections where nobody listens any more', async () => {
  proxy.unlisten(port);
  const shop = call('shop');
  await until(() => shop.closed);
  expect(shop.bytes).toBe(0);
});

it('keeps two processes apart by their distance, until a link of theirs is slowed or cut, and again when it is mended', async () => {
  proxy.setDistance('shop', 'node:1', 40);
  const shop = call('shop');
  const answeredAfter = async (): Promise<number> => {
    const startedMs = performance.now();
    const before = shop.bytes;
    shop.socket.write('x');
    await until(() => shop.bytes > before);
    return performance.now() - startedMs;
  };
  await until(() => shop.bytes === shop.sent);
  expect(await answeredAfter()).toBeGreaterThan(75);
  proxy.set('shop', 'node:1', WHOLE);
  proxy.set('node:1', 'shop', WHOLE);
  expect(await answeredAfter()).toBeLessThan(75);
  proxy.set('shop', 'node:1', null);
  proxy.set('node:1', 'shop', null);
  expect(await answeredAfter()).toBeGreaterThan(75);
});
