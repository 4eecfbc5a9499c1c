import { useId, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { dashboard as m } from '../../i18n/en/dashboard.ts';
import { formatTime } from '../../i18n/format.ts';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { useMessages } from '../../ui/messages.tsx';
import { pointIn } from '../canvas/pointIn.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { createTimeScale, timeForKey } from '../timeline/timeScale.ts';
import { gapsOf, layoutMetricStrip, trendOf } from './layoutMetricStrip.ts';
import { longNameOf, meaningOf, shortNameOf, valueText } from './metricWords.ts';
import { PlayheadLine } from './PlayheadLine.tsx';
import { WhyMetric } from './WhyMetric.tsx';

const HEIGHT = 96;
/** Lines of one chart are told apart by their strokes, the lowest percentile whole. */
const DASHES = [undefined, '5 3', '1.5 3'];

export interface MetricChartProps {
  readonly places: readonly number[];
  readonly metrics: SimulationState['metrics'];
  readonly endUs: number;
  readonly exploredUs: number;
  readonly shownUs: number;
  readonly readUs: number | null;
  /** The sample that is read; −1: none. */
  readonly sample: number;
  readonly hintId: string;
  readonly onRead: (timeUs: number | null) => void;
  readonly onGo: (timeUs: number) => void;
}

/** One metric over time, or the percentiles of one; a gap is hatched. Its cursor is that of all charts. */
export function MetricChart(props: MetricChartProps) {
  const { places, metrics, endUs, exploredUs, shownUs, readUs, sample, hintId, onRead, onGo } = props;
  const words = useMessages().metrics;
  const plot = useRef<HTMLDivElement>(null);
  const width = useElementSize(plot)?.width ?? 0;
  const scale = useMemo(() => createTimeScale(width, endUs), [width, endUs]);
  const hatchId = `hw${useId().replace(/\W/g, '')}`;
  const first = metrics.names[places[0] ?? 0] ?? '';
  const { node, attribute } = partsOfSeries(first);
  const isPercentiles = attribute?.endsWith('Percentile') === true;
  const name = isPercentiles ? shortNameOf(first).replace(`, ${attribute}`, '') : shortNameOf(first);
  const lines = useMemo(() => {
    const series = places.map((place) => metrics.values[place] ?? new Float64Array(0));
    const top = Math.max(0, ...series.map((values) => values.reduce(larger, 0)));
    const box = { scale, height: HEIGHT, exploredUs, top };
    return series.map((values) => ({ values, ...layoutMetricStrip(metrics.timesUs, values, box) }));
  }, [places, metrics, scale, exploredUs]);
  const gaps = useMemo(
    () => gapsOf(metrics.timesUs, lines[0]?.values ?? [], exploredUs),
    [metrics.timesUs, lines, exploredUs],
  );
  const readings = lines.map(({ values }, i) => {
    const value = valueText(values[sample], words);
    return isPercentiles ? `${percentileOf(metrics.names[places[i] ?? 0])} ${value}` : value;
  });
  const reading = readings.join(', ');
  const { values, least, most } = lines[0] ?? { values: new Float64Array(0), least: null, most: null };
  const largest = lines.at(-1)?.most ?? most;
  const label =
    least === null || largest === null
      ? m.emptyChart(name)
      : m.chart(name, m.trend[trendOf(values)], reading, valueText(least, words), valueText(largest, words));
  const timeOf = (event: MouseEvent<HTMLElement>): number =>
    scale.timeAt(pointIn(event.currentTarget, event).x);
  const onKeyDown = (event: KeyboardEvent) => {
    const timeUs = timeForKey(event.key, { timeUs: shownUs, endUs, exploredUs });
    if (timeUs !== null) onRead(Math.max(0, Math.min(timeUs, exploredUs)));
    else if (event.key === 'Enter') onGo(shownUs);
    else if (event.key === 'Escape' && readUs !== null) onRead(null);
    else return;
    event.preventDefault();
  };
  return (
    <figure className="hw-chart" data-why-within="">
      <figcaption title={meaningOf(first, words)} className="flex items-start justify-between gap-2">
        <span className="min-w-0">
          <span className="block truncate text-[12.5px] leading-[17px] font-[600]">{name}</span>
          <span className="hw-mono block truncate text-[10.5px] leading-[14px] text-ink-3">
            {node === null ? longNameOf(first) : `${node} ${longNameOf(first)}`}
          </span>
          {/* What the picture shows: the slider that it lies in has no children for who cannot see it. */}
          <span className="sr-only">{label}</span>
        </span>
        <span className="hw-mono shrink-0 text-right text-[12px] leading-[17px]">
          {readings.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))}
        </span>
      </figcaption>
      <div
        ref={plot}
        role="slider"
        tabIndex={0}
        aria-label={m.readAt(node === null ? name : `${node} ${name}`)}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={Math.round(endUs / 1000)}
        aria-valuenow={Math.round(shownUs / 1000)}
        aria-valuetext={m.readout(formatTime(shownUs), reading)}
        className="hw-chart-plot"
        onPointerMove={(event) => onRead(timeOf(event))}
        onPointerLeave={() => onRead(null)}
        onClick={(event) => onGo(timeOf(event))}
        onKeyDown={onKeyDown}
        onBlur={() => onRead(null)}
      >
        {width > 0 && (
          <svg className="hw-svg" width={width} height={HEIGHT} aria-hidden="true">
            <defs>
              <pattern
                id={hatchId}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <path d="M0 0V6" stroke="var(--idle)" strokeWidth="1.4" />
              </pattern>
            </defs>
            <path d={`M0 ${HEIGHT - 3}H${width}`} stroke="var(--line-strong)" />
            {gaps.map(([fromUs, toUs]) => (
              <rect
                key={fromUs}
                x={scale.x(fromUs)}
                y="0"
                width={Math.max(1, scale.x(toUs) - scale.x(fromUs))}
                height={HEIGHT - 3}
                fill={`url(#${hatchId})`}
                opacity="0.45"
              >
                <title>{m.gaps(1)}</title>
              </rect>
            ))}
            {!isPercentiles && <path d={lines[0]?.area} fill="var(--water-fill)" opacity="0.5" />}
            {lines.map(({ line }, i) => (
              <path
                key={places[i]}
                d={line}
                fill="none"
                stroke="var(--water)"
                strokeWidth="1.6"
                strokeDasharray={DASHES[i]}
              />
            ))}
            {largest !== null && largest !== 0 && (
              <text x={width - 3} y={11} className="t10 m d end" aria-hidden="true">
                {valueText(largest, words)}
              </text>
            )}
          </svg>
        )}
        {width > 0 && <PlayheadLine scale={scale} readUs={readUs} />}
      </div>
      {gaps.length > 0 && <p className="type-row text-ink-3">{m.gaps(gaps.length)}</p>}
      <WhyMetric series={first} />
    </figure>
  );
}

function percentileOf(name: string | undefined): string {
  const attribute = name === undefined ? null : partsOfSeries(name).attribute;
  return (m.percentile as Readonly<Record<string, string>>)[attribute ?? ''] ?? '';
}

function larger(a: number, b: number): number {
  return Number.isNaN(b) ? a : Math.max(a, b);
}
