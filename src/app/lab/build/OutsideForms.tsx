import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormFrame } from './DeedFrame.tsx';
import { freeName } from './editScenario.ts';
import { useEdit, useScenarioFile, type EditFormProps } from './NodeForms.tsx';
import { EMPTY_QUEUE, withQueueBroker, type QueueFields } from './queueDraft.ts';
import { EMPTY_STORE, withStore, type StoreFields } from './storeDraft.ts';

/** A database that applications write to: how fast it is, when it is down, which commits it fails. */
export function AddStoreForm(props: EditFormProps) {
  const m = build.addStore;
  const file = useScenarioFile();
  const [fields, setFields] = useState<StoreFields>(() => ({
    ...EMPTY_STORE,
    name: freeName(
      (file.stores ?? []).map(({ name }) => name),
      'db',
    ),
  }));
  const { problems, start } = useEdit(props);
  const text = (name: keyof StoreFields, label: string) => (
    <TextField
      label={label}
      mono
      value={fields[name]}
      onChange={(value) => setFields((old) => ({ ...old, [name]: value }))}
    />
  );
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={build.startsAnew}
      problems={problems}
      onSubmit={() => start(withStore(file, fields))}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        {text('name', m.name)}
        {text('latency', m.latency)}
        {text('downFrom', m.downFrom)}
        {text('downTo', m.downTo)}
        {text('failCommits', m.failCommits)}
        {text('loseAnswers', m.loseAnswers)}
      </div>
      <p className="type-row -mt-1.5 text-ink-3">{m.about}</p>
    </FormFrame>
  );
}

/** Not Kafka: a broker of queues with one exchange and one queue to begin with. */
export function AddQueueBrokerForm(props: EditFormProps) {
  const m = build.addQueueBroker;
  const file = useScenarioFile();
  const [fields, setFields] = useState<QueueFields>(() => ({
    ...EMPTY_QUEUE,
    name: freeName(
      (file.queueBrokers ?? []).map(({ name }) => name),
      'queues',
    ),
  }));
  const { problems, start } = useEdit(props);
  const set = (name: keyof QueueFields) => (value: string) => setFields((old) => ({ ...old, [name]: value }));
  const text = (name: keyof QueueFields, label: string) => (
    <TextField label={label} mono value={fields[name]} onChange={set(name)} />
  );
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={build.startsAnew}
      problems={problems}
      onSubmit={() => start(withQueueBroker(file, fields))}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        {text('name', m.name)}
        {text('queue', m.queue)}
        {text('exchange', m.exchange)}
        <SelectField
          label={m.exchangeType}
          mono
          value={fields.exchangeType}
          onChange={set('exchangeType')}
          options={['direct', 'fanout', 'topic'].map((value) => ({ value, label: value }))}
        />
        {text('bindingKey', m.bindingKey)}
        {text('deadLetterQueue', m.deadLetterQueue)}
        {text('publisher', m.publisher)}
        {text('routingKey', m.routingKey)}
        {text('rate', m.rate)}
        {text('consumers', m.consumers)}
        {text('prefetch', m.prefetch)}
        {text('perMessage', m.perMessage)}
      </div>
      <p className="type-row -mt-1.5 text-ink-3">{m.about}</p>
    </FormFrame>
  );
}
