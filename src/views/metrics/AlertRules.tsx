import { useState } from 'react';
import { useStore } from 'zustand';
import { dashboard } from '../../i18n/en/dashboard.ts';
import {
  ALERT_CONDITIONS,
  isSameRule,
  MOST_ALERT_RULES,
  type Alert,
  type AlertCondition,
  type AlertRule,
} from '../../shared/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { partsOfSeries } from '../../shared/metricDefinitions.ts';
import { usePanelState, useSimulation } from '../SimulationContext.tsx';
import { instantAfter } from '../trace/instantAfter.ts';
import { conditionOf, metricOf } from './alertWords.ts';
import { shortNameOf } from './metricWords.ts';
import { useAlerts } from './useAlerts.ts';

const m = dashboard.alerts;
const MICROS = 1_000_000;
/** Times of one rule that are listed; the others are told by their number. */
const MOST_TIMES = 5;

/** The reader's rules: when a metric is worth a word, and each time that it was. */
export function AlertRules({ names }: { readonly names: readonly string[] }) {
  const simulation = useSimulation();
  const rules = useStore(simulation.alertRules);
  const alerts = useAlerts();
  return (
    <section aria-label={m.title} className="flex flex-col gap-2">
      <h3 className="type-panel">{m.title}</h3>
      <p className="type-row text-ink-3">{m.lead}</p>
      {rules.length === 0 ? (
        <p className="text-ink-2">{m.none}</p>
      ) : (
        <ul className="flex flex-col">
          {rules.map((rule) => (
            <Rule
              key={ruleWords(rule)}
              rule={rule}
              alerts={alerts.filter((alert) => alert.rule === rule)}
              onRemove={() =>
                simulation.alertRules.setState(
                  rules.filter((other) => other !== rule),
                  true,
                )
              }
            />
          ))}
        </ul>
      )}
      <NewRule names={names} rules={rules} />
    </section>
  );
}

function ruleWords(rule: AlertRule): string {
  return m.ruleFor(metricOf(rule), conditionOf(rule), rule.forUs);
}

interface RuleProps {
  readonly rule: AlertRule;
  readonly alerts: readonly Alert[];
  readonly onRemove: () => void;
}

function Rule({ rule, alerts, onRemove }: RuleProps) {
  const simulation = useSimulation();
  const nowUs = usePanelState((state) => state.nowUs);
  const words = ruleWords(rule);
  const fires = alerts.some(
    ({ firedUs, endedUs }) => firedUs <= nowUs && (endedUs === null || endedUs > nowUs),
  );
  const shown = alerts.slice(-MOST_TIMES);
  return (
    <li className="border-t border-line py-1.5">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 break-words">
          {fires && <span className="mr-1.5 font-[620] text-wait">▲ {m.firing}</span>}
          <span className="font-[560]">{words}</span>{' '}
          <span className="text-ink-3">{alerts.length === 0 ? m.never : m.fired(alerts.length)}</span>
        </span>
        <Button size="small" variant="ghost" aria-label={m.removeRule(words)} onPress={onRemove}>
          {m.removeShort}
        </Button>
      </div>
      {shown.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          {alerts.length > shown.length && (
            <span className="type-row text-ink-3">{m.moreTimes(alerts.length - shown.length)}</span>
          )}
          {shown.map(({ firedUs, endedUs }) => (
            <Button
              key={firedUs}
              size="small"
              aria-label={m.goTo(words, firedUs)}
              onPress={() => void simulation.seek(instantAfter(firedUs))}
            >
              <span className="mono">{m.firedAt(firedUs, endedUs)}</span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

function NewRule({
  names,
  rules,
}: {
  readonly names: readonly string[];
  readonly rules: readonly AlertRule[];
}) {
  const simulation = useSimulation();
  const [series, setSeries] = useState('');
  const [condition, setCondition] = useState<AlertCondition>('above');
  const [threshold, setThreshold] = useState('0');
  const [seconds, setSeconds] = useState('0');
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = names.includes(series) ? series : (names[0] ?? '');
  const add = () => {
    const limit = condition === 'absent' ? 0 : numberOf(threshold);
    const held = numberOf(seconds);
    if (limit === null) {
      setProblem(m.badThreshold);
      return;
    }
    if (held === null || held < 0) {
      setProblem(m.badFor);
      return;
    }
    const rule: AlertRule = {
      series: chosen,
      condition,
      threshold: limit,
      forUs: Math.round(held * MICROS),
    };
    if (rules.some((other) => isSameRule(other, rule))) {
      setProblem(m.already);
      return;
    }
    setProblem(null);
    simulation.alertRules.setState([...rules, rule], true);
  };
  if (rules.length >= MOST_ALERT_RULES) return <p className="text-ink-2">{m.most(MOST_ALERT_RULES)}</p>;
  return (
    <form
      className="flex flex-wrap items-end gap-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') add();
      }}
    >
      <SelectField
        label={m.metric}
        value={chosen}
        onChange={setSeries}
        options={names.map((name) => {
          const { node } = partsOfSeries(name);
          return { value: name, label: node === null ? shortNameOf(name) : `${node} ${shortNameOf(name)}` };
        })}
        className="w-64 max-w-full"
      />
      <SelectField
        label={m.condition}
        value={condition}
        onChange={(value) => setCondition(value as AlertCondition)}
        options={ALERT_CONDITIONS.map((value) => ({ value, label: m.conditions[value] }))}
      />
      {condition !== 'absent' && (
        <TextField label={m.threshold} mono value={threshold} onChange={setThreshold} className="w-28" />
      )}
      <TextField label={m.forSeconds} mono value={seconds} onChange={setSeconds} className="w-40" />
      <Button type="submit" isDisabled={chosen === ''}>
        {m.add}
      </Button>
      {problem !== null && (
        <p role="alert" className="w-full text-error">
          {problem}
        </p>
      )}
    </form>
  );
}

/** With a point or a comma; null where the text is no number. */
function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(',', '.').replace('−', '-'));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
}
