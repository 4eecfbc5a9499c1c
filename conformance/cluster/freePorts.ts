import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (32768 and up on Linux, 49152 elsewhere): a cluster opens hundreds of those, and one of them would
 * take the port of a node that has not started yet, or is away.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Given away by this process, whether somebody listens on them yet or not. */
const given = new Set<number>();

/** Ports of the loopback that nobody listens on, and that nobody is given while this process lives. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  // Another process that records begins elsewhere.
  let port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
  for (let tried = 0; ports.length < count; tried++) {
    if (tried > LAST_PORT - FIRST_PORT) throw new Error('all ports are taken');
    port = port >= LAST_PORT ? FIRST_PORT : port + 1;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    ports.push(port);
  }
  return ports;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
