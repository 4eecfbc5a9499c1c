import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replicationGauges } from '../../src/engine/broker/replicationGauges.ts';

interface Case {
  readonly id: string;
  readonly replicationFactor: number;
  readonly minInsyncReplicas: number;
  readonly isrSize: number;
  readonly hasLeader: boolean;
  readonly expect: {
    readonly underReplicated: number;
    readonly underMinIsr: number;
    readonly atMinIsr: number;
    readonly offlinePartition: number;
  };
}

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: { readonly replicationGauges: readonly Case[] };
};
const cases = groups.replicationGauges;

/** What the leader reports, and the controller where there is none. */
function reported({ replicationFactor, minInsyncReplicas, isrSize, hasLeader }: Case): Case['expect'] {
  const gauges = replicationGauges({ isLeader: hasLeader, replicationFactor, isrSize, minInsyncReplicas });
  return {
    underReplicated: Number(gauges.isUnderReplicated),
    underMinIsr: Number(gauges.isUnderMinIsr),
    atMinIsr: Number(gauges.isAtMinIsr),
    offlinePartition: Number(!hasLeader),
  };
}

test.each(cases)('[replication-gauges] vectors-2.json replicationGauges $id', (vector) => {
  expect(reported(vector)).toEqual(vector.expect);
});

test('runs 7 of 7 cases, 0 are left', () => {
  expect(cases.map(({ id }) => id)).toEqual([
    'rg-healthy',
    'rg-one-down',
    'rg-two-down',
    'rg-all-down',
    'rg-rf1-min2',
    'rg-rf3-min1',
    'rg-rf2-min2-one-down',
  ]);
});
