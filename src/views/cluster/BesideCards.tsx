import type { EntityKey } from '../../bridge/frame.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { besideFacts } from './besideFacts.ts';
import { CardFrame } from './cards.tsx';
import type { Box } from './layoutStage.ts';
import { cardProps, type StageCards } from './StageCards.ts';

/** Databases, queue brokers and their clients, of those that have a place: one line each. */
export function BesideCards({
  boxes,
  cluster,
  card,
}: {
  readonly boxes: ReadonlyMap<EntityKey, Box>;
  readonly cluster: ClusterModel;
  readonly card: StageCards;
}) {
  const m = useMessages().stage;
  return besideFacts(m, cluster).map(({ key, name, spoken, figure, trouble, shape }) => {
    const box = boxes.get(key);
    return box === undefined ? null : (
      <CardFrame
        key={key}
        {...cardProps(card, key, box)}
        entityKey={key}
        label={spoken}
        hint={spoken}
        online={trouble === null}
        small
      >
        <span className="flex h-full min-w-0 items-center gap-1.5 px-2">
          <Shape of={shape} />
          <span className="min-w-0 truncate text-[12px] font-[620]">{name}</span>
          <span
            className={`ml-auto shrink-0 text-right ${trouble === null ? 'text-ink-2' : 'font-[620] text-wait'}`}
          >
            {trouble ?? figure}
          </span>
        </span>
      </CardFrame>
    );
  });
}

/** A drum is a database, a stack what queues, an arrow who speaks to it. */
function Shape({ of }: { readonly of: 'store' | 'queue' | 'publisher' | 'consumer' }) {
  const path = {
    store: 'M2 3.500c0-2 10-2 10 0v7c0 2-10 2-10 0zM2 3.500c0 2 10 2 10 0',
    queue: 'M2 2.500h10v3h-10zM2 8.500h10v3h-10z',
    publisher: 'M2 7h10M8.500 3.500L12 7l-3.500 3.500',
    consumer: 'M12 7h-10M5.500 3.500L2 7l3.500 3.500',
  }[of];
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" className="shrink-0" aria-hidden="true">
      <path d={path} fill="none" stroke="var(--ink-2)" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}
