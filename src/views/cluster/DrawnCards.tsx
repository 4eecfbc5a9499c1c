import type { PartitionView, WaitView } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import type { StageSize } from '../log/placeLogArea.ts';
import { BesideCards } from './BesideCards.tsx';
import { BrokerCard, ConsumerCard, ProducerCard } from './cards.tsx';
import { Controllers } from './Controllers.tsx';
import { OtherBrokers } from './OtherBrokers.tsx';
import { cardProps, type StageCards } from './StageCards.ts';
import type { StageDrawing } from './useStageDrawing.ts';

export interface DrawnCardsProps {
  readonly drawing: StageDrawing;
  readonly stageSize: StageSize;
  readonly cluster: ClusterModel;
  readonly partition: PartitionView;
  readonly brokers: ClusterModel['brokers'];
  readonly others: ClusterModel['brokers'];
  readonly waits: readonly WaitView[];
  readonly card: StageCards;
}

/** What in the picture can be chosen, over everything that is drawn, and how many found no room. */
export function DrawnCards({
  drawing,
  stageSize,
  cluster,
  partition,
  brokers,
  others,
  waits,
  card,
}: DrawnCardsProps) {
  const m = useMessages().stage;
  const { layout, facts, trace } = drawing;
  const bare = stageSize !== 'wide';
  return (
    <>
      {brokers.map((broker) => {
        const box = layout.brokers.get(broker.key);
        const fact = facts.get(broker.nodeId);
        const replica = cluster.replicas.find(
          (one) => one.broker === broker.nodeId && one.partition === partition.name,
        );
        return box === undefined || fact === undefined ? null : (
          <BrokerCard
            key={broker.key}
            {...cardProps(card, broker.key, box)}
            broker={broker}
            facts={fact}
            bare={bare}
            ends={replica === undefined ? '' : `${replica.logEndOffset} ${replica.highWatermark}`}
          />
        );
      })}
      <OtherBrokers boxes={layout.others} brokers={others} partition={partition} trace={trace} card={card} />
      {cluster.producers.map((producer) => {
        const box = layout.producers.get(producer.key);
        const retry = waits.find((wait) => wait.what === 'ProducerRetry' && wait.who === producer.key);
        return box === undefined ? null : (
          <ProducerCard
            key={producer.key}
            {...cardProps(card, producer.key, box)}
            producer={producer}
            roomy={layout.roomyClients}
            retrySinceUs={retry?.sinceUs ?? null}
          />
        );
      })}
      {cluster.consumers.map((consumer, index) => {
        const box = layout.consumers.get(consumer.key);
        return box === undefined ? null : (
          <ConsumerCard
            key={consumer.key}
            {...cardProps(card, consumer.key, box)}
            consumer={consumer}
            partition={partition}
            pin={`c${index + 1}`}
          />
        );
      })}
      <BesideCards boxes={layout.beside} cluster={cluster} card={card} />
      <Controllers boxes={layout.controllers} controllers={cluster.controllers} card={card} />
      {layout.hiddenBrokers > 0 && (
        <p className="absolute bottom-0 left-3 text-[11px] text-ink-3">
          {m.brokersWithoutRoom(layout.hiddenBrokers)}
        </p>
      )}
      {layout.hiddenClients > 0 && layout.countAt !== null && (
        <p className="absolute w-[148px] text-[11px] leading-[13px] text-ink-3" style={layout.countAt}>
          {m.more(layout.hiddenClients)}
        </p>
      )}
    </>
  );
}
