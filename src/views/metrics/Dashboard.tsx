import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { dashboard as m } from '../../i18n/en/dashboard.ts';
import { formatTime } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { downloadText } from '../../ui/clipboard.ts';
import { useMessages } from '../../ui/messages.tsx';
import { RunKeys } from '../cluster/RunKeys.tsx';
import {
  usePanelMetrics,
  usePanelPlayback,
  usePanelState,
  useSimulation,
  useStageViewStore,
} from '../SimulationContext.tsx';
import { timelineEnd } from '../timeline/layoutTimeline.ts';
import { instantAfter } from '../trace/instantAfter.ts';
import '../views.css';
import { AlertRules } from './AlertRules.tsx';
import { groupCharts, producePercentiles } from './groupCharts.ts';
import { sampleAt } from './layoutMetricStrip.ts';
import { MetricChart } from './MetricChart.tsx';
import './metrics.css';
import { MetricTable } from './MetricTable.tsx';
import { metricsCsv } from './metricsCsv.ts';

const ChooseMetrics = lazy(async () => ({ default: (await import('./ChooseMetrics.tsx')).ChooseMetrics }));

/** Every metric that is watched, one chart each, on one time with one cursor; the rules that watch them; and their file. */
export function Dashboard() {
  const words = useMessages();
  const simulation = useSimulation();
  const view = useStageViewStore();
  const metrics = usePanelMetrics();
  const exploredUs = usePanelState((state) => state.exploredUs);
  const untilUs = usePanelState((state) => state.scenario.untilUs);
  const playheadUs = usePanelPlayback((state) => state.playheadUs);
  const [readUs, setReadUs] = useState<number | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const hintId = useId();
  const endUs = timelineEnd(exploredUs, untilUs);
  const shownUs = Math.min(readUs ?? playheadUs, endUs);
  const sample = shownUs > exploredUs ? -1 : sampleAt(metrics.timesUs, shownUs);
  const charts = useMemo(() => groupCharts(metrics.names), [metrics.names]);
  const close = () => view.setState({ dashboard: false, takesFocus: true });
  // Where the picture was is something else now: who came by key stands at its head.
  useEffect(() => heading.current?.focus(), []);

  const go = (timeUs: number) => {
    setReadUs(null);
    void simulation.seek(instantAfter(Math.round(timeUs)));
  };
  const addPercentiles = () =>
    void simulation
      .metricNames()
      .then((names) =>
        simulation.watchMetrics([...new Set([...metrics.names, ...producePercentiles(names)])]),
      );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && readUs === null && !event.defaultPrevented) close();
  };
  return (
    // Escape leads back, as from every level.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={section} aria-label={m.title} className="hw-dashboard" onKeyDown={onKeyDown}>
      <RunKeys target={section} />
      <div className="hw-dashboard-head">
        <h2 ref={heading} tabIndex={-1} className="type-panel outline-none">
          {m.title}
        </h2>
        <span className="hw-mono text-[12px] text-ink-2">{formatTime(shownUs)}</span>
        <span id={hintId} className="sr-only">
          {m.keysHint}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" icon="edit" onPress={() => setIsChoosing(true)}>
            {words.metrics.choose}
          </Button>
          <Button size="small" icon="plus" onPress={addPercentiles}>
            {m.latency}
          </Button>
          <Button
            size="small"
            icon="download"
            aria-label={m.csvHeard}
            onPress={() => downloadText('metrics.csv', metricsCsv(metrics, m.csvTime), 'text/csv')}
          >
            {m.csv}
          </Button>
          <Button size="small" icon="close" onPress={close}>
            {m.close}
          </Button>
        </span>
      </div>
      <p className="type-row px-5 text-ink-3">{m.lead}</p>
      <div className="hw-dashboard-charts" role="group" aria-label={m.layout}>
        {charts.map((chart) => (
          <MetricChart
            key={chart.key}
            places={chart.places}
            metrics={metrics}
            endUs={endUs}
            exploredUs={exploredUs}
            shownUs={shownUs}
            readUs={readUs}
            sample={sample}
            hintId={hintId}
            onRead={setReadUs}
            onGo={go}
          />
        ))}
      </div>
      <div className="flex flex-col gap-4 px-5 pb-5">
        <AlertRules names={metrics.names} />
        <MetricTable metrics={metrics} sample={sample} timeUs={shownUs} />
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <ChooseMetrics shown={metrics.names} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </section>
  );
}
