import { describe, expect, it } from 'vitest';
import { partitionForKey } from '../../engine/client/producer/partitionForKey.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import { keyForPartition } from './keyForPartition.ts';

describe('keyForPartition', () => {
  it('needs no key where there is one partition', () => {
    expect(keyForPartition(0, 1)).toBeNull();
  });

  it('gives a key that Kafka’s partitioner sends there', () => {
    for (const partitionCount of [2, 3, 7, 12, 100])
      for (let partition = 0; partition < partitionCount; partition++) {
        const key = keyForPartition(partition, partitionCount);
        expect(partitionForKey(utf8Bytes(key ?? ''), partitionCount)).toBe(partition);
      }
  });
});
