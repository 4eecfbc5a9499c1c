import type { ReactNode } from 'react';
import type { EntityView, QueueBrokerView, QueueClientView, QueueView } from '../../bridge/frame.ts';
import { queues as m } from '../../i18n/en/queues.ts';
import { selectConsumers } from '../../state/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { usePanelState, useSimulation, useStageView } from '../SimulationContext.tsx';
import { layoutLog, layoutQueue, queuesToDraw, type CellState, type LogReader } from './layoutQueue.ts';
import './queue.css';

export interface QueuePanelProps {
  /** How true a control is, to stand beside it. */
  readonly mark?: (control: string) => ReactNode;
}

/** Queues, from which a message goes when it is acknowledged, beside the log, where a record stays and readers have places. */
export function QueuePanel({ mark }: QueuePanelProps) {
  const entities = usePanelState((state) => state.entities);
  const ofKind = <Kind extends EntityView['kind']>(kind: Kind) =>
    [...entities.values()].filter(
      (entity): entity is Extract<EntityView, { kind: Kind }> => entity.kind === kind,
    );
  const brokers = ofKind('queueBroker');
  const queues = ofKind('queue');
  const clients = ofKind('queueClient');
  const used = queues.filter(({ enqueued }) => enqueued > 0);
  const unused = queues.filter(({ enqueued }) => enqueued === 0);
  const { consumed, rest } = queuesToDraw(used, clients);
  if (brokers.length === 0) return <p className="type-row py-2 text-ink-2">{m.empty}</p>;
  return (
    <section aria-label={m.title} className="queue-panel">
      {brokers.map((broker) => (
        <BrokerRow key={broker.key} broker={broker} mark={mark} />
      ))}
      {consumed.map((queue) => (
        <QueueStrip key={queue.key} queue={queue} />
      ))}
      <ShownLog />
      {rest.map((queue) => (
        <QueueStrip key={queue.key} queue={queue} />
      ))}
      <Legend />
      <QueueCounts queues={used} />
      {unused.length > 0 && <p className="type-row text-ink-3">{m.unused(unused.map(({ name }) => name))}</p>}
      <ClientTable clients={clients} mark={mark} />
      {[...consumed, ...rest].map(
        (queue) =>
          queue.messages.length > 0 && (
            <Disclosure key={queue.key} title={m.messagesOf(queue.name)}>
              <MessageTable queue={queue} />
            </Disclosure>
          ),
      )}
    </section>
  );
}

function BrokerRow({
  broker,
  mark,
}: {
  readonly broker: QueueBrokerView;
  readonly mark: QueuePanelProps['mark'];
}) {
  const simulation = useSimulation();
  const { name, process, unroutable } = broker;
  const isUp = process === 'running';
  const kind = isUp ? 'KillQueueBroker' : 'StartQueueBroker';
  return (
    <div className="queue-broker">
      <h3 className="type-row font-[590]">{m.broker(name, isUp)}</h3>
      <span className="queue-tag">{m.notKafka}</span>
      {mark?.('KillQueueBroker')}
      {unroutable > 0 && <span className="type-row text-ink-2">{m.unroutable(unroutable)}</span>}
      <Button
        size="small"
        icon={isUp ? 'bolt' : 'play'}
        onPress={() => void simulation.apply({ kind, queueBroker: name })}
      >
        {isUp ? m.kill(name) : m.start(name)}
      </Button>
    </div>
  );
}

function Legend() {
  const shown = [
    ['gone', m.legend.gone],
    ['unacked', m.legend.unacked],
    ['ready', m.legend.ready],
    ['kept', m.legend.kept],
  ] as const;
  return (
    <ul className="queue-legend" aria-hidden="true">
      {shown.map(([state, word]) => (
        <li key={state}>
          <Cell state={state} redelivered={false} />
          {word}
        </li>
      ))}
      <li>
        <Cell state="ready" redelivered />
        {m.legend.again}
      </li>
      <li>
        <span className="queue-mark-sign">▲</span>
        {m.legend.reader}
      </li>
    </ul>
  );
}

function Cell({ state, redelivered }: { readonly state: CellState; readonly redelivered: boolean }) {
  return (
    <span className="queue-cell" data-state={state}>
      {redelivered ? '↻' : ''}
    </span>
  );
}

function QueueStrip({ queue }: { readonly queue: QueueView }) {
  const { name, bindings, durable, readyCount, unackedCount, enqueued } = queue;
  const { cells, before, after } = layoutQueue(queue);
  const gone = enqueued - readyCount - unackedCount;
  return (
    <section aria-label={m.queue(name)} className="queue-lane">
      <p className="queue-lane-head">
        <strong>{m.queue(name)}</strong>
        <span className="text-ink-2">
          {m.bindings(bindings.map(({ exchange, type, key }) => m.binding(exchange, type, key)))}
          {durable ? '' : `, ${m.notDurable}`}
        </span>
        <span className="queue-edge">{m.outOfSight(before, after)}</span>
      </p>
      <div role="img" aria-label={m.picture(name, gone, unackedCount, readyCount)} className="queue-strip">
        {cells.map(({ place, state, redelivered }) => (
          <Cell key={place} state={state} redelivered={redelivered} />
        ))}
      </div>
    </section>
  );
}

const ROWS = 40;

function MessageTable({ queue }: { readonly queue: QueueView }) {
  const { messages, readyCount, unackedCount, name } = queue;
  const rows = messages.slice(0, ROWS);
  const more = readyCount + unackedCount - rows.length;
  return (
    <ScrollBox label={m.queue(name)} className="queue-rows">
      <table className="queue-table">
        <thead>
          <tr>
            <th scope="col">{m.columns.message}</th>
            <th scope="col">{m.columns.state}</th>
            <th scope="col">{m.columns.consumer}</th>
            <th scope="col">{m.columns.redelivered}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, message, consumer, redelivered }) => (
            <tr key={place}>
              <th scope="row" className="hw-mono font-[400]">
                {message}
              </th>
              <td>{consumer === '' ? m.states.ready : m.states.unacked}</td>
              <td>{consumer}</td>
              <td>{redelivered ? m.yes : m.no}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="type-row text-ink-3">{m.more(more)}</p>}
    </ScrollBox>
  );
}

/** The log of the partition that the stage shows, with the places of its readers. */
function ShownLog() {
  const consumers = usePanelState(selectConsumers);
  const entities = usePanelState((state) => state.entities);
  const chosen = useStageView((view) => view.partition);
  const shown = selectPartition(selectCluster(entities), chosen);
  if (shown === null) return null;
  const { name, leader, highWatermark } = shown;
  const replica = entities.get(`replica:${name}@${leader}`);
  const [start, end] =
    replica?.kind === 'replica' ? [replica.logStartOffset, replica.logEndOffset] : [0, highWatermark];
  const readers = consumers.flatMap(({ clientId, group, positions }): LogReader[] =>
    positions.flatMap(({ partition, position }) =>
      partition === name && position >= 0 ? [{ name: group?.groupId ?? clientId, offset: position }] : [],
    ),
  );
  return <LogStrip name={name} start={start} end={end} readers={readers} />;
}

function LogStrip({
  name,
  start,
  end,
  readers,
}: {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly readers: readonly LogReader[];
}) {
  const { cells, before, marks } = layoutLog(start, end, readers);
  const told = readers.map(({ name: reader, offset }) => m.reader(reader, offset));
  return (
    <section aria-label={m.log(name)} className="queue-lane">
      <p className="queue-lane-head">
        <strong>{m.log(name)}</strong>
        <span className="text-ink-2">{m.kept(end - start)}</span>
        <span className="queue-edge">{m.outOfSight(before, 0)}</span>
      </p>
      <div role="img" aria-label={m.logPicture(name, start, end, told)} className="queue-strip">
        {cells.map(({ offset, state }) => (
          <Cell key={offset} state={state} redelivered={false} />
        ))}
        {marks.map(({ cell, names }) => (
          <span
            key={cell}
            className="queue-mark"
            data-side={cell > cells.length / 2 ? 'left' : 'right'}
            style={{ insetInlineStart: `${(cell / cells.length) * 100}%` }}
          >
            <span className="queue-mark-sign">▲</span>
            <span className="queue-mark-name">{m.readers(names)}</span>
          </span>
        ))}
      </div>
    </section>
  );
}

const COUNTS = ['acked', 'redelivered', 'deadLettered', 'dropped', 'lost'] as const;

function QueueCounts({ queues }: { readonly queues: readonly QueueView[] }) {
  if (queues.length === 0) return null;
  return (
    <div className="queue-wide">
      <table className="queue-table">
        <thead>
          <tr>
            <th scope="col">{m.queueColumn}</th>
            <th scope="col">{m.counts.ready}</th>
            <th scope="col">{m.counts.unacked}</th>
            {COUNTS.map((count) => (
              <th key={count} scope="col">
                {m.counts[count]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.key}>
              <th scope="row" className="font-[400]">
                {queue.name}
              </th>
              <td className="hw-mono">{queue.readyCount}</td>
              <td className="hw-mono">{queue.unackedCount}</td>
              {COUNTS.map((count) => (
                <td key={count} className="hw-mono">
                  {queue[count]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClientTable({
  clients,
  mark,
}: {
  readonly clients: readonly QueueClientView[];
  readonly mark: QueuePanelProps['mark'];
}) {
  const consumers = clients.filter(({ queue }) => queue !== null);
  const publishers = clients.filter(({ queue }) => queue === null);
  return (
    <>
      {consumers.length > 0 && (
        <div className="queue-wide">
          <table className="queue-table">
            <thead>
              <tr>
                <th scope="col">{m.consumers}</th>
                <th scope="col">{m.process}</th>
                <th scope="col">
                  {m.prefetch} {mark?.('prefetch')}
                </th>
                <th scope="col">{m.held}</th>
                <th scope="col">{m.done}</th>
                <th scope="col">{m.deeds}</th>
              </tr>
            </thead>
            <tbody>
              {consumers.map((client) => (
                <tr key={client.key}>
                  <th scope="row" className="font-[400]">
                    {client.clientId}
                  </th>
                  <td>{processOf(client)}</td>
                  <td className="hw-mono">
                    {client.autoAck ? m.auto : client.prefetch === 0 ? m.noLimit : client.prefetch}
                  </td>
                  <td className="hw-mono">{client.held}</td>
                  <td className="hw-mono">{client.done}</td>
                  <td>
                    <ClientDeeds client={client} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {publishers.length > 0 && (
        <div className="queue-wide">
          <table className="queue-table">
            <thead>
              <tr>
                <th scope="col">{m.publishers}</th>
                <th scope="col">{m.process}</th>
                <th scope="col">{m.published}</th>
                <th scope="col">
                  {m.confirmed} {mark?.('confirms')}
                </th>
              </tr>
            </thead>
            <tbody>
              {publishers.map((client) => (
                <tr key={client.key}>
                  <th scope="row" className="font-[400]">
                    {client.clientId}
                  </th>
                  <td>{processOf(client)}</td>
                  <td className="hw-mono">{client.published}</td>
                  <td className="hw-mono">{client.confirmed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function processOf({ process, pausedSinceUs }: QueueClientView): string {
  return pausedSinceUs === null ? m.processes[process] : m.processes.paused;
}

function ClientDeeds({ client: { key, clientId, process } }: { readonly client: QueueClientView }) {
  const simulation = useSimulation();
  const deed = (kind: 'KillClient' | 'CloseClient' | 'StartClient', label: string) => (
    <Button
      size="small"
      variant="ghost"
      aria-label={`${label} ${clientId}`}
      onPress={() => void simulation.apply({ kind, client: key })}
    >
      {label}
    </Button>
  );
  return process === 'running' ? (
    <span className="queue-deeds">
      {deed('KillClient', m.crash)}
      {deed('CloseClient', m.close)}
    </span>
  ) : (
    deed('StartClient', m.begin)
  );
}
