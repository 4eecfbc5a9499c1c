import type { TraceRow } from '../../shared/traceEvents.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { Controllers } from './Controllers.tsx';
import { placeOtherBrokers } from './layoutStage.ts';
import { OtherBrokers } from './OtherBrokers.tsx';
import { placeControllersAtFoot } from './placeControllers.ts';
import type { StageCards } from './StageCards.ts';

export interface NoPartitionProps {
  readonly size: { readonly width: number; readonly height: number };
  readonly cluster: ClusterModel;
  readonly brokers: ClusterModel['brokers'];
  readonly card: StageCards;
}

/** A cluster without a topic: there is no log to draw, and its brokers and controllers are there all the same. */
export function NoPartition({ size, cluster, brokers, card }: NoPartitionProps) {
  const m = useMessages().stage;
  const brokerKeys = brokers.map(({ key }) => key);
  const controllerKeys = cluster.controllers.map(({ key }) => key);
  const placed = placeOtherBrokers(size.width, size.height, brokerKeys);
  const { boxes } = placeControllersAtFoot(size.width, size.height - placed.height, controllerKeys);
  return (
    <>
      <div className="flex h-full flex-col items-center justify-center gap-1 text-center">
        <p className="type-panel">{m.emptyTitle(brokers.length)}</p>
        <p className="text-ink-2">{m.emptyText(brokers.length)}</p>
      </div>
      <Controllers boxes={boxes} controllers={cluster.controllers} card={card} />
      <OtherBrokers boxes={placed.boxes} brokers={brokers} partition={null} trace={NO_ROWS} card={card} />
    </>
  );
}

const NO_ROWS: readonly TraceRow[] = [];
