import type { TraceEvent } from '../../shared/traceEvents.ts';

type RecordsFailed = Extract<TraceEvent, { readonly kind: 'RecordsFailed' }>;

/** The message that comes with the exception of a send() that was blocked for too long; null for other errors. */
export function kafkaException(event: RecordsFailed): string | null {
  const { partition, blockedMs, neededBytes } = event;
  if (blockedMs === undefined) return null;
  if (neededBytes !== undefined)
    return `Failed to allocate ${neededBytes} bytes within the configured max blocking time ${blockedMs} ms.`;
  return `Topic ${partition.slice(0, partition.lastIndexOf('-'))} not present in metadata after ${blockedMs} ms.`;
}
