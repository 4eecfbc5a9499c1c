import { useCallback, useState, type ReactNode } from 'react';
import { selectPartitions, selectToldConfig } from '../../state/selectors.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { FidelityMark } from '../fidelity/FidelityMark.tsx';
import { usePanelFacts, usePanelState, useSimulation } from '../../views/SimulationContext.tsx';
import { ConfigEditor } from './ConfigEditor.tsx';

const MIN_ISR = 'min.insync.replicas';
const UNCLEAN = 'unclean.leader.election.enable';
/** More replicas than this and min.insync.replicas is typed, not picked. */
const MOST_SEGMENTS = 5;

function topicsOf(state: SimulationState): readonly string[] {
  return [...new Set(selectPartitions(state).map(({ topic }) => topic))];
}

/** What does not change with every frame; null: there is no such topic. */
function factsOf(state: SimulationState, topic: string | undefined) {
  const first = selectPartitions(state).find((view) => view.topic === topic);
  return first === undefined
    ? null
    : { replicas: first.replicas.length, minIsr: first.minIsr, configs: first.configs };
}

/** Configs of a topic, altered while it runs. */
export function TopicDeeds() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const topics = usePanelFacts(topicsOf);
  const [chosen, setChosen] = useState('');
  const topic = topics.includes(chosen) ? chosen : topics[0];
  const partitionNow = useCallback((state: SimulationState) => factsOf(state, topic), [topic]);
  const partition = usePanelFacts(partitionNow);
  const toldMinIsr = usePanelState(selectToldConfig({ topic: topic ?? '' }, MIN_ISR));
  if (topic === undefined || partition === null) return <p className="type-row text-ink-3">{m.noTopics}</p>;

  const set = (name: string, value: string) =>
    void simulation.apply({ kind: 'AlterTopicConfigs', topic, configs: { [name]: value } });
  const { replicas } = partition;
  return (
    <>
      <SelectField
        label={m.topic}
        value={topic}
        onChange={setChosen}
        options={topics.map((name) => ({ value: name, label: name }))}
      />
      {replicas <= MOST_SEGMENTS && (
        <LabelledSegments name={MIN_ISR}>
          <Segments
            label={MIN_ISR}
            mono
            value={toldMinIsr ?? String(partition.minIsr)}
            onChange={(value) => set(MIN_ISR, value)}
            segments={Array.from({ length: Math.max(replicas, partition.minIsr) }, (_, i) => ({
              value: String(i + 1),
              label: String(i + 1),
              isDefault: i === 0,
            }))}
          />
        </LabelledSegments>
      )}
      <LabelledSegments name={UNCLEAN}>
        <Segments
          label={UNCLEAN}
          mono
          value={partition.configs[UNCLEAN] ?? 'false'}
          onChange={(value) => set(UNCLEAN, value)}
          segments={[
            { value: 'false', label: 'false', isDefault: true },
            { value: 'true', label: 'true' },
          ]}
        />
      </LabelledSegments>
      <ConfigEditor
        place="topic"
        except={replicas <= MOST_SEGMENTS ? [MIN_ISR, UNCLEAN] : [UNCLEAN]}
        current={partition.configs}
        onSet={set}
      />
    </>
  );
}

/** A config under its own name and with how true to Kafka it is, the name above its values. */
export function LabelledSegments({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="flex flex-wrap items-center gap-1">
        <span aria-hidden="true" className="mono text-ink-2">
          {name}
        </span>
        <FidelityMark control={name} />
      </span>
      {children}
    </div>
  );
}
