import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { COMPRESSION_TYPES } from '../../../shared/Codec.ts';
import { PARTITIONER_NAMES } from '../../../scenario/workload/WorkloadSpec.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormFrame } from './DeedFrame.tsx';
import { freeName, withProducer } from './editScenario.ts';
import { useEdit, useScenarioFile, type EditFormProps } from './NodeForms.tsx';
import {
  ARRIVAL_KINDS,
  JAVA,
  producerDraft,
  type ArrivalKind,
  type ProducerFields,
} from './producerDraft.ts';

const ACKS = ['all', '1', '0'];

/** A producer, its workload, and what of it is another than by default. */
export function AddProducerForm(props: EditFormProps) {
  const m = build.addProducer;
  const file = useScenarioFile();
  const topics = (file.topics ?? []).map(({ name }) => name);
  const names = (file.producers ?? []).map((one) => one['client.id']);
  const [fields, setFields] = useState<ProducerFields>(() => ({
    clientId: freeName(names, 'producer'),
    rack: '',
    acks: 'all',
    topic: topics[0] ?? '',
    arrivals: 'constant',
    rate: '100',
    bytes: '100',
    key: '',
    hotShare: '',
    partitioner: JAVA,
    compression: 'none',
    transactionalId: '',
  }));
  const { problems, start } = useEdit(props);
  const set = (name: keyof ProducerFields) => (value: string) =>
    setFields((old) => ({ ...old, [name]: value }));
  const text = (name: keyof ProducerFields, label: string) => (
    <TextField label={label} mono value={fields[name]} onChange={set(name)} />
  );
  const choice = (name: keyof ProducerFields, label: string, options: readonly string[]) => (
    <SelectField
      label={label}
      mono
      value={fields[name]}
      onChange={set(name)}
      options={options.map((value) => ({ value, label: value }))}
    />
  );
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={build.startsAnew}
      isDisabled={topics.length === 0}
      problems={topics.length === 0 ? [m.noTopic] : problems}
      onSubmit={() => start(withProducer(file, producerDraft(fields)))}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        {text('clientId', 'client.id')}
        {choice('acks', 'acks', ACKS)}
        {choice('topic', m.topic, topics)}
        <SelectField
          label={m.arrivals}
          value={fields.arrivals}
          onChange={set('arrivals')}
          options={ARRIVAL_KINDS.map((kind: ArrivalKind) => ({ value: kind, label: m.arrivalKinds[kind] }))}
        />
        {fields.arrivals !== 'none' && text('rate', fields.arrivals === 'bursts' ? m.burst : m.rate)}
        {text('bytes', m.bytes)}
        {text('key', m.key)}
        {text('rack', m.rack)}
      </div>
      <p className="type-row -mt-1.5 text-ink-3">{m.keyNote}</p>
      <Disclosure title={m.more} level={3}>
        <div className="grid grid-cols-2 gap-3">
          {text('transactionalId', 'transactional.id')}
          {choice('compression', 'compression.type', COMPRESSION_TYPES)}
          <SelectField
            label={m.partitioner}
            mono
            value={fields.partitioner}
            onChange={set('partitioner')}
            options={[
              { value: JAVA, label: m.java },
              ...PARTITIONER_NAMES.map((value) => ({ value, label: value })),
            ]}
          />
          {text('hotShare', m.hotShare)}
        </div>
        <p className="type-row mt-1.5 text-ink-3">{m.moreNote}</p>
      </Disclosure>
    </FormFrame>
  );
}
