import { useState, type SyntheticEvent, type ReactNode } from 'react';
import type { LookUpTarget, LookUpView } from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Segments } from '../../ui/Segments.tsx';
import { readTarget, type TargetProblem } from './readTarget.ts';

const m = microscope.find;

export type FindBy = LookUpTarget['by'] | 'transaction';

export interface FindBarProps {
  readonly by: FindBy;
  readonly onBy: (by: FindBy) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly clockOriginMs: number | null;
  readonly onFind: (target: LookUpTarget) => void;
  /** By a transactional id or a producer id; empty: those of all. */
  readonly onFindTransactions: (producer: string) => void;
  readonly lookUp: LookUpView | null;
  readonly logBytes: number;
  /** What else stands in the bar. */
  readonly children?: ReactNode;
}

/** What is looked for, and what it cost to find it. */
export function FindBar(props: FindBarProps) {
  const { by, onBy, text, onText, clockOriginMs, onFind, onFindTransactions, lookUp, logBytes, children } =
    props;
  const [problem, setProblem] = useState<TargetProblem | null>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (by === 'transaction') {
      onFindTransactions(text);
      return;
    }
    const read = readTarget(by, text, clockOriginMs);
    setProblem(read.ok ? null : read.problem);
    if (read.ok) onFind(read.target);
  };
  const found = lookUp === null ? null : m.found(lookUp, logBytes);
  return (
    <div className="mi-find">
      <Segments<FindBy>
        label={m.label}
        value={by}
        onChange={(next) => {
          setProblem(null);
          onBy(next);
        }}
        segments={[
          { value: 'offset', label: m.by.offset },
          { value: 'timestamp', label: m.by.timestamp },
          { value: 'transaction', label: m.by.transaction },
        ]}
      />
      <form className="flex items-center gap-2" onSubmit={submit}>
        <input
          type="text"
          inputMode={by === 'offset' ? 'numeric' : 'text'}
          aria-label={m.field[by]}
          aria-invalid={problem !== null}
          aria-describedby="microscope-find-problem"
          title={
            by === 'timestamp'
              ? m.hint(clockOriginMs !== null)
              : by === 'transaction'
                ? m.transactionHint
                : undefined
          }
          placeholder={by === 'transaction' ? m.allProducers : undefined}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          className={classNames('mi-input mono', by !== 'offset' && 'mi-wide')}
        />
        <Button type="submit" icon="search">
          {m.go}
        </Button>
      </form>
      <p id="microscope-find-problem" className="min-w-0 text-[13px] leading-5 text-ink-2">
        {problem !== null ? (
          <span className="text-error">{m.problems[problem]}</span>
        ) : (
          found !== null && (
            <>
              {found.lead}
              <b className="font-[620] text-ink">{found.cost}</b>
              {found.share}
            </>
          )
        )}
      </p>
      {children !== undefined && <div className="mi-find-more">{children}</div>}
    </div>
  );
}
