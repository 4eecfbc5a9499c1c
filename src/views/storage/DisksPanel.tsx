import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { selectCluster } from '../clusterModel.ts';
import { usePanelState } from '../SimulationContext.tsx';
import { diskRows, longestBarBytes, type DiskRow } from './diskRows.ts';
import './storage.css';

/** Named under a bar; the others are counted. */
const NAMED = 3;

/** What lies on the disk of each broker, by partition; all bars have one scale. */
export function DisksPanel() {
  const m = useMessages().storage.disks;
  const entities = usePanelState((state) => state.entities);
  const { brokers, replicas } = selectCluster(entities);
  const rows = diskRows(brokers, replicas);
  const most = longestBarBytes(rows);
  return (
    <Panel title={m.title} className="storage-disks">
      {rows.length === 0 ? (
        <p className="type-row text-ink-2">{m.empty}</p>
      ) : (
        <ul
          // A long list is scrolled by keyboard too, and so takes the focus.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={m.title}
          className="hw-rows storage-table flex flex-col gap-2"
        >
          {rows.map((row) => (
            <Disk key={`${row.broker} ${row.logDir}`} row={row} most={most} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Disk({ row, most }: { readonly row: DiskRow; readonly most: number }) {
  const m = useMessages().storage.disks;
  const width = (bytes: number) => `${(100 * bytes) / most}%`;
  /** Of the bar: one with an end is as long as its disk. */
  const part = (bytes: number) => `${(100 * bytes) / (row.capacityBytes ?? most)}%`;
  const named = row.partitions.filter(({ sizeBytes }) => sizeBytes > 0).slice(0, NAMED);
  const left = row.partitions.length - named.length;
  return (
    <li className="text-[12px] leading-[17px]">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-[590] whitespace-nowrap">{m.broker(row.broker)}</span>
        <span className="hw-mono min-w-0 truncate text-ink-3" title={row.logDir}>
          {row.logDir}
        </span>
        {(row.isFull || row.isOffline) && (
          <span className="font-[590] text-error">{row.isFull ? m.full : m.offline}</span>
        )}
        <span className="hw-mono ml-auto whitespace-nowrap">
          {row.capacityBytes === null
            ? m.bytes(row.sizeBytes)
            : m.ofCapacity(row.sizeBytes, row.capacityBytes)}
        </span>
      </p>
      <div
        role="img"
        aria-label={m.picture(row.broker, row.logDir)}
        className="disk-bar"
        data-offline={row.isOffline}
        data-endless={row.capacityBytes === null}
        style={{ inlineSize: row.capacityBytes === null ? '100%' : width(row.capacityBytes) }}
      >
        {row.partitions.map(({ partition, sizeBytes }) => (
          <span
            key={partition}
            title={m.share(partition, sizeBytes)}
            style={{ inlineSize: part(sizeBytes) }}
          />
        ))}
        {row.deletedBytes > 0 && (
          <span className="disk-deleted" style={{ inlineSize: part(row.deletedBytes) }} />
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 text-ink-2">
        {named.map(({ partition, sizeBytes }) => (
          <span key={partition}>{m.share(partition, sizeBytes)}</span>
        ))}
        {left > 0 && (
          <span className="text-ink-3">{named.length === 0 ? m.partitions(left) : m.more(left)}</span>
        )}
        {row.deletedBytes > 0 && <span className="text-wait">{m.deleted(row.deletedBytes)}</span>}
      </p>
    </li>
  );
}
