import type { EntityKey } from '../../bridge/frame.ts';
import type { TraceKind, TraceRow } from '../../shared/traceEvents.ts';
import type { ClusterModel } from '../clusterModel.ts';

/** Of more the topics alone are offered: a list of thousands is no choice. */
const MOST_PARTITIONS = 200;

/** What facts may be picked out by, as far as this cluster has it. */
export const filterChoices = {
  of(cluster: ClusterModel): {
    readonly nodes: readonly EntityKey[];
    readonly partitions: readonly string[];
  } {
    const { brokers, controllers, producers, consumers, partitions } = cluster;
    const topics = [...new Set(partitions.map(({ topic }) => topic))];
    return {
      nodes: [...brokers, ...controllers, ...producers, ...consumers].map(({ key }) => key),
      partitions:
        partitions.length > MOST_PARTITIONS
          ? topics
          : topics.flatMap((topic) => [
              topic,
              ...partitions.filter((one) => one.topic === topic).map(({ name }) => name),
            ]),
    };
  },

  /** Kinds that were met, in the order of the alphabet; the same list when there is no new one. */
  kinds(known: readonly TraceKind[], rows: readonly TraceRow[]): readonly TraceKind[] {
    const all = new Set(known);
    for (const { event } of rows) all.add(event.kind);
    return all.size === known.length ? known : [...all].sort();
  },
};
