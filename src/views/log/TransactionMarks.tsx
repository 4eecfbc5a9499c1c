import { useMessages } from '../../ui/messages.tsx';
import type { ReplicaLogsLayout, TransactionsLayout } from './layoutReplicaLogs.ts';

const RISE = 9;
/** Where a name stands right above the lane. */
const LOW_RISE = 5;
const LABEL_WIDTH = 78;
/** In narrower cells a marker is smaller; in still narrower ones it has no letter, and then none is drawn. */
const LEAST_FOR_LETTER = 16;
const LEAST_FOR_MARKER = 7;

/** Over the leader's log: a bracket for each transaction, its marker as ◇, and where read_committed stops. */
export function TransactionMarks({
  transactions,
  layout,
}: {
  readonly transactions: TransactionsLayout;
  readonly layout: ReplicaLogsLayout;
}) {
  const { y, height, brackets, lastStableX, lastStableOffset } = transactions;
  const m = useMessages().stage.log;
  const middle = y + height / 2;
  const isBeside = layout.area.size === 'wide';
  const rise = isBeside ? RISE : LOW_RISE;
  const pxPerRecord = (layout.area.x1 - layout.area.x0) / (layout.window.to - layout.window.from);
  const size = Math.min(height / 2 + 2, pxPerRecord >= LEAST_FOR_LETTER ? 8 : 5);
  const { flagX, flagWidth, reason, reasonSide } = layout.highWatermark;
  const flagStart = flagX - flagWidth / 2;
  const hasRoomAtFlag =
    flagStart - gaugeEnd(layout) > LABEL_WIDTH && (reason === null || reasonSide === 'right');
  return (
    <g>
      {brackets.map(({ x, width, state, markerX }) => (
        <g key={x}>
          <path
            d={
              state === 'open'
                ? `M${x + 1} ${y - 1}v-${rise - 1}h${width - 1}`
                : `M${x + 1} ${y - 1}v-${rise - 1}h${width - 2}v${rise - 1}`
            }
            fill="none"
            stroke="var(--txn)"
            strokeWidth="1.8"
            strokeDasharray={state === 'open' ? '4 3' : undefined}
          />
          {state === 'aborted' && (
            <path
              d={`M${x + 3} ${middle}H${Math.max(x + 3, x + width - pxPerRecord - 2)}`}
              stroke="var(--txn)"
              strokeWidth="1.5"
            />
          )}
          {markerX !== null && pxPerRecord >= LEAST_FOR_MARKER && (
            <g transform={`translate(${markerX} ${middle})`}>
              <path
                d={`M0 -${size}L${size} 0L0 ${size}L-${size} 0Z`}
                fill={state === 'committed' ? 'var(--txn)' : 'var(--surface)'}
                stroke="var(--txn)"
                strokeWidth="1.3"
              />
              {pxPerRecord >= LEAST_FOR_LETTER && (
                <text
                  y="3.5"
                  className="t10 b mid"
                  style={{ fill: state === 'committed' ? 'var(--surface)' : 'var(--txn)' }}
                >
                  {state === 'committed' ? 'C' : 'A'}
                </text>
              )}
            </g>
          )}
        </g>
      ))}
      {lastStableX !== null && (
        <g>
          <path
            d={`M${lastStableX} ${isBeside ? y - 15 : y - rise}V${y + height + (isBeside ? 12 : 5)}`}
            stroke="var(--txn)"
            strokeWidth="2"
            strokeDasharray="1.5 3"
          />
          {isBeside ? (
            <text x={lastStableX - 5} y={y - 13} className="t10 m end" style={{ fill: 'var(--txn)' }}>
              {m.lso(lastStableOffset)}
            </text>
          ) : (
            // Over the lane stands its name: the offset goes to the flag of the high watermark, where there is room for both.
            hasRoomAtFlag && (
              <text
                x={flagStart - 8}
                y={layout.area.flagY + 4}
                className="t10 m end"
                style={{ fill: 'var(--txn)' }}
              >
                {`◇ ${m.lso(lastStableOffset)}`}
              </text>
            )
          )}
        </g>
      )}
    </g>
  );
}

/** Right end of the ISR gauge, which stands in one row with the flag. */
function gaugeEnd({ gauge }: ReplicaLogsLayout): number {
  return gauge.labelX > 16 ? 16 : gauge.x + gauge.slots * gauge.slotWidth;
}
