import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { clientIdOf, processOfClientId } from './sourceOfConnection.ts';

/** How one direction between two processes is. */
export interface LinkState {
  readonly isCut: boolean;
  readonly latencyMs: number;
}

const WHOLE: LinkState = { isCut: false, latencyMs: 0 };

/** Bytes on their way, and who holds them. */
interface Waiting {
  readonly bytes: Buffer;
  /** `performance.now()` at which they may go on. */
  readonly dueMs: number;
}

/**
 * The wires between all processes of a cluster. Every listener is advertised at a port of this proxy, which learns from the first request of a
 * connection who is calling, and so can cut or slow what two processes send each other, in one direction or both, without
 * privileges. What is sent over a cut link waits, as TCP would send it again later; nobody is told.
 *
 * Simplified: the proxy accepts a connection before it can know from whom, so that a connection over a cut link is set up and then silent, where
 * with a machine away it would not be set up.
 */
export class LinkProxy {
  private readonly servers = new Map<number, Server>();
  private readonly pipes = new Set<Pipe>();
  private readonly links = new Map<string, LinkState>();
  private readonly distances = new Map<string, LinkState>();
  private readonly clients: () => ReadonlySet<string>;

  /** @param clients client ids of the scenario's own clients. */
  constructor(clients: () => ReadonlySet<string>) {
    this.clients = clients;
  }

  /** Takes connections at `port` on behalf of `target`, which listens on `realPort`. */
  async listen(port: number, realPort: number, target: string): Promise<void> {
    if (this.servers.has(port)) return;
    const server = createServer({ allowHalfOpen: false, noDelay: true }, (client) => {
      const upstream = connect({ port: realPort, host: '127.0.0.1', noDelay: true });
      const linkOf = (from: string, to: string) => this.link(from, to);
      const pipe = new Pipe(client, upstream, target, linkOf, this.clients, () => this.pipes.delete(pipe));
      this.pipes.add(pipe);
    });
    this.servers.set(port, server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  /** Nobody listens there any more: connections are refused. Those that exist end with the process. */
  unlisten(port: number): void {
    this.servers.get(port)?.close();
    this.servers.delete(port);
  }

  /** @param state null: as it was at the start. */
  set(from: string, to: string, state: LinkState | null): void {
    if (state) this.links.set(`${from}>${to}`, state);
    else this.links.delete(`${from}>${to}`);
    for (const pipe of this.pipes) pipe.flush();
  }

  /** The latency between two processes while nothing else is said of their link, both ways. */
  setDistance(a: string, b: string, latencyMs: number): void {
    for (const link of [`${a}>${b}`, `${b}>${a}`]) this.distances.set(link, { isCut: false, latencyMs });
  }

  /** RST to both sides of every connection between the two. */
  reset(a: string, b: string): void {
    for (const pipe of [...this.pipes]) if (pipe.isBetween(a, b)) pipe.reset();
  }

  /** Every link whole, everybody near. */
  mendAll(): void {
    this.links.clear();
    this.distances.clear();
    for (const pipe of this.pipes) pipe.flush();
  }

  close(): void {
    for (const port of [...this.servers.keys()]) this.unlisten(port);
    for (const pipe of this.pipes) pipe.end();
  }

  private link(from: string, to: string): LinkState {
    const link = `${from}>${to}`;
    return this.links.get(link) ?? this.distances.get(link) ?? WHOLE;
  }
}

/** One connection: what each side sent and has not been given to the other. */
class Pipe {
  private source: string | null = null;
  private first: Buffer = Buffer.alloc(0);
  private readonly forth: Waiting[] = [];
  private readonly back: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly client: Socket;
  private readonly upstream: Socket;
  private readonly target: string;
  private readonly linkOf: (from: string, to: string) => LinkState;
  private readonly onOver: () => void;

  /** @param onOver called when both sides have closed it. What one side sent before it closed is still delivered, as TCP would. */
  constructor(
    client: Socket,
    upstream: Socket,
    target: string,
    linkOf: (from: string, to: string) => LinkState,
    clients: () => ReadonlySet<string>,
    onOver: () => void,
  ) {
    this.client = client;
    this.upstream = upstream;
    this.target = target;
    this.linkOf = linkOf;
    this.onOver = onOver;
    client.on('data', (bytes) => {
      if (this.source === null) {
        this.first = Buffer.concat([this.first, bytes]);
        const clientId = clientIdOf(this.first);
        if (clientId !== null) this.source = processOfClientId(clientId, clients());
      }
      this.forth.push({ bytes, dueMs: performance.now() + this.forward().latencyMs });
      this.flush();
    });
    upstream.on('data', (bytes) => {
      this.back.push({ bytes, dueMs: performance.now() + this.backward().latencyMs });
      this.flush();
    });
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    // The end of a process is told by its kernel over the same wire: a cut link keeps it back.
    client.once('close', () => this.ended('client'));
    upstream.once('close', () => this.ended('upstream'));
  }

  /** Hands over what may pass. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const wait = Math.min(
      handOver(this.forth, this.forward(), this.upstream),
      handOver(this.back, this.backward(), this.client),
    );
    if (Number.isFinite(wait)) this.timer = setTimeout(() => this.flush(), Math.max(1, wait));
    if (this.closed.has('upstream') && this.back.length === 0 && !this.backward().isCut)
      this.client.resetAndDestroy();
    // Not destroy(): what has just been written must get there.
    if (this.closed.has('client') && this.forth.length === 0 && !this.forward().isCut) this.upstream.end();
  }

  isBetween(a: string, b: string): boolean {
    return (this.source === a && this.target === b) || (this.source === b && this.target === a);
  }

  reset(): void {
    this.forth.length = 0;
    this.back.length = 0;
    this.client.resetAndDestroy();
    this.upstream.resetAndDestroy();
  }

  end(): void {
    this.client.destroy();
    this.upstream.destroy();
  }

  private readonly closed = new Set<'client' | 'upstream'>();

  private ended(side: 'client' | 'upstream'): void {
    this.closed.add(side);
    this.flush();
    if (this.closed.size === 2) this.onOver();
  }

  private forward(): LinkState {
    return this.source === null ? WHOLE : this.linkOf(this.source, this.target);
  }

  private backward(): LinkState {
    return this.source === null ? WHOLE : this.linkOf(this.target, this.source);
  }
}

/** How long until the next bytes may go; Infinity when none wait for time. */
function handOver(waiting: Waiting[], link: LinkState, to: Socket): number {
  if (link.isCut) return Infinity;
  const nowMs = performance.now();
  for (let next = waiting[0]; next; next = waiting[0]) {
    if (next.dueMs > nowMs) return next.dueMs - nowMs;
    waiting.shift();
    if (!to.destroyed) to.write(next.bytes);
  }
  return Infinity;
}
