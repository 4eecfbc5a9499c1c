import { useState } from 'react';
import { compare as m } from '../../../i18n/en/compare.ts';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { MODELLED_CONFIGS } from '../../../scenario/configs/modelledConfigs.ts';
import type { Futures } from '../../../state/futures/Future.ts';
import { futureOf, openFutureOf } from '../../../state/futures/futures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { futureName } from '../futures/futureName.ts';
import { ProblemList } from '../ProblemList.tsx';
import type { ComparePair } from './CompareSide.ts';
import { sideOf } from './sideOf.ts';
import { configOf, ownersOf, placeOf, withConfig, type ConfigOwner } from './withConfig.ts';

export interface CompareDialogProps {
  readonly futures: Futures;
  readonly onCompare: (pair: ComparePair) => void;
  readonly onClose: () => void;
}

/** Two futures, or one of them with another config from the start. */
export function CompareDialog({ futures, onCompare, onClose }: CompareDialogProps) {
  const here = openFutureOf(futures);
  const hasSeveral = futures.list.length > 1;
  const [how, setHow] = useState<'futures' | 'config'>(hasSeveral ? 'futures' : 'config');
  const [a, setA] = useState(here.origin ?? here.id);
  const [b, setB] = useState(
    here.origin === null ? (futures.list.find(({ id }) => id !== here.id)?.id ?? '') : here.id,
  );
  const [owner, setOwner] = useState<ConfigOwner>(ownersOf(here.scenario)[0] ?? 'cluster');
  const names = MODELLED_CONFIGS[placeOf(owner)];
  const [wanted, setWanted] = useState('acks');
  const name = names.includes(wanted) ? wanted : (names[0] ?? '');
  const [value, setValue] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const future = futureOf(futures, a) ?? here;
  const options = futures.list.map((one) => ({
    value: one.id,
    label: `${one.letter} ${futureName(futures, one)}`,
  }));

  const run = () => {
    const other = futureOf(futures, b);
    if (how === 'futures') {
      if (other === undefined || other.id === future.id) setProblems([m.dialog.sameTwice]);
      else onCompare({ a: sideOf(futures, future), b: sideOf(futures, other) });
      return;
    }
    const parsed = withConfig(future.scenario, owner, name, value.trim());
    if (!parsed.ok) setProblems(parsed.problems.map(describeScenarioProblem));
    else
      onCompare({
        a: {
          ...sideOf(futures, future),
          name: m.withConfig(name, configOf(future.scenario, owner, name) ?? '…'),
        },
        b: { name: m.withConfig(name, value.trim()), scenario: parsed.scenario, commands: future.commands },
      });
  };
  const now = configOf(future.scenario, owner, name);
  return (
    <Dialog
      title={m.dialog.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{m.dialog.cancel}</Button>
          <Button variant="primary" isDisabled={how === 'config' && value.trim() === ''} onPress={run}>
            {m.dialog.run}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        {problems.length > 0 && (
          <ProblemList tone="error" title={problems[0] ?? ''} lines={problems.slice(1)} />
        )}
        <Segments<'futures' | 'config'>
          label={m.dialog.how}
          value={how}
          onChange={(next) => {
            setHow(next);
            setProblems([]);
          }}
          segments={[
            { value: 'futures', label: m.dialog.futures, isDisabled: !hasSeveral },
            { value: 'config', label: m.dialog.config },
          ]}
        />
        <SelectField label={m.dialog.a} value={future.id} onChange={setA} options={options} />
        {how === 'futures' ? (
          <SelectField label={m.dialog.b} value={b} onChange={setB} options={options} />
        ) : (
          <>
            <p className="type-row text-ink-2">{m.dialog.configNote}</p>
            <SelectField
              label={m.dialog.of}
              value={owner}
              onChange={setOwner}
              options={ownersOf(future.scenario).map((one) => ({ value: one, label: ownerName(one) }))}
            />
            <SelectField
              label={m.dialog.name}
              mono
              value={name}
              onChange={setWanted}
              options={names.map((one) => ({ value: one, label: one }))}
            />
            <TextField label={m.dialog.value} mono value={value} onChange={setValue} />
            <p className="type-row text-ink-3">{now === null ? m.dialog.byDefault : m.dialog.now(now)}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}

function ownerName(owner: ConfigOwner): string {
  const id = owner.slice(owner.indexOf(':') + 1);
  if (owner === 'cluster') return m.dialog.cluster;
  if (owner.startsWith('topic:')) return m.dialog.topic(id);
  return owner.startsWith('broker:') ? m.dialog.broker(Number(id)) : m.dialog.client(id);
}
