import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import {
  CONSUMER_COMMITS,
  EMPTY_CONSUMER,
  HEARTBEAT_PLACES,
  withDraftedConsumer,
  type ConsumerFields,
} from './consumerDraft.ts';
import { FormFrame } from './DeedFrame.tsx';
import { freeName } from './editScenario.ts';
import { OutsidePart } from './OutsideFields.tsx';
import { useEdit, useScenarioFile, type EditFormProps } from './NodeForms.tsx';

const READS = ['assign', 'group'] as const;
const PROTOCOLS = ['classic', 'consumer'] as const;
const LEVELS = ['read_uncommitted', 'read_committed'] as const;

/** A consumer of partitions or in a group, and what its application does with records. */
export function AddConsumerForm(props: EditFormProps) {
  const m = build.addConsumer;
  const file = useScenarioFile();
  const topics = (file.topics ?? []).map(({ name }) => name);
  const names = (file.consumers ?? []).map((one) => one['client.id']);
  const [first = ''] = topics;
  const [fields, setFields] = useState<ConsumerFields>(() => ({
    ...EMPTY_CONSUMER,
    clientId: freeName(names, 'consumer'),
    assign: first === '' ? '' : `${first}-0`,
    subscribe: first,
  }));
  const { problems, start } = useEdit(props);
  const set = (name: keyof ConsumerFields) => (value: string) =>
    setFields((old) => ({ ...old, [name]: value }));
  const text = (name: keyof ConsumerFields, label: string) => (
    <TextField label={label} mono value={fields[name]} onChange={set(name)} />
  );
  const choice = <Value extends string>(
    name: keyof ConsumerFields,
    label: string,
    values: readonly Value[],
    words?: Readonly<Record<Value, string>>,
  ) => (
    <SelectField
      label={label}
      mono={words === undefined}
      value={fields[name]}
      onChange={set(name)}
      options={values.map((value) => ({ value, label: words?.[value] ?? value }))}
    />
  );
  const isMember = fields.reads === 'group';
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={build.startsAnew}
      problems={problems}
      onSubmit={() => start(withDraftedConsumer(file, fields))}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        {text('clientId', 'client.id')}
        {text('rack', m.rack)}
        {choice('reads', m.reads, READS, m.readKinds)}
        {choice('isolation', m.isolation, LEVELS)}
        {isMember && text('groupId', 'group.id')}
        {isMember && choice('protocol', m.protocol, PROTOCOLS)}
        {text('perRecord', m.perRecord)}
        {isMember && choice('commit', m.commit, CONSUMER_COMMITS, m.commits)}
        {isMember && choice('heartbeats', m.heartbeats, HEARTBEAT_PLACES, m.heartbeatPlaces)}
      </div>
      {isMember && fields.heartbeats === 'eventLoop' && (
        <p className="type-row -mt-1.5 text-ink-3">{m.eventLoopNote}</p>
      )}
      {isMember ? text('subscribe', m.subscribe) : text('assign', m.assign)}
      {!isMember && <p className="type-row -mt-1.5 text-ink-3">{m.assignNote}</p>}
      <OutsidePart
        fields={fields}
        set={set}
        stores={(file.stores ?? []).map(({ name }) => name)}
        topics={topics}
      />
      {isMember && (
        <Disclosure title={m.output} level={3}>
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label={m.outputTopic}
              mono
              value={fields.outputTopic}
              onChange={set('outputTopic')}
              options={[
                { value: '', label: m.noOutput },
                ...topics.map((value) => ({ value, label: value })),
              ]}
            />
            {text('outputId', m.outputId)}
          </div>
          <p className="type-row mt-1.5 text-ink-3">{m.outputNote}</p>
        </Disclosure>
      )}
    </FormFrame>
  );
}
