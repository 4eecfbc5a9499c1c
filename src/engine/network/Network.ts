import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Bytes, Micros, NodeIndex } from '../../shared/units.ts';

/** What the network is made of; fixed for the life of a scenario. */
export interface NetworkLayout {
  readonly nodeCount: number;
  /** Rack of each node; null shares every rack's short way. */
  readonly racks: readonly (string | null)[];
  readonly latencyUs: Micros;
  readonly latencyAcrossRacksUs: Micros;
  readonly bandwidthBitsPerSecond: number;
  readonly links: ReadonlyMap<
    number,
    { readonly latencyUs?: Micros; readonly bandwidthBitsPerSecond?: number }
  >;
}

/**
 * Wires between nodes. Every ordered pair is one: it carries one RPC after the other at its bandwidth, and then each flies for
 * the latency. Order on a wire is kept, as TCP keeps it.
 *
 * Simplified: bandwidth is per pair of nodes, not shared by all that a network card sends; packets are never lost singly.
 */
export class Network {
  readonly layout: NetworkLayout;
  /** When each wire has sent all that was handed to it. */
  private readonly freeAtUs = new Map<number, Micros>();
  /** Cut links: both ways, since when. */
  private readonly cut = new Map<number, Micros>();

  constructor(layout: NetworkLayout) {
    this.layout = layout;
  }

  latencyUs(a: NodeIndex, b: NodeIndex): Micros {
    const link =
      this.layout.links.size === 0 ? undefined : this.layout.links.get(pairKey(a, b, this.layout.nodeCount));
    if (link?.latencyUs !== undefined) return link.latencyUs;
    const rackA = this.layout.racks[a] ?? null;
    const rackB = this.layout.racks[b] ?? null;
    return rackA === null || rackB === null || rackA === rackB
      ? this.layout.latencyUs
      : this.layout.latencyAcrossRacksUs;
  }

  /** Puts bytes on the wire and says when the last of them arrives. */
  transmit(source: NodeIndex, target: NodeIndex, sizeBytes: Bytes, nowUs: Micros): Micros {
    const wire = source * this.layout.nodeCount + target;
    const leavesUs =
      Math.max(nowUs, this.freeAtUs.get(wire) ?? 0) + this.transmissionUs(source, target, sizeBytes);
    this.freeAtUs.set(wire, leavesUs);
    return leavesUs + this.latencyUs(source, target);
  }

  isCut(a: NodeIndex, b: NodeIndex): boolean {
    return this.cut.size > 0 && this.cut.has(pairKey(a, b, this.layout.nodeCount));
  }

  /** False when it was cut already. */
  cutLink(a: NodeIndex, b: NodeIndex, nowUs: Micros): boolean {
    const key = pairKey(a, b, this.layout.nodeCount);
    if (this.cut.has(key)) return false;
    this.cut.set(key, nowUs);
    return true;
  }

  /** False when it was not cut. */
  mendLink(a: NodeIndex, b: NodeIndex): boolean {
    return this.cut.delete(pairKey(a, b, this.layout.nodeCount));
  }

  cutLinks(): { readonly a: NodeIndex; readonly b: NodeIndex; readonly sinceUs: Micros }[] {
    const count = this.layout.nodeCount;
    return [...this.cut].map(([key, sinceUs]) => ({ a: Math.floor(key / count), b: key % count, sinceUs }));
  }

  /** Wires that still have something to send, by number, and until when. */
  busyWires(nowUs: Micros): (readonly [wire: number, freeAtUs: Micros])[] {
    return [...this.freeAtUs].filter(([, freeAtUs]) => freeAtUs > nowUs).sort((x, y) => x[0] - y[0]);
  }

  private transmissionUs(source: NodeIndex, target: NodeIndex, sizeBytes: Bytes): Micros {
    const link =
      this.layout.links.size === 0
        ? undefined
        : this.layout.links.get(pairKey(source, target, this.layout.nodeCount));
    const bandwidth = link?.bandwidthBitsPerSecond ?? this.layout.bandwidthBitsPerSecond;
    return Math.round((sizeBytes * 8 * MICROS_PER_SECOND) / bandwidth);
  }
}

/** One number for an unordered pair of nodes. */
export function pairKey(a: NodeIndex, b: NodeIndex, nodeCount: number): number {
  return a < b ? a * nodeCount + b : b * nodeCount + a;
}
