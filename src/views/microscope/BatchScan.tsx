import type { BatchView } from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { formatNumber } from '../../i18n/format.ts';
import { RovingGroup } from './RovingGroup.tsx';

const m = microscope.scan;

/** Records that are marked in a cell. */
const MOST_MARKS = 12;
/** Of a long scan the beginning and the end are drawn. */
const MOST_CELLS = 60;
const CELLS_AT_BEGIN = 20;

export interface BatchScanProps {
  readonly batches: readonly BatchView[];
  /** Position of the batch that was found, or whose bytes are shown. */
  readonly chosen: number | null;
  readonly onChoose: (batch: BatchView) => void;
}

/** Batches of a segment one after the other, each with as many marks as it has records. */
export function BatchScan({ batches, chosen, onChoose }: BatchScanProps) {
  const isLong = batches.length > MOST_CELLS;
  const head = isLong ? batches.slice(0, CELLS_AT_BEGIN) : batches;
  const tail = isLong ? batches.slice(CELLS_AT_BEGIN - MOST_CELLS) : [];
  const group = (shown: readonly BatchView[], label: string) => (
    <RovingGroup
      label={label}
      className="mi-batches"
      itemClassName="mi-cell"
      chosen={chosen === null ? null : String(chosen)}
      onChoose={(id) => {
        const batch = shown.find(({ position }) => String(position) === id);
        if (batch !== undefined) onChoose(batch);
      }}
      items={shown.map((batch) => ({
        id: String(batch.position),
        label: m.batch(batch),
        content: (
          <>
            <Cell count={batch.lastOffset - batch.baseOffset + 1} />
            <span className="mi-cell-offset">{formatNumber(batch.baseOffset)}</span>
          </>
        ),
      }))}
    />
  );
  return (
    <>
      {group(head, m.batches)}
      {isLong && (
        <>
          <p className="type-row my-1 text-ink-3">{m.skipped(batches.length - MOST_CELLS)}</p>
          {group(tail, m.later)}
        </>
      )}
    </>
  );
}

function Cell({ count }: { readonly count: number }) {
  const marks = Math.min(MOST_MARKS, count) - 1;
  return (
    <span className="mi-cell-box" aria-hidden="true">
      {Array.from({ length: marks }, (_, i) => (
        <span key={i} className="mi-cell-mark" style={{ left: `${((i + 1) / (marks + 1)) * 100}%` }} />
      ))}
    </span>
  );
}
