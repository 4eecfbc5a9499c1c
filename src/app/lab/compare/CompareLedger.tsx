import type { LedgerView } from '../../../bridge/frame.ts';
import { compare as m } from '../../../i18n/en/compare.ts';
import { formatNumber, formatTime } from '../../../i18n/format.ts';
import type { Micros } from '../../../shared/units.ts';
import { classNames } from '../../../ui/classNames.ts';
import { useMessages } from '../../../ui/messages.tsx';
import type { LedgerName } from '../../../views/ledger/ledgerRows.ts';
import { compareLedgers, ledgerSentences, type LedgerSentence } from './ledgerDifference.ts';

export interface CompareLedgerProps {
  readonly a: LedgerView;
  readonly b: LedgerView;
  readonly nameA: string;
  readonly nameB: string;
  readonly timeUs: Micros;
}

/** What became of every record in each of the two, and what that comes to in words. */
export function CompareLedger({ a, b, nameA, nameB, timeUs }: CompareLedgerProps) {
  const t = useMessages().stage.ledger;
  const label = (name: LedgerName) =>
    name in t.states ? t.states[name as keyof typeof t.states] : t.cross[name as keyof typeof t.cross];
  const most = Math.max(1, a.produced, b.produced);
  return (
    <section aria-label={m.ledger.title(formatTime(timeUs))} className="px-4 py-2 md:px-5">
      <ul
        aria-label={m.ledger.title(formatTime(timeUs))}
        className="mb-1 flex flex-wrap gap-x-4 text-[13px] font-[560]"
      >
        {ledgerSentences(a, b).map((sentence) => (
          <li key={JSON.stringify(sentence)}>{inWords(sentence, label)}</li>
        ))}
      </ul>
      <table className="w-full border-collapse text-[12.5px] leading-5">
        <thead>
          <tr className="type-label text-left">
            <th scope="col" className="py-0.5 pr-3 font-[600]">
              {m.ledger.title(formatTime(timeUs))}
            </th>
            <th scope="col" className="max-w-0 truncate pr-3 md:w-[28%]">
              {m.side('A', nameA)}
            </th>
            <th scope="col" className="max-w-0 truncate pr-3 md:w-[28%]">
              {m.side('B', nameB)}
            </th>
            <th scope="col" className="hidden lg:table-cell">
              {m.ledger.meaning}
            </th>
          </tr>
        </thead>
        <tbody>
          {compareLedgers(a, b).map((row) => (
            <tr key={row.name} className={classNames('border-t border-line', row.wrong && 'bg-error-tint')}>
              <th
                scope="row"
                className={classNames('pr-3 text-left', row.wrong ? 'font-[620]' : 'font-[420]')}
              >
                {label(row.name)}
              </th>
              <Figure value={row.a} most={most} isOther={row.a !== row.b} isWrong={row.wrong && row.a > 0} />
              <Figure value={row.b} most={most} isOther={row.a !== row.b} isWrong={row.wrong && row.b > 0} />
              <td className="hidden text-ink-2 lg:table-cell">{t.meaning[row.name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="type-row mt-1 text-ink-3">{m.ledger.equation}</p>
    </section>
  );
}

function inWords(sentence: LedgerSentence, label: (name: LedgerName) => string): string {
  const words = m.ledger.sentence;
  if (sentence.kind === 'same') return words.same;
  if (sentence.kind === 'lostButKept')
    return words.lostButKept(sentence.side === 'a' ? 'A' : 'B', sentence.records);
  const name = label(sentence.name);
  return words.differs(name.charAt(0).toUpperCase() + name.slice(1), sentence.a, sentence.b);
}

function Figure({
  value,
  most,
  isOther,
  isWrong,
}: {
  readonly value: number;
  readonly most: number;
  readonly isOther: boolean;
  readonly isWrong: boolean;
}) {
  return (
    <td className="pr-3">
      <span className="flex items-center gap-2">
        <span
          className={classNames(
            'hw-mono min-w-14 text-right',
            isOther ? 'font-[620]' : 'text-ink-2',
            isWrong && 'text-error',
          )}
        >
          {formatNumber(value)}
        </span>
        <span aria-hidden="true" className="hidden h-1.5 min-w-0 flex-1 md:block">
          <span
            className={classNames('block h-full rounded-[1px]', isWrong ? 'bg-error' : 'bg-water-deep')}
            style={{ width: `${(100 * value) / most}%`, opacity: isOther ? 1 : 0.6 }}
          />
        </span>
      </span>
    </td>
  );
}
