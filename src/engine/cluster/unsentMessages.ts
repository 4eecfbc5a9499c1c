import type { Bytes, Micros, NodeIndex } from '../../shared/units.ts';
import type { EventQueue } from '../kernel/EventQueue.ts';
import type { Network } from '../network/Network.ts';
import type { Payload } from '../node/Node.ts';

/** What a kernel takes from a process to send, and goes on to send when the process is done with the socket: `socket.send.buffer.bytes` as Kafka sets it. */
const SOCKET_BUFFER_BYTES: Bytes = 102_400;

/** A message that has not left its sender, or not all of it. */
export interface UnsentMessage {
  readonly payload: Payload;
  readonly bytes: Bytes;
  /** When the last of its bytes would leave. */
  readonly leavesUs: Micros;
}

/** Messages of one wire, in the order in which they leave it. */
export interface WireMessages {
  /** When the last of those arrives that have left. */
  readonly lastArrivalUs: Micros;
  readonly unsent: readonly UnsentMessage[];
}

/** What is on a wire, told from when it will be free and how long each message takes it. */
export function messagesOn(
  network: Network,
  queue: EventQueue<Payload>,
  source: NodeIndex,
  target: NodeIndex,
  nowUs: Micros,
): WireMessages {
  const flying: { seq: number; arrivesUs: Micros; payload: Payload; bytes: Bytes }[] = [];
  queue.forEach((arrivesUs, seq, to, payload) => {
    if (to !== target || sourceOf(payload) !== source) return;
    const bytes = payload.kind === 'Envelope' ? payload.sizeBytes : 0;
    flying.push({ seq, arrivesUs, payload, bytes });
  });
  flying.sort((x, y) => y.seq - x.seq);
  const unsent: UnsentMessage[] = [];
  let lastArrivalUs = 0;
  let leavesUs = network.freeAtUsOf(source, target);
  for (const { payload, bytes, arrivesUs } of flying) {
    if (leavesUs <= nowUs) lastArrivalUs = Math.max(lastArrivalUs, arrivesUs);
    else unsent.push({ payload, bytes, leavesUs });
    leavesUs -= network.transmissionUs(source, target, bytes);
  }
  return { lastArrivalUs, unsent: unsent.reverse() };
}

/** Which of the unsent messages go with the connections that end: those beyond what the kernel has taken of them. */
export function lostWithConnection(
  unsent: readonly UnsentMessage[],
  isOfConnection: (payload: Payload) => boolean,
): ReadonlySet<Payload> {
  const lost = new Set<Payload>();
  let bufferedBytes = 0;
  for (const { payload, bytes } of unsent) {
    if (!isOfConnection(payload)) continue;
    bufferedBytes += bytes;
    if (bufferedBytes > SOCKET_BUFFER_BYTES) lost.add(payload);
  }
  return lost;
}

/** Who sent what is on a wire; −1 for what is on none. */
export function sourceOf(payload: Payload): NodeIndex {
  if (payload.kind === 'Envelope') return payload.source;
  return payload.kind === 'Disconnected' ? payload.peer : -1;
}
