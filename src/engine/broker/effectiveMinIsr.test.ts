import { expect, test } from 'vitest';
import { effectiveMinIsr } from './effectiveMinIsr.ts';

test('[A1] min.insync.replicas counts only as far as there are replicas', () => {
  for (let minInsyncReplicas = 1; minInsyncReplicas <= 5; minInsyncReplicas += 1) {
    for (let replicaCount = 1; replicaCount <= 5; replicaCount += 1) {
      const expected = minInsyncReplicas > replicaCount ? replicaCount : minInsyncReplicas;
      expect(effectiveMinIsr(minInsyncReplicas, replicaCount)).toBe(expected);
    }
  }
});
