import { useState } from 'react';
import { keys } from '../../i18n/en/keys.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { KeyPath } from '../../shared/RunQuestions.ts';
import { classNames } from '../../ui/classNames.ts';
import { TextField } from '../../ui/fields.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import { PartitionCount } from './PartitionCount.tsx';
import './keys.css';

const m = keys.path;
/** More partitions are not drawn one by one. */
const MOST_DRAWN = 48;

export interface KeyPathViewProps {
  readonly initialKey: string;
  /** Of the topic that is looked at, until the reader asks for another number. */
  readonly partitions: number;
  /** Level of the heading. */
  readonly level?: 2 | 3;
}

/** A key, its bytes, its hash, its partition: each with what came of the step before. */
export function KeyPathView({ initialKey, partitions, level = 3 }: KeyPathViewProps) {
  const [key, setKey] = useState(initialKey);
  const [chosen, setChosen] = useState<number | null>(null);
  const count = chosen ?? partitions;
  const path = useRunAnswer<'keyPath'>({ kind: 'keyPath', key, partitions: count }, false);
  const Heading = `h${level}` as const;
  return (
    <section aria-label={m.title} className="keys-card">
      <Heading>{m.title}</Heading>
      <div className="keys-fields">
        <TextField label={m.key} mono value={key} onChange={setKey} />
        <PartitionCount value={count} onChange={setChosen} />
      </div>
      {path !== undefined && <Steps path={path} partitions={count} />}
    </section>
  );
}

function Steps({ path, partitions }: { readonly path: KeyPath; readonly partitions: number }) {
  return (
    <ol className="key-steps">
      <li>
        <p>{path.bytes.length === 0 ? m.noBytes : m.bytes(path.bytes.length)}</p>
        <p className="key-bytes">
          {path.words.map(({ bytes }, i) => (
            <span key={i} className="key-word">
              {bytes.map(hexByte).join(' ')}
            </span>
          ))}
          {path.rest !== null && (
            <span className="key-word key-rest">{path.rest.bytes.map(hexByte).join(' ')}</span>
          )}
        </p>
      </li>
      <li>
        <p>{m.words}</p>
        <table className="key-hashes">
          <tbody>
            <Row name={m.start} value={(path.seed ^ path.bytes.length) | 0} />
            {path.words.map(({ bytes, hash }, i) => (
              <Row key={i} name={bytes.map(hexByte).join(' ')} value={hash} mono />
            ))}
            {path.rest !== null && <Row name={m.rest} value={path.rest.hash} />}
            <Row name={m.last} value={path.hash} strong />
          </tbody>
        </table>
      </li>
      <li>
        <p>
          {m.sign}: <b className="hw-mono">{formatNumber(path.positive)}</b>
        </p>
      </li>
      <li>
        <p>
          <span className="hw-mono">{m.modulo(path.positive, partitions)}</span> ={' '}
          <b>{m.result(path.partition)}</b>
        </p>
        {partitions <= MOST_DRAWN && (
          <p role="img" aria-label={m.strip(path.partition, partitions)} className="key-strip">
            {Array.from({ length: partitions }, (_, partition) => (
              <span key={partition} data-chosen={partition === path.partition}>
                {partition}
              </span>
            ))}
          </p>
        )}
      </li>
    </ol>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: number;
  readonly mono?: boolean;
  readonly strong?: boolean;
}

function Row({ name, value, mono = false, strong = false }: RowProps) {
  return (
    <tr className={classNames(strong && 'key-last')}>
      <th scope="row" className={classNames(mono && 'hw-mono')}>
        {name}
      </th>
      <td className="hw-mono">{hexWord(value)}</td>
      <td className="hw-mono key-decimal">{formatNumber(value)}</td>
    </tr>
  );
}

const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');
const hexWord = (word: number): string => `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
