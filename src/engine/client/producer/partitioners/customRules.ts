import { partitionForKey } from '../partitionForKey.ts';

/** Partitions kept for some keys, as people write it into a `Partitioner` of their own. Not Kafka's. */
export interface VipRange {
  readonly kind: 'vip';
  /** Keys that have partitions of their own. */
  readonly keys: readonly string[];
  /** How many partitions, the last of the topic, are kept for them. */
  readonly partitions: number;
}

/** A key is hashed with a number behind it, so that the records of one key go to several partitions. Not Kafka's. */
export interface Salt {
  readonly kind: 'salt';
  /** Keys that are salted; null: all. */
  readonly keys: readonly string[] | null;
  /** How many salts there are. */
  readonly salts: number;
}

export type CustomRule = VipRange | Salt;

/**
 * The partition of a keyed record by such a rule, with Kafka's own hash; null without a key.
 *
 * @param n counts the records of the producer from 0: each next one takes the next salt.
 */
export function customPartition(
  rule: CustomRule,
  key: string | null,
  n: number,
  partitionCount: number,
  bytesOf: (text: string) => Uint8Array,
): number | null {
  if (key === null) return null;
  if (rule.kind === 'salt') {
    const isSalted = rule.keys === null || rule.keys.includes(key);
    return partitionForKey(bytesOf(isSalted ? saltedKey(key, n % rule.salts) : key), partitionCount);
  }
  const { first, count } = vipRange(rule, key, partitionCount);
  return first + partitionForKey(bytesOf(key), count);
}

/** The partitions that a key may go to. A topic that is too small to keep any for VIPs has them for all. */
export function vipRange(
  { keys, partitions }: VipRange,
  key: string,
  partitionCount: number,
): { readonly first: number; readonly count: number } {
  const kept = Math.min(partitions, partitionCount - 1);
  const others = partitionCount - kept;
  return kept > 0 && keys.includes(key) ? { first: others, count: kept } : { first: 0, count: others };
}

/** What is hashed in place of the key. */
export function saltedKey(key: string, salt: number): string {
  return `${key}-${salt}`;
}
