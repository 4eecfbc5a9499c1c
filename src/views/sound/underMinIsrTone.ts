import type { PartitionView } from '../../bridge/frame.ts';
import { NO_LEADER } from '../../shared/units.ts';
import type { ClusterModel } from '../clusterModel.ts';

export interface Tone {
  readonly hertz: number;
  /** −1 is left, 1 is right. */
  readonly pan: number;
}

/** Low E of a bass: nothing waits. */
const LOWEST_HERTZ = 82.4;
/** Each time the lag is so many times what it was, the tone is an octave higher. */
const LAG_OF_AN_OCTAVE = 32;
const MOST_OCTAVES = 2.5;
/** Neither side is ever silent. */
const WIDEST_PAN = 0.8;

/**
 * What is heard of a partition that has fewer replicas in sync than min.insync.replicas asks for: as high as what is written and not
 * committed, and from the side on which its leader stands among the brokers. Null: it has enough, or nobody leads it.
 */
export function underMinIsrTone(
  cluster: Pick<ClusterModel, 'brokers' | 'replicas'>,
  partition: PartitionView | null,
): Tone | null {
  if (partition === null || partition.leader === NO_LEADER) return null;
  if (partition.isr.length >= partition.effectiveMinIsr) return null;
  const leader = cluster.replicas.find(
    (replica) => replica.partition === partition.name && replica.broker === partition.leader,
  );
  const lag = Math.max(0, (leader?.logEndOffset ?? 0) - partition.highWatermark);
  const octaves = Math.min(MOST_OCTAVES, Math.log2(1 + lag) / Math.log2(LAG_OF_AN_OCTAVE));
  const at = cluster.brokers.findIndex(({ nodeId }) => nodeId === partition.leader);
  const steps = cluster.brokers.length - 1;
  return {
    hertz: LOWEST_HERTZ * 2 ** octaves,
    pan: steps <= 0 || at < 0 ? 0 : WIDEST_PAN * ((2 * at) / steps - 1),
  };
}
