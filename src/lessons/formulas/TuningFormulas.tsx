import { useState } from 'react';
import { ACKS_LEVELS, type AcksLevel } from '../../formulas/acksLatency.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { loadOf } from '../../formulas/utilisation.ts';
import { tuningFormulas } from '../../i18n/en/tuningFormulas.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useLesson } from '../LessonContext.tsx';
import { measureAcksLatency } from '../trials/measureAcksLatency.ts';
import { measureHeadOfLine } from '../trials/measureHeadOfLine.ts';
import { measureSyncRate } from '../trials/measureSyncRate.ts';
import { measureUtilisation } from '../trials/measureUtilisation.ts';
import { arrivalsPerSecond, isSteady, lawOf, toleranceOf } from '../tuning/queueLaw.ts';
import { useQueueFigures } from '../tuning/useQueueFigures.ts';
import { FormulaCard, type MeasureState } from './FormulaCard.tsx';
import { TrialCard } from './TrialCard.tsx';
import { initialOf, useSymbols } from './useSymbols.ts';

/** Of every queue of the cluster on the stage: a copy of the run goes on, and each is counted after every event. */
export function LittlesLaw() {
  const words = tuningFormulas['littles-law'];
  const { figures, isAsking, hasFailed, ask } = useQueueFigures();
  const [chosen, setChosen] = useState<string | null>(null);
  // The longest first: it is what one looks for.
  const queues = [...(figures?.queues ?? [])].sort((a, b) => b.meanLength - a.meanLength);
  const queue = queues.find((each) => nameOf(each) === chosen) ?? queues[0];
  const law = queue && figures ? lawOf(queue, figures.spanUs) : null;
  const state: MeasureState = hasFailed
    ? { kind: 'failed' }
    : isAsking
      ? { kind: 'running', progress: { done: 0, total: 1 } }
      : queue && figures && law
        ? {
            kind: 'done',
            measured: {
              value: queue.meanLength,
              interval: null,
              trials: 1,
              tolerance: toleranceOf(law.inside),
              failedAssumption: isSteady(queue) ? 'wholeStay' : 'steady',
            },
          }
        : { kind: 'idle' };
  return (
    <FormulaCard
      formula={FORMULAS['littles-law']}
      words={words}
      values={law ? { lambda: law.perSecond, stay: law.stayMs } : { lambda: 0, stay: 0 }}
      onSymbol={{}}
      state={state}
      onMeasure={ask}
      onStop={nothing}
      lead={
        queue && (
          <SelectField
            label={words.queue}
            value={nameOf(queue)}
            options={queues.map((each) => ({
              value: nameOf(each),
              label: words.nameOf(each.kind, each.node),
            }))}
            onChange={setChosen}
          />
        )
      }
    >
      {figures === null ? (
        <p className="formula-note">{words.ask}</p>
      ) : (
        <div className="formula-note compression-table">
          <table>
            <thead>
              <tr>
                {words.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map((each) => (
                <tr key={nameOf(each)} data-chosen={each === queue}>
                  <th scope="row">{words.nameOf(each.kind, each.node)}</th>
                  <td>{words.rate(arrivalsPerSecond(each, figures.spanUs))}</td>
                  <td>{words.stay(each.meanStayUs)}</td>
                  <td>{words.length(lawOf(each, figures.spanUs)?.inside ?? null)}</td>
                  <td>{words.length(each.meanLength)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FormulaCard>
  );
}

function nothing(): void {}

function nameOf({ kind, node }: { readonly kind: string; readonly node: string }): string {
  return `${kind} ${node}`;
}

export function Utilisation() {
  const words = tuningFormulas.utilisation;
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols(initialOf('utilisation'));
  const load = loadOf(values);
  const isSettling = load < 1;
  return (
    <TrialCard
      id="utilisation"
      words={words}
      values={values}
      onSymbol={onSymbol}
      notMeasurable={isSettling ? undefined : words.never}
      measure={isSettling ? (engine, watch) => measureUtilisation(engine, scenario, values, watch) : null}
      note={(done) => (
        <p className="formula-note">
          {words.load(load)} {done !== null && words.measured(done.value, done.workMs)}
        </p>
      )}
    />
  );
}

export function SyncRate() {
  const words = tuningFormulas['sync-rate'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols(initialOf('sync-rate'));
  return (
    <TrialCard
      id="sync-rate"
      words={words}
      values={values}
      onSymbol={onSymbol}
      measure={(engine) => measureSyncRate(engine, scenario, values)}
      note={() => <p className="formula-note">{words.note}</p>}
    />
  );
}

export function AcksLatency() {
  const words = tuningFormulas['acks-latency'];
  const { scenario } = useLesson();
  const [acks, setAcks] = useState<AcksLevel>('all');
  const { values: symbols, onSymbol } = useSymbols(initialOf('acks-latency'));
  const values = { ...symbols, acks: ACKS_LEVELS.indexOf(acks) };
  return (
    <TrialCard
      id="acks-latency"
      words={words}
      values={values}
      onSymbol={onSymbol}
      lead={
        <Segments<AcksLevel>
          label="acks"
          showLabel
          mono
          value={acks}
          onChange={setAcks}
          segments={ACKS_LEVELS.map((level) => ({ value: level, label: level }))}
        />
      }
      measure={(engine) => measureAcksLatency(engine, scenario, values)}
      note={() => <p className="formula-note">{words.note}</p>}
    />
  );
}

export function HeadOfLine() {
  const words = tuningFormulas['head-of-line'];
  const { scenario } = useLesson();
  const { values, onSymbol } = useSymbols(initialOf('head-of-line'));
  return (
    <TrialCard
      id="head-of-line"
      words={words}
      values={values}
      onSymbol={onSymbol}
      measure={(engine, watch) => measureHeadOfLine(engine, scenario, values, watch)}
      note={() => <p className="formula-note">{words.note(1000 / (values['t'] ?? 1))}</p>}
    />
  );
}
