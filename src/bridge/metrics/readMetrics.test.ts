import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { definitionOf, METRIC_DEFINITIONS, partsOfSeries } from '../../shared/metricDefinitions.ts';
import { clusterAfter, MICROS_PER_SECOND, runOf, valueOf } from './MetricsTestContext.ts';

const REPLICA_MANAGER = 'kafka.server:type=ReplicaManager,name=';
const CONTROLLER = 'kafka.controller:type=KafkaController,name=';
const RAFT = 'kafka.server:type=raft-metrics,name=';
const THREE_CONTROLLERS = { controllers: [101, 102, 103].map((id) => ({ 'node.id': id })) };
const TOPIC_METRICS = 'kafka.server:type=BrokerTopicMetrics,name=';

/** A worker that holds a record for longer than its lock. */
const SHARED = {
  'kafka.version': '4.2',
  configs: {
    'offsets.topic.num.partitions': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    'group.share.record.lock.duration.ms': 1000,
  },
  consumers: [
    {
      'client.id': 'worker',
      subscribe: ['payments'],
      configs: { 'group.id': 'workers' },
      share: { poison: [{ partition: 'payments-0', offset: 5, takes: '3s', then: 'accept' }] },
    },
  ],
  groups: [{ 'group.id': 'workers', configs: { 'share.auto.offset.reset': 'earliest' } }],
};

/** The topic of the preset with remote storage, and segments of two seconds. */
function tiered(remoteCopyPerMiB: string): object {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    topics: { configs: object }[];
  };
  return {
    configs: { 'remote.log.storage.system.enable': true, 'remote.log.manager.task.interval.ms': 1000 },
    topics: file.topics.map((topic) => ({
      ...topic,
      configs: { ...topic.configs, 'segment.ms': 2000, 'remote.storage.enable': true },
    })),
    times: { remoteCopyPerMiB },
  };
}

describe('metrics of a run', () => {
  test('each has a definition, and each definition is found in a run that breaks something', () => {
    const names = new Set<string>();
    const take = (metrics: ReturnType<typeof clusterAfter>['metrics']): void => {
      for (const [name, value] of Object.entries(metrics))
        if (typeof value !== 'number') for (const own of Object.keys(value)) names.add(own);
        else names.add(name);
    };
    for (const commands of [
      [{ at: '2s', kind: 'KillBroker', broker: 2 }],
      [
        { at: '2s', kind: 'KillController', controller: 101 },
        { at: '1s', kind: 'AlterTopicConfigs', topic: 'payments', configs: { 'cleanup.policy': 'compact' } },
      ],
      [
        { at: '2s', kind: 'KillBroker', broker: 2 },
        { at: '3s', kind: 'StartBroker', broker: 2 },
      ],
    ] as const) {
      const member = { 'client.id': 'member', subscribe: ['payments'], configs: { 'group.id': 'g' } };
      const transactional = {
        'client.id': 'pay-api',
        configs: { 'transactional.id': 'pay' },
        workload: { topic: 'payments', arrivals: { constant: '100/s' }, transaction: { records: 20 } },
      };
      const changes = {
        ...THREE_CONTROLLERS,
        configs: { 'offsets.topic.num.partitions': 1, 'transaction.state.log.num.partitions': 1 },
        producers: [transactional],
        consumers: [member],
        times: { brokerStart: '100ms', recoveryPerMiB: '1h' },
      };
      const { metrics } = clusterAfter(commands, 14, changes);
      take(metrics);
    }
    take(clusterAfter([], 2, tiered('0ms')).metrics);
    take(clusterAfter([], 12, SHARED).metrics);
    expect([...names].filter((name) => definitionOf(name) === undefined)).toEqual([]);
    const found = new Set([...names].map((name) => definitionOf(name)?.id));
    expect(METRIC_DEFINITIONS.filter(({ id }) => !found.has(id))).toEqual([]);
    expect(new Set(METRIC_DEFINITIONS.map(({ name }) => name)).size).toBe(METRIC_DEFINITIONS.length);
  });

  test('[consumer-metrics] tell how a member of a group fetches, polls, commits and beats its heart', () => {
    const { metrics } = clusterAfter([], 40, {
      configs: { 'offsets.topic.num.partitions': 1 },
      producers: [
        {
          'client.id': 'app',
          configs: { 'linger.ms': 0 },
          workload: { topic: 'payments', arrivals: { constant: '20/s' } },
        },
      ],
      consumers: [
        {
          'client.id': 'member',
          subscribe: ['payments'],
          configs: { 'group.id': 'g', 'max.poll.records': 1 },
          processing: { perRecord: '10ms' },
        },
      ],
    });
    const of = (bean: string, name: string) =>
      valueOf(metrics, `kafka.consumer:type=${bean},name=${name}`, 'consumer:member');
    const fetches = 'consumer-fetch-manager-metrics';
    expect(of(fetches, 'records-consumed-rate')).toBeCloseTo(20, 0);
    expect(of(fetches, 'records-consumed-total')).toBeGreaterThan(650);
    expect(of(fetches, 'records-per-request-avg') * of(fetches, 'fetch-rate')).toBeCloseTo(20, 0);
    expect(of(fetches, 'fetch-size-avg')).toBeGreaterThan(100);
    // The next fetch goes out as records are returned, and waits for the next record.
    expect(of(fetches, 'fetch-latency-avg')).toBeCloseTo(50, 0);
    expect(of(fetches, 'records-lag,topic=payments,partition=0')).toBeLessThanOrEqual(1);
    expect(of(fetches, 'records-lead,topic=payments,partition=0')).toBeGreaterThan(650);
    // A record every 50 ms: 10 ms of work, 40 ms in poll(), of the 90 ms since the call before began.
    expect(of('consumer-metrics', 'time-between-poll-avg')).toBeGreaterThan(49.9);
    // The first ones found nothing, while it joined.
    expect(of('consumer-metrics', 'time-between-poll-avg')).toBeLessThan(54);
    expect(of('consumer-metrics', 'poll-idle-ratio-avg')).toBeCloseTo(40 / 90, 1);
    const coordinator = 'consumer-coordinator-metrics';
    expect(of(coordinator, 'heartbeat-rate')).toBeCloseTo(1 / 3, 1);
    expect(of(coordinator, 'commit-rate')).toBeCloseTo(1 / 5, 1);
    expect(of(coordinator, 'last-heartbeat-seconds-ago')).toBeLessThanOrEqual(3);
    expect([of(coordinator, 'join-rate') > 0, of(coordinator, 'sync-rate') > 0]).toEqual([true, true]);
  });

  test('[request-metrics] tell how much of their time I/O threads have nothing to do: 1 − λ·W ÷ threads', () => {
    const { metrics } = clusterAfter([], 90, { times: { request: '4ms' }, configs: { 'num.io.threads': 2 } });
    const of = (name: string) => valueOf(metrics, name, 'broker:1');
    let busy = 0;
    for (const request of ['Produce', 'FetchConsumer', 'FetchFollower']) {
      const bean = (name: string) => `kafka.network:type=RequestMetrics,name=${name},request=${request}`;
      busy += of(`${bean('RequestsPerSec')}:OneMinuteRate`) * (of(`${bean('LocalTimeMs')}:Mean`) / 1000);
      expect(of(`${bean('RequestBytes')}:Max`)).toBeGreaterThanOrEqual(of(`${bean('RequestBytes')}:Mean`));
      expect(of(`${bean('RequestBytes')}:Count`)).toBe(of(`${bean('RequestsPerSec')}:Count`));
    }
    expect(busy).toBeGreaterThan(0.2);
    const idle = of(
      'kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent:OneMinuteRate',
    );
    // Besides those there are a few Metadata requests.
    expect(idle).toBeCloseTo(1 - busy / 2, 1);
    expect(idle).toBeLessThan(1 - 0.9 * (busy / 2));
  });

  test('[FS1] tell how many fetch sessions there are: of two followers and a consumer', () => {
    const { metrics } = clusterAfter([], 3);
    const of = (name: string, node: string) =>
      valueOf(metrics, `kafka.server:type=FetchSessionCache,name=${name}`, node);
    expect(of('NumIncrementalFetchSessions', 'broker:1')).toBe(3);
    expect(of('NumIncrementalFetchPartitionsCached', 'broker:1')).toBe(3);
    expect(of('NumIncrementalFetchSessions', 'broker:2')).toBe(0);
    expect(of('IncrementalFetchSessionEvictionsPerSec:Count', 'broker:1')).toBe(0);
  });

  test('[FS3] tell which sessions made room: the new one of a follower that came back takes that of a consumer', () => {
    const readers = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
      'client.id': `reader-${n}`,
      assign: ['payments-0'],
    }));
    const { metrics } = clusterAfter(
      [
        { at: '2s', kind: 'KillBroker', broker: 2 },
        { at: '12s', kind: 'StartBroker', broker: 2 },
      ],
      30,
      { configs: { 'max.incremental.fetch.session.cache.slots': 8 }, consumers: readers },
    );
    const evictions = 'kafka.server:type=FetchSessionCache,name=IncrementalFetchSessionEvictionsPerSec:Count';
    expect(valueOf(metrics, evictions, 'broker:1')).toBeGreaterThanOrEqual(1);
  });

  test('[controller-metrics] tell how often another controller became active', () => {
    const { metrics } = clusterAfter(
      [{ at: '2s', kind: 'KillController', controller: 101 }],
      14,
      THREE_CONTROLLERS,
    );
    const of = (node: string) => valueOf(metrics, `${CONTROLLER}NewActiveControllersCount`, node);
    expect([of('controller:102'), of('controller:103')]).toEqual([1, 1]);
  });

  test('[TS1] tell how much is in remote storage, and how far copying is behind', () => {
    const of = ({ metrics }: ReturnType<typeof clusterAfter>) =>
      ['RemoteLogSizeBytes', 'RemoteLogMetadataCount', 'RemoteCopyLagBytes', 'RemoteCopyLagSegments'].map(
        (name) => valueOf(metrics, `${TOPIC_METRICS}${name}`, 'broker:1'),
      );
    const quick = clusterAfter([], 12, tiered('0ms'));
    const [size = 0, segments = 0, lagBytes, lagSegments] = of(quick);
    expect(segments).toBeGreaterThanOrEqual(4);
    expect(size).toBeGreaterThan(segments * 1000);
    // The last one was closed less than a second ago, or is copied.
    expect(lagSegments).toBeLessThanOrEqual(1);
    const meter = (name: string) => valueOf(quick.metrics, `${TOPIC_METRICS}${name}:Count`, 'broker:1');
    expect([meter('RemoteCopyBytesPerSec'), meter('RemoteCopyRequestsPerSec')]).toEqual([size, segments]);
    expect([meter('RemoteFetchRequestsPerSec'), meter('RemoteDeleteRequestsPerSec')]).toEqual([0, 0]);
    const slow = of(clusterAfter([], 12, tiered('1h')));
    expect(slow.slice(0, 2)).toEqual([0, 0]);
    expect(slow[3]).toBe(segments + (lagSegments ?? 0));
    expect(slow[2]).toBe(size + (lagBytes ?? 0));
    // Only the leader copies, and only where there is remote storage.
    expect(() => valueOf(clusterAfter([], 2).metrics, `${TOPIC_METRICS}RemoteLogSizeBytes`)).toThrow(
      'has no',
    );
    expect(() =>
      valueOf(clusterAfter([], 2, tiered('0ms')).metrics, `${TOPIC_METRICS}RemoteLogSizeBytes`, 'broker:2'),
    ).toThrow('has no');
  });

  test('[storage-metrics] tell of flushes, sizes and log directories, and of a recovery as long as it lasts', () => {
    const LOG = 'kafka.log:type=';
    const commands = [
      { at: '5s', kind: 'KillBroker', broker: 2 },
      { at: '6s', kind: 'StartBroker', broker: 2 },
      { at: '7s', kind: 'FailLogDir', broker: 3, logDir: '/b' },
    ];
    const changes = (recoveryPerMiB: string): object => ({
      configs: { 'log.dirs': '/a,/b', 'log.flush.interval.messages': 20 },
      times: { brokerStart: '100ms', recoveryPerMiB },
    });
    const slow = clusterAfter(commands, 20, changes('1h')).metrics;
    expect(valueOf(slow, `${LOG}LogManager,name=OfflineLogDirectoryCount`, 'broker:3')).toBe(1);
    expect(valueOf(slow, `${LOG}LogManager,name=LogDirectoryOffline,logDirectory=/b`, 'broker:3')).toBe(1);
    expect(valueOf(slow, `${LOG}LogManager,name=LogDirectoryOffline,logDirectory=/a`, 'broker:3')).toBe(0);
    expect(valueOf(slow, `${LOG}LogFlushStats,name=LogFlushRateAndTimeMs:Count`, 'broker:1')).toBeGreaterThan(
      5,
    );
    expect(valueOf(slow, `${LOG}LogFlushStats,name=LogFlushRateAndTimeMs:Mean`, 'broker:1')).toBe(5);
    expect(valueOf(slow, `${LOG}LogManager,name=remainingLogsToRecover,dir=/a`, 'broker:2')).toBe(1);
    expect(
      valueOf(slow, `${LOG}LogManager,name=remainingSegmentsToRecover,dir=/a,threadNum=0`, 'broker:2'),
    ).toBe(1);
    const quick = clusterAfter(commands, 20, changes('2ms')).metrics['broker:2'];
    expect(Object.keys(quick ?? {}).filter((name) => name.includes('remaining'))).toEqual([]);
  });

  test('[replication-gauges] are of a leader only, and of a process only while it runs', () => {
    const { metrics } = clusterAfter([{ at: '2s', kind: 'KillBroker', broker: 2 }], 15);
    expect(valueOf(metrics, `${REPLICA_MANAGER}UnderReplicatedPartitions`, 'broker:1')).toBe(1);
    expect(valueOf(metrics, `${REPLICA_MANAGER}UnderReplicatedPartitions`, 'broker:3')).toBe(0);
    expect(metrics['broker:2']).toBeUndefined();
    expect(valueOf(metrics, `${REPLICA_MANAGER}AtMinIsrPartitionCount`)).toBe(1);
    expect(valueOf(metrics, `${CONTROLLER}FencedBrokerCount`)).toBe(1);
    expect(valueOf(metrics, `${CONTROLLER}ActiveBrokerCount`)).toBe(2);
  });

  test('[replication-gauges] of a process that stands still nobody reads anything', () => {
    const { metrics } = clusterAfter([{ at: '2s', kind: 'PauseProcess', node: 'broker:1', for: '30s' }], 15);
    expect(metrics['broker:1']).toBeUndefined();
    expect(valueOf(metrics, `${REPLICA_MANAGER}LeaderCount`)).toBe(1);
  });

  test('[replication-gauges] fall silent without a leader, and only the controller tells', () => {
    const commands = [1, 2, 3].map((broker) => ({ at: '2s', kind: 'KillBroker', broker }));
    const { metrics } = clusterAfter(commands, 15);
    expect(valueOf(metrics, `${CONTROLLER}OfflinePartitionsCount`)).toBe(1);
    expect(valueOf(metrics, `${CONTROLLER}PreferredReplicaImbalanceCount`)).toBe(1);
    expect(metrics[`${REPLICA_MANAGER}UnderReplicatedPartitions`]).toBeUndefined();
  });

  test('[metric-meters] count every record once where it came in, and its bytes on every way', () => {
    const { metrics, ledger } = clusterAfter([], 10);
    const count = (name: string, node?: string) => valueOf(metrics, `${TOPIC_METRICS}${name}:Count`, node);
    const stored = ledger.committed + ledger.uncommitted;
    expect(stored).toBeGreaterThan(500);
    expect(count('MessagesInPerSec')).toBe(stored);
    expect(count('MessagesInPerSec', 'broker:1')).toBe(stored);
    expect(count('ReplicationBytesOutPerSec')).toBeGreaterThanOrEqual(count('ReplicationBytesInPerSec'));
    expect(count('ReplicationBytesInPerSec')).toBeGreaterThanOrEqual(1.9 * count('BytesInPerSec'));
    expect(count('BytesOutPerSec')).toBeLessThanOrEqual(count('BytesInPerSec'));
  });

  test('[metric-meters] an ISR that shrinks because a broker was fenced is no shrink of the leader’s', () => {
    const { metrics } = clusterAfter([{ at: '2s', kind: 'KillBroker', broker: 2 }], 15);
    expect(valueOf(metrics, `${REPLICA_MANAGER}IsrShrinksPerSec:Count`)).toBe(0);
    const slow = clusterAfter([{ at: '2s', kind: 'CutLink', between: ['broker:1', 'broker:2'] }], 60).metrics;
    expect(valueOf(slow, `${REPLICA_MANAGER}IsrShrinksPerSec:Count`, 'broker:1')).toBe(1);
  });

  test('[metric-meters] refusals for too few in-sync replicas are failed produce requests', () => {
    const commands = [2, 3].map((broker) => ({ at: '2s', kind: 'KillBroker', broker }));
    const { metrics } = clusterAfter(commands, 45);
    expect(valueOf(metrics, `${TOPIC_METRICS}FailedProduceRequestsPerSec:Count`)).toBeGreaterThan(0);
    const errors = 'kafka.network:type=RequestMetrics,name=ErrorsPerSec,request=Produce,error=';
    expect(valueOf(metrics, `${errors}NOT_ENOUGH_REPLICAS:Count`)).toBeGreaterThan(0);
  });

  test('[request-metrics] times of a request add up, and waiting in the purgatory is remote time', () => {
    const { metrics } = clusterAfter([], 10);
    const time = (name: string, attribute: string) =>
      valueOf(
        metrics,
        `kafka.network:type=RequestMetrics,name=${name},request=FetchFollower:${attribute}`,
        'broker:1',
      );
    expect(time('TotalTimeMs', 'Count')).toBe(
      valueOf(metrics, 'kafka.network:type=RequestMetrics,name=RequestsPerSec,request=FetchFollower:Count'),
    );
    expect(time('RemoteTimeMs', 'Mean')).toBeGreaterThan(1);
    expect(Math.abs(time('TotalTimeMs', 'Mean') - time('RemoteTimeMs', 'Mean'))).toBeLessThan(1);
    const percentiles = [50, 95, 99].map((percent) => time('TotalTimeMs', `${percent}thPercentile`));
    expect(percentiles).toEqual([...percentiles].sort((a, b) => a - b));
    expect(percentiles[0]).toBeGreaterThan(1);
    expect(percentiles[2]).toBeLessThanOrEqual(time('TotalTimeMs', 'Max'));
    // Percentiles of several brokers make none of the cluster.
    expect(() =>
      valueOf(
        metrics,
        'kafka.network:type=RequestMetrics,name=TotalTimeMs,request=FetchFollower:99thPercentile',
      ),
    ).toThrow();
  });

  test('[controller-metrics] the process that leads the quorum says 1', () => {
    const { metrics } = clusterAfter([], 1);
    expect(valueOf(metrics, `${CONTROLLER}ActiveControllerCount`)).toBe(1);
    expect(valueOf(metrics, `${CONTROLLER}GlobalPartitionCount`)).toBe(1);
    expect(valueOf(metrics, `${CONTROLLER}GlobalTopicCount`)).toBe(1);
  });
});

describe('metrics of the quorum', () => {
  const of = (metrics: Parameters<typeof valueOf>[0], name: string, node: string) =>
    valueOf(metrics, `${RAFT}${name}`, node);

  test('[raft-metrics] a quiet quorum: one leads, two follow, each record is committed in about a flush and a fetch', () => {
    const { metrics } = clusterAfter([], 40, THREE_CONTROLLERS);
    const voters = ['controller:101', 'controller:102', 'controller:103'];
    expect(voters.map((node) => of(metrics, 'current-state', node))).toEqual([6, 5, 5]);
    expect(voters.map((node) => of(metrics, 'current-leader', node))).toEqual([101, 101, 101]);
    expect(voters.map((node) => of(metrics, 'current-vote', node))).toEqual([101, -1, -1]);
    expect(voters.map((node) => of(metrics, 'current-epoch', node))).toEqual([1, 1, 1]);
    expect(of(metrics, 'log-end-offset', 'controller:101')).toBeGreaterThan(70);
    // Two NoOp records a second, written and fetched; the first window counts as two.
    expect(of(metrics, 'append-records-rate', 'controller:101')).toBeCloseTo(2, 0);
    expect(of(metrics, 'fetch-records-rate', 'controller:102')).toBeCloseTo(2, 0);
    expect(of(metrics, 'fetch-records-rate', 'controller:101')).toBe(0);
    const avg = of(metrics, 'commit-latency-avg', 'controller:101');
    expect(avg).toBeGreaterThan(0);
    expect(of(metrics, 'commit-latency-max', 'controller:101')).toBeGreaterThanOrEqual(avg);
    expect(metrics['controller:102']).not.toHaveProperty([`${RAFT}commit-latency-avg`]);
    expect(metrics['controller:101']).not.toHaveProperty([`${RAFT}election-latency-avg`]);
  });

  test('[raft-metrics] after a failover the epoch is one more, and the winner tells how long the vote took', () => {
    const commands = [{ at: '2s', kind: 'KillController', controller: 101 }];
    const { metrics } = clusterAfter(commands, 12, THREE_CONTROLLERS);
    const leader = [102, 103].find((id) => of(metrics, 'current-leader', `controller:${id}`) === id)!;
    expect(of(metrics, 'current-state', `controller:${leader}`)).toBe(6);
    expect(of(metrics, 'current-epoch', `controller:${leader}`)).toBe(2);
    expect(of(metrics, 'log-end-epoch', `controller:${leader}`)).toBe(2);
    expect(of(metrics, 'election-latency-max', `controller:${leader}`)).toBeLessThan(2000);
    expect(metrics['controller:101']).toBeUndefined();
  });

  test('[raft-metrics] [Q13] without a majority nobody leads, and a leader that gave up knows no high watermark', () => {
    const commands = [102, 103].map((controller) => ({ at: '2s', kind: 'KillController', controller }));
    const { metrics } = clusterAfter(commands, 20, THREE_CONTROLLERS);
    expect(of(metrics, 'current-state', 'controller:101')).toBeLessThan(5);
    expect(of(metrics, 'current-leader', 'controller:101')).toBe(-1);
    expect(of(metrics, 'high-watermark', 'controller:101')).toBe(-1);
  });
});

describe('metrics over time', () => {
  test('come to the same after going back and forth, and change nothing', () => {
    const straight = runOf([{ at: '2s', kind: 'KillBroker', broker: 2 }]);
    straight.advance({ untilUs: 12 * MICROS_PER_SECOND, budgetMs: Infinity });
    const jumping = runOf([{ at: '2s', kind: 'KillBroker', broker: 2 }]);
    jumping.advance({ untilUs: 5 * MICROS_PER_SECOND, budgetMs: Infinity });
    jumping.seek({ timeUs: MICROS_PER_SECOND, after: 0 });
    jumping.advance({ untilUs: 12 * MICROS_PER_SECOND, budgetMs: Infinity });
    expect(jumping.allMetrics()).toEqual(straight.allMetrics());
    expect(jumping.result()).toEqual(straight.result());
    expect(jumping.digest()).toBe(straight.digest());
  });

  test('of a process that does not run are gaps', () => {
    const run = runOf([{ at: '2s', kind: 'KillBroker', broker: 2 }]);
    run.advance({ untilUs: 4 * MICROS_PER_SECOND, budgetMs: Infinity });
    run.watchMetrics([
      `broker:2 ${REPLICA_MANAGER}PartitionCount`,
      `${REPLICA_MANAGER}PartitionCount`,
      'nothing',
    ]);
    const { metrics } = run.advance({ untilUs: 4 * MICROS_PER_SECOND, budgetMs: Infinity });
    const at = (seconds: number) => metrics.timesUs.indexOf(seconds * MICROS_PER_SECOND);
    expect(metrics.values.map((column) => column[at(1)])).toEqual([1, 3, NaN]);
    expect(metrics.values.map((column) => column[at(3)])).toEqual([NaN, 2, NaN]);
  });

  test('names are taken apart as they are put together', () => {
    expect(
      partsOfSeries('broker:1 kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce:Max'),
    ).toEqual({
      node: 'broker:1',
      bean: 'kafka.network:type=RequestMetrics,name=TotalTimeMs,request=Produce',
      type: 'RequestMetrics',
      name: 'TotalTimeMs',
      tags: 'request=Produce',
      attribute: 'Max',
    });
    expect(partsOfSeries(`${CONTROLLER}FencedBrokerCount`)).toMatchObject({
      node: null,
      attribute: null,
      tags: '',
    });
  });
});
