import type { QuorumReplica, QuorumResult } from '../../shared/QuorumResult.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';

/** Rows told; a large cluster has as many observers as brokers. */
const MOST_ROWS = 12;

/** What `kafka-metadata-quorum.sh describe` prints, as the leader of the quorum knows it; folded away until somebody asks. */
export function QuorumTable({ quorum }: { readonly quorum: QuorumResult }) {
  const m = useMessages().stage.inspector.quorum;
  return (
    <Disclosure title={m.title} level={3}>
      <QuorumFacts quorum={quorum} />
    </Disclosure>
  );
}

/** The same in sight. */
export function QuorumFacts({ quorum }: { readonly quorum: QuorumResult }) {
  const m = useMessages().stage.inspector.quorum;
  const { replication } = quorum;
  const status: readonly (readonly [name: string, value: string])[] = [
    [m.maxFollowerLag, formatNumber(quorum.maxFollowerLag)],
    [m.maxFollowerLagTimeMs, formatNumber(quorum.maxFollowerLagTimeMs)],
    [m.currentVoters, m.ids(quorum.currentVoters)],
    [m.currentObservers, m.ids(quorum.currentObservers.slice(0, MOST_ROWS))],
  ];
  return (
    <>
      <dl className="mb-2 grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-[12px] leading-[18px]">
        {status.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="hw-mono text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <ScrollBox label={m.replication} className="overflow-x-auto">
        <table className="w-full border-collapse text-left text-[12px] leading-[18px]">
          <thead>
            <tr className="border-b border-line text-ink-2">
              {m.columns.map((name) => (
                <th key={name} scope="col" className="pr-2 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {replication.slice(0, MOST_ROWS).map((replica) => (
              <tr
                key={`${replica.status} ${replica.nodeId}`}
                className="border-b border-line last:border-b-0"
              >
                {cellsOf(replica).map((cell, column) => (
                  <td key={m.columns[column]} className="hw-mono pr-2">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {replication.length > MOST_ROWS && (
        <p className="type-row text-ink-3">{m.more(replication.length - MOST_ROWS)}</p>
      )}
    </>
  );
}

function cellsOf(replica: QuorumReplica): readonly string[] {
  return [
    String(replica.nodeId),
    formatNumber(replica.logEndOffset),
    formatNumber(replica.lag),
    formatNumber(replica.lastFetchTimestamp),
    formatNumber(replica.lastCaughtUpTimestamp),
    replica.status,
  ];
}
