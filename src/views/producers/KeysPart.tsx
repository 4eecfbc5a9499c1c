import type { Scenario } from '../../scenario/Scenario.ts';
import type { KeyRule } from '../../shared/RunQuestions.ts';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { KeyPathView } from '../keys/KeyPathView.tsx';
import { KeySkewView } from '../keys/KeySkewView.tsx';
import { usePanelState, useStageView } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';

/** A list of this length can be looked through, and compared at once. */
const MOST_RECORDS = 2000;
const EXAMPLE = ['account-0', 'account-1', 'account-2', 'account-3', 'account-4', 'account-5'];

/** A rule of their own that an application sends to the topic by. */
function ruleInForce({ producers }: Scenario, topic: string): KeyRule | undefined {
  const partitioner = producers.find(
    (producer) => producer.workload?.topic === topic && (producer.partitioner?.kind ?? 'client') !== 'client',
  )?.partitioner;
  return partitioner?.kind === 'client' ? undefined : partitioner;
}

/** Keys of the topic that the stage shows: the way of one, and how all that were sent spread. */
export function KeysPart() {
  const entities = usePanelState((state) => state.entities);
  const name = useStageView((view) => view.partition);
  const cluster = selectCluster(entities);
  const topic = selectPartition(cluster, name)?.topic ?? '';
  const count = cluster.partitions.filter((partition) => partition.topic === topic).length;
  const rule = usePanelState(({ scenario }) => ruleInForce(scenario, topic));
  const places = useRunAnswer<'keyPlaces'>(topic === '' ? null : { kind: 'keyPlaces', topic });
  if (places === undefined) return null;
  const sent = (places ?? []).flatMap(({ key, records }) =>
    Array.from({ length: Math.min(records, MOST_RECORDS) }, () => key),
  );
  const keys = sent.length === 0 ? EXAMPLE : sent.slice(0, MOST_RECORDS);
  return (
    <div className="keys-part">
      <KeyPathView
        initialKey={keys[0] ?? ''}
        partitions={Math.max(1, count)}
        {...(rule && { initialRule: rule })}
      />
      <KeySkewView initialKeys={keys} partitions={Math.max(1, count)} />
    </div>
  );
}
