import type { BatchInside, PartitionInside } from '../../shared/RunQuestions.ts';

const MOST_BATCHES = 4;

/** Those with something in hand before those at rest, each in the order of their names. */
export function busiestFirst(partitions: readonly PartitionInside[]): readonly PartitionInside[] {
  const isBusy = ({ waiting, inFlight }: PartitionInside) => waiting.length + inFlight.length > 0;
  return [...partitions.filter(isBusy), ...partitions.filter((each) => !isBusy(each))];
}

/** The batches that are next to leave, the very next one last, as it stands beside the wire; and how many wait behind them. */
export function shownBatches(waiting: readonly BatchInside[]): {
  readonly shown: readonly BatchInside[];
  readonly more: number;
} {
  const shown = waiting.slice(0, MOST_BATCHES);
  return { shown: [...shown].reverse(), more: waiting.length - shown.length };
}
