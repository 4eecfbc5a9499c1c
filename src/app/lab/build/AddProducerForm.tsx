import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { COMPRESSION_TYPES } from '../../../shared/Codec.ts';
import { PARTITIONER_NAMES } from '../../../scenario/workload/WorkloadSpec.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/fields.tsx';
import { FormFrame } from './DeedFrame.tsx';
import { freeName, withProducer } from './editScenario.ts';
import { useEdit, useScenarioFile, type EditFormProps } from './NodeForms.tsx';
import {
  ARRIVAL_KINDS,
  EMPTY_PRODUCER,
  JAVA,
  KEY_PICKS,
  OWN_RULES,
  producerDraft,
  VALUE_CHOICES,
  type ProducerFields,
} from './producerDraft.ts';

const ACKS = ['all', '1', '0'];

/** A producer, its workload, and what of it is another than by default. */
export function AddProducerForm({
  isTransactional = false,
  ...props
}: EditFormProps & {
  /** It begins as an application that writes in transactions. */
  readonly isTransactional?: boolean;
}) {
  const m = build.addProducer;
  const file = useScenarioFile();
  const topics = (file.topics ?? []).map(({ name }) => name);
  const names = (file.producers ?? []).map((one) => one['client.id']);
  const [fields, setFields] = useState<ProducerFields>(() => {
    const clientId = freeName(names, isTransactional ? 'transactional-app' : 'producer');
    return {
      ...EMPTY_PRODUCER,
      clientId,
      topic: topics[0] ?? '',
      ...(isTransactional ? { transactionalId: clientId } : {}),
    };
  });
  const { problems, start } = useEdit(props);
  const set = (name: keyof ProducerFields) => (value: string) =>
    setFields((old) => ({ ...old, [name]: value }));
  const text = (name: keyof ProducerFields, label: string) => (
    <TextField label={label} mono value={fields[name]} onChange={set(name)} />
  );
  /** Kafka's words, and names: as they are. */
  const choice = (name: keyof ProducerFields, label: string, options: readonly string[]) => (
    <SelectField
      label={label}
      mono
      value={fields[name]}
      onChange={set(name)}
      options={options.map((value) => ({ value, label: value }))}
    />
  );
  const worded = <Value extends string>(
    name: keyof ProducerFields,
    label: string,
    values: readonly Value[],
    words: Readonly<Record<Value, string>>,
  ) => (
    <SelectField
      label={label}
      value={fields[name]}
      onChange={set(name)}
      options={values.map((value) => ({ value, label: words[value] }))}
    />
  );
  const transaction = (
    <>
      <div className="grid grid-cols-2 gap-3">
        {text('transactionalId', 'transactional.id')}
        {text('transactionRecords', m.transactionRecords)}
        {text('abortEvery', m.abortEvery)}
      </div>
      <p className="type-row mt-1.5 text-ink-3">{m.moreNote}</p>
    </>
  );
  const hasRule = OWN_RULES.some((rule) => rule === fields.partitioner);
  return (
    <FormFrame
      title={isTransactional ? m.titleTransactional : m.title}
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
        {worded('arrivals', m.arrivals, ARRIVAL_KINDS, m.arrivalKinds)}
        {fields.arrivals !== 'none' && text('rate', m.rateOf[fields.arrivals])}
        {fields.arrivals === 'diurnal' && text('period', m.period)}
        {fields.arrivals === 'closedLoop' && text('period', m.think)}
        {text('bytes', m.bytes)}
        {text('key', m.key)}
        {text('rack', m.rack)}
      </div>
      <p className="type-row -mt-1.5 text-ink-3">{m.keyNote}</p>
      {isTransactional && transaction}
      <Disclosure title={m.keysAndPartitions} level={3}>
        <div className="grid grid-cols-2 gap-3">
          {text('keyCount', m.keyCount)}
          {worded('keyPick', m.keyPick, KEY_PICKS, m.keyPicks)}
          {fields.keyPick === 'hot' && text('hotShare', m.hotShare)}
          {text('partition', m.partition)}
          <SelectField
            label={m.partitioner}
            mono
            value={fields.partitioner}
            onChange={set('partitioner')}
            options={[
              { value: JAVA, label: m.java },
              ...OWN_RULES.map((value) => ({ value, label: m.ownRules[value] })),
              ...PARTITIONER_NAMES.map((value) => ({ value, label: value })),
            ]}
          />
          {hasRule && text('ruleKeys', m.ruleKeys)}
          {hasRule && text('ruleCount', fields.partitioner === 'vip' ? m.vipPartitions : m.salts)}
        </div>
        <p className="type-row mt-1.5 text-ink-3">
          {fields.partitioner === 'vip'
            ? m.vipNote
            : fields.partitioner === 'salt'
              ? m.saltNote
              : m.partitionNote}
        </p>
      </Disclosure>
      <Disclosure title={m.valuesAndTimes} level={3}>
        <div className="grid grid-cols-2 gap-3">
          {text('bytesMost', m.bytesMost)}
          {worded('values', m.values, VALUE_CHOICES, m.valueKinds)}
          {text('headers', m.headers)}
          {choice('compression', 'compression.type', COMPRESSION_TYPES)}
          {text('eventDelay', m.eventDelay)}
          {text('eventDelayMost', m.eventDelayMost)}
        </div>
        <p className="type-row mt-1.5 text-ink-3">{m.valuesNote}</p>
      </Disclosure>
      {!isTransactional && (
        <Disclosure title={m.more} level={3}>
          {transaction}
        </Disclosure>
      )}
      <Disclosure title={m.money} level={3}>
        <div className="grid grid-cols-2 gap-3">
          {text('amount', m.amount)}
          {text('amountMost', m.amountMost)}
          {text('opening', m.opening)}
          {worded('transferRecords', m.transferRecords, ['1', '2'], m.transferKinds)}
        </div>
        <p className="type-row mt-1.5 text-ink-3">{m.moneyNote}</p>
      </Disclosure>
      <Disclosure title={m.configsAndNames} level={3}>
        <TextArea label={m.configs} value={fields.configs} onChange={set('configs')} rows={3} />
        <div className="mt-3">{text('hosts', m.hosts)}</div>
        <p className="type-row mt-1.5 text-ink-3">{m.hostsNote}</p>
      </Disclosure>
    </FormFrame>
  );
}
