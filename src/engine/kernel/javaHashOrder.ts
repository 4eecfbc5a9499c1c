/**
 * `entries` in the order in which a `java.util.HashMap` or `HashSet` gives them, which was made without a size and filled in
 * the order they have here: by bucket, and those that share one in the order in which they came. A table begins with 16
 * buckets and doubles when it is more than three quarters full; it never shrinks.
 *
 * Left out: a bucket of eight or more entries in a table of 64 or more becomes a tree, whose order may be another.
 *
 * @param hashOf `hashCode` of an entry, as a 32-bit integer
 * @param mostEntries the most that the table ever held, when that was more than it holds now
 */
export function inJavaHashOrder<Entry>(
  entries: Iterable<Entry>,
  hashOf: (entry: Entry) => number,
  mostEntries = 0,
): Entry[] {
  const all = Array.from(entries, (entry, place) => ({ entry, place, hash: hashOf(entry) | 0 }));
  let buckets = 16;
  while (Math.max(all.length, mostEntries) > buckets * 0.75) buckets *= 2;
  const bucketOf = (hash: number): number => (hash ^ (hash >>> 16)) & (buckets - 1);
  return all
    .sort((a, b) => bucketOf(a.hash) - bucketOf(b.hash) || a.place - b.place)
    .map(({ entry }) => entry);
}

/** `String.hashCode`: over UTF-16 code units, in 32 bits. */
export function javaTextHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Texts in that order, as `HashMap<String, …>` and `HashSet<String>` give them. */
export function textsInJavaHashOrder(texts: Iterable<string>): string[] {
  return inJavaHashOrder(texts, javaTextHash);
}
