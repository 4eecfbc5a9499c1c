/**
 * The order in which Java's `HashMap` goes through its keys, which is the order in which Kafka's tools print what they were told as one:
 * made for so many or at least for some, with the load factor of 0.75. Keys that share a place stay as they came.
 */
export function hashMapOrder<T>(items: readonly T[], hashOf: (item: T) => number, least = 1): readonly T[] {
  let capacity = least;
  while (capacity < items.length) capacity *= 2;
  while (items.length > capacity * 0.75) capacity *= 2;
  const placeOf = (item: T) => {
    const hash = hashOf(item);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** `String.hashCode` of Java. */
export function hashOfText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** `Map.hashCode` of Java, of texts; a value may be null. */
export function hashOfMap(entries: readonly (readonly [string, string | null])[]): number {
  return entries.reduce(
    (sum, [key, value]) => (sum + (hashOfText(key) ^ (value === null ? 0 : hashOfText(value)))) | 0,
    0,
  );
}

/** `Double.toString` of Java: `1024.0`, `1.048576E7`. */
export function doubleText(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7))
    return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
