import { controllerOf, replicasOf } from '../../engine/cluster/ledger.ts';
import type { Cluster } from '../../engine/cluster/Cluster.ts';
import type { KeyPlaces } from '../../shared/RunQuestions.ts';
import type { TopicPartition } from '../../shared/units.ts';

/** In which partitions the records of each key stand, by the logs of the leaders; keys in the order of their first record. */
export function keyPlaces(cluster: Cluster, topic: string): readonly KeyPlaces[] | null {
  const entries = [...(controllerOf(cluster)?.image.partitions.values() ?? [])].filter(
    (entry) => entry.topic === topic,
  );
  if (entries.length === 0) return null;
  const places = new Map<string, { partitions: TopicPartition[]; records: number }>();
  for (const { topicPartition, registration } of entries) {
    const log = replicasOf(cluster, topicPartition).get(registration.leader)?.log;
    for (let i = 0; i < (log?.batchCount ?? 0); i++)
      for (const key of log?.batchAt(i).contents?.keys ?? []) {
        if (key === null) continue;
        let place = places.get(key);
        if (!place) places.set(key, (place = { partitions: [], records: 0 }));
        place.records += 1;
        if (place.partitions.at(-1) !== topicPartition) place.partitions.push(topicPartition);
      }
  }
  return [...places].map(([key, place]) => ({ key, ...place }));
}
