import { describe, expect, test } from 'vitest';
import { JavaRandom } from '../../src/engine/controller/javaRandom.ts';
import type { RandomBits } from '../../src/engine/controller/javaRandom.ts';
import {
  BrokerList,
  placeReplicas,
  RackList,
  type UsableBroker,
} from '../../src/engine/controller/stripedReplicaPlacer.ts';
import vectors from './vectors-1.json';

const { oracle, kafka_tests: kafkaTests, broker_sets: brokerSets } = vectors.replica_placer;

/** Kafka's MockRandom, as the group describes it: 64 bits of state from 17 on, the top bits of each next one. */
class MockRandom implements RandomBits {
  private state = 17n;

  next(bits: number): number {
    this.state = BigInt.asUintN(64, this.state * 2862933555777941757n + 3037000493n);
    return Number(BigInt.asIntN(32, this.state >> BigInt(64 - bits)));
  }
}

/** `1, 2(fenced), 3 no rack` or `1a 2a 3b`. */
function brokerSet(text: string): UsableBroker[] {
  return text
    .replace(' no rack', '')
    .split(/[ ,]+/)
    .map((item) => {
      const [, id, fenced, rack] = /^(\d+)(\(fenced\))?([a-z])?$/.exec(item) ?? [];
      return { id: Number(id), rack: rack ?? null, fenced: fenced !== undefined };
    });
}

const unfenced = (...ids: number[]): UsableBroker[] => ids.map((id) => ({ id, rack: null, fenced: false }));

/** What each case of the oracle that places nothing asked for. */
const REFUSED: Readonly<Record<string, readonly [number, readonly UsableBroker[]]>> = {
  allfenced: [1, unfenced(1, 2).map((broker) => ({ ...broker, fenced: true }))],
  toofew: [3, unfenced(1, 2)],
  zero: [0, unfenced(1, 2)],
};

function randomOf(name: string): RandomBits {
  const seed = /_javaRandom(\d+)$/.exec(name)?.[1];
  return seed === undefined ? new MockRandom() : new JavaRandom(Number(seed));
}

describe('vectors-1.json replica_placer oracle', () => {
  let ran = 0;
  for (const vector of oracle) {
    const refused = REFUSED[vector.name];
    test(`${refused ? '[P2]' : '[P1]'} ${vector.name}`, () => {
      ran += 1;
      if (refused) {
        const placement = placeReplicas(1, refused[0], refused[1], new MockRandom());
        const error = 'error' in placement ? placement : expect.fail('nothing was refused');
        expect(`InvalidReplicationFactorException: ${error.message}`).toBe(vector.error);
        expect(error.error).toBe('INVALID_REPLICATION_FACTOR');
        return;
      }
      const set = vector.name.replace(/_.*$/, '');
      const known = brokerSets as Readonly<Record<string, string>>;
      const brokers = brokerSet(known[set] ?? known[vector.name] ?? expect.fail(`no brokers ${set}`));
      const expected = vector.assignments ?? [];
      const random = randomOf(vector.name);
      expect(placeReplicas(expected.length, vector.rf ?? 0, brokers, random)).toEqual({
        assignments: expected,
      });
    });
  }

  test('runs 17 of 17 cases', () => {
    expect(ran).toBe(17);
  });
});

describe('vectors-1.json replica_placer kafka_tests', () => {
  let ran = 0;
  for (const vector of kafkaTests) {
    test(`[P1] ${vector.source}`, () => {
      ran += 1;
      if (vector.list) {
        const list = new BrokerList(vector.list);
        expect(vector.next_epoch0.map(() => list.next(0))).toEqual(vector.next_epoch0);
        expect(vector.next_epoch1.map(() => list.next(1))).toEqual(vector.next_epoch1);
        return;
      }
      const brokers = vector.brokers.map(([id, rack, fenced]) => ({
        id: Number(id),
        rack: rack as string | null,
        fenced: Boolean(fenced),
      }));
      if (vector.counts) {
        const placement = placeReplicas(vector.partitions, vector.rf, brokers, new MockRandom());
        const counts: Record<string, number> = {};
        for (const replicas of 'assignments' in placement ? placement.assignments : [])
          counts[replicas.join()] = (counts[replicas.join()] ?? 0) + 1;
        expect(counts).toEqual(vector.counts);
        return;
      }
      const racks = new RackList(brokers, new MockRandom());
      if ('rackOrder' in vector) expect(racks.rackNames).toEqual(vector.rackOrder);
      expect(vector.placements?.map(() => racks.place(vector.rf))).toEqual(vector.placements);
    });
  }

  test('runs 7 of 7 cases', () => {
    expect(ran).toBe(7);
  });
});
