import { useState } from 'react';
import { keys } from '../../i18n/en/keys.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { KeyPath, KeyRule } from '../../shared/RunQuestions.ts';
import { classNames } from '../../ui/classNames.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
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
  /** That of the application, until the reader asks for another; left out: Java's own. */
  readonly initialRule?: KeyRule;
}

/** A key, its bytes, its hash, its partition: each with what came of the step before. */
export function KeyPathView({ initialKey, partitions, level = 3, initialRule }: KeyPathViewProps) {
  const [key, setKey] = useState(initialKey);
  const [chosen, setChosen] = useState<number | null>(null);
  const count = chosen ?? partitions;
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(initialRule, initialKey));
  const rule = ruleOf(draft);
  const path = useRunAnswer<'keyPath'>(
    { kind: 'keyPath', key, partitions: count, ...(rule && { rule }) },
    false,
  );
  const Heading = `h${level}` as const;
  return (
    <section aria-label={m.title} className="keys-card">
      <Heading>{m.title}</Heading>
      <div className="keys-fields">
        <TextField label={m.key} mono value={key} onChange={setKey} />
        <PartitionCount value={count} onChange={setChosen} />
      </div>
      <RuleFields draft={draft} onChange={setDraft} />
      {path !== undefined && <Steps path={path} partitions={count} rule={rule} />}
    </section>
  );
}

/** What the reader has typed of a rule. */
interface RuleDraft {
  readonly kind: 'java' | KeyRule['kind'];
  readonly vips: string;
  readonly count: string;
  /** Which are salted; null: each. */
  readonly salted: readonly string[] | null;
}

const RULES = ['java', 'vip', 'salt'] as const;
const MOST_SALTS = 100;

function draftOf(rule: KeyRule | undefined, key: string): RuleDraft {
  if (rule?.kind === 'vip')
    return { kind: 'vip', vips: rule.keys.join(', '), count: String(rule.partitions), salted: null };
  return { kind: rule?.kind ?? 'java', vips: key, count: String(rule?.salts ?? 2), salted: rule?.keys ?? null };
}

function ruleOf({ kind, vips, count, salted }: RuleDraft): KeyRule | null {
  const whole = Math.max(1, Math.min(MOST_SALTS, Math.floor(Number(count)) || 1));
  if (kind === 'salt') return { kind, keys: salted, salts: whole };
  if (kind !== 'vip') return null;
  const keys = vips.split(',').map((key) => key.trim());
  return { kind, keys: keys.filter((key) => key !== ''), partitions: whole };
}

function RuleFields({
  draft,
  onChange,
}: {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}) {
  const { kind, vips, count } = draft;
  return (
    <div className="keys-rule">
      <SelectField
        label={m.rule}
        value={kind}
        onChange={(value) => onChange({ ...draft, kind: RULES.find((rule) => rule === value) ?? 'java' })}
        options={RULES.map((value) => ({ value, label: m.rules[value] }))}
      />
      {kind === 'vip' && (
        <TextField label={m.vips} mono value={vips} onChange={(next) => onChange({ ...draft, vips: next })} />
      )}
      {kind !== 'java' && (
        <TextField
          label={kind === 'vip' ? m.kept : m.salts}
          mono
          value={count}
          onChange={(next) => onChange({ ...draft, count: next })}
        />
      )}
    </div>
  );
}

interface StepsProps {
  readonly path: KeyPath;
  readonly partitions: number;
  readonly rule: KeyRule | null;
}

function Steps({ path, partitions, rule }: StepsProps) {
  const { range, salted } = path;
  const chosen = salted === null ? [path.partition] : [...new Set(salted.map((own) => own.partition))].sort((a, b) => a - b);
  return (
    <ol className="key-steps">
      {salted !== null && (
        <li>
          <p>{m.salted(salted.length)}</p>
          <p className="key-bytes">
            {salted.map((own) => (
              <span key={own.key} className="key-word">
                {m.saltedTo(own.key, own.partition)}
              </span>
            ))}
          </p>
          <p>{m.saltCost(chosen.length)}</p>
        </li>
      )}
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
          {rule?.kind === 'vip' && (
            <>
              {range.first > 0 ? m.isVip(range.count, range.first) : m.isNoVip(range.count)}{' '}
            </>
          )}
          <span className="hw-mono">
            {m.modulo(path.positive, range.count)}
            {m.behind(range.first)}
          </span>{' '}
          ={' '}
          <b>{m.result(path.partition)}</b>
        </p>
        {partitions <= MOST_DRAWN && (
          <p role="img" aria-label={m.strip(chosen, partitions)} className="key-strip">
            {Array.from({ length: partitions }, (_, partition) => (
              <span
                key={partition}
                data-chosen={chosen.includes(partition)}
                data-out={partition < range.first || partition >= range.first + range.count}
              >
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
