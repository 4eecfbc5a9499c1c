import { useState } from 'react';
import { checkConfig, type ConfigPlace } from '../../scenario/configs/kafkaConfigs.ts';
import { MODELLED_CONFIGS } from '../../scenario/configs/modelledConfigs.ts';
import { scenarioProblem } from '../../scenario/ScenarioProblem.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';

export interface ConfigEditorProps {
  readonly place: Extract<ConfigPlace, 'topic' | 'producer'>;
  /** Those that have controls of their own. */
  readonly except: readonly string[];
  readonly current: Readonly<Record<string, string>>;
  readonly onSet: (name: string, value: string) => void;
}

/** Any config that the engine acts on, under Kafka's name, with Kafka's own check of its value. */
export function ConfigEditor({ place, except, current, onSet }: ConfigEditorProps) {
  const m = useMessages();
  const names = MODELLED_CONFIGS[place].filter((name) => !except.includes(name));
  const [name, setName] = useState(names[0] ?? '');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const set = () => {
    const check = checkConfig(place, name, value);
    if (check.ok) {
      setProblem(null);
      setValue('');
      onSet(name, check.value);
    } else {
      setProblem(
        check.fault === 'bad-config-value'
          ? m.scenario.allowed(scenarioProblem(check.fault, name, value, check.allowed))
          : m.lab.configUnknown,
      );
    }
  };
  const now = current[name];
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <SelectField
        label={m.lab.config}
        mono
        className="col-span-2"
        value={name}
        onChange={(chosen) => {
          setName(chosen);
          setProblem(null);
        }}
        options={names.map((option) => ({ value: option, label: option }))}
      />
      <TextField
        label={now === undefined ? m.lab.configValue : m.lab.configValueNow(now)}
        mono
        value={value}
        onChange={setValue}
        problem={problem}
      />
      <Button
        type="submit"
        isDisabled={value.trim() === ''}
        className={problem === null ? '' : 'self-center'}
      >
        {m.lab.configSet}
      </Button>
    </form>
  );
}
