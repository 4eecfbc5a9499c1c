import { memo } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { TraceRow } from '../../shared/traceEvents.ts';
import type { LogArea } from '../log/placeLogArea.ts';

export interface Refusal {
  readonly correlationId: number;
  readonly error: string;
  readonly stored: boolean;
}

/** The last verdict of the leader on a Produce, when it was a refusal and nothing was appended since. */
export function lastRefusal(trace: readonly TraceRow[], partition: PartitionView): Refusal | null {
  for (let i = trace.length - 1; i >= 0; i -= 1) {
    const { event } = trace[i]!;
    switch (event.kind) {
      case 'RecordsAppended':
        if (event.partition === partition.name && event.role === 'leader') return null;
        break;
      case 'LeaderElected':
      case 'PartitionOffline':
        if (event.partition === partition.name) return null;
        break;
      case 'ProduceRefused':
        if (event.partition === partition.name && event.broker === partition.leader) {
          return {
            correlationId: event.correlationId,
            error: event.error,
            stored: event.error === 'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
          };
        }
        break;
      default:
    }
  }
  return null;
}

/** A red bar at the end of the leader's log, with Kafka's name for it. It grows once and then stands. */
export const ErrorMarks = memo(function ErrorMarks({
  area,
  laneIndex,
  refusal,
}: {
  readonly area: LogArea;
  readonly laneIndex: number;
  readonly refusal: Refusal;
}) {
  const m = useMessages().stage.log;
  const top = area.laneTops[laneIndex];
  if (top === undefined) return null;
  // Ends before the column of the clients.
  const labelX = area.portX + (area.size === 'wide' ? 116 : 60);
  const small = area.size === 'phone' || area.size === 'hero';
  // Over the first lane stands why the HW does not move.
  const isTight = small || (area.size === 'medium' && laneIndex === 0);
  const halo = { paintOrder: 'stroke', stroke: 'var(--bg)', strokeWidth: 3 } as const;
  return (
    <svg
      className="hw-svg pointer-events-none absolute inset-0"
      width={area.width}
      height={area.height}
      aria-hidden="true"
    >
      <rect
        key={refusal.correlationId}
        className="hw-grow"
        x={area.portX - 6}
        y={top - 6}
        width="6"
        height={area.laneHeight + 12}
        rx="2"
        fill="var(--error)"
      />
      {isTight ? (
        <text x={small ? area.width - 8 : labelX} y={top - 12} className="m b fe end" style={halo}>
          {refusal.error}
        </text>
      ) : (
        <>
          <text x={labelX} y={top - 28} className="m b fe end" style={halo}>
            {refusal.error}
          </text>
          <text x={labelX} y={top - 13} className="d2 end" style={halo}>
            {m.refused(refusal.correlationId, refusal.stored)}
          </text>
        </>
      )}
    </svg>
  );
});
