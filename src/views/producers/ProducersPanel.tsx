import { lazy, Suspense, useState, type ReactNode } from 'react';
import { producers as m } from '../../i18n/en/producers.ts';
import type { BatchInside, PartitionInside, ProducerInside } from '../../shared/RunQuestions.ts';
import { classNames } from '../../ui/classNames.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { selectCluster } from '../clusterModel.ts';
import { usePanelState, useStageView } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import { busiestFirst, shownBatches } from './producerRows.ts';
import './producers.css';

const KeysPart = lazy(async () => ({ default: (await import('./KeysPart.tsx')).KeysPart }));

const MOST_PARTITIONS = 12;

type Part = 'sending' | 'keys';

/** What producers hold and have sent, or where their keys go. */
export function ProducersPanel() {
  const [part, setPart] = useState<Part>('sending');
  return (
    <div className="producers-panel">
      <Segments<Part>
        label={m.parts.label}
        value={part}
        onChange={setPart}
        segments={[
          { value: 'sending', label: m.parts.sending },
          { value: 'keys', label: m.parts.keys },
        ]}
      />
      {part === 'sending' ? (
        <OneProducer />
      ) : (
        <Suspense fallback={null}>
          <KeysPart />
        </Suspense>
      )}
    </div>
  );
}

/** One producer from within: the accumulator, the in-flight window, and sequences at both ends. */
function OneProducer() {
  const entities = usePanelState((state) => state.entities);
  const inspected = useStageView((view) => view.inspected);
  const pointedAt = useStageView((view) => view.pointedAt);
  const [chosen, setChosen] = useState<string | null>(null);
  const { producers } = selectCluster(entities);
  const named = (key: string | null | undefined) => producers.find((each) => each.key === key)?.clientId;
  const pointed = pointedAt.find((key) => key.startsWith('producer:'));
  const producer =
    producers.find(({ clientId }) => clientId === chosen)?.clientId ??
    named(inspected) ??
    named(pointed) ??
    producers[0]?.clientId;
  const inside = useRunAnswer<'producer'>(producer === undefined ? null : { kind: 'producer', producer });
  const nowUs = usePanelState((state) => state.nowUs);
  if (producer === undefined) return <p className="type-row text-ink-2">{m.none}</p>;
  return (
    <section aria-label={m.title(producer)} className="one-producer">
      {producers.length > 1 && (
        <SelectField
          label={m.choose}
          hideLabel
          className="producer-choice"
          mono
          value={producer}
          options={producers.map(({ clientId }) => ({ value: clientId, label: clientId }))}
          onChange={setChosen}
        />
      )}
      {inside !== undefined && inside !== null && <Inside inside={inside} nowUs={nowUs} />}
    </section>
  );
}

function Inside({ inside, nowUs }: { readonly inside: ProducerInside; readonly nowUs: number }) {
  const rows = busiestFirst(inside.partitions);
  return (
    <>
      <Facts inside={inside} nowUs={nowUs} />
      {rows.length === 0 && <p className="type-row text-ink-2">{m.nothing}</p>}
      <ul className="producer-partitions">
        {rows.slice(0, MOST_PARTITIONS).map((row) => (
          <PartitionRow key={row.partition} row={row} nowUs={nowUs} maxInFlight={inside.maxInFlight} />
        ))}
      </ul>
      {rows.length > MOST_PARTITIONS && (
        <p className="type-row text-ink-3">{m.morePartitions(rows.length - MOST_PARTITIONS)}</p>
      )}
    </>
  );
}

function Facts({ inside, nowUs }: { readonly inside: ProducerInside; readonly nowUs: number }) {
  const { producerId, producerEpoch, requests, maxInFlight, bufferHeldBytes, bufferBytes } = inside;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [m.facts.id, producerId < 0 ? m.facts.noId : m.facts.idAndEpoch(producerId, producerEpoch)],
    [m.facts.batch, m.facts.batchAndLinger(inside.batchSizeBytes, inside.lingerUs)],
    [m.facts.compression, inside.compression],
    [
      m.facts.requests,
      requests.length === 0
        ? m.facts.noRequests(maxInFlight)
        : requests.map(({ broker, count }) => m.facts.requestsOf(broker, count, maxInFlight)).join('; '),
    ],
    [m.facts.memory, m.facts.memoryOf(bufferHeldBytes, bufferBytes)],
  ];
  return (
    <>
      <dl className="producer-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="hw-mono">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="producer-memory" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, (100 * bufferHeldBytes) / bufferBytes)}%` }} />
      </div>
      {inside.blockedSinceUs !== null && (
        <p className="type-row text-wait" role="status">
          {m.facts.blocked(nowUs - inside.blockedSinceUs)}
        </p>
      )}
    </>
  );
}

interface PartitionRowProps {
  readonly row: PartitionInside;
  readonly nowUs: number;
  readonly maxInFlight: number;
}

function PartitionRow({ row, nowUs, maxInFlight }: PartitionRowProps) {
  const { partition, leader, nextSequence, lastAckedSequence, waiting, inFlight, remembered } = row;
  const { shown, more } = shownBatches(waiting);
  return (
    <li>
      <p className="producer-partition">
        <b>{m.partition(partition, leader)}</b>{' '}
        <span>{nextSequence === null ? m.notIdempotent : m.next(nextSequence, lastAckedSequence)}</span>
      </p>
      <div className="producer-flow">
        <Column title={m.columns.waiting} isEmpty={waiting.length === 0}>
          {more > 0 && (
            <li className="batch-more">
              <span aria-hidden="true">{m.more(more)}</span>
              <VisuallyHidden>{m.moreBatches(more)}</VisuallyHidden>
            </li>
          )}
          {shown.map((batch, i) => (
            <Batch key={batch.firstSequence ?? `${batch.createdUs} ${i}`} batch={batch} nowUs={nowUs} />
          ))}
        </Column>
        <Column title={m.columns.inFlight} isEmpty={false}>
          {inFlight.map((batch) => (
            <Batch key={batch.request?.correlationId} batch={batch} nowUs={nowUs} />
          ))}
          {Array.from({ length: Math.max(0, maxInFlight - inFlight.length) }, (_, slot) => (
            <li key={`free ${slot}`} className="batch-free">
              <VisuallyHidden>{m.freeSlot}</VisuallyHidden>
            </li>
          ))}
        </Column>
        <Column
          title={remembered === null ? m.columns.noMemory : m.columns.remembered(remembered.broker)}
          isEmpty={remembered === null || remembered.batches.length === 0}
        >
          {remembered?.batches.map(({ firstSequence, lastSequence, baseOffset }) => (
            <li key={baseOffset} className="batch-box batch-stored">
              <span aria-hidden="true">{m.sequences(firstSequence, lastSequence)}</span>
              <small aria-hidden="true">{m.offset(baseOffset)}</small>
              <VisuallyHidden>{m.stored(firstSequence, lastSequence, baseOffset)}</VisuallyHidden>
            </li>
          ))}
        </Column>
      </div>
    </li>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Column({ title, isEmpty, children }: ColumnProps) {
  return (
    <div>
      <p className="producer-column">{title}</p>
      {isEmpty ? <p className="batch-nothing">{m.empty}</p> : <ul className="batch-row">{children}</ul>}
    </div>
  );
}

function Batch({ batch, nowUs }: { readonly batch: BatchInside; readonly nowUs: number }) {
  const { records, sizeBytes, limitBytes, attempts, untilUs, request } = batch;
  const isRetry = attempts > (request === null ? 0 : 1);
  const range = m.sequences(batch.firstSequence, batch.lastSequence);
  const text =
    request === null
      ? m.waiting({ records, sizeBytes, limitBytes, attempts, inUs: untilUs - nowUs })
      : m.sent({
          records,
          sizeBytes,
          attempts,
          correlationId: request.correlationId,
          sinceUs: nowUs - request.sentAtUs,
          inUs: untilUs - nowUs,
        });
  return (
    <li
      className={classNames('batch-box', request !== null && 'batch-sent', isRetry && 'batch-retry')}
      title={text}
    >
      <i aria-hidden="true" style={{ blockSize: `${Math.min(100, (100 * sizeBytes) / limitBytes)}%` }} />
      <span aria-hidden="true">
        {m.records(records)} <em>{m.recordsUnit(records)}</em>
      </span>
      <small aria-hidden="true">{range ?? (isRetry ? m.isRetry : m.noSequence)}</small>
      <VisuallyHidden>
        {text} {range}
      </VisuallyHidden>
    </li>
  );
}
