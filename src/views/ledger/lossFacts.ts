import type { LedgerRange } from '../../bridge/frame.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import type { LossFactName } from '../../i18n/en/loss.ts';

export interface LossFact {
  readonly name: LossFactName;
  readonly row: TraceRow;
}

/**
 * Why records are in no log any more, in the order in which it came about: what their producer took for safe, who led on without
 * them, and who cut them off. Of each the newest fact about the partition; what the trace does not know is left out.
 */
export function lossFacts(
  trace: readonly TraceRow[],
  { producer, partition }: Pick<LedgerRange, 'producer' | 'partition'>,
): readonly LossFact[] {
  const newest = (name: LossFactName, is: (event: TraceEvent) => boolean): readonly LossFact[] => {
    const row = trace.findLast(({ event }) => is(event));
    return row === undefined ? [] : [{ name, row }];
  };
  return [
    ...newest('promise', (event) => event.kind === 'ProducerStarted' && event.producer === producer),
    ...newest(
      'election',
      (event) =>
        event.kind === 'LeaderElected' &&
        event.partition === partition &&
        event.leader !== event.previousLeader,
    ),
    ...newest('truncation', (event) => event.kind === 'LogTruncated' && event.partition === partition),
  ];
}
