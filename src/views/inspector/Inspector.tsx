import { useContext, useEffect, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { EntityView } from '../../bridge/frame.ts';
import { why } from '../../i18n/en/why.ts';
import { formatDuration } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { entityActions, type EntityAction } from '../cluster/entityActions.ts';
import { Remaining, TimerRing } from '../cluster/TimerRing.tsx';
import { selectCluster, selectPartition, type ClusterModel } from '../clusterModel.ts';
import { ClientMetrics } from '../metrics/ClientMetrics.tsx';
import { RoleBadge } from '../log/RoleBadge.tsx';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelState, useSimulation, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import { lastFactAbout } from '../trace/traceItems.ts';
import { WhyAspects } from '../trace/WhyAspects.tsx';
import { WhyChain } from '../trace/WhyChain.tsx';
import { waitRows, type WaitRow } from '../waits/waitRows.ts';
import { WhyWait } from '../waits/WhyWait.tsx';
import '../views.css';
import { FactValue } from './FactValue.tsx';
import { entityFacts, letterOf } from './entityFacts.ts';
import { InspectorDetails } from './InspectorDetails.ts';
import { QuorumTable } from './QuorumTable.tsx';

export interface InspectorProps {
  /** Given, a close button shows. */
  readonly onClose?: () => void;
  /** Given, it applies the deeds; else the simulation does. */
  readonly onAction?: (action: EntityAction) => void;
}

/** What it is, 3–6 facts, why it is so, and what ends it. Always in this order. */
export function Inspector({ onClose, onAction }: InspectorProps) {
  const m = useMessages();
  const simulation = useSimulation();
  const inspected = useStageView((view) => view.inspected);
  const partitionName = useStageView((view) => view.partition);
  const entities = usePanelState((state) => state.entities);
  const rows = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const trace = useMemo(() => withOlderFacts(rows, marks, nowUs), [rows, marks, nowUs]);
  const waits = usePanelState((state) => state.waits);
  const detailsOf = useContext(InspectorDetails);
  const cluster = selectCluster(entities);
  const entity = inspected === null ? undefined : entities.get(inspected);
  const facts = entity === undefined ? null : entityFacts(m.stage, cluster, entity, partitionName, trace);
  const reason = useMemo(
    () => (inspected === null ? null : lastFactAbout(trace, inspected)),
    [trace, inspected],
  );
  const whyPart = useRef<HTMLDivElement>(null);
  useTakeWhy(whyPart, { isThere: facts !== null, hasFact: reason !== null });
  if (inspected === null || facts === null) {
    return <p className="type-row p-4 text-ink-2">{m.stage.inspector.nothing}</p>;
  }
  const replica = replicaShown(cluster, entity, partitionName);
  const letter = letterOf(cluster, inspected, partitionName);
  const waiting = waitRows(
    m.stage,
    waits.filter(({ who }) => who === inspected),
  );
  const act = onAction ?? ((action: EntityAction) => void simulation.apply(action.body));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose?.();
    document.querySelector<HTMLElement>(`[data-entity="${CSS.escape(inspected)}"]`)?.focus();
  };
  return (
    // Escape leads back into the picture, as from every level.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={facts.title} className="flex flex-col gap-3 p-4" onKeyDown={onKeyDown}>
      <header className="flex items-start gap-2">
        {letter !== null && (
          <svg width="18" height="18" className="hw-svg mt-px shrink-0" aria-hidden="true">
            <RoleBadge letter={letter} />
          </svg>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-[15px] leading-5 font-[630]">{facts.title}</h2>
          <p className="text-[12px] leading-4 text-ink-2">{facts.subtitle}</p>
        </div>
        {onClose !== undefined && (
          <IconButton icon="close" label={m.stage.inspector.close} onPress={onClose} />
        )}
      </header>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-[12.5px] leading-[18px]">
        {facts.facts.map(({ name, value }) => (
          <div key={`${inspected} ${name}`} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <FactValue value={value} />
          </div>
        ))}
      </dl>
      {entity?.kind === 'controller' && entity.quorum !== undefined && <QuorumTable quorum={entity.quorum} />}
      <div ref={whyPart}>
        <h3 tabIndex={-1} className="type-panel mb-2 w-fit">
          {m.stage.inspector.why}
        </h3>
        {reason === null ? (
          <p className="type-row text-ink-3">{m.stage.inspector.noWhy}</p>
        ) : (
          <WhyChain seq={reason.seq} />
        )}
        <WhyAspects key={inspected} of={inspected} name={facts.title} />
        {replica !== null && (
          <>
            <h4 className="type-label mt-1.5">{why.replicaTitle(replica.partition)}</h4>
            <WhyAspects key={replica.of} of={replica.of} name={why.replicaOf(replica.partition)} />
          </>
        )}
        {(entity?.kind === 'producer' || entity?.kind === 'consumer') && (
          <ClientMetrics key={`metrics ${inspected}`} of={inspected} name={facts.title} />
        )}
        {waiting.slice(0, 3).map((row) => (
          <Ending key={row.key} row={row} />
        ))}
      </div>
      <div className="flex flex-wrap gap-1.5" role="group" aria-label={m.stage.actions.of(facts.title)}>
        {entityActions(m.stage, cluster, inspected)
          .filter(({ id }) => !id.startsWith('link ') || inspected.startsWith('consumer:'))
          .map((action) => (
            <Button key={action.id} size="small" icon={action.icon} onPress={() => act(action)}>
              {action.label}
            </Button>
          ))}
      </div>
      {detailsOf?.(inspected)}
    </section>
  );
}

/** Somebody asked why: that is in sight and has the focus, and where no fact answers, the first of its values does. */
function useTakeWhy(
  why: RefObject<HTMLDivElement | null>,
  { isThere, hasFact }: { readonly isThere: boolean; readonly hasFact: boolean },
): void {
  const view = useStageViewStore();
  const asks = useStageView((state) => state.asksWhy);
  useEffect(() => {
    const part = why.current;
    if (!asks || !isThere || part === null) return;
    view.setState({ asksWhy: false });
    const value = hasFact ? null : part.querySelector('details');
    if (value !== null) value.open = true;
    part.querySelector('h3')?.focus();
  }, [asks, isThere, hasFact, why, view]);
}

/** Of a broker its replica of the partition that is looked at; null: it has none. */
function replicaShown(
  cluster: ClusterModel,
  entity: EntityView | undefined,
  partitionName: string | null,
): { readonly of: string; readonly partition: string } | null {
  const partition = selectPartition(cluster, partitionName)?.name;
  if (entity?.kind !== 'broker' || partition === undefined) return null;
  const isHere = cluster.replicas.some(
    (replica) => replica.broker === entity.nodeId && replica.partition === partition,
  );
  return isHere ? { of: `replica:${partition}@${entity.nodeId}`, partition } : null;
}

/** What it waits for, and when that ends. */
function Ending({ row }: { readonly row: WaitRow }) {
  const m = useMessages().stage.inspector;
  return (
    <div className="mt-2 flex items-start gap-2 text-[12.5px] leading-[17px]">
      <TimerRing sinceUs={row.sinceUs} endsUs={row.endsUs} tone={row.tone} />
      <div className="min-w-0">
        <b className="font-[590]">{row.who}</b> {row.what}.{' '}
        <span className="text-ink-3">
          {m.ends}{' '}
          {row.endsUs === null ? (
            m.endsByEvent
          ) : (
            <Remaining endsUs={row.endsUs} format={(us) => m.endsIn(formatDuration(us))} />
          )}
          .
        </span>
        <WhyWait wait={row.wait} name={`${row.who} ${row.what}`} />
      </div>
    </div>
  );
}
