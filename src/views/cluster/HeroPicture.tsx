import { useMemo, useRef } from 'react';
import type { PartitionView } from '../../bridge/frame.ts';
import { formatDuration } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ClusterModel } from '../clusterModel.ts';
import { usePanelPlayback, usePlayback } from '../SimulationContext.tsx';
import { Drawing } from './Drawing.tsx';
import { brokersOf } from './brokersOf.ts';
import { useElementSize } from './useElementSize.ts';

export interface HeroPictureProps {
  readonly cluster: ClusterModel;
  readonly partition: PartitionView | null;
}

/** The picture to be looked at, and nothing else. */
export function HeroPicture({ cluster, partition }: HeroPictureProps) {
  const m = useMessages().stage;
  const root = useRef<HTMLDivElement>(null);
  const size = useElementSize(root);
  const { withReplica } = useMemo(() => brokersOf(cluster, partition), [cluster, partition]);
  return (
    <div
      ref={root}
      className="absolute inset-0 overflow-hidden"
      role="img"
      aria-label={m.log.picture(partition?.name ?? '', partition?.leader ?? -1)}
    >
      {size !== null && partition !== null && (
        <>
          <Drawing
            size={size}
            isHero
            cluster={cluster}
            partition={partition}
            brokers={withReplica}
            others={NO_BROKERS}
            card={null}
          />
          <HeroCaption partition={partition.name} />
        </>
      )}
    </div>
  );
}

const NO_BROKERS: ClusterModel['brokers'] = [];

function HeroCaption({ partition }: { readonly partition: string }) {
  const m = useMessages().stage;
  const speed = usePanelPlayback((state) => state.speed);
  const playing = usePlayback((state) => state.playing);
  return (
    // Two short lines on a phone, left of the water line.
    <p className="absolute bottom-3 left-[35px] text-ink-2 max-md:max-w-[180px] max-md:text-balance">
      {playing ? m.hero(partition, formatDuration(speed)) : m.heroStands(partition)}
    </p>
  );
}
