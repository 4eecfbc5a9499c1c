import { expect, test } from 'vitest';
import { coordinatorPartition, javaStringHash } from '../../src/engine/broker/coordinatorPartition.ts';
import hashVectors from './hash_vectors.json';
import vectors from './vectors-1.json';
import { caseRunner, runVectorGroup } from './vectorSuite.ts';

const { partition_count: partitionCount } = vectors.coordinator_partition;

runVectorGroup({
  file: 'vectors-1.json',
  group: 'coordinator_partition',
  cases: () =>
    caseRunner<{ id: string; java_hash: number; partition: number }>(
      ['T1'],
      /^(java_hash|partition)$/,
      (vector) => {
        expect(javaStringHash(vector.id)).toBe(vector.java_hash);
        expect(coordinatorPartition(vector.id, partitionCount)).toBe(vector.partition);
      },
    ),
  prose: ['source', 'note', 'formula', 'partition_count'],
  runCount: vectors.coordinator_partition.cases.length,
  leftCount: 0,
});

const groups = Object.entries(hashVectors.coordinator_partition_abs_hashcode_mod_50);

test.for(groups)('[T1] holds %s in partition %i of 50', ([id, partition]) => {
  expect(coordinatorPartition(id, 50)).toBe(partition);
});
