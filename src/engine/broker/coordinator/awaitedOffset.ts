import type { Offset } from '../../../shared/units.ts';

/**
 * Up to where the high watermark must come before what a coordinator wrote holds and is answered: to the end of the log after the
 * write, as with acks=all. Kafka: `TransactionLog.EnforcedRequiredAcks`, `CoordinatorRuntime` (4.2).
 */
export function awaitedOffset(logEndOffset: Offset): Offset {
  return logEndOffset;
}
