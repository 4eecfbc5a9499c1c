import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { selectConsumers } from '../../../state/selectors.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { selectCluster } from '../../../views/clusterModel.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { CONSUMER_CALLS, consumerCall, SEEK_TARGETS, type CallFields } from './callDraft.ts';
import { DeedFrame } from './DeedFrame.tsx';
import { GROUP_CONFIG_NAMES, GROUP_DEEDS, groupDeed, RESET_TARGETS, type GroupFields } from './groupDraft.ts';
import type { FormProps } from './TopicForms.tsx';

const FIDELITY = {
  seek: 'Seek',
  pause: 'PausePartitions',
  resume: 'ResumePartitions',
  commitSync: 'CommitOffsets',
} as const;

/** Calls that an application makes before its next poll(). */
export function ConsumerCallsForm({ onClose }: FormProps) {
  const m = build.calls;
  const consumers = usePanelState(selectConsumers);
  const [fields, setFields] = useState<CallFields>({
    consumer: consumers[0]?.clientId ?? '',
    call: 'seek',
    partitions: '',
    to: 'beginning',
    value: '',
    offsets: '',
  });
  const set = (change: Partial<CallFields>) => setFields((old) => ({ ...old, ...change }));
  const consumer = consumers.find(({ clientId }) => clientId === fields.consumer);
  const assigned = consumer?.positions.map(({ partition }) => partition) ?? [];
  const takesValue = fields.call === 'seek' && (fields.to === 'offset' || fields.to === 'timestamp');
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity={FIDELITY[fields.call]}
      note={m.note}
      isDisabled={consumer === undefined}
      draft={() => consumerCall(fields)}
      onClose={onClose}
      staysOpen
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={m.consumer}
          mono
          value={fields.consumer}
          onChange={(value) => set({ consumer: value })}
          options={consumers.map(({ clientId }) => ({ value: clientId, label: clientId }))}
        />
        <SelectField
          label={m.call}
          value={fields.call}
          onChange={(value) => set({ call: CONSUMER_CALLS.find((one) => one === value) ?? 'seek' })}
          options={CONSUMER_CALLS.map((one) => ({ value: one, label: m.calls[one] }))}
        />
        {fields.call === 'seek' && (
          <SelectField
            label={m.to}
            value={fields.to}
            onChange={(value) => set({ to: SEEK_TARGETS.find((one) => one === value) ?? 'beginning' })}
            options={SEEK_TARGETS.map((one) => ({ value: one, label: m.targets[one] }))}
          />
        )}
        {takesValue && (
          <TextField
            label={fields.to === 'offset' ? m.offset : m.timestamp}
            mono
            value={fields.value}
            onChange={(value) => set({ value })}
          />
        )}
      </div>
      {fields.call === 'commitSync' ? (
        <TextField label={m.offsets} mono value={fields.offsets} onChange={(offsets) => set({ offsets })} />
      ) : (
        <TextField
          label={m.partitions}
          mono
          value={fields.partitions}
          onChange={(partitions) => set({ partitions })}
        />
      )}
      <p className="type-row -mt-1.5 text-ink-3">{m.assigned(assigned)}</p>
    </DeedFrame>
  );
}

/** What Kafka’s own tools do to groups: configs, offsets, deletion. */
export function GroupsForm({ onClose }: FormProps) {
  const m = build.groups;
  const groups = usePanelState((state) => selectCluster(state.entities).groups);
  const [fields, setFields] = useState<GroupFields>({
    deed: 'AlterGroupConfigs',
    group: groups[0]?.groupId ?? '',
    name: 'consumer.session.timeout.ms',
    value: '',
    to: 'earliest',
    partitions: '',
    offsets: '',
    topics: '',
  });
  const set = (change: Partial<GroupFields>) => setFields((old) => ({ ...old, ...change }));
  const { deed, to } = fields;
  const takesValue = to === 'offset' || to === 'shift-by' || to === 'by-duration';
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity={deed}
      note={m.notes[deed]}
      draft={() => groupDeed(fields)}
      onClose={onClose}
      staysOpen
    >
      <SelectField
        label={m.deed}
        value={deed}
        onChange={(value) => set({ deed: GROUP_DEEDS.find((one) => one === value) ?? deed })}
        options={GROUP_DEEDS.map((one) => ({ value: one, label: m.deeds[one] }))}
      />
      <TextField label="group.id" mono value={fields.group} onChange={(group) => set({ group })} />
      <p className="type-row -mt-1.5 text-ink-3">{m.known(groups.map(({ groupId }) => groupId))}</p>
      {deed === 'AlterGroupConfigs' && (
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={m.name}
            mono
            value={fields.name}
            onChange={(value) =>
              set({ name: GROUP_CONFIG_NAMES.find((one) => one === value) ?? fields.name })
            }
            options={GROUP_CONFIG_NAMES.map((one) => ({ value: one, label: one }))}
          />
          <TextField label={m.value} mono value={fields.value} onChange={(value) => set({ value })} />
        </div>
      )}
      {deed === 'ResetOffsets' && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label={m.to}
              mono
              value={to}
              onChange={(value) => set({ to: RESET_TARGETS.find((one) => one === value) ?? to })}
              options={RESET_TARGETS.map((one) => ({ value: one, label: one }))}
            />
            {takesValue && (
              <TextField
                label={m.targetValues[to]}
                mono
                value={fields.value}
                onChange={(value) => set({ value })}
              />
            )}
          </div>
          <TextField
            label={m.partitions}
            mono
            value={fields.partitions}
            onChange={(partitions) => set({ partitions })}
          />
        </>
      )}
      {deed === 'AlterShareGroupOffsets' && (
        <TextField
          label={build.calls.offsets}
          mono
          value={fields.offsets}
          onChange={(offsets) => set({ offsets })}
        />
      )}
      {deed === 'DeleteShareGroupOffsets' && (
        <TextField label={m.topics} mono value={fields.topics} onChange={(topics) => set({ topics })} />
      )}
    </DeedFrame>
  );
}
