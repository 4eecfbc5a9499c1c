import { memo, useCallback, useEffect, useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { selectCluster } from '../clusterModel.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { chosenGroup } from './groupLag.ts';
import { layoutHeat } from './layoutHeat.ts';
import { unwellPartitions } from './partitionsOf.ts';
import { rowFigures, type RowFigures } from './rowFigures.ts';

const MOST_LISTED = 20;

/** What nobody looks at is kept up to date for who reads it, and no more often than anybody can listen. */
const HIDDEN_EVERY_MS = 1000;
const SHOWN_EVERY_MS = 200;
/** Rows are those of any picture; only their figures are told. */
const ANY_SIZE = { width: 800, height: 600 };

/** The picture in words and numbers: for a screen reader always, for everybody with O. */
export function HeatTable({ visible }: { readonly visible: boolean }) {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const read = useCallback(() => {
    const { replicas: columns, entities } = simulation.store.getState();
    const cluster = selectCluster(entities);
    const { group } = view.getState().heat;
    const { layout, groupLag } = layoutHeat(
      columns,
      cluster,
      { mode: 'lag', order: 'topic', arrangement: 'brokers', group },
      ANY_SIZE,
    );
    return {
      rows: rowFigures(columns, layout, groupLag),
      group: chosenGroup(cluster.groups, group)?.groupId ?? null,
      unwell: unwellPartitions(columns),
    };
  }, [simulation, view]);
  const [{ rows, group, unwell }, setTold] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setTold(read()), visible ? SHOWN_EVERY_MS : HIDDEN_EVERY_MS);
    return () => clearInterval(timer);
  }, [read, visible]);
  const t = m.table;
  return (
    <section
      aria-label={t.title}
      className={visible ? 'max-h-[50%] overflow-auto border-t border-line bg-surface px-3 py-2' : 'sr-only'}
    >
      <table className="type-row w-full text-right">
        <caption className="type-label text-left">{t.title}</caption>
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="text-left font-[560]">
              {t.broker}
            </th>
            {[
              t.rack,
              t.leaders,
              t.followers,
              t.outOfIsr,
              t.underMinIsr,
              t.lag,
              t.bytesIn,
              ...(group === null ? [] : [t.groupLag(group)]),
            ].map((name) => (
              <th key={name} scope="col" className="font-[560]">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.broker} {...row} hasGroup={group !== null} />
          ))}
        </tbody>
      </table>
      <h3 className="type-label mt-2">{t.worst}</h3>
      {unwell.length === 0 ? (
        <p className="type-row">{t.none}</p>
      ) : (
        <ul className="type-row">
          {unwell.slice(0, MOST_LISTED).map((partition) => (
            <li key={partition.name}>{t.partition(partition)}</li>
          ))}
          {unwell.length > MOST_LISTED && <li>{t.moreWorst(unwell.length - MOST_LISTED)}</li>}
        </ul>
      )}
    </section>
  );
}

/** A row is drawn anew only when one of its numbers changed. */
const Row = memo(function Row(row: RowFigures & { readonly hasGroup: boolean }) {
  return (
    <tr>
      <th scope="row" className="text-left font-[560]">
        {row.broker}
      </th>
      <td>{row.rack ?? ''}</td>
      <td>{formatNumber(row.leaders)}</td>
      <td>{formatNumber(row.followers)}</td>
      <td>{formatNumber(row.outOfIsr)}</td>
      <td>{formatNumber(row.underMinIsr)}</td>
      <td>{formatNumber(row.lag)}</td>
      <td>{m.rate(row.bytesInPerSecond)}</td>
      {row.hasGroup && <td>{formatNumber(row.groupLag)}</td>}
    </tr>
  );
});
