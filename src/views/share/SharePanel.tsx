import type { ShareView } from '../../bridge/frame.ts';
import { selectPartitions } from '../../state/selectors.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { usePanelState } from '../SimulationContext.tsx';
import { WhyAspects } from '../trace/WhyAspects.tsx';
import { countStates, shareRows, STATE_SHAPES, type ShareRow } from './shareRows.ts';
import './share.css';

/** Records of each share partition between SPSO and SPEO: in which state, how often delivered, who has them and for how long. */
export function SharePanel() {
  const m = useMessages().shareGroups;
  const partitions = usePanelState(selectPartitions);
  const shared = partitions.flatMap(({ name, shares = [] }) =>
    shares.map((share) => ({ partition: name, share })),
  );
  return (
    <Panel title={m.title} className="share-panel">
      {shared.length === 0 ? (
        <p className="type-row text-ink-2">{m.empty}</p>
      ) : (
        shared.map(({ partition, share }) => (
          <SharePartition key={`${partition} ${share.group}`} partition={partition} share={share} />
        ))
      )}
    </Panel>
  );
}

function SharePartition({ partition, share }: { readonly partition: string; readonly share: ShareView }) {
  const m = useMessages().shareGroups;
  const nowUs = usePanelState((state) => state.nowUs);
  const rows = shareRows(share, nowUs);
  const { startOffset, endOffset, isLoading, maxRecordLocks } = share;
  const counts = m.counts(countStates(rows).map(([state, count]) => [m.states[state], count] as const));
  return (
    <section aria-label={m.heading(share.group, partition)} className="mb-4">
      <h3 className="type-row font-[590]">{m.heading(share.group, partition)}</h3>
      <p className="type-row text-ink-2">
        {isLoading
          ? m.loading
          : endOffset === null
            ? m.idle(startOffset)
            : m.span(startOffset, endOffset, endOffset - startOffset + 1, maxRecordLocks)}
      </p>
      {rows.length > 0 && (
        <>
          <div role="img" aria-label={counts} className="share-strip">
            {rows.map((row) => (
              <Cell key={row.firstOffset} row={row} />
            ))}
          </div>
          <p className="type-row text-ink-2">{counts}</p>
          <Runs rows={rows} limit={share.deliveryCountLimit} label={m.heading(share.group, partition)} />
          {share.moreRuns > 0 && <p className="type-row text-ink-3">{m.more(share.moreRuns)}</p>}
        </>
      )}
      <WhyAspects of={`share:${share.group}@${partition}`} name={m.heading(share.group, partition)} />
    </section>
  );
}

function Cell({ row }: { readonly row: ShareRow }) {
  return (
    <span data-state={row.state} style={{ flexGrow: row.width }}>
      <span>{STATE_SHAPES[row.state]}</span>
      <span className="hw-mono">{row.deliveryCount}</span>
    </span>
  );
}

function Runs({
  rows,
  limit,
  label,
}: {
  readonly rows: readonly ShareRow[];
  readonly limit: number;
  readonly label: string;
}) {
  const m = useMessages().shareGroups;
  return (
    <ScrollBox label={label} className="share-runs">
      <table className="w-full text-left text-[12px] leading-[18px]">
        <thead className="text-ink-3">
          <tr>
            <th scope="col">{m.columns.offsets}</th>
            <th scope="col">{m.columns.state}</th>
            <th scope="col">{m.columns.deliveries}</th>
            <th scope="col">{m.columns.member}</th>
            <th scope="col">{m.columns.lock}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.firstOffset}>
              <th scope="row" className="hw-mono font-[400]">
                {m.offsets(row.firstOffset, row.lastOffset)}
              </th>
              <td>
                <span aria-hidden="true">{STATE_SHAPES[row.state]}</span> {m.states[row.state]}
              </td>
              <td className="hw-mono">{m.deliveries(row.deliveryCount, limit)}</td>
              <td>{row.holder}</td>
              <td className="hw-mono">{row.lockLeftUs === null ? '' : m.lock(row.lockLeftUs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
