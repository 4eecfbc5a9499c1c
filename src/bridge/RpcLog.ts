import type { RpcEnd } from '../engine/cluster/Cluster.ts';
import type { Envelope } from '../engine/node/Node.ts';
import type { Rpc } from '../engine/protocol/requests.ts';
import type { RpcFlight, RpcHistory } from '../shared/RunQuestions.ts';
import type { Micros } from '../shared/units.ts';

/** As many are kept; of more the older half goes. */
const MOST_KEPT = 40_000;
/** And as many are told at once, the newest of them. */
const MOST_TOLD = 2500;

interface Entry {
  readonly envelope: Envelope;
  readonly causeSeq: number;
  /** Events that were done when it was sent. */
  readonly eventCount: number;
  end: RpcEnd | null;
  endedUs: Micros;
  /** Events that were done when it ended. */
  endedEventCount: number;
}

/**
 * Every RPC of a stretch of the run that ends where the run stands, for pictures of the time between nodes. Nothing of a run depends on
 * it: it is filled while somebody looks, by going over the stretch again.
 */
export class RpcLog {
  private entries: Entry[] = [];
  private byEnvelope = new WeakMap<Envelope, Entry>();
  /** Stretches that the run went over in one leap: what was sent in them nobody saw. */
  private gaps: { readonly fromUs: Micros; readonly toUs: Micros }[] = [];
  /** From here on it knows everything. */
  private coveredFromUs: Micros = Infinity;

  covers(fromUs: Micros): boolean {
    return this.coveredFromUs <= fromUs;
  }

  /** Begins anew, with what is on its way there. */
  restart(fromUs: Micros, eventCount: number, flying: readonly Envelope[]): void {
    this.entries = [];
    this.byEnvelope = new WeakMap();
    this.gaps = [];
    this.coveredFromUs = fromUs;
    this.addMissing(flying, eventCount);
  }

  /** The run stands at an earlier point again. What it knows up to there stays. */
  rewind(toUs: Micros, eventCount: number, flying: readonly Envelope[]): void {
    if (toUs < this.coveredFromUs) {
      this.restart(toUs, eventCount, flying);
      return;
    }
    this.entries = this.entries.filter((entry) => {
      const isKept = entry.eventCount < eventCount;
      if (!isKept) this.byEnvelope.delete(entry.envelope);
      return isKept;
    });
    for (const entry of this.entries) {
      if (entry.end === null || entry.endedEventCount < eventCount) continue;
      entry.end = null;
      entry.endedUs = Infinity;
    }
    this.gaps = this.gaps.filter(({ toUs: endUs }) => endUs <= toUs);
    this.addMissing(flying, eventCount);
  }

  sent(envelope: Envelope, causeSeq: number, eventCount: number): void {
    const entry: Entry = { envelope, causeSeq, eventCount, end: null, endedUs: Infinity, endedEventCount: 0 };
    this.entries.push(entry);
    this.byEnvelope.set(envelope, entry);
    if (this.entries.length <= MOST_KEPT) return;
    this.entries = this.entries.slice(MOST_KEPT / 2);
    this.coveredFromUs = this.entries[0]?.envelope.sentAtUs ?? Infinity;
  }

  ended(envelope: Envelope, end: RpcEnd, nowUs: Micros, eventCount: number): void {
    const entry = this.byEnvelope.get(envelope);
    if (entry?.end !== null) return;
    entry.end = end;
    entry.endedUs = nowUs;
    entry.endedEventCount = eventCount;
  }

  leapt(fromUs: Micros, toUs: Micros, eventCount: number, flying: readonly Envelope[]): void {
    this.gaps.push({ fromUs, toUs });
    this.addMissing(flying, eventCount);
  }

  /** All that were on their way at some time of a stretch; of too many the newest. */
  between(fromUs: Micros, toUs: Micros, nowUs: Micros): RpcHistory {
    const found = this.entries.filter(
      ({ envelope, endedUs }) =>
        envelope.sentAtUs <= toUs && Math.min(endedUs, Math.max(envelope.deliverAtUs, nowUs)) >= fromUs,
    );
    const told = found.slice(-MOST_TOLD);
    const firstUs = found.length > told.length ? (told[0]?.envelope.sentAtUs ?? fromUs) : fromUs;
    return {
      coveredFromUs: Math.max(this.coveredFromUs, firstUs),
      gaps: this.gaps.filter((gap) => gap.toUs >= fromUs && gap.fromUs <= toUs),
      flights: told.map(flightOf),
    };
  }

  private addMissing(flying: readonly Envelope[], eventCount: number): void {
    for (const envelope of flying)
      // It was sent before, whenever that was.
      if (!this.byEnvelope.has(envelope)) this.sent(envelope, 0, eventCount - 1);
    this.entries.sort((a, b) => a.envelope.sentAtUs - b.envelope.sentAtUs);
  }
}

function flightOf({ envelope, causeSeq, end, endedUs }: Entry): RpcFlight {
  const { source, target, correlationId, connection, isResponse, sentAtUs, deliverAtUs, sizeBytes, rpc } =
    envelope;
  return {
    api: rpc.kind.replace(/Request$|Response$/, ''),
    source,
    target,
    correlationId,
    connection,
    isResponse,
    sentAtUs,
    deliverAtUs,
    end,
    endedUs: end === null ? null : endedUs,
    error: errorIn(rpc),
    sizeBytes,
    causeSeq,
  };
}

/** Kafka's name of the first error that an answer carries; null: none. */
function errorIn(rpc: Rpc): string | null {
  if ('error' in rpc && typeof rpc.error === 'string' && rpc.error !== 'NONE') return rpc.error;
  if (rpc.kind !== 'ProduceResponse' && rpc.kind !== 'FetchResponse') return null;
  return rpc.partitions.find(({ error }) => error !== 'NONE')?.error ?? null;
}
