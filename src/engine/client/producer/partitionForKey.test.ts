import { expect, test } from 'vitest';
import { utf8Bytes } from '../../../shared/utf8.ts';
import { boundPartition, partitionForKey, type PartitionChoice } from './partitionForKey.ts';

const FREE: PartitionChoice = { partition: null, customPartition: null, key: null, ignoreKeys: false };
const key = utf8Bytes('user-1'); // partition 2 of 6

test('[PP1] the record, then the custom partitioner, then the key decides', () => {
  expect(boundPartition({ ...FREE, partition: 5, customPartition: 4, key }, 6)).toBe(5);
  expect(boundPartition({ ...FREE, customPartition: 4, key }, 6)).toBe(4);
  expect(boundPartition({ ...FREE, key }, 6)).toBe(2);
  expect(boundPartition(FREE, 6)).toBeNull();
});

test('[PP1] partition 0 is a choice like any other', () => {
  expect(boundPartition({ ...FREE, partition: 0, key }, 6)).toBe(0);
  expect(boundPartition({ ...FREE, customPartition: 0, key }, 6)).toBe(0);
});

test('[PP1] keys can be ignored, and a null key is not hashed while an empty one is', () => {
  expect(boundPartition({ ...FREE, key, ignoreKeys: true }, 6)).toBeNull();
  expect(boundPartition({ ...FREE, key: new Uint8Array() }, 6)).toBe(3);
});

test('[PP4] one more partition moves a key', () => {
  expect(partitionForKey(key, 6)).toBe(2);
  expect(partitionForKey(key, 7)).toBe(3);
});
