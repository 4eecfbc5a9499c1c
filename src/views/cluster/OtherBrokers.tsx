import type { EntityKey, PartitionView } from '../../bridge/frame.ts';
import type { TraceRow } from '../../shared/traceEvents.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { brokerFacts } from './brokerFacts.ts';
import { OtherBrokerCard } from './cards.tsx';
import type { Box } from './layoutStage.ts';
import { cardProps, type StageCards } from './StageCards.ts';

/** Small cards of the brokers that have no part in the partition that is shown. */
export function OtherBrokers({
  boxes,
  brokers,
  partition,
  trace,
  card,
}: {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  readonly brokers: ClusterModel['brokers'];
  readonly partition: PartitionView | null;
  readonly trace: readonly TraceRow[];
  readonly card: StageCards;
}) {
  const m = useMessages().stage;
  return brokers.map((broker) => {
    const box = boxes.get(broker.key);
    return box === undefined ? null : (
      <OtherBrokerCard
        key={broker.key}
        {...cardProps(card, broker.key, box)}
        broker={broker}
        facts={brokerFacts(m, broker, partition, trace)}
      />
    );
  });
}
