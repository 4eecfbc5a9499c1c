import { heatMap as m } from '../../i18n/en/heatMap.ts';
import type { HeatMode } from './heatSteps.ts';

const STEPS = ['var(--h0)', 'var(--h1)', 'var(--h2)', 'var(--h3)', 'var(--h4)', 'var(--h5)'];

/** What shades and marks mean in this mode. */
export function HeatLegend({ mode, skew }: { readonly mode: HeatMode; readonly skew: number | null }) {
  return (
    <ul className="hw-heat-legend">
      {m.legend[mode].map(
        (label, step) =>
          label !== null && (
            <li key={label}>
              <span className="hw-heat-swatch" style={{ background: STEPS[step] }} />
              {label}
            </li>
          ),
      )}
      <li>
        <span className="hw-heat-swatch hw-heat-stopped" aria-hidden="true">
          ✕
        </span>
        {m.legendMarks.stopped}
      </li>
      <li>
        <span className="hw-heat-swatch hw-heat-out" aria-hidden="true">
          ▾
        </span>
        {m.legendMarks.outOfIsr}
      </li>
      <li>
        <span className="hw-heat-swatch hw-heat-hollow" />
        {m.legendMarks.offline}
      </li>
      {skew !== null && <li className="ml-auto text-ink-2">{m.skew(skew)}</li>}
    </ul>
  );
}
