import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { topicLevel as m } from '../../i18n/en/topicLevel.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useShortcutHelp } from '../../ui/shortcuts.ts';
import { useElementSize } from '../cluster/useElementSize.ts';
import { selectCluster } from '../clusterModel.ts';
import { usePanelState, useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import '../views.css';
import './topic.css';
import { TopicFacts } from './TopicFacts.tsx';
import { MOST_ROWS, topicModel } from './topicRows.ts';
import { TopicTable } from './TopicTable.tsx';

export interface TopicLevelProps {
  /** The one that is selected: its topic is shown. */
  readonly partition: PartitionView | null;
  /** Of a large cluster only the replicas that are shown are asked for. */
  readonly isLarge: boolean;
  readonly onFarther: () => void;
}

/** One topic between the cluster and a partition: every partition with all its replicas, who leads, who is in the ISR, who lags. */
export function TopicLevel({ partition, isLarge, onFarther }: TopicLevelProps) {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const entities = usePanelState((state) => state.entities);
  const waits = usePanelState((state) => state.waits);
  const cluster = selectCluster(entities);
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const helpId = useId();
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const topic = partition?.topic ?? '';
  const chosen = partition?.name ?? null;
  const most = unfolded === topic ? Infinity : MOST_ROWS;
  const model = useMemo(
    () => topicModel(cluster, waits, topic, { chosen, most }),
    [cluster, waits, topic, chosen, most],
  );
  const topics = useMemo(() => [...new Set(cluster.partitions.map((one) => one.topic))], [cluster]);

  const watched = isLarge ? (model?.rows.map(({ name }) => name).join(' ') ?? '') : null;
  useEffect(() => {
    const partitions = watched === null ? null : watched.split(' ');
    void simulation.watchReplicas({ columns: false, partitions });
  }, [simulation, watched]);
  useEffect(() => () => void simulation.watchReplicas({ columns: false, partitions: null }), [simulation]);
  const isThere = size !== null && model !== null;
  useEffect(() => {
    if (!isThere || !view.getState().takesFocus) return;
    view.setState({ takesFocus: false });
    frame.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  }, [isThere, view]);
  useShortcutHelp(m.keys.title, [
    { keys: '↑ ↓', label: m.keys.move },
    { keys: 'Enter', label: m.keys.open },
    { keys: 'Esc', label: m.keys.back },
  ]);

  const choose = useCallback((name: string) => view.setState({ partition: name, end: null }), [view]);
  const open = useCallback(
    (name: string) =>
      view.setState({ partition: name, end: null, level: 'partition', backTo: 'topic', takesFocus: true }),
    [view],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== 'Escape' && event.key !== '-') return;
    event.preventDefault();
    onFarther();
  };
  return (
    // Escape leads back, as from every level.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="hw-topic" onKeyDown={onKeyDown}>
      {model === null ? (
        <p className="type-row px-5 py-4 text-ink-2">{m.empty}</p>
      ) : (
        <>
          <div className="hw-topic-head">
            <SelectField
              label={m.choose}
              hideLabel
              value={topic}
              options={topics.map((name) => ({ value: name, label: name }))}
              onChange={(name) => {
                const first = cluster.partitions.find((one) => one.topic === name);
                if (first !== undefined) choose(first.name);
              }}
            />
            <TopicFacts model={model} />
          </div>
          <div ref={frame} className="hw-topic-body hw-rows">
            {size !== null && (
              <TopicTable
                model={model}
                brokers={cluster.brokers}
                width={size.width}
                chosen={chosen}
                helpId={helpId}
                onChoose={choose}
                onOpen={open}
                onUnfold={() => setUnfolded(topic)}
              />
            )}
            <p id={helpId} className="type-row px-5 py-2 text-ink-3">
              {m.legend} {m.help}
            </p>
          </div>
        </>
      )}
    </div>
  );
}
