import { describe, expect, test } from 'vitest';
import { utf8Bytes } from '../../../../shared/utf8.ts';
import { partitionForKey } from '../partitionForKey.ts';
import { clientPartition, CLIENT_PARTITIONERS } from './clientPartitioners.ts';
import { customPartition, saltedKey } from './customRules.ts';

const hashed = (key: string, count: number): number => partitionForKey(utf8Bytes(key), count);

describe('a range for VIPs', () => {
  const rule = { kind: 'vip', keys: ['banana', 'cherry'], partitions: 2 } as const;
  const partition = (key: string | null, count: number) => customPartition(rule, key, 0, count, utf8Bytes);

  test('[PP9] keeps the last partitions for the keys named, and hashes the rest over the others', () => {
    for (const key of ['banana', 'cherry']) expect(partition(key, 6)).toBe(4 + hashed(key, 2));
    for (const key of ['apple', 'order-1', '']) expect(partition(key, 6)).toBe(hashed(key, 4));
    expect(partition(null, 6)).toBeNull();
  });

  test('[PP9] leaves a partition for the others in a topic too small', () => {
    expect(partition('banana', 2)).toBe(1);
    expect(partition('apple', 2)).toBe(0);
    expect(partition('banana', 1)).toBe(0);
  });
});

describe('a salt', () => {
  const partitions = (keys: readonly string[] | null, key: string | null) =>
    [0, 1, 2, 3].map((n) => customPartition({ kind: 'salt', keys, salts: 3 }, key, n, 12, utf8Bytes));

  test('[PP9] hashes the key with a number behind it, one after the other', () => {
    const expected = [0, 1, 2, 0].map((salt) => hashed(saltedKey('hot', salt), 12));
    expect(partitions(null, 'hot')).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
    expect(partitions(['hot'], 'hot')).toEqual(expected);
  });

  test('[PP9] leaves other keys as they are', () => {
    expect(partitions(['hot'], 'cold')).toEqual([0, 1, 2, 3].map(() => hashed('cold', 12)));
    expect(partitions(null, null)).toEqual([null, null, null, null]);
  });
});

describe('other clients without a key', () => {
  test('[PP9] leave the choice to what they do without one', () => {
    for (const partitioner of CLIENT_PARTITIONERS) expect(clientPartition(partitioner, null, 7)).toBeNull();
  });

  test('[PP9] an empty key is none for librdkafka’s default alone', () => {
    const empty = new Uint8Array();
    const free = CLIENT_PARTITIONERS.filter((name) => clientPartition(name, empty, 7) === null);
    expect(free).toEqual(['librdkafka:consistent_random']);
    // CRC-32 of nothing is 0.
    expect(clientPartition('librdkafka:consistent', empty, 7)).toBe(0);
  });
});
