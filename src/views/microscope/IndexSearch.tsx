import { useRef } from 'react';
import type { IndexLookUpView } from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { BAR_HEIGHT, layoutIndexSearch, RULER_HEIGHT } from './layoutIndexSearch.ts';

const m = microscope.index;

export interface IndexSearchProps {
  readonly index: IndexLookUpView;
  /** So many comparisons are shown. */
  readonly shown: number;
  /** The entry that is found is shown too. */
  readonly hasEntry: boolean;
}

const FALLBACK_WIDTH = 360;

/** How an index is halved: each comparison over the entries that were still possible, and the entry that is left. */
export function IndexSearch({ index, shown, hasEntry }: IndexSearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize(box);
  const width = size?.width && size.width > 0 ? size.width : FALLBACK_WIDTH;
  const labels = index.probes.map(({ key }) => m.compare(index.file, key, index.target));
  const layout = layoutIndexSearch(
    index,
    shown,
    width,
    labels.map((label) => label.length),
  );
  const { bottomY } = layout;
  if (index.entryCount === 0) return <p className="type-row text-ink-2">{m.empty}</p>;
  return (
    <div ref={box} className="min-w-0">
      {/* The list beside the picture says the same in words. */}
      <svg width={width} height={layout.height} className="hw-svg" aria-hidden="true">
        <text x="0" y="11" className="t10 d">
          {m.first}
        </text>
        {index.entryCount > 1 && (
          <text x={width} y="11" className="t10 d end">
            {m.last(index.entryCount - 1)}
          </text>
        )}
        {layout.ticks.map((x) => (
          <path key={x} d={`M${x.toFixed(1)} 16V${RULER_HEIGHT}`} className="mi-tick" />
        ))}
        {hasEntry && layout.foundX !== null && (
          <>
            <path d={`M${layout.foundX} ${RULER_HEIGHT}V${bottomY - 4}`} className="mi-down" />
            <path d={`M${layout.foundX - 5} ${bottomY - 6}h10l-5 7z`} fill="var(--accent)" />
          </>
        )}
        {layout.rows.map((row, i) => (
          <g key={row.y} className="mi-probe" data-last={i === shown - 1 || undefined}>
            <rect x={row.x} y={row.y} width={row.width} height={BAR_HEIGHT} rx="2" className="mi-left" />
            <rect x={row.markX - 1.25} y={row.y - 3} width="2.5" height={BAR_HEIGHT + 6} fill="var(--ink)" />
            <text
              x={row.labelX}
              y={row.y + 8.5}
              className={`t10 m d2 ${row.labelAnchor === 'end' ? 'end' : ''}`}
            >
              {labels[i]}
            </text>
          </g>
        ))}
      </svg>
      <ol className="sr-only">
        {index.probes.slice(0, shown).map((probe, i) => (
          <li key={`${probe.slot} ${probe.step}`}>
            {microscope.steps.probe(index.file, probe, index.target) || labels[i]}
          </li>
        ))}
      </ol>
      {hasEntry && (
        <p className="mi-entry">
          {index.entry === null ? (
            m.toBeginning
          ) : (
            <>
              <span className="block text-[11px] leading-[15px] text-ink-2">{m.entry(index.slot)}</span>
              <span className="mono font-[620]">{m.leadsTo(index.file, index.entry)}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
