import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../src/engine/client/producer/WorkloadSource.ts';
import { clientPartition } from '../../../src/engine/client/producer/partitioners/clientPartitioners.ts';
import { partitionForKey } from '../../../src/engine/client/producer/partitionForKey.ts';
import type { FileProducer, FileWorkload } from '../../../src/scenario/ScenarioFile.ts';
import { expectPresent } from '../../../src/shared/assert.ts';
import { utf8Bytes } from '../../../src/shared/utf8.ts';
import { ClusterTestContext, TOPIC } from '../ClusterTestContext.ts';

function sender(workload: Omit<FileWorkload, 'topic'>, more: Partial<FileProducer> = {}): FileProducer {
  return { 'client.id': 'app', ...more, workload: { topic: TOPIC, ...workload } };
}

function run(workload: Omit<FileWorkload, 'topic'>, more: Partial<FileProducer> = {}, partitions = 1) {
  return new ClusterTestContext({
    brokers: 1,
    replicas: [1],
    partitions,
    producers: [sender(workload, more)],
  });
}

/** Records in the log of each partition. */
function counts(cluster: ClusterTestContext, partitions: number): number[] {
  return Array.from({ length: partitions }, (_, i) => cluster.ends(1, `${TOPIC}-${i}`).leo);
}

describe('[workload] arrivals', () => {
  test('a list is sent at its instants, each in a batch of its own', () => {
    const cluster = run({ arrivals: { at: ['1s', '1.5s', '1.5s', '3s'] }, start: '1s' }).runUntil(5000);
    const batches = cluster.facts('RecordsAppended').map(({ timeUs, event }) => [timeUs, event.count]);
    expect(batches.map(([, count]) => count)).toEqual([1, 2, 1]);
    // linger.ms, and the way there.
    expect(batches.map(([timeUs]) => Math.round(timeUs! / 1000))).toEqual([2005, 2505, 4005]);
  });

  test('a closed loop of four never has more than four on their way, and sends again as soon as it may', () => {
    const cluster = run(
      { arrivals: { closedLoop: { senders: 4, think: '10ms' } } },
      { configs: { 'linger.ms': 0 } },
    );
    cluster.runUntil(1000);
    const producer = cluster.producer('app');
    const done = producer.outcomes.ackedCount;
    expect(producer.recordCount - done).toBeLessThanOrEqual(4);
    // A cycle is the thinking and a little more than the 0.5 ms to the broker and back.
    expect(done).toBeGreaterThan(4 * 80);
    expect(done).toBeLessThan(4 * 96);
  });

  test('a closed loop stands still while nothing is answered, and goes on after a new start of its process', () => {
    const cluster = run({ arrivals: { closedLoop: { senders: 3 } } }).runUntil(500);
    cluster.cutLink('producer:app', 'broker:1').runUntil(2000);
    const sent = cluster.producer('app').recordCount;
    cluster.runUntil(6000);
    expect(cluster.producer('app').recordCount).toBe(sent);
    cluster.do({ kind: 'KillClient', client: 'producer:app' }).mendLink('producer:app', 'broker:1');
    cluster.do({ kind: 'StartClient', client: 'producer:app' }).runUntil(8000);
    expect(cluster.producer('app').recordCount).toBeGreaterThan(sent + 100);
  });

  test('a Poisson process sends as much as its rate says, in a run that a checkpoint may cut anywhere', () => {
    const cluster = run({ arrivals: { poisson: '500/s' } }).runUntil(8000);
    const sent = cluster.producer('app').recordCount;
    expect(Math.abs(sent - 4000)).toBeLessThan(3 * Math.sqrt(4000));
    const again = run({ arrivals: { poisson: '500/s' } }).runUntil(8000);
    expect(again.producer('app').recordCount).toBe(sent);
  });
});

describe('[PP9] partitioners', () => {
  const keys = ['order-1', 'order-2', 'alice', 'bob', 'user-1002', 'customer-42'];

  test('of another client, of each record of a list', () => {
    const more = { partitioner: { kind: 'client', name: 'librdkafka:consistent_random' } } as const;
    const cluster = run({ arrivals: { constant: '100/s' }, keyList: keys }, more, 6).runUntil(1990);
    cluster.do({ kind: 'PauseWorkload', producer: 'app' }).runUntil(2500);
    const expected = [0, 0, 0, 0, 0, 0];
    const workload = expectPresent(cluster.producer('app').workload, 'a workload');
    for (let n = 0; n < cluster.producer('app').recordCount; n++) {
      const key = expectPresent(keyOf(workload, n), 'a key');
      expected[expectPresent(clientPartition('librdkafka:consistent_random', utf8Bytes(key), 6), 'one')]! +=
        1;
    }
    expect(counts(cluster, 6)).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
  });

  test('a salt spreads one hot key over several partitions', () => {
    const workload = { arrivals: { constant: '200/s' }, key: 'customer-42' };
    const plain = counts(run(workload, {}, 6).runUntil(2000), 6);
    expect(plain.filter((count) => count > 0)).toHaveLength(1);
    const salted = run(workload, { partitioner: { kind: 'salt', salts: 8 } }, 6).runUntil(1990);
    salted.do({ kind: 'PauseWorkload', producer: 'app' }).runUntil(2500);
    const expected = [0, 0, 0, 0, 0, 0];
    for (let n = 0; n < salted.producer('app').recordCount; n++)
      expected[partitionForKey(utf8Bytes(`customer-42-${n % 8}`), 6)]! += 1;
    expect(counts(salted, 6)).toEqual(expected);
    expect(expected.filter((count) => count > 0).length).toBeGreaterThan(1);
  });

  test('a range for VIPs has their records alone', () => {
    const partitioner = { kind: 'vip', keys: ['alice'], partitions: 1 } as const;
    const cluster = run({ arrivals: { constant: '60/s' }, keyList: keys }, { partitioner }, 4).runUntil(3000);
    const [, , , vip] = counts(cluster, 4);
    const all = counts(cluster, 4).reduce((sum, count) => sum + count, 0);
    expect(Math.abs(vip! - all / 6)).toBeLessThan(2);
  });
});

describe('[workload] event time', () => {
  test('records are stamped by when something happened, and the broker refuses what it finds too old', () => {
    const workload = { arrivals: { constant: '100/s' }, eventTime: { delay: '2s', delayMost: '4s' } };
    const cluster = run(workload).runUntil(1000);
    const { log } = cluster.replica(1);
    const stamps = Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i).maxTimestampMs);
    expect(Math.max(...stamps)).toBeLessThan(1000 - 2000);
    expect(Math.min(...stamps)).toBeGreaterThan(-4100);
    const strict = new ClusterTestContext({
      brokers: 1,
      replicas: [1],
      topicConfigs: { 'message.timestamp.before.max.ms': 1000 },
      producers: [sender(workload)],
    }).runUntil(1000);
    expect(strict.ends(1).leo).toBe(0);
    expect(strict.facts('RecordsFailed')[0]?.event.error).toBe('INVALID_TIMESTAMP');
  });
});
