import { hashedInt, hashText } from '../kernel/hash.ts';
import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type { Bytes, Micros, NodeIndex } from '../../shared/units.ts';
import { retransmissionUs } from './retransmissionUs.ts';

/** What the network is made of; fixed for the life of a scenario. */
export interface NetworkLayout {
  readonly nodeCount: number;
  /** Of the jitter and the losses of slow links. */
  readonly seed: number;
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

/** `forward`: only what the first node sends to the second. */
export type LinkDirection = 'both' | 'forward';

/** What makes a wire slow; null: as it is otherwise. */
export interface Slowness {
  readonly latencyUs: Micros | null;
  readonly jitterUs: Micros;
  readonly bandwidthBitsPerSecond: number | null;
  readonly lossPercent: number;
}

interface SlowWire extends Slowness {
  readonly sinceUs: Micros;
  /** How many messages it has carried: each has its own jitter. */
  messages: number;
}

/** A link of which something is wrong, one way or both. `a` has the lower number; `forward` is from a to b. */
export interface FaultyLink {
  readonly a: NodeIndex;
  readonly b: NodeIndex;
  readonly cut: LinkDirection | 'backward' | null;
  readonly slow: LinkDirection | 'backward' | null;
  /** Since when it has been cut; where it is not, slow. */
  readonly sinceUs: Micros;
  /** Of the slow way; of the forward one where both are slow. */
  readonly slowness: Slowness | null;
}

/** More than any message has packets that can be drawn for. */
const DRAWS_PER_MESSAGE = 128;
const PERCENT = 100;

/**
 * Wires between nodes. Every ordered pair is one: it carries one RPC after the other at its bandwidth, and then each flies for
 * the latency. Order on a wire is kept, as TCP keeps it.
 *
 * A wire may be cut, or slow: longer latency, jitter, less bandwidth, packets that must be sent again. Then what comes behind a
 * late message waits for it, and so does what is sent when the wire is mended.
 *
 * Simplified: bandwidth is per pair of nodes, not shared by all that a network card sends; all connections between two nodes
 * share one order; a lost packet costs the time in which TCP sends it again and is never missing for good.
 */
export class Network {
  readonly layout: NetworkLayout;
  /** When each wire has sent all that was handed to it. */
  private readonly freeAtUs: Float64Array;
  /** Cut wires, and since when. */
  private readonly cut = new Map<number, Micros>();
  private readonly slow = new Map<number, SlowWire>();
  /** Nothing arrives over a wire before what was late on it. */
  private readonly notBeforeUs = new Map<number, Micros>();

  constructor(layout: NetworkLayout) {
    this.layout = layout;
    this.freeAtUs = new Float64Array(layout.nodeCount * layout.nodeCount);
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
    const wire = this.wireOf(source, target);
    const leavesUs =
      Math.max(nowUs, this.freeAtUs[wire] as Micros) + this.transmissionUs(source, target, sizeBytes);
    this.freeAtUs[wire] = leavesUs;
    const slow = this.slow.size === 0 ? undefined : this.slow.get(wire);
    if (slow) return this.arriveSlowly(wire, slow, source, target, sizeBytes, leavesUs);
    const arrivesUs = leavesUs + this.latencyUs(source, target);
    return this.notBeforeUs.size === 0 ? arrivesUs : this.arriveBehind(wire, arrivesUs, nowUs);
  }

  /** When a wire has sent all that was handed to it. */
  freeAtUsOf(source: NodeIndex, target: NodeIndex): Micros {
    return this.freeAtUs[this.wireOf(source, target)] as Micros;
  }

  /** Messages were taken back that a wire had still to send: it is free earlier, and nobody waits behind them. */
  rewind(source: NodeIndex, target: NodeIndex, freeAtUs: Micros, lastArrivalUs: Micros): void {
    const wire = this.wireOf(source, target);
    this.freeAtUs[wire] = freeAtUs;
    if (this.notBeforeUs.has(wire)) this.notBeforeUs.set(wire, lastArrivalUs);
  }

  /** Whether a fault leaves a wire less bandwidth than it has. */
  isNarrow(source: NodeIndex, target: NodeIndex): boolean {
    return (
      this.slow.size > 0 &&
      (this.slow.get(this.wireOf(source, target))?.bandwidthBitsPerSecond ?? null) !== null
    );
  }

  /** Whether what the source sends does not reach the target. */
  isCut(source: NodeIndex, target: NodeIndex): boolean {
    return this.cut.size > 0 && this.cut.has(this.wireOf(source, target));
  }

  /** False when it was cut already. */
  cutLink(a: NodeIndex, b: NodeIndex, nowUs: Micros, direction: LinkDirection = 'both'): boolean {
    const whole = this.wiresOf(a, b, direction).filter((wire) => !this.cut.has(wire));
    for (const wire of whole) this.cut.set(wire, nowUs);
    return whole.length > 0;
  }

  /** From now on messages take longer; what is on the wire arrives as it would have. */
  slowLink(
    a: NodeIndex,
    b: NodeIndex,
    slowness: Slowness,
    nowUs: Micros,
    direction: LinkDirection = 'both',
  ): void {
    const { latencyUs, jitterUs, bandwidthBitsPerSecond, lossPercent } = slowness;
    for (const wire of this.wiresOf(a, b, direction)) {
      const before = this.slow.get(wire);
      if (!before) {
        const flyingUntilUs = (this.freeAtUs[wire] as Micros) + this.latencyUs(a, b);
        if (flyingUntilUs > nowUs) this.holdBack(wire, flyingUntilUs);
      }
      this.slow.set(wire, {
        latencyUs,
        jitterUs,
        bandwidthBitsPerSecond,
        lossPercent,
        sinceUs: nowUs,
        messages: before?.messages ?? 0,
      });
    }
  }

  /** False when nothing was wrong with it. */
  mendLink(a: NodeIndex, b: NodeIndex, direction: LinkDirection = 'both'): boolean {
    let isMended = false;
    for (const wire of this.wiresOf(a, b, direction)) {
      const wasCut = this.cut.delete(wire);
      const wasSlow = this.slow.delete(wire);
      isMended ||= wasCut || wasSlow;
    }
    return isMended;
  }

  /** Links of which something is wrong, by the numbers of their ends. */
  faultyLinks(): FaultyLink[] {
    const count = this.layout.nodeCount;
    const pairs = new Set<number>();
    for (const wire of [...this.cut.keys(), ...this.slow.keys()])
      pairs.add(pairKey(Math.floor(wire / count), wire % count, count));
    return [...pairs]
      .sort((x, y) => x - y)
      .map((pair) => {
        const a = Math.floor(pair / count);
        const b = pair % count;
        const forward = this.wireOf(a, b);
        const backward = this.wireOf(b, a);
        const cutSince = [this.cut.get(forward), this.cut.get(backward)];
        const slow = [this.slow.get(forward), this.slow.get(backward)];
        const since = cutSince.some((timeUs) => timeUs !== undefined)
          ? cutSince
          : slow.map((wire) => wire?.sinceUs);
        return {
          a,
          b,
          cut: waysOf(cutSince[0] !== undefined, cutSince[1] !== undefined),
          slow: waysOf(slow[0] !== undefined, slow[1] !== undefined),
          sinceUs: Math.min(since[0] ?? Infinity, since[1] ?? Infinity),
          slowness: slow[0] ?? slow[1] ?? null,
        };
      });
  }

  /** Wires that still have something to send, by number, and until when. */
  busyWires(nowUs: Micros): (readonly [wire: number, freeAtUs: Micros])[] {
    return laterThan(this.freeAtUs.entries(), nowUs);
  }

  /** All that decides what will become of messages, and is not told by `busyWires`: for the digest. */
  faults(nowUs: Micros): readonly unknown[] {
    const slow = [...this.slow].sort((x, y) => x[0] - y[0]);
    const cut = [...this.cut].sort((x, y) => x[0] - y[0]);
    return [cut, slow, laterThan(this.notBeforeUs, nowUs)];
  }

  private arriveSlowly(
    wire: number,
    slow: SlowWire,
    source: NodeIndex,
    target: NodeIndex,
    sizeBytes: Bytes,
    leavesUs: Micros,
  ): Micros {
    const { seed } = this.layout;
    const message = slow.messages;
    slow.messages += 1;
    const latencyUs = slow.latencyUs ?? this.latencyUs(source, target);
    const jitterUs =
      slow.jitterUs === 0 ? 0 : hashedInt(seed, hashText(`jitter/${wire}`), message, slow.jitterUs + 1);
    const stream = hashText(`loss/${wire}`);
    const isLost = (n: number): boolean =>
      hashedInt(seed, stream, message * DRAWS_PER_MESSAGE + n, PERCENT) < slow.lossPercent;
    const againUs = slow.lossPercent === 0 ? 0 : retransmissionUs(sizeBytes, 2 * latencyUs, isLost);
    const arrivesUs = Math.max(leavesUs + latencyUs + jitterUs + againUs, this.notBeforeUs.get(wire) ?? 0);
    this.holdBack(wire, arrivesUs);
    return arrivesUs;
  }

  private arriveBehind(wire: number, arrivesUs: Micros, nowUs: Micros): Micros {
    const notBeforeUs = this.notBeforeUs.get(wire);
    if (notBeforeUs === undefined) return arrivesUs;
    if (notBeforeUs <= nowUs) this.notBeforeUs.delete(wire);
    return Math.max(arrivesUs, notBeforeUs);
  }

  private holdBack(wire: number, untilUs: Micros): void {
    this.notBeforeUs.set(wire, Math.max(untilUs, this.notBeforeUs.get(wire) ?? 0));
  }

  private wireOf(source: NodeIndex, target: NodeIndex): number {
    return source * this.layout.nodeCount + target;
  }

  private wiresOf(a: NodeIndex, b: NodeIndex, direction: LinkDirection): readonly number[] {
    return direction === 'forward' ? [this.wireOf(a, b)] : [this.wireOf(a, b), this.wireOf(b, a)];
  }

  /** How long a message occupies a wire as it is now. */
  transmissionUs(source: NodeIndex, target: NodeIndex, sizeBytes: Bytes): Micros {
    const link =
      this.layout.links.size === 0
        ? undefined
        : this.layout.links.get(pairKey(source, target, this.layout.nodeCount));
    const slow = this.slow.size === 0 ? undefined : this.slow.get(this.wireOf(source, target));
    const bandwidth =
      slow?.bandwidthBitsPerSecond ?? link?.bandwidthBitsPerSecond ?? this.layout.bandwidthBitsPerSecond;
    return Math.round((sizeBytes * 8 * MICROS_PER_SECOND) / bandwidth);
  }
}

function waysOf(forward: boolean, backward: boolean): FaultyLink['cut'] {
  if (forward && backward) return 'both';
  if (forward) return 'forward';
  return backward ? 'backward' : null;
}

function laterThan(times: Iterable<[number, Micros]>, nowUs: Micros): (readonly [number, Micros])[] {
  return [...times].filter(([, timeUs]) => timeUs > nowUs).sort((x, y) => x[0] - y[0]);
}

/** One number for an unordered pair of nodes. */
export function pairKey(a: NodeIndex, b: NodeIndex, nodeCount: number): number {
  return a < b ? a * nodeCount + b : b * nodeCount + a;
}
