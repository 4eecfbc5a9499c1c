import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import { selectPartitions } from '../../../state/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/fields.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { usePanelState, useSimulation, useStageViewStore } from '../../../views/SimulationContext.tsx';
import { DeedFrame, type Draft } from './DeedFrame.tsx';
import { freeName } from './editScenario.ts';
import { readIdLists, readIds, readPairs, readWhole } from './readFields.ts';

export interface FormProps {
  readonly onClose: () => void;
}

function useTopics(): readonly string[] {
  const partitions = usePanelState(selectPartitions);
  return [...new Set(partitions.map(({ topic }) => topic))];
}

export function CreateTopicForm({ onClose }: FormProps) {
  const m = build.createTopic;
  const view = useStageViewStore();
  const topics = useTopics();
  const [name, setName] = useState(() => freeName(topics, 'topic'));
  const [partitions, setPartitions] = useState('3');
  const [factor, setFactor] = useState('3');
  const [replicas, setReplicas] = useState('');
  const [configs, setConfigs] = useState('');
  const draft = (): Draft<CommandBody> => {
    const lists = readIdLists(replicas);
    const { pairs, bad } = readPairs(configs);
    const counts = [readWhole(partitions), readWhole(factor)] as const;
    const problems = [
      ...(counts[0] === null ? [`${m.partitions}: ${partitions}`] : []),
      ...(counts[1] === null ? [`${m.factor}: ${factor}`] : []),
      ...(lists === null ? [`${m.replicas}: ${replicas}`] : []),
      ...(bad === null ? [] : [`${m.configs}: ${bad}`]),
    ];
    if (problems.length > 0) return { ok: false, problems };
    // Kafka's tools send −1 for both where the assignment is given.
    const isPlaced = lists !== null && lists.length > 0;
    return {
      ok: true,
      deed: {
        kind: 'CreateTopic',
        topic: name.trim(),
        partitions: isPlaced ? -1 : (counts[0] ?? -1),
        replicationFactor: isPlaced ? -1 : (counts[1] ?? -1),
        replicas: isPlaced ? lists : null,
        configs: pairs,
      },
    };
  };
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="CreateTopic"
      note={build.askedOfController}
      draft={draft}
      onClose={onClose}
      onDone={() => view.setState({ partition: `${name.trim()}-0` })}
    >
      <TextField label={m.name} mono value={name} onChange={setName} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={m.partitions} mono value={partitions} onChange={setPartitions} />
        <TextField label={m.factor} mono value={factor} onChange={setFactor} />
      </div>
      <p className="type-row -mt-1.5 text-ink-3">{m.defaults}</p>
      <TextField label={m.replicas} mono value={replicas} onChange={setReplicas} />
      <p className="type-row -mt-1.5 text-ink-3">{m.replicasNote}</p>
      <TextArea
        label={m.configs}
        rows={3}
        value={configs}
        onChange={setConfigs}
        placeholder="min.insync.replicas=2"
      />
      <p className="type-row -mt-1.5 text-ink-3">{m.configsNote}</p>
    </DeedFrame>
  );
}

export function DeleteTopicForm({ onClose }: FormProps) {
  const m = build.deleteTopic;
  const topics = useTopics();
  const [chosen, setChosen] = useState('');
  const topic = topics.includes(chosen) ? chosen : (topics[0] ?? '');
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit(topic)}
      fidelity="DeleteTopic"
      isDisabled={topic === ''}
      draft={() => ({ ok: true, deed: { kind: 'DeleteTopic', topic } })}
      onClose={onClose}
    >
      <TopicField label={m.topic} topics={topics} value={topic} onChange={setChosen} />
      <p className="text-ink-2">{m.note}</p>
    </DeedFrame>
  );
}

function TopicField({
  label,
  topics,
  value,
  onChange,
}: {
  readonly label: string;
  readonly topics: readonly string[];
  readonly value: string;
  readonly onChange: (topic: string) => void;
}) {
  return (
    <SelectField
      label={label}
      mono
      value={value}
      onChange={onChange}
      options={topics.map((name) => ({ value: name, label: name }))}
    />
  );
}

export function CreatePartitionsForm({ onClose }: FormProps) {
  const m = build.createPartitions;
  const partitions = usePanelState(selectPartitions);
  const topics = useTopics();
  const [chosen, setChosen] = useState('');
  const topic = topics.includes(chosen) ? chosen : (topics[0] ?? '');
  const now = partitions.filter((partition) => partition.topic === topic).length;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(now + 1);
  const draft = (): Draft<CommandBody> => {
    const count = readWhole(text);
    return count === null || count < 0
      ? { ok: false, problems: [`${m.count}: ${text}`] }
      : { ok: true, deed: { kind: 'CreatePartitions', topic, count, replicas: null } };
  };
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="CreatePartitions"
      isDisabled={topic === ''}
      draft={draft}
      onClose={onClose}
    >
      <TopicField label={m.topic} topics={topics} value={topic} onChange={setChosen} />
      <TextField label={m.count} mono value={text} onChange={setTyped} />
      <p className="text-ink-2">
        {m.now(now)} {m.keys}
      </p>
    </DeedFrame>
  );
}

export function ReassignForm({ onClose }: FormProps) {
  const m = build.reassign;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const partitions = usePanelState(selectPartitions);
  const [chosen, setChosen] = useState(() => view.getState().partition ?? '');
  const partition = partitions.find(({ name }) => name === chosen) ?? partitions[0];
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? partition?.replicas.join(',') ?? '';
  const adding = partition?.addingReplicas ?? [];
  const removing = partition?.removingReplicas ?? [];
  const isUnderWay = adding.length > 0 || removing.length > 0;
  const reassignment = (replicas: readonly number[] | null): CommandBody => ({
    kind: 'AlterPartitionReassignments',
    reassignments: [{ partition: partition?.name ?? '', replicas }],
  });
  const draft = (): Draft<CommandBody> => {
    const replicas = readIds(text);
    return replicas === null
      ? { ok: false, problems: [m.badReplicas] }
      : { ok: true, deed: reassignment(replicas) };
  };
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="AlterPartitionReassignments"
      isDisabled={partition === undefined}
      draft={draft}
      onClose={onClose}
      onDone={() => view.setState({ partition: partition?.name ?? null })}
    >
      <SelectField
        label={m.partition}
        mono
        value={partition?.name ?? ''}
        onChange={(name) => {
          setChosen(name);
          setTyped(null);
        }}
        options={partitions.map(({ name }) => ({ value: name, label: name }))}
      />
      <TextField label={m.replicas} mono value={text} onChange={setTyped} />
      {partition !== undefined && (
        <p className="text-ink-2">
          {m.now(partition.replicas, partition.isr)} {isUnderWay && m.underWay(adding, removing)}
        </p>
      )}
      {isUnderWay && (
        <div>
          <Button
            icon="undo"
            onPress={() => {
              void simulation.apply(reassignment(null));
              onClose();
            }}
          >
            {m.cancelIt}
          </Button>
        </div>
      )}
    </DeedFrame>
  );
}

type Election = 'PREFERRED' | 'UNCLEAN';
const ALL = '';

export function ElectForm({ onClose }: FormProps) {
  const m = build.elect;
  const partitions = usePanelState(selectPartitions);
  const [electionType, setType] = useState<Election>('PREFERRED');
  const [chosen, setChosen] = useState(ALL);
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="ElectLeaders"
      draft={() => ({
        ok: true,
        deed: { kind: 'ElectLeaders', electionType, partitions: chosen === ALL ? null : [chosen] },
      })}
      onClose={onClose}
    >
      <Segments<Election>
        label={m.type}
        showLabel
        mono
        value={electionType}
        onChange={setType}
        segments={[
          { value: 'PREFERRED', label: 'PREFERRED' },
          { value: 'UNCLEAN', label: 'UNCLEAN' },
        ]}
      />
      <p className="text-ink-2">{electionType === 'PREFERRED' ? m.preferred : m.unclean}</p>
      <SelectField
        label={m.partition}
        mono
        value={chosen}
        onChange={setChosen}
        options={[
          { value: ALL, label: m.all },
          ...partitions.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
    </DeedFrame>
  );
}
