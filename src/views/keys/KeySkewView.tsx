import { useMemo, useState } from 'react';
import { keys } from '../../i18n/en/keys.ts';
import type { KeyPartitions } from '../../shared/RunQuestions.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import './keys.css';
import { PartitionCount } from './PartitionCount.tsx';
import { countKeys, pastedKeys, skewRows, type SkewRow } from './skewRows.ts';

const m = keys.skew;
const MOST_LINES = 20_000;
const MOST_ROWS = 100;

export interface KeySkewViewProps {
  readonly initialKeys: readonly string[];
  readonly partitions: number;
  readonly level?: 2 | 3;
}

/** How a list of keys spreads over the partitions, with each client as it is out of the box. */
export function KeySkewView({ initialKeys, partitions, level = 3 }: KeySkewViewProps) {
  const [text, setText] = useState(() => initialKeys.join('\n'));
  const [chosen, setChosen] = useState<number | null>(null);
  const count = chosen ?? partitions;
  const lines = useMemo(() => pastedKeys(text, MOST_LINES), [text]);
  const counts = useMemo(() => countKeys(lines), [lines]);
  const distinct = useMemo(() => [...counts.keys()], [counts]);
  const answer = useRunAnswer<'keyPartitions'>(
    { kind: 'keyPartitions', keys: distinct, partitions: count },
    false,
  );
  const Heading = `h${level}` as const;
  return (
    <section aria-label={m.title} className="keys-card">
      <Heading>{m.title}</Heading>
      <div className="keys-fields">
        <TextArea label={m.paste} value={text} onChange={setText} rows={4} />
        <PartitionCount value={count} onChange={setChosen} />
      </div>
      <p className="keys-note" role="status">
        {lines.length === 0 ? m.none : m.summary(lines.length, distinct.length)}{' '}
        {lines.length === MOST_LINES && m.tooMany(MOST_LINES)}
      </p>
      {answer !== undefined && distinct.length > 0 && (
        <>
          <ul className="skew-rows">
            {skewRows(answer, [...counts.values()]).map((row) => (
              <Row key={row.client} row={row} records={lines.length} keyCount={distinct.length} />
            ))}
          </ul>
          <Disclosure title={m.keyByKey} level={level === 2 ? 3 : 4}>
            <KeyTable answer={answer} counts={counts} />
          </Disclosure>
        </>
      )}
    </section>
  );
}

interface RowOfClient {
  readonly row: SkewRow;
  readonly records: number;
  readonly keyCount: number;
}

function Row({ row, records, keyCount }: RowOfClient) {
  const { client, counts, fullest, empty, elsewhere } = row;
  const most = counts[fullest] ?? 0;
  return (
    <li>
      <p className="skew-client">
        <b>{keys.clients[client]}</b> <span>{m.hash(keys.hashes[client])}</span>
      </p>
      <div role="img" aria-label={m.bars(keys.clients[client], counts)} className="skew-bars">
        {counts.map((count, partition) => (
          <span key={partition} data-fullest={partition === fullest && most > 0}>
            <i style={{ blockSize: most === 0 ? 0 : `${(100 * count) / most}%` }} />
          </span>
        ))}
      </div>
      <dl>
        <div>
          <dt>{m.column.fullest}</dt>
          <dd>
            {m.fullestAt(fullest)}: {m.fullest(most, records)}
          </dd>
        </div>
        <div>
          <dt>{m.column.empty}</dt>
          <dd>{empty}</dd>
        </div>
        {client !== 'java' && (
          <div>
            <dt>{m.column.others}</dt>
            <dd className={elsewhere > 0 ? 'text-error' : ''}>{m.elsewhere(elsewhere, keyCount)}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

interface KeyTableProps {
  readonly answer: KeyPartitions;
  readonly counts: ReadonlyMap<string, number>;
}

function KeyTable({ answer, counts }: KeyTableProps) {
  const rows = [...counts].slice(0, MOST_ROWS);
  const java = answer.clients[0]?.partitions ?? [];
  return (
    <ScrollBox label={m.keyByKey} className="key-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{m.keyColumn}</th>
            <th scope="col">{m.recordsColumn}</th>
            {answer.clients.map(({ client }) => (
              <th key={client} scope="col">
                {keys.clients[client]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, records], i) => (
            <tr key={key}>
              <th scope="row" className="hw-mono">
                {key}
              </th>
              <td className="hw-mono">{records}</td>
              {answer.clients.map(({ client, partitions }) => {
                const differs = partitions[i] !== java[i];
                return (
                  <td key={client} className="hw-mono" data-differs={differs}>
                    {(partitions[i] ?? -1) < 0 ? m.free : partitions[i]}
                    {differs && <span aria-label={m.differs}> ≠</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {counts.size > MOST_ROWS && <p className="keys-note">{m.more(counts.size - MOST_ROWS)}</p>}
    </ScrollBox>
  );
}
