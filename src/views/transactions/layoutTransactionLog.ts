import type { TransactionBatchView, TransactionLogView } from '../../shared/RunQuestions.ts';
import type { Offset } from '../../shared/units.ts';

/** A transaction over the batches that are drawn, by their places. */
export interface Bracket {
  readonly producerId: number;
  readonly producerEpoch: number;
  /** One lane a producer id: those of different producers cross. */
  readonly lane: number;
  readonly from: number;
  /** The last of it: its marker, or its newest batch so far. */
  readonly to: number;
  readonly state: 'open' | 'committed' | 'aborted';
  /** It began before what is drawn. */
  readonly isCut: boolean;
}

export interface TransactionLogLayout {
  readonly brackets: readonly Bracket[];
  readonly lanes: number;
  /** Between which batches a line stands: before the one at that place. */
  readonly lastStable: number;
  readonly highWatermark: number;
}

export function layoutTransactionLog(log: TransactionLogView): TransactionLogLayout {
  const lanes = new Map<number, number>();
  const open = new Map<number, Bracket>();
  const brackets: Bracket[] = [];
  log.batches.forEach((batch, place) => {
    const { producerId, producerEpoch, what } = batch;
    if (what === 'plain') return;
    if (!lanes.has(producerId)) lanes.set(producerId, lanes.size);
    const begun = open.get(producerId);
    const bracket: Bracket = {
      producerId,
      producerEpoch,
      lane: lanes.get(producerId)!,
      from: begun?.from ?? (isMarker(batch) ? 0 : place),
      to: place,
      state: stateOf(what),
      isCut: begun?.isCut ?? (isMarker(batch) && log.before > 0),
    };
    // A marker of a transaction that has no records here ends nothing that can be drawn.
    if (!isMarker(batch)) open.set(producerId, bracket);
    else {
      open.delete(producerId);
      if (begun !== undefined || bracket.isCut) brackets.push(bracket);
    }
  });
  brackets.push(...open.values());
  return {
    brackets: brackets.sort((a, b) => a.from - b.from || a.lane - b.lane),
    lanes: lanes.size,
    lastStable: placeOf(log, log.lastStableOffset),
    highWatermark: placeOf(log, log.highWatermark),
  };
}

export function isMarker({ what }: TransactionBatchView): boolean {
  return what === 'commitMarker' || what === 'abortMarker';
}

function stateOf(what: Exclude<TransactionBatchView['what'], 'plain'>): Bracket['state'] {
  if (what === 'open') return 'open';
  return what === 'committed' || what === 'commitMarker' ? 'committed' : 'aborted';
}

function placeOf({ batches }: TransactionLogView, offset: Offset): number {
  const place = batches.findIndex(({ baseOffset }) => baseOffset >= offset);
  return place < 0 ? batches.length : place;
}
