import { lazy, Suspense, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { dashboard } from '../../i18n/en/dashboard.ts';
import { formatTime } from '../../i18n/format.ts';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import type { SeriesName } from '../../shared/metricDefinitions.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { pointIn } from '../canvas/pointIn.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import {
  usePanelMetrics,
  usePanelPlayback,
  usePanelState,
  useSimulation,
  useStageView,
  useStageViewStore,
} from '../SimulationContext.tsx';
import { AXIS_MARGIN, ticksOf } from '../timeline/layoutTimeline.ts';
import { useAxisEnd } from '../timeline/TimeAxis.ts';
import { createTimeScale, timeForKey, type TimeScale } from '../timeline/timeScale.ts';
import { instantAfter } from '../trace/instantAfter.ts';
import '../views.css';
import { layoutMetricStrip, sampleAt, trendOf } from './layoutMetricStrip.ts';
import './metrics.css';
import { PlayheadLine } from './PlayheadLine.tsx';
import { longNameOf, meaningOf, shortNameOf, valueText } from './metricWords.ts';
import { breakable } from './breakable.tsx';

const ChooseMetrics = lazy(async () => ({ default: (await import('./ChooseMetrics.tsx')).ChooseMetrics }));

const STRIP_HEIGHT = 26;

export interface MetricStripsProps {
  /** They stand on the axis of the timeline above them: names before it, values behind it. */
  readonly isDocked?: boolean;
  /** Whether the way to the dashboard stands here. */
  readonly hasDashboard?: boolean;
}

/** Metrics over time, one strip each, on the time of the run. Point at an instant, or walk there with the arrow keys, to read it. */
export function MetricStrips({ isDocked = false, hasDashboard = true }: MetricStripsProps) {
  const m = useMessages().metrics;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const metrics = usePanelMetrics();
  const exploredUs = usePanelState((state) => state.exploredUs);
  const playheadUs = usePanelPlayback((state) => state.playheadUs);
  const readUs = useStageView((state) => state.readUs);
  const setReadUs = (next: number | null) => view.setState({ readUs: next });
  const [isChoosing, setIsChoosing] = useState(false);
  const hintId = useId();
  const plot = useRef<HTMLDivElement>(null);
  const width = useElementSize(plot)?.width ?? 0;
  const endUs = useAxisEnd();
  const shownUs = Math.min(readUs ?? playheadUs, endUs);
  // What was not explored has no values yet.
  const sample = shownUs > exploredUs ? -1 : sampleAt(metrics.timesUs, shownUs);
  const readings = metrics.names.map((name, i) => valueText(metrics.values[i]?.[sample], m));

  const scale = useMemo(
    () => createTimeScale(width, endUs, isDocked ? AXIS_MARGIN : 0),
    [width, endUs, isDocked],
  );
  const ticks = isDocked ? ticksOf(scale, width) : [];
  const timeOf = (event: MouseEvent<HTMLElement>): number =>
    scale.timeAt(pointIn(event.currentTarget, event).x);
  const go = (timeUs: number) => {
    setReadUs(null);
    void simulation.seek(instantAfter(Math.round(timeUs)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const timeUs = timeForKey(event.key, { timeUs: shownUs, endUs, exploredUs });
    if (timeUs !== null) setReadUs(Math.max(0, Math.min(timeUs, exploredUs)));
    else if (event.key === 'Enter') go(shownUs);
    else if (event.key === 'Escape' && readUs !== null) setReadUs(null);
    else return;
    event.preventDefault();
  };
  return (
    <section aria-label={m.title} className="hw-metrics" data-docked={isDocked || undefined}>
      <div className="hw-metrics-head">
        {!isDocked && <span className="hw-mono text-[12px] text-ink-2">{formatTime(shownUs)}</span>}
        <span id={hintId} className="sr-only">
          {m.lead} {m.keysHint}
        </span>
        <span className={isDocked ? 'flex gap-1' : 'flex gap-2'}>
          <HeadButton icon="edit" label={m.choose} isShort={isDocked} onPress={() => setIsChoosing(true)} />
          {hasDashboard && (
            <HeadButton
              icon="open"
              label={dashboard.open}
              isShort={isDocked}
              onPress={() => view.setState({ dashboard: true })}
            />
          )}
        </span>
      </div>
      <div
        className="hw-metrics-body"
        style={{ gridTemplateRows: `repeat(${metrics.names.length}, minmax(31px, auto))` }}
      >
        <ul className="hw-metrics-names">
          {metrics.names.map((name, i) => (
            <StripName key={name} name={name} reading={isDocked ? null : (readings[i] ?? '')} />
          ))}
        </ul>
        <div
          ref={plot}
          role="slider"
          tabIndex={0}
          aria-label={m.readAt}
          aria-describedby={hintId}
          aria-valuemin={0}
          aria-valuemax={Math.round(endUs / 1000)}
          aria-valuenow={Math.round(shownUs / 1000)}
          aria-valuetext={m.readout(
            formatTime(shownUs),
            metrics.names.map((name, i) => m.valueOf(shortNameOf(name), readings[i] ?? '')),
          )}
          className="hw-metrics-plot"
          onPointerMove={(event) => setReadUs(timeOf(event))}
          onPointerLeave={() => setReadUs(null)}
          onClick={(event) => go(timeOf(event))}
          onKeyDown={onKeyDown}
          onBlur={() => setReadUs(null)}
        >
          {width > 0 &&
            metrics.names.map((name, i) => (
              <Strip
                key={name}
                name={name}
                timesUs={metrics.timesUs}
                values={metrics.values[i] as Float64Array}
                width={width}
                scale={scale}
                exploredUs={exploredUs}
              />
            ))}
          {ticks.map(({ x, timeUs }) => (
            <span
              key={timeUs}
              aria-hidden="true"
              className="hw-metrics-tick"
              style={{ transform: `translateX(${Math.round(x)}px)` }}
            />
          ))}
          {width > 0 && <PlayheadLine scale={scale} readUs={readUs} />}
          {isDocked && readUs !== null && (
            <span
              aria-hidden="true"
              className="hw-metrics-read-time hw-mono"
              style={{ transform: `translateX(${Math.min(width - 70, scale.x(readUs) + 4).toFixed(1)}px)` }}
            >
              {formatTime(shownUs)}
            </span>
          )}
        </div>
        {isDocked && (
          <ul className="hw-metrics-values" aria-hidden="true">
            {readings.map((reading, i) => (
              <li key={metrics.names[i]} className="hw-metrics-name hw-mono">
                {reading}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <ChooseMetrics shown={metrics.names} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** At the end of the timeline there is room for its sign alone. */
function HeadButton({
  icon,
  label,
  isShort,
  onPress,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly isShort: boolean;
  readonly onPress: () => void;
}) {
  return isShort ? (
    <IconButton icon={icon} label={label} onPress={onPress} />
  ) : (
    <Button size="small" icon={icon} onPress={onPress}>
      {label}
    </Button>
  );
}

function StripName({ name, reading }: { readonly name: SeriesName; readonly reading: string | null }) {
  const m = useMessages().metrics;
  const { node } = partsOfSeries(name);
  return (
    <li className="hw-metrics-name" title={meaningOf(name, m)}>
      <span className="min-w-0">
        <span className="hw-metrics-short">{breakable(shortNameOf(name))}</span>
        <span className="hw-metrics-long">
          {breakable(node === null ? longNameOf(name) : `${node} ${longNameOf(name)}`)}
        </span>
      </span>
      {reading !== null && <span className="hw-mono shrink-0 text-[12px]">{reading}</span>}
    </li>
  );
}

interface StripProps {
  readonly name: SeriesName;
  readonly timesUs: Float64Array;
  readonly values: Float64Array;
  readonly width: number;
  readonly scale: TimeScale;
  readonly exploredUs: number;
}

function Strip({ name, timesUs, values, width, scale, exploredUs }: StripProps) {
  const m = useMessages().metrics;
  const { line, area, least, most, trend } = useMemo(
    () => ({
      ...layoutMetricStrip(timesUs, values, { scale, height: STRIP_HEIGHT, exploredUs }),
      trend: trendOf(values),
    }),
    [timesUs, values, scale, exploredUs],
  );
  const now = valueText(values[values.length - 1], m);
  const label =
    least === null || most === null
      ? m.emptyStrip(shortNameOf(name))
      : m.strip(shortNameOf(name), trend, now, valueText(least, m), valueText(most, m));
  return (
    <svg
      className="hw-svg hw-metrics-strip"
      width={width}
      height={STRIP_HEIGHT}
      role="img"
      aria-label={label}
    >
      <path d={area} fill="var(--water-fill)" opacity="0.55" />
      <path d={line} fill="none" stroke="var(--water)" strokeWidth="1.5" />
      {most !== null && most !== 0 && (
        <text x={width - 2} y={10} className="t10 m d end" aria-hidden="true">
          {valueText(most, m)}
        </text>
      )}
    </svg>
  );
}
