import type { ReactNode } from 'react';
import { map } from '../../i18n/en/map.ts';
import { flowWidth } from '../cluster/flowWidth.ts';

/** Two, to tell by how much a ribbon grows. */
const FLOWS = [
  { bytesPerSecond: 10_000, words: map.legend.flow(10, 'KB') },
  { bytesPerSecond: 1_000_000, words: map.legend.flow(1, 'MB') },
] as const;

/** What the marks on the bars mean. */
export function MapLegend({ idPrefix }: { readonly idPrefix: string }) {
  const m = map.legend;
  return (
    <ul
      aria-label={m.title}
      className="absolute bottom-1 left-4 m-0 flex list-none flex-wrap gap-x-4 p-0 text-[10px] leading-[14px] text-ink-3"
    >
      <Entry words={m.committed}>
        <rect y="2" width="18" height="10" fill="var(--water-fill)" stroke="var(--water)" />
      </Entry>
      <Entry words={m.open}>
        <rect y="2" width="18" height="10" fill={`url(#${idPrefix}hatch)`} stroke="var(--water)" />
      </Entry>
      <Entry words={m.awaited}>
        <path d="M5 4h8l-4 5z" fill="var(--wait-fill)" />
      </Entry>
      <Entry words={m.cannotFetch}>
        <path d="M6 4l6 6m0-6l-6 6" stroke="var(--error)" strokeWidth="1.8" strokeLinecap="round" />
      </Entry>
      <Entry words={m.offline}>
        <rect
          y="2"
          width="18"
          height="10"
          fill={`url(#${idPrefix}off)`}
          stroke="var(--idle)"
          strokeDasharray="2.5 2.5"
        />
      </Entry>
      {FLOWS.map(({ bytesPerSecond, words }) => (
        <Entry key={bytesPerSecond} words={words}>
          <path
            d="M0 7H18"
            stroke="var(--water)"
            strokeWidth={flowWidth(bytesPerSecond).toFixed(1)}
            opacity=".5"
          />
        </Entry>
      ))}
    </ul>
  );
}

function Entry({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg width="19" height="14" aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  );
}
