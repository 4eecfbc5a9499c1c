/**
 * The numbers of a topic's partitions in the order in which Java's `HashMap<TopicPartition, …>` gives them: a client keeps its
 * metadata in one, made for as many entries as there are, so that no list of partitions is in the order of their numbers (PP8).
 * Kafka: `MetadataSnapshot`, `TopicPartition.hashCode` (4.2).
 *
 * @param partitions rising
 */
export function inHashMapOrder(topic: string, partitions: readonly number[]): number[] {
  const buckets = tableSize(partitions.length);
  const topicHash = hashOfString(topic);
  return partitions
    .map((partition) => ({ partition, bucket: bucketOf(31 * (31 + partition) + topicHash, buckets) }))
    .sort((a, b) => a.bucket - b.bucket || a.partition - b.partition)
    .map(({ partition }) => partition);
}

/** `new HashMap<>(entries)` has the next power of two, and twice that as soon as it is more than three quarters full. */
function tableSize(entries: number): number {
  let size = 1;
  while (size < entries) size *= 2;
  return entries > Math.floor(size * 0.75) ? size * 2 : size;
}

/** `HashMap.hash`: the upper half is folded into the lower. */
function bucketOf(hash: number, buckets: number): number {
  const int = hash | 0;
  return (int ^ (int >>> 16)) & (buckets - 1);
}

/** `String.hashCode`. */
function hashOfString(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
