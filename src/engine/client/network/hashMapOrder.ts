/** A partition, by its topic and number. */
export interface TopicAndPartition {
  readonly topic: string;
  readonly partition: number;
}

/**
 * Partitions in the order in which Java's `HashMap<TopicPartition, …>` gives them: a client keeps its metadata in one, made for
 * as many entries as there are, so that no list of partitions is in the order of their numbers: neither those of a topic (PP8)
 * nor those that a broker leads (S4). Kafka: `MetadataSnapshot`, `TopicPartition.hashCode` (4.2).
 *
 * @param entries all of the table; those that share a bucket in the order in which they were put there
 */
export function entriesInHashMapOrder(entries: readonly TopicAndPartition[]): TopicAndPartition[] {
  const buckets = tableSize(entries.length);
  return entries
    .map((entry, place) => {
      const hash = Math.imul(31, 31 + entry.partition) + hashOfString(entry.topic);
      return { entry, place, bucket: bucketOf(hash, buckets) };
    })
    .sort((a, b) => a.bucket - b.bucket || a.place - b.place)
    .map(({ entry }) => entry);
}

/** The numbers of one topic's partitions in that order, where no other topic is known. */
export function inHashMapOrder(topic: string, partitions: readonly number[]): number[] {
  const entries = partitions.map((partition) => ({ topic, partition }));
  return entriesInHashMapOrder(entries).map(({ partition }) => partition);
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
