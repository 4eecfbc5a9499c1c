import { expect, test } from 'vitest';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { FileProducer } from '../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from './ClusterTestContext.ts';

const BROKERS = [1, 2, 3];
const FAULTS = 8;

function transactional(clientId: string, transactionalId: string, records: number): FileProducer {
  return {
    'client.id': clientId,
    configs: {
      'transactional.id': transactionalId,
      'transaction.timeout.ms': 6000,
      'delivery.timeout.ms': 20_000,
      'request.timeout.ms': 5000,
      'linger.ms': 0,
    },
    workload: { topic: 'orders', arrivals: { constant: '10/s' }, transaction: { records } },
  };
}

/** Producers, two of them with one transactional.id, among brokers that die, stop and lose each other. All laws are looked at. */
function storm(seed: number): ClusterTestContext {
  const chance = new Rng(seed, 'storm');
  const cluster = new ClusterTestContext({
    seed,
    partitions: 3,
    minIsr: 2,
    configs: { 'transaction.state.log.num.partitions': 3 },
    times: { brokerStart: '1s' },
    producers: [
      transactional('p', 'tx-1', 5),
      transactional('q', 'tx-2', 3),
      transactional('zombie', 'tx-1', 4),
    ],
    consumers: [
      {
        'client.id': 'reader',
        configs: { 'auto.offset.reset': 'earliest', 'isolation.level': 'read_committed' },
        assign: ['orders-0', 'orders-1', 'orders-2'],
      },
    ],
    lawInterval: 97,
  }).runUntil(2000);
  let down: number | null = null;
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const broker = BROKERS[chance.int(3)] ?? 1;
    const kind = down === null ? chance.int(3) : 3;
    if (kind === 0) cluster.kill((down = broker));
    else if (kind === 1) cluster.stop((down = broker)).runFor(4000);
    else if (kind === 2) {
      const link = [`broker:${broker}`, `broker:${(broker % 3) + 1}`] as const;
      cluster.cutLink(...link).runFor(500 + chance.int(4000));
      cluster.mendLink(...link);
    } else if (down !== null) {
      cluster.startBroker(down);
      down = null;
    }
    cluster.runFor(200 + chance.int(3000));
  }
  if (down !== null) cluster.startBroker(down);
  return cluster.runFor(20_000);
}

test.each([5])(
  '[T2] [T4] [T15] coordinators and leaders that come and go complete every end (seed %i)',
  (seed) => {
    const cluster = storm(seed);
    const ends = cluster.facts('TransactionStateChanged').map(({ event }) => event.to);
    expect(ends.filter((state) => state === 'CompleteCommit').length).toBeGreaterThan(50);
    expect(cluster.facts('ProducerFenced').length).toBeGreaterThan(0);
    const known = BROKERS.flatMap((broker) => [
      ...(cluster.broker(broker).process?.coordinators.transactions.runtime.shards.values() ?? []),
    ]).flatMap(({ state }) => [...state.transactions.values()]);
    expect(known.map(({ transactionalId }) => transactionalId).sort()).toEqual(['tx-1', 'tx-2']);
    expect(known.filter(({ state }) => state.startsWith('Prepare'))).toEqual([]);
  },
);
