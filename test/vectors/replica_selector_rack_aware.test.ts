import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rackAwareReplicaSelector } from '../../src/engine/broker/rackAwareReplicaSelector.ts';
import { expectPresent } from '../../src/shared/assert.ts';

interface Group {
  readonly replicas: readonly {
    readonly id: number;
    readonly rack: string;
    readonly leo: number;
    readonly msSinceCaughtUp: number;
    readonly leader?: boolean;
  }[];
  readonly cases: readonly { readonly clientRack: string; readonly selected: number }[];
}

const { replica_selector_rack_aware: group } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'vectors-1.json'), 'utf8'),
) as { readonly replica_selector_rack_aware: Group };

describe('vectors-1.json replica_selector_rack_aware', () => {
  const views = group.replicas.map(({ id, rack, leo, msSinceCaughtUp, leader }) => ({
    view: { brokerId: id, rack, logEndOffset: leo, sinceCaughtUpUs: msSinceCaughtUp * 1000 },
    isLeader: leader === true,
  }));
  const leader = expectPresent(views.find(({ isLeader }) => isLeader)?.view, 'the leader');
  const followers = views.filter(({ isLeader }) => !isLeader).map(({ view }) => view);

  test('has 3 cases', () => {
    expect(group.cases.length).toBe(3);
  });

  for (const { clientRack, selected } of group.cases) {
    test(`[K1] a consumer in ${clientRack}`, () => {
      expect(rackAwareReplicaSelector(clientRack, leader, followers)).toBe(selected);
    });
  }
});
