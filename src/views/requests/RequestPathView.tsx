import { useEffect, useRef, useState } from 'react';
import { requestPath as m } from '../../i18n/en/requestPath.ts';
import { formatNumber } from '../../i18n/format.ts';
import { REQUEST_STAGES, type RequestPath, type RequestStage } from '../../shared/RunQuestions.ts';
import { SelectField } from '../../ui/fields.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { usePanelState, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import '../views.css';
import { answeredCount, keepLooks, littleFigures, type StageFigures } from './littleFigures.ts';
import './requests.css';

const MOST_LISTED = 4;

/** The way of requests through one broker, stage by stage, with Little's law measured in each. */
export function RequestPathView() {
  const view = useStageViewStore();
  const entities = usePanelState((state) => state.entities);
  const chosenPartition = useStageView((state) => state.partition);
  const inspected = useStageView((state) => state.inspected);
  const cluster = selectCluster(entities);
  const leader = selectPartition(cluster, chosenPartition)?.leader ?? -1;
  const picked = cluster.brokers.find(({ key }) => key === inspected)?.nodeId;
  const broker = picked ?? (leader >= 0 ? leader : (cluster.brokers[0]?.nodeId ?? -1));
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!view.getState().takesFocus) return;
    view.setState({ takesFocus: false });
    root.current?.querySelector('select')?.focus();
  }, [view]);
  return (
    <div ref={root} className="hw-requests" role="group" aria-label={m.title(broker)}>
      <div className="hw-requests-head">
        <SelectField
          label={m.broker}
          hideLabel
          value={String(broker)}
          options={cluster.brokers.map(({ nodeId }) => ({
            value: String(nodeId),
            label: m.brokerOption(nodeId, nodeId === leader),
          }))}
          onChange={(id) => view.setState({ inspected: `broker:${id}` })}
        />
      </div>
      <PathOfBroker key={broker} broker={broker} />
    </div>
  );
}

function PathOfBroker({ broker }: { readonly broker: number }) {
  const path = useRunAnswer<'requestPath'>({ kind: 'requestPath', broker });
  const [looks, setLooks] = useState<readonly RequestPath[]>([]);
  const last = looks.at(-1) ?? null;
  if (path !== undefined && path !== null && last !== path) setLooks(keepLooks(looks, path));
  if (path === null) return <p className="type-row px-3 py-2 text-ink-2">{m.notRunning}</p>;
  if (path === undefined || last === null)
    return <p className="type-row px-3 py-2 text-ink-3">{m.loading}</p>;
  const first = looks.length > 1 ? looks[0]! : null;
  const figures = littleFigures(last, first);
  const overUs = last.nowUs - (first?.nowUs ?? last.startedUs);
  return (
    <ScrollBox label={m.stagesOf(broker)} className="hw-requests-body">
      <p className="type-row px-3 text-ink-3">
        {first === null ? m.sinceStart : m.over(overUs)}. {m.symbols}
      </p>
      <ol className="hw-requests-path">
        <li className="hw-requests-stage" data-stage="sockets">
          <h3>{m.stages.sockets}</h3>
          <p className="hw-mono text-[10.5px] text-ink-3">{m.config.sockets}</p>
          <ul className="type-row mt-1 text-ink-2">
            {m.network({ ...last.network, unread: last.unread }).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </li>
        {figures.map((one) => (
          <Stage key={one.stage} figures={one} path={last} />
        ))}
      </ol>
      <div className="hw-requests-more">
        <section aria-label={m.throttled}>
          <h3 className="type-label">{m.throttled}</h3>
          {last.muted.length === 0 ? (
            <p className="type-row text-ink-3">{m.nobodyThrottled}</p>
          ) : (
            <ul className="type-row">
              {last.muted.map(({ client, untilUs }) => (
                <li key={client}>{m.muted(client, untilUs)}</li>
              ))}
            </ul>
          )}
        </section>
        <Kinds path={last} />
      </div>
    </ScrollBox>
  );
}

function Stage({ figures, path }: { readonly figures: StageFigures; readonly path: RequestPath }) {
  const { stage, present, l, lambdaPerSecond, wUs } = figures;
  const room = roomOf(stage, path);
  const law = wUs === null ? null : (lambdaPerSecond * wUs) / 1_000_000;
  const requests = path.present[stage];
  return (
    <li
      className="hw-requests-stage"
      data-stage={stage}
      data-full={room !== null && present >= room ? true : undefined}
    >
      <h3>{m.stages[stage]}</h3>
      <p className="hw-mono text-[10.5px] text-ink-3">{m.config[stage]}</p>
      <p className="hw-requests-now">
        {room === null ? formatNumber(present) : m.ofRoom(present, room)} <span>{m.now}</span>
      </p>
      {room !== null && (
        <span className="hw-requests-gauge" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (100 * present) / room)}%` }} />
        </span>
      )}
      {stage === 'remote' && (
        <p className="type-row text-ink-3">{m.purgatories(path.producePurgatory, path.fetchPurgatory)}</p>
      )}
      <dl className="hw-requests-law">
        <dt>{m.l}</dt>
        <dd>{m.number(l)}</dd>
        <dt>{m.lambda}</dt>
        <dd>{m.perSecond(lambdaPerSecond)}</dd>
        <dt>{m.w}</dt>
        <dd>{m.duration(wUs)}</dd>
        <dt>{m.law}</dt>
        <dd>{law === null ? '–' : m.number(law)}</dd>
      </dl>
      {law !== null && l > 0.01 && l - law > 0.05 * l && (
        <p className="text-[11px] text-wait">{m.gap((l - law) / l)}</p>
      )}
      {requests.length > 0 && (
        <ul className="hw-requests-list" aria-label={m.under}>
          {requests.slice(0, MOST_LISTED).map(({ api, client, correlationId, sinceUs }) => (
            <li key={`${client} ${correlationId}`}>
              {m.request({ api, client: client.slice(client.indexOf(':') + 1), forUs: path.nowUs - sinceUs })}
            </li>
          ))}
          {requests.length > MOST_LISTED && <li>{m.more(requests.length - MOST_LISTED)}</li>}
        </ul>
      )}
    </li>
  );
}

function roomOf(stage: RequestStage, { queue, ioThreads }: RequestPath): number | null {
  if (stage === 'requestQueue') return queue.capacity;
  return stage === 'local' ? ioThreads : null;
}

function Kinds({ path }: { readonly path: RequestPath }) {
  const k = m.kinds;
  const answered = [...path.answered].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return (
    <table className="type-row text-right">
      <caption className="type-label text-left">{`${k.title}: ${formatNumber(answeredCount(path))}`}</caption>
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="text-left font-[560]">
            {k.request}
          </th>
          {[k.count, k.total, k.throttle].map((name) => (
            <th key={name} scope="col" className="pl-3 font-[560]">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answered.map(({ request, count, spentUs, throttledUs }) => (
          <tr key={request}>
            <th scope="row" className="hw-mono text-left text-[11px] font-[500]">
              {request}
            </th>
            <td className="pl-3">{formatNumber(count)}</td>
            <td className="pl-3">
              {m.duration(spentUs.slice(0, REQUEST_STAGES.length).reduce((a, b) => a + b, 0) / count)}
            </td>
            <td className="pl-3">{m.duration(throttledUs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
