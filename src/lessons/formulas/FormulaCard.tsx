import { useId, useState, type ReactNode } from 'react';
import {
  gapBetween,
  symbolValue,
  type Formula,
  type Measurement,
  type SymbolValues,
} from '../../formulas/Formula.ts';
import { TYPESET_FORMULAS, TYPESET_SYMBOLS } from '../../formulas/typeset.generated.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { copyText } from '../../ui/clipboard.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { TrialProgress } from '../trials/Trials.ts';
import { SymbolChip } from './SymbolChip.tsx';

export type MeasureState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: TrialProgress }
  | { readonly kind: 'done'; readonly measured: Measurement }
  | { readonly kind: 'failed' };

export interface FormulaCardProps {
  readonly formula: Formula;
  readonly values: SymbolValues;
  /** Symbols that can be moved; the others only show what the cluster has. */
  readonly onSymbol: Readonly<Record<string, (value: number) => void>>;
  readonly state: MeasureState;
  /** Null: nothing can be measured here, and `notMeasurable` says why. */
  readonly onMeasure: (() => void) | null;
  readonly onStop: () => void;
  readonly notMeasurable?: string | undefined;
  /** What people read and hear of a formula whose words do not come with the page. */
  readonly words?: FormulaWords;
  /** Above the formula: what a symbol is worked out from. */
  readonly lead?: ReactNode;
  /** Below the three cells: what is easily mistaken, what the gap is made of. */
  readonly children?: ReactNode;
}

export interface FormulaWords {
  readonly title: string;
  readonly spoken: string;
  readonly symbols: Readonly<Record<string, string>>;
  readonly assumptions: Readonly<Record<string, string>>;
}

/** A formula with its symbols live: predicted, measured, and the gap with its cause. */
export function FormulaCard(props: FormulaCardProps) {
  const { formula, values, onSymbol, state, onMeasure, onStop, notMeasurable, words, lead, children } = props;
  const all = useMessages();
  const m = all.formulas;
  const text = words ?? wordsOf(m, formula.id);
  const titleId = useId();
  const [copied, setCopied] = useState(false);
  const predicted = formula.compute(values);
  return (
    <section aria-labelledby={titleId} className="formula-card">
      <div className="flex items-center gap-2">
        <h2 id={titleId} className="min-w-0 flex-1 text-[13px] leading-5 font-[600]">
          {text.title}
        </h2>
        <Button size="small" variant="ghost" onPress={() => void copyText(formula.latex).then(setCopied)}>
          {copied ? m.copiedLatex : m.copyLatex}
        </Button>
      </div>
      {lead}
      {/* KaTeX made this from our own formula when the product was built. */}
      <div
        className="formula"
        // A long one scrolls: it must be reachable with the keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={text.spoken}
        dangerouslySetInnerHTML={{ __html: TYPESET_FORMULAS[formula.id] }}
      />
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 py-1.5">
        {formula.symbols.map((symbol) => (
          <SymbolChip
            key={symbol.id}
            symbol={symbol}
            typeset={TYPESET_SYMBOLS[formula.id][symbol.id] ?? ''}
            name={symbolName(text.symbols, symbol.id)}
            value={symbolValue(formula, values, symbol.id)}
            onChange={onSymbol[symbol.id]}
          />
        ))}
      </div>
      <div className="formula-cells">
        <Cell
          label={m.predicted}
          figure={m.value(formula.resultUnit, predicted)}
          note={m.unitOf[formula.resultUnit](predicted)}
        />
        <MeasuredCell formula={formula} state={state} onMeasure={onMeasure} onStop={onStop} />
        <GapCell formula={formula} predicted={predicted} state={state} assumptions={text.assumptions} />
      </div>
      {(notMeasurable !== undefined || onMeasure === null) && (
        <p className="formula-note">{notMeasurable ?? m.noTrialEngine}</p>
      )}
      {children}
      <p className="formula-note">
        {m.assumes}: {Object.values<string>(text.assumptions).join('; ')}.
      </p>
    </section>
  );
}

function wordsOf(m: Catalogue['formulas'], id: Formula['id']): FormulaWords {
  if (id in m) return m[id as keyof typeof m] as unknown as FormulaWords;
  throw new Error(`the catalogue has no words for ${id}`);
}

function symbolName(names: object, id: string): string {
  return (names as Readonly<Record<string, string>>)[id] ?? id;
}

function Cell({
  label,
  figure,
  note,
  tone,
}: {
  readonly label: string;
  readonly figure: ReactNode;
  readonly note: ReactNode;
  readonly tone?: 'fit' | 'off';
}) {
  return (
    <div className={classNames(tone === 'fit' && 'bg-sea', tone === 'off' && 'bg-wait-tint')}>
      <span>{label}</span>
      <b className={classNames(tone === 'fit' && 'text-water', tone === 'off' && 'text-wait')}>{figure}</b>
      <span>{note}</span>
    </div>
  );
}

function MeasuredCell({
  formula,
  state,
  onMeasure,
  onStop,
}: Pick<FormulaCardProps, 'formula' | 'state' | 'onMeasure' | 'onStop'>) {
  const m = useMessages().formulas;
  if (state.kind === 'running') {
    const { done, total } = state.progress;
    return (
      <Cell
        label={m.measured}
        figure={<progress max={total} value={done} aria-label={m.measured} className="w-full" />}
        note={
          <>
            {m.progress(done, total)}{' '}
            <Button size="small" variant="ghost" onPress={onStop}>
              {m.stop}
            </Button>
          </>
        }
      />
    );
  }
  const button = onMeasure !== null && (
    <Button size="small" onPress={onMeasure}>
      {state.kind === 'done' ? m.measureAgain : m.measure}
    </Button>
  );
  if (state.kind !== 'done')
    return (
      <Cell
        label={m.measured}
        figure="–"
        note={
          <>
            {state.kind === 'failed' ? m.failed : m.notMeasured} {button}
          </>
        }
      />
    );
  const { value, interval, trials } = state.measured;
  const count = formula.resultUnit === 'probability' ? m.trials(trials) : m.runs(trials);
  return (
    <Cell
      label={m.measured}
      figure={m.value(formula.resultUnit, value)}
      note={
        <>
          {count}
          {interval !== null &&
            `. ${m.interval(...(interval.map((end) => m.value(formula.resultUnit, end)) as [string, string]))}`}{' '}
          {button}
        </>
      }
    />
  );
}

interface GapCellProps {
  readonly formula: Formula;
  readonly predicted: number;
  readonly state: MeasureState;
  readonly assumptions: FormulaWords['assumptions'];
}

function GapCell({ formula, predicted, state, assumptions }: GapCellProps) {
  const m = useMessages().formulas;
  if (state.kind !== 'done') return <Cell label={m.gap} figure="–" note="" />;
  const { size, within } = gapBetween(predicted, state.measured);
  const { failedAssumption, interval, tolerance = 0 } = state.measured;
  const cause = failedAssumption === null ? undefined : symbolName(assumptions, failedAssumption);
  const isTolerant = interval === null && tolerance > 0 && predicted > 0 && predicted < Infinity;
  // What counts as no gap is said where it is judged by it.
  const allowed = isTolerant ? `; ${m.tolerated(tolerance / predicted)}` : '';
  const fits = interval === null ? m.holds : m.withinInterval;
  const misses = isTolerant ? m.beyond : m.outside;
  const note = within ? fits : cause === undefined ? misses : m.fails(cause);
  const figure = `${size < 0 ? '−' : ''}${m.value(formula.resultUnit, Math.abs(size))}`;
  return <Cell label={m.gap} figure={figure} note={`${note}${allowed}`} tone={within ? 'fit' : 'off'} />;
}
