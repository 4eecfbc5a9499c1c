import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { Segments } from '../ui/Segments.tsx';
import {
  usePanelState,
  useStageView,
  useStageViewStore,
  type PanelName,
} from '../views/SimulationContext.tsx';
import { markOf } from './fidelity/markOf.tsx';
import { UndoButton } from './UndoButton.tsx';
import {
  GroupPanel,
  LedgerPanel,
  MetadataLogPanel,
  MetricStrips,
  QueuePanel,
  OutsidePanel,
  SharePanel,
  ProducersPanel,
  StoragePanel,
  TracePanel,
  TransactionsPanel,
  WaitsPanel,
} from './pieces.tsx';

export interface StagePanelsProps {
  /** One more panel to choose; who has none gets the button to undo here. */
  readonly more?: { readonly label: string; readonly panel: ReactNode };
  /** Metrics over time stand under the timeline. */
  readonly hasStripsElsewhere?: boolean;
  /** The way to all of them stands there. */
  readonly hasDashboardElsewhere?: boolean;
  /** At the end of the choice. */
  readonly fold?: ReactNode;
}

/** Under or beside the stage: who waits and what just happened, or what became of every record. */
export function StagePanels({
  more,
  hasStripsElsewhere = false,
  hasDashboardElsewhere = false,
  fold,
}: StagePanelsProps) {
  const m = useMessages().app.lesson;
  const chosen = useStageView((view) => view.panel);
  // The dashboard shows the same metrics, larger: what was chosen shows again once it is gone.
  const isDashboard = useStageView((view) => view.dashboard);
  const hasStrips = !hasStripsElsewhere && !isDashboard;
  const shown = !hasStrips && chosen === 'metrics' ? 'now' : chosen;
  // Only where somebody shares a partition: most clusters have no share groups.
  const hasShares = usePanelState(({ scenario }) =>
    scenario.consumers.some(({ share }) => share !== undefined),
  );
  const hasQueues = usePanelState(({ scenario }) => scenario.queueBrokers !== undefined);
  // Likewise for databases, and for records that are sent on.
  const hasOutside = usePanelState(({ scenario }) =>
    scenario.consumers.some(({ store, errors, sink }) => store ?? errors ?? sink),
  );
  // Amounts and balances under the ledger want more height.
  const hasBooks = usePanelState(({ scenario }) =>
    scenario.producers.some(({ workload }) => workload?.transfers !== undefined),
  );
  const view = useStageViewStore();
  const choice = useRef<HTMLDivElement>(null);
  // A lesson may choose one that is out of sight where there is little room.
  useEffect(() => {
    const row = choice.current;
    const selected = row?.querySelector<HTMLElement>('[data-selected]');
    if (row === null || selected === null || selected === undefined) return;
    const show = () => {
      row.scrollLeft = Math.max(0, selected.offsetLeft + selected.offsetWidth + 16 - row.clientWidth);
    };
    show();
    if (typeof ResizeObserver === 'undefined') return;
    // Behind the text of a phone it has no size yet.
    const observer = new ResizeObserver(show);
    observer.observe(row);
    return () => observer.disconnect();
  }, [shown]);
  return (
    <section
      aria-label={m.panels}
      className="stage-panels"
      data-panel={shown === 'ledger' && hasBooks ? 'books' : shown}
    >
      <div className="flex shrink-0 items-center">
        <div ref={choice} className="stage-panels-choice min-w-0 flex-1">
          <Segments<PanelName>
            label={m.panels}
            value={shown}
            onChange={(panel) => view.setState({ panel })}
            segments={[
              { value: 'now', label: m.panelNow },
              { value: 'ledger', label: m.panelLedger },
              ...(hasStrips ? [{ value: 'metrics' as const, label: m.panelMetrics }] : []),
              { value: 'metadata', label: m.panelMetadata },
              { value: 'storage', label: m.panelStorage },
              { value: 'producers', label: m.panelProducers },
              { value: 'transactions', label: m.panelTransactions },
              { value: 'groups', label: m.panelGroups },
              ...(hasShares ? [{ value: 'share' as const, label: m.panelShare }] : []),
              ...(hasQueues ? [{ value: 'queues' as const, label: m.panelQueues }] : []),
              ...(hasOutside ? [{ value: 'outside' as const, label: m.panelOutside }] : []),
              ...(more === undefined ? [] : [{ value: 'more' as const, label: more.label }]),
            ]}
          />
          {more === undefined && (
            <div className="ml-auto">
              <UndoButton />
            </div>
          )}
        </div>
        {fold}
      </div>
      <Suspense fallback={null}>
        {shown === 'now' && (
          <div className="stage-panels-now">
            <WaitsPanel />
            <TracePanel />
          </div>
        )}
        {shown === 'ledger' && (
          <div className="stage-panels-one">
            <LedgerPanel />
          </div>
        )}
        {shown === 'metrics' && (
          <div className="stage-panels-one">
            <MetricStrips hasDashboard={!hasDashboardElsewhere} />
          </div>
        )}
        {shown === 'metadata' && (
          <div className="stage-panels-one">
            <MetadataLogPanel />
          </div>
        )}
        {shown === 'storage' && (
          <div className="stage-panels-one">
            <StoragePanel />
          </div>
        )}
        {shown === 'producers' && (
          <div className="stage-panels-one">
            <ProducersPanel />
          </div>
        )}
        {shown === 'transactions' && (
          <div className="stage-panels-one">
            <TransactionsPanel />
          </div>
        )}
        {shown === 'groups' && (
          <div className="stage-panels-one">
            <GroupPanel />
          </div>
        )}
        {shown === 'share' && (
          <div className="stage-panels-one">
            <SharePanel />
          </div>
        )}
        {shown === 'queues' && (
          <div className="stage-panels-one">
            <QueuePanel mark={markOf} />
          </div>
        )}
        {shown === 'outside' && (
          <div className="stage-panels-one">
            <OutsidePanel />
          </div>
        )}
        {shown === 'more' && <div className="stage-panels-one">{more?.panel}</div>}
      </Suspense>
    </section>
  );
}
