import { useMemo, useState } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import {
  describedReplicationFactor,
  describeTopics,
  type DescribableTopic,
} from '../../export/kafkaTopicsDescribe.ts';
import { formatTime } from '../../i18n/format.ts';
import { selectCluster, selectPartitions } from '../../state/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';

const COPIED_FOR_MS = 2000;

/** `kafka-topics.sh --describe` of the cluster as it is now, to be pasted elsewhere, also back into this Lab. */
export function DescribePanel() {
  const m = useMessages();
  const t = m.lab.describe;
  const cluster = usePanelState(selectCluster);
  const partitions = usePanelState(selectPartitions);
  const seed = usePanelState((state) => state.scenario.seed);
  const nowUs = usePanelState((state) => state.nowUs);
  const [copied, setCopied] = useState(false);
  const kafkaVersion = cluster?.kafkaVersion ?? '';
  const text = useMemo(
    () => describeTopics({ kafkaVersion, seed, topics: topicsOf(partitions) }),
    [kafkaVersion, seed, partitions],
  );
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    announce(m.app.copied);
    setTimeout(() => setCopied(false), COPIED_FOR_MS);
  };
  return (
    <Panel title={t.title} className="flex h-full min-h-0 flex-col">
      <div className="mb-1.5 flex flex-wrap items-center gap-3">
        <Button size="small" icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
          {copied ? m.app.copied : m.app.copy}
        </Button>
        <code>{t.command}</code>
        <span className="type-row text-ink-3">{t.note(formatTime(nowUs))}</span>
      </div>
      {text === '' ? (
        <p className="text-ink-3">{t.empty}</p>
      ) : (
        <pre
          // A wide text is scrolled by keyboard too, and so takes the focus.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t.command}
          className="min-h-0 flex-1 overflow-auto rounded-[8px] bg-sunken px-3 py-2 text-[12px] leading-[18px] [tab-size:4]"
        >
          {text}
        </pre>
      )}
    </Panel>
  );
}

function topicsOf(partitions: readonly PartitionView[]): readonly DescribableTopic[] {
  const topics = new Map<string, PartitionView[]>();
  for (const partition of partitions)
    topics.set(partition.topic, [...(topics.get(partition.topic) ?? []), partition]);
  return [...topics].map(([name, views]) => ({
    name,
    configs: views[0]?.configs ?? {},
    replicationFactor: describedReplicationFactor(views[0]),
    partitions: views,
  }));
}
