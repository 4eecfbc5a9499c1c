import { expect, test } from 'vitest';
import { ShareConsumer } from '../../../src/engine/client/consumer/share/ShareConsumer.ts';
import type { FileConsumer, FileShare, ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

const JOBS = 'jobs-0';

interface Options {
  readonly brokers?: number;
  readonly configs?: Readonly<Record<string, string | number>>;
  readonly group?: Readonly<Record<string, string | number>>;
  readonly version?: string;
  readonly batch?: number;
}

function worker(
  clientId: string,
  configs: Readonly<Record<string, string | number>> = {},
  share: FileShare = {},
  processing: FileConsumer['processing'] = { perRecord: '10ms' },
): FileConsumer {
  return {
    'client.id': clientId,
    configs: { 'group.id': 'workers', 'share.acknowledgement.mode': 'explicit', ...configs },
    subscribe: ['jobs'],
    processing,
    share,
  };
}

/** Workers on one partition, whose group begins with the first record. */
class ShareCluster extends ClusterTestContext {
  constructor(consumers: readonly FileConsumer[], options: Options = {}) {
    const { brokers = 1, configs = {}, group = {}, version = '4.2', batch = 0 } = options;
    const file: ScenarioFile = {
      highwater: 1,
      'kafka.version': version,
      times: { brokerStart: '500ms' },
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': brokers,
        'share.coordinator.state.topic.num.partitions': 1,
        'share.coordinator.state.topic.replication.factor': brokers,
        'share.coordinator.state.topic.min.isr': 1,
        'broker.session.timeout.ms': 3000,
        ...configs,
      },
      brokers: Array.from({ length: brokers }, (_, i) => ({ 'node.id': i + 1 })),
      topics: [{ name: 'jobs', partitions: 1, 'replication.factor': brokers }],
      groups: [
        { 'group.id': 'workers', configs: { 'share.auto.offset.reset': 'earliest', ...group } },
      ] as NonNullable<ScenarioFile['groups']>,
      producers: [
        {
          'client.id': 'p',
          configs: batch === 0 ? { 'batch.size': 0 } : { 'linger.ms': 50 },
          workload: { topic: 'jobs' },
        },
      ],
      consumers,
    };
    super({ file, lawInterval: 97 });
  }

  /** Who was given what, and for which time: `a 3–5 ×1`. */
  given(fromMs = 0): string[] {
    return this.facts('ShareRecordsAcquired')
      .filter(({ timeUs }) => timeUs >= fromMs * 1000)
      .map(({ event }) => `${event.baseOffset}+${event.count} x${event.deliveryCount}`);
  }

  leaderOf(topicPartition: string): number {
    return this.run.cluster.state.nodes.length > 0 ? this.registration(topicPartition).leader : -1;
  }

  share() {
    const { process } = this.broker(this.leaderOf(JOBS));
    const share = [...(process?.shares.partitions.values() ?? [])].at(0);
    return share ?? expect.fail('no share partition');
  }
}

test('[share-group-heartbeat] [share-consumer] members of a share group get the same partition, once the share coordinator knows of it', () => {
  const cluster = new ShareCluster([worker('a'), worker('b')]).runUntil(12_000);
  const assigned = cluster
    .facts('SharePartitionsAssigned')
    .map(({ event }) => [event.consumer, event.partitions.join()]);
  expect(
    assigned
      .filter(([, partitions]) => partitions === JOBS)
      .map(([consumer]) => consumer)
      .sort(),
  ).toEqual(['a', 'b']);
  // First with nothing: the share partition was not yet known.
  expect(assigned[0]?.[1]).toBe('');
  const node = cluster.consumer('a');
  expect(node instanceof ShareConsumer && node.membership.state).toBe('STABLE');
});

test('[share-group-heartbeat] a member that is killed is thrown out at the end of its session; one that closes leaves at once', () => {
  const cluster = new ShareCluster([worker('a'), worker('b'), worker('c')]).runUntil(12_000);
  cluster.do({ kind: 'CloseClient', client: 'consumer:a' }).runFor(1000);
  const sizes = (): readonly number[] => cluster.facts('GroupStateChanged').map(({ event }) => event.members);
  expect(sizes().at(-1)).toBe(2);
  const killedMs = cluster.nowMs;
  cluster.do({ kind: 'KillClient', client: 'consumer:b' });
  const { timeUs } = cluster.until('GroupStateChanged', { members: 1 });
  expect(timeUs / 1000 - killedMs).toBeGreaterThan(39_000);
  expect(timeUs / 1000 - killedMs).toBeLessThan(46_000);
});

test('[share-consumer] [share-record-states] implicit acknowledgement: the next poll() accepts all that the last one returned', () => {
  const cluster = new ShareCluster([worker('a', { 'share.acknowledgement.mode': 'implicit' })], {
    batch: 1,
  }).runUntil(8000);
  cluster.send('p', 20).runFor(2000);
  expect(cluster.given()).toEqual(['0+20 x1']);
  expect(cluster.facts('ShareRecordsAcknowledged').map(({ event }) => [event.type, event.count])).toEqual([
    ['ACCEPT', 20],
  ]);
  expect(cluster.share().records).toMatchObject({ startOffset: 20, batches: [] });
});

test('[share-consumer] commitSync() sends a ShareAcknowledge; without it the next ShareFetch takes the acknowledgements along', () => {
  const requests = (commit: 'commitSync' | undefined): number => {
    const processing = { perRecord: '10ms', ...(commit && { commit }) };
    const cluster = new ShareCluster([worker('a', {}, {}, processing)]).runUntil(8000);
    cluster.send('p', 5).runFor(2000);
    expect(cluster.share().records.startOffset).toBe(5);
    return cluster.broker(1).process?.meters.requests.get('ShareAcknowledge')?.requests.count ?? 0;
  };
  expect(requests('commitSync')).toBeGreaterThan(0);
  expect(requests(undefined)).toBe(0);
});

test('[share-fetch] a killed process loses its connection: what it held is released at once, and another gets it', () => {
  const slow = { perRecord: '5s' };
  const cluster = new ShareCluster([worker('a', {}, {}, slow)], { batch: 1 }).runUntil(8000);
  cluster.send('p', 3).runFor(500);
  expect(cluster.given()).toEqual(['0+3 x1']);
  const killedMs = cluster.nowMs;
  cluster.do({ kind: 'KillClient', client: 'consumer:a' }).runFor(100);
  expect(cluster.facts('ShareSessionClosed', { reason: 'disconnected' })).toHaveLength(1);
  cluster.do({ kind: 'StartClient', client: 'consumer:a' }).runFor(20_000);
  expect(cluster.given(killedMs)[0]).toBe('0+3 x2');
});

test('[share-record-states] RENEW keeps a lock for as long as the work lasts, and without it the record goes to another', () => {
  const poison = [{ partition: JOBS, offset: 0, takes: '7s', then: 'accept' }];
  const deliveries = (renewEvery?: string): number => {
    const share = { poison, ...(renewEvery !== undefined && { renewEvery }) };
    const cluster = new ShareCluster([worker('a', {}, share), worker('b', {}, share)], {
      configs: { 'group.share.record.lock.duration.ms': 3000 },
    }).runUntil(8000);
    cluster.send('p').runFor(12_000);
    return cluster.given().length;
  };
  expect(deliveries('2s')).toBe(1);
  expect(deliveries()).toBeGreaterThan(1);
});

test('[share-acquire] batches of the log are not taken apart, unless share.acquire.mode=record_limit', () => {
  const first = (mode: string): string | undefined => {
    const cluster = new ShareCluster([worker('a', { 'max.poll.records': 3, 'share.acquire.mode': mode })], {
      batch: 1,
    });
    cluster.runUntil(8000).send('p', 10).runFor(3000);
    expect(cluster.share().records.startOffset).toBe(10);
    return cluster.given()[0];
  };
  expect(first('batch_optimized')).toBe('0+10 x1');
  expect(first('record_limit')).toBe('0+3 x1');
});

test('[share-fetch] share.auto.offset.reset=latest begins with what comes after the group; on 4.1 there are no share groups', () => {
  const late = new ShareCluster([worker('a')], { group: { 'share.auto.offset.reset': 'latest' } });
  late.send('p', 5).runUntil(8000);
  late.send('p', 2).runFor(1000);
  expect(late.given()).toEqual(['5+1 x1', '6+1 x1']);
  const old = new ShareCluster([worker('a')], { version: '4.1' }).runUntil(3000);
  expect(old.facts('ConsumerFailed').map(({ event }) => event.error)).toEqual([
    'UnsupportedVersionException',
  ]);
});

test('[share-failover] [share-coordinator] a new leader goes on where the share coordinator says: accepted records stay so, those in hand come once more', () => {
  const poison = [{ partition: JOBS, offset: 2, takes: '20s', then: 'accept' }];
  const cluster = new ShareCluster(
    [worker('a', { 'max.poll.records': 1 }, { poison }), worker('b', { 'max.poll.records': 1 }, { poison })],
    { brokers: 3 },
  ).runUntil(12_000);
  cluster.send('p', 6).runFor(2000);
  const before = cluster.share().records;
  expect(before.startOffset).toBe(2);
  const leader = cluster.leaderOf(JOBS);
  const killedMs = cluster.nowMs;
  cluster.kill(leader).runFor(15_000);
  expect(cluster.leaderOf(JOBS)).not.toBe(leader);
  const [loaded] = cluster.facts('SharePartitionLoaded').slice(-1);
  expect(loaded?.event).toMatchObject({ startOffset: 2, inFlight: 4 });
  // Offset 2 was in hand: delivered as if for the first time. 3, 4 and 5 were accepted.
  expect(cluster.given(killedMs)).toEqual(['2+1 x1']);
});

test('[share-coordinator] [share-persister] with its coordinator gone a leader tries again, and what was acknowledged is kept', () => {
  const cluster = new ShareCluster([worker('a')], { brokers: 3 }).runUntil(12_000);
  const [keeper, leader] = [cluster.leaderOf('__share_group_state-0'), cluster.leaderOf(JOBS)];
  cluster.send('p', 3).runFor(1000);
  expect(cluster.share().records.startOffset).toBe(3);
  if (keeper !== leader) {
    cluster.kill(keeper);
    cluster.send('p', 2).runFor(25_000);
    expect(cluster.share().records.startOffset).toBe(5);
    cluster.startBroker(keeper).runFor(5000);
  }
  cluster.stop(leader).runFor(15_000);
  const [loaded] = cluster.facts('SharePartitionLoaded').slice(-1);
  expect(loaded?.event.startOffset).toBe(cluster.ends(cluster.leaderOf(JOBS), JOBS).hw);
});
