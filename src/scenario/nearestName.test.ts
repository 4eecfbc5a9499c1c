import { describe, expect, test } from 'vitest';
import { editDistance, nearestName } from './nearestName.ts';

describe('nearestName', () => {
  const keys = ['partitions', 'replication.factor', 'replicas', 'configs', 'acks'];
  test.each([
    ['partition', 'partitions'],
    ['Partitions', 'partitions'],
    ['replicationFactor', 'replication.factor'],
    ['replication-factor', 'replication.factor'],
    ['confgis', 'configs'],
    ['partitionCount', 'partitions'],
    ['ack', 'acks'],
    ['colour', null],
    ['x', null],
  ])('takes %s for %s', (written, meant) => {
    expect(nearestName(written, keys)).toBe(meant);
  });
});

test('a swap of neighbours is one edit', () => {
  expect(editDistance('acsk', 'acks')).toBe(1);
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('kitten', 'sitting')).toBe(3);
});
