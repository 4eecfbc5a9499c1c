import { expect, test } from 'vitest';
import { replicationGauges } from './replicationGauges.ts';

test('[replication-gauges] every partition that is led is over, at or under its minimum, and only one of them', () => {
  for (let replicationFactor = 1; replicationFactor <= 4; replicationFactor++) {
    for (let minInsyncReplicas = 1; minInsyncReplicas <= 5; minInsyncReplicas++) {
      const needed = Math.min(minInsyncReplicas, replicationFactor);
      for (let isrSize = 0; isrSize <= replicationFactor; isrSize++) {
        const input = { isLeader: true, replicationFactor, isrSize, minInsyncReplicas };
        expect(replicationGauges(input), JSON.stringify(input)).toEqual({
          isUnderReplicated: isrSize !== replicationFactor,
          isUnderMinIsr: isrSize < needed,
          isAtMinIsr: isrSize === needed,
        });
        expect(replicationGauges({ ...input, isLeader: false })).toEqual({
          isUnderReplicated: false,
          isUnderMinIsr: false,
          isAtMinIsr: false,
        });
      }
    }
  }
});
