import type { Micros, NodeIndex } from '../../shared/units.ts';

export interface ExtractedEvent<Payload> {
  readonly target: NodeIndex;
  readonly causeSeq: number;
  readonly payload: Payload;
}

/**
 * Pending events in their total order: time, then sequence number. A 4-ary heap of slots over typed arrays; payloads stay in
 * their slot and are never copied. The tie-break is what makes a run repeatable: (time, seq) is unique.
 *
 * Payloads are shared between a queue and its clones, so a payload must never be changed once it is pushed.
 */
export class EventQueue<Payload> {
  private heap: Int32Array;
  private times: Float64Array;
  private seqs: Float64Array;
  private causes: Float64Array;
  private targets: Int32Array;
  private payloads: (Payload | undefined)[];
  private freeSlots: number[] = [];
  private count = 0;

  /** The event that `pop` took last. */
  timeUs: Micros = 0;
  seq = 0;
  causeSeq = 0;
  target: NodeIndex = 0;
  payload: Payload | undefined = undefined;

  constructor(capacity = 64) {
    this.heap = new Int32Array(capacity);
    this.times = new Float64Array(capacity);
    this.seqs = new Float64Array(capacity);
    this.causes = new Float64Array(capacity);
    this.targets = new Int32Array(capacity);
    this.payloads = new Array<Payload | undefined>(capacity).fill(undefined);
  }

  get size(): number {
    return this.count;
  }

  push(timeUs: Micros, seq: number, target: NodeIndex, causeSeq: number, payload: Payload): void {
    const slot = this.freeSlots.pop() ?? this.count;
    if (slot >= this.times.length) this.grow();
    this.times[slot] = timeUs;
    this.seqs[slot] = seq;
    this.causes[slot] = causeSeq;
    this.targets[slot] = target;
    this.payloads[slot] = payload;
    this.siftUp(this.count, slot);
    this.count += 1;
  }

  /** Time of the first event; Infinity when there is none. */
  peekTimeUs(): Micros {
    return this.count === 0 ? Infinity : (this.times[this.heap[0] as number] as number);
  }

  /** Takes the first event out and leaves it in the public fields. */
  pop(): boolean {
    if (this.count === 0) return false;
    const slot = this.heap[0] as number;
    this.timeUs = this.times[slot] as number;
    this.seq = this.seqs[slot] as number;
    this.causeSeq = this.causes[slot] as number;
    this.target = this.targets[slot] as number;
    this.payload = this.payloads[slot];
    this.payloads[slot] = undefined;
    this.freeSlots.push(slot);
    this.count -= 1;
    if (this.count > 0) this.siftDown(this.heap[this.count] as number);
    return true;
  }

  /** Visits all pending events, in no particular order. */
  forEach(visit: (timeUs: Micros, seq: number, target: NodeIndex, payload: Payload) => void): void {
    for (let i = 0; i < this.count; i++) {
      const slot = this.heap[i] as number;
      visit(
        this.times[slot] as number,
        this.seqs[slot] as number,
        this.targets[slot] as number,
        this.payloads[slot] as Payload,
      );
    }
  }

  /** Whether any pending event has such a payload. */
  some(isSuch: (payload: Payload) => boolean): boolean {
    for (let i = 0; i < this.count; i++)
      if (isSuch(this.payloads[this.heap[i] as number] as Payload)) return true;
    return false;
  }

  clear(): void {
    this.count = 0;
    this.freeSlots = [];
    this.payloads.fill(undefined);
  }

  /** Takes out the events that are wanted, and gives them back in their order. */
  extract(isWanted: (target: NodeIndex, payload: Payload) => boolean): ExtractedEvent<Payload>[] {
    const taken: ExtractedEvent<Payload>[] = [];
    const all = this.clone();
    this.clear();
    while (all.pop()) {
      const { timeUs, seq, target, causeSeq } = all;
      const payload = all.payload as Payload;
      if (isWanted(target, payload)) taken.push({ target, causeSeq, payload });
      else this.push(timeUs, seq, target, causeSeq, payload);
    }
    return taken;
  }

  /** An independent queue with the same events; payloads are shared. */
  clone(): EventQueue<Payload> {
    const copy = new EventQueue<Payload>(0);
    copy.heap = this.heap.slice();
    copy.times = this.times.slice();
    copy.seqs = this.seqs.slice();
    copy.causes = this.causes.slice();
    copy.targets = this.targets.slice();
    copy.payloads = this.payloads.slice();
    copy.freeSlots = this.freeSlots.slice();
    copy.count = this.count;
    return copy;
  }

  // Both work on locals: the fields would be read anew at every step.

  private siftUp(start: number, slot: number): void {
    const { heap, times, seqs } = this;
    const timeUs = times[slot] as number;
    const seq = seqs[slot] as number;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 2;
      const parentSlot = heap[parent] as number;
      const parentUs = times[parentSlot] as number;
      if (parentUs < timeUs || (parentUs === timeUs && (seqs[parentSlot] as number) < seq)) break;
      heap[index] = parentSlot;
      index = parent;
    }
    heap[index] = slot;
  }

  private siftDown(slot: number): void {
    const { heap, times, seqs, count } = this;
    const timeUs = times[slot] as number;
    const seq = seqs[slot] as number;
    let index = 0;
    for (let first = 1; first < count; first = index * 4 + 1) {
      const end = first + 4 < count ? first + 4 : count;
      let best = first;
      let bestSlot = heap[first] as number;
      let bestUs = times[bestSlot] as number;
      for (let child = first + 1; child < end; child++) {
        const childSlot = heap[child] as number;
        const childUs = times[childSlot] as number;
        if (
          childUs > bestUs ||
          (childUs === bestUs && (seqs[childSlot] as number) > (seqs[bestSlot] as number))
        )
          continue;
        best = child;
        bestSlot = childSlot;
        bestUs = childUs;
      }
      if (timeUs < bestUs || (timeUs === bestUs && seq < (seqs[bestSlot] as number))) break;
      heap[index] = bestSlot;
      index = best;
    }
    heap[index] = slot;
  }

  private grow(): void {
    const capacity = Math.max(64, this.times.length * 2);
    this.heap = widenInt(this.heap, capacity);
    this.targets = widenInt(this.targets, capacity);
    this.times = widenFloat(this.times, capacity);
    this.seqs = widenFloat(this.seqs, capacity);
    this.causes = widenFloat(this.causes, capacity);
    while (this.payloads.length < capacity) this.payloads.push(undefined);
  }
}

function widenInt(from: Int32Array, capacity: number): Int32Array {
  const to = new Int32Array(capacity);
  to.set(from);
  return to;
}

function widenFloat(from: Float64Array, capacity: number): Float64Array {
  const to = new Float64Array(capacity);
  to.set(from);
  return to;
}
