import { describe, expect, test } from 'vitest';
import { RequestQueue } from '../../../src/engine/broker/RequestQueue.ts';
import type { QueuedRequest } from '../../../src/engine/broker/RequestQueue.ts';
import { MetadataImage } from '../../../src/engine/metadata/MetadataImage.ts';
import type { CommandBody } from '../../../src/scenario/Scenario.ts';
import {
  ClusterTestContext,
  consumer,
  NO_WORK,
  ONE_MS_LINKS,
  PARTITION,
  produceRequest,
  producer,
  TOPIC,
} from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;

describe('requests', () => {
  const request = (source: number, correlationId: number): QueuedRequest => ({
    source,
    correlationId,
    connection: 1,
    request: { kind: 'MetadataRequest', topics: [TOPIC] },
    sizeBytes: 10,
  });

  test('[request-queue] threads take them first come, first served, and one of a connection at a time', () => {
    const queue = new RequestQueue(2, 500);
    const arrive = (one: QueuedRequest) => {
      if (!queue.arrive(one)) return false;
      queue.received(one, 0);
      queue.enqueue(one);
      return true;
    };
    const [a, next, b, c] = [request(1, 1), request(1, 2), request(2, 3), request(3, 4)] as const;
    expect([a, next, b, c].map(arrive)).toEqual([true, false, true, true]);
    expect([queue.startNext(0), queue.startNext(0), queue.startNext(0)]).toEqual([
      { thread: 0, request: a },
      { thread: 1, request: b },
      null,
    ]);
    queue.finish(1);
    expect(queue.startNext(0)).toEqual({ thread: 1, request: c });
    // A free thread is of no use to the second request of a connection whose first is not answered.
    queue.finish(0);
    expect(queue.startNext(0)).toBeNull();
    expect(queue.answered(a)).toBe(next);
    expect(queue.answered(b)).toBeNull();
  });

  test('[broker-fetch-cap] the whole answer to a Fetch is no larger than the broker’s fetch.max.bytes, whatever is asked for', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      partitions: 3,
      configs: { 'fetch.max.bytes': 300_000 },
    }).runUntil(100);
    const partitions = ['orders-0', 'orders-1', 'orders-2'];
    for (let i = 0; i < 4; i++)
      for (const partition of partitions)
        cluster.produce(1, produceRequest(1, { sizeBytes: 50_000 }, [partition]));
    const readWith = (maxBytes: number) => {
      const answer = cluster.ask(1, {
        kind: 'FetchRequest',
        replicaId: -1,
        replicaEpoch: -1,
        maxWaitMs: 500,
        minBytes: 1,
        maxBytes,
        clientId: 'probe',
        rackId: '',
        sessionId: 0,
        sessionEpoch: -1,
        forgotten: [],
        partitions: partitions.map((topicPartition) => ({
          topicPartition,
          fetchOffset: 0,
          currentLeaderEpoch: null,
          lastFetchedEpoch: -1,
          logStartOffset: -1,
          maxBytes: 1_048_576,
        })),
      });
      return answer?.kind === 'FetchResponse' ? answer.partitions.map(({ batches }) => batches.length) : [];
    };
    expect(readWith(50_000_000)).toEqual([4, 2, 0]);
    expect(readWith(120_000)).toEqual([2, 0, 0]);
  });
});

describe('a consumer', () => {
  test('[consumer-fetch] has one Fetch at each leader, which waits for fetch.min.bytes or fetch.max.wait.ms', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 1,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
      consumers: [
        consumer('soon', { 'fetch.max.wait.ms': 400 }),
        consumer('much', { 'fetch.max.wait.ms': 400, 'fetch.min.bytes': 1_000_000 }),
      ],
    }).runUntil(2000);
    const reads = (client: string) => cluster.facts('RecordsDelivered', { consumer: client });
    let most = 0;
    for (let i = 0; i < 200; i++) {
      cluster.runFor(5);
      most = Math.max(most, cluster.consumer('soon').fetching.size);
    }
    expect(most).toBe(1);
    const sentMs = cluster.nowMs;
    cluster.send('p').runFor(500);
    const waited = (client: string) => reads(client).map(({ timeUs }) => timeUs / 1000 - sentMs);
    // The record goes to the broker, and comes with the answer that waits for it.
    expect(waited('soon')).toEqual([2]);
    const [late = 0] = waited('much');
    expect(waited('much')).toHaveLength(1);
    expect(late).toBeGreaterThan(2);
    expect(late).toBeLessThanOrEqual(402);
  });

  test('[consumer-reads-committed] reads nothing at or above the high watermark, however long it waits', () => {
    const cluster = new ClusterTestContext({
      ...FAST,
      brokers: 2,
      producers: [producer('p', { acks: '1', 'linger.ms': 0 })],
      consumers: [consumer('c')],
    }).runUntil(1000);
    cluster.cutLink('broker:1', 'broker:2').send('p', 3).runFor(5000);
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 0 });
    expect(cluster.facts('RecordsDelivered')).toEqual([]);
    cluster.mendLink('broker:1', 'broker:2').until('RecordsDelivered', { consumer: 'c' });
    expect(cluster.ends(1)).toEqual({ leo: 3, hw: 3 });
  });
});

test('[metadata-log] what the controller decided is what the records of its log add up to', () => {
  const cluster = new ClusterTestContext({ ...FAST, producers: [producer('p', { acks: 'all' })] });
  cluster.runUntil(1000).send('p', 3);
  cluster.do({
    kind: 'CreateTopic',
    topic: 'late',
    partitions: 2,
    replicationFactor: 2,
    replicas: null,
    configs: { 'retention.ms': '1000' },
  });
  cluster.do({ kind: 'AlterClusterConfigs', configs: { 'min.insync.replicas': '2' } });
  cluster.alterTopic({ 'segment.bytes': '2000000' }).kill(1).runFor(15_000);
  cluster.startBroker(1).runFor(10_000);
  cluster.do({ kind: 'DeleteTopic', topic: 'late' }).runFor(5000);
  const { image, raft } = cluster.controller;
  const anew = new MetadataImage();
  for (let offset = 0; offset <= image.lastOffset; offset++) anew.replay(raft.log.entryAt(offset).record);
  const told = ({
    brokers,
    topics,
    topicIds,
    partitions,
    topicConfigs,
    clusterConfigs,
    nextProducerId,
  }: MetadataImage) => ({
    brokers: [...brokers],
    topics: [...topics],
    topicIds: [...topicIds],
    partitions: [...partitions],
    topicConfigs: [...topicConfigs],
    clusterConfigs: [...clusterConfigs],
    nextProducerId,
  });
  expect(told(anew)).toEqual(told(image));
  expect(image.partitions.get(PARTITION)?.registration).toMatchObject({ leader: 2, leaderEpoch: 1 });
  expect(image.nextProducerId).toBeGreaterThan(0);
});

describe('commands', () => {
  const P = { producer: 'p' } as const;
  const KILLED = { kind: 'KillBroker', broker: 2 } as const;
  const ADDED: CommandBody = {
    kind: 'AlterPartitionReassignments',
    reassignments: [{ partition: PARTITION, replicas: [1, 2] }],
  };
  /** What comes before, and the command. */
  const DEEDS: readonly (readonly [readonly CommandBody[], CommandBody])[] = [
    [[], KILLED],
    [[], { kind: 'StopBroker', broker: 2 }],
    [[KILLED], { kind: 'StartBroker', broker: 2 }],
    [[], { kind: 'CutPower', broker: 2 }],
    [[], { kind: 'CutPower', rack: 'a' }],
    [[], { kind: 'KillController', controller: 101 }],
    [[], { kind: 'StopController', controller: 101 }],
    [[{ kind: 'KillController', controller: 101 }], { kind: 'StartController', controller: 101 }],
    [[], { kind: 'CutControllerPower', controller: 101 }],
    [[], { kind: 'PauseProcess', node: 'broker:2', forUs: null }],
    [[{ kind: 'PauseProcess', node: 'broker:2', forUs: null }], { kind: 'ResumeProcess', node: 'broker:2' }],
    [[], { kind: 'FailDisk', broker: 2 }],
    [[{ kind: 'FailDisk', broker: 2 }], { kind: 'ReplaceDisk', broker: 2 }],
    [[], { kind: 'SlowDisk', broker: 2, factor: 10 }],
    [[{ kind: 'SlowDisk', broker: 2, factor: 10 }], { kind: 'MendDisk', broker: 2 }],
    [[], { kind: 'CutLink', between: ['broker:1', 'broker:2'] }],
    [
      [{ kind: 'CutLink', between: ['broker:1', 'broker:2'] }],
      { kind: 'MendLink', between: ['broker:1', 'broker:2'] },
    ],
    [[], { kind: 'SetClock', node: 'broker:1', offsetUs: 5000, driftPpm: 0 }],
    [[], { kind: 'KillClient', client: 'producer:p' }],
    [[], { kind: 'CloseClient', client: 'producer:p' }],
    [[{ kind: 'KillClient', client: 'producer:p' }], { kind: 'StartClient', client: 'producer:p' }],
    [[], { kind: 'StallConsumer', consumer: 'c' }],
    [[{ kind: 'StallConsumer', consumer: 'c' }], { kind: 'UnstallConsumer', consumer: 'c' }],
    [[], { kind: 'AlterTopicConfigs', topic: TOPIC, configs: { 'retention.ms': '5' } }],
    [[], { kind: 'AlterBrokerConfigs', broker: 2, configs: { 'log.cleaner.threads': '2' } }],
    [[], { kind: 'AlterClusterConfigs', configs: { 'min.insync.replicas': '2' } }],
    [[], { kind: 'AlterClientQuotas', user: null, clientId: 'p', quotas: [['producer_byte_rate', 1000]] }],
    [
      [],
      { kind: 'CreateTopic', topic: 'x', partitions: 1, replicationFactor: 1, replicas: null, configs: {} },
    ],
    [[], { kind: 'DeleteTopic', topic: TOPIC }],
    [[], { kind: 'CreatePartitions', topic: TOPIC, count: 2, replicas: null }],
    [[], ADDED],
    [[], { kind: 'UnregisterBroker', broker: 3 }],
    [[{ kind: 'SendRecords', ...P, count: 3 }], { kind: 'DeleteRecords', partition: PARTITION, offset: -1 }],
    [[], { kind: 'FailLogDir', broker: 2, logDir: null }],
    [[], { kind: 'ResizeDisk', broker: 2, logDir: null, capacityBytes: 1_000_000_000 }],
    [[], { kind: 'RestartProducer', ...P, configs: { acks: '1' } }],
    [[], { kind: 'PauseWorkload', ...P }],
    [[{ kind: 'PauseWorkload', ...P }], { kind: 'ResumeWorkload', ...P }],
    [[], { kind: 'SendRecords', ...P, count: 1 }],
  ];

  const digestAfter = (commands: readonly CommandBody[]): string => {
    const cluster = new ClusterTestContext({
      ...FAST,
      lawInterval: Infinity,
      racks: { 1: 'b', 2: 'a', 3: 'a' },
      replicas: [2, 1],
      producers: [producer('p', { acks: 'all' }, '2/s')],
      consumers: [consumer('c')],
    }).runUntil(700);
    for (const command of commands) cluster.do(command).runFor(300);
    return cluster.runUntil(2000).run.cluster.digest();
  };

  test.each(DEEDS)('[commands] after %j, %j makes a difference', (before, command) => {
    expect(digestAfter([...before, command])).not.toBe(digestAfter(before));
  });
});
