import { describe, expect, test } from 'vitest';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS } from '../ClusterTestContext.ts';

const OPTIONS = {
  network: ONE_MS_LINKS,
  times: NO_WORK,
  quotas: [{ 'client-id': 'adminclient-1', controller_mutation_rate: 1 }],
  configs: { 'controller.quota.window.num': 5 },
};

function create(cluster: ClusterTestContext, topic: string, partitions: number): void {
  const body = { topic, partitions, replicationFactor: 1, replicas: null, configs: {} };
  cluster.do({ kind: 'CreateTopic', ...body });
}

describe('controller_mutation_rate', () => {
  test('[QT5] one partition a second, five at once: the request that overdraws is served, the next refused until that is paid', () => {
    const cluster = new ClusterTestContext(OPTIONS).runUntil(20_000);
    create(cluster, 'a', 8);
    expect(cluster.facts('TopicCreated', { topic: 'a' })).toHaveLength(1);
    cluster.do({ kind: 'CreatePartitions', topic: 'a', count: 9, replicas: null });
    const throttled = cluster.facts('AdminRequestThrottled').map(({ event }) => event);
    expect(throttled).toMatchObject([
      { request: 'CreatePartitions', resource: 'a', accepted: false, throttleMs: 3000 },
    ]);
    const failed = cluster.facts('AdminRequestFailed').map(({ event }) => event);
    expect(failed).toMatchObject([
      { error: 'THROTTLING_QUOTA_EXCEEDED', message: 'The throttling quota has been exceeded.' },
    ]);
    expect(cluster.controller.image.topics.get('a')).toHaveLength(8);
    cluster.runFor(2900).do({ kind: 'DeleteTopic', topic: 'a' });
    expect(cluster.facts('AdminRequestFailed')).toHaveLength(2);
    cluster.runFor(200).do({ kind: 'DeleteTopic', topic: 'a' });
    expect(cluster.facts('TopicDeleted', { topic: 'a' })).toHaveLength(1);
    // Deleting eight partitions is paid for like creating them.
    create(cluster, 'b', 1);
    expect(cluster.facts('TopicCreated', { topic: 'b' })).toHaveLength(0);
  });

  test('[QT5] other quotas and other clients refuse nothing', () => {
    const quotas = [
      { 'client-id': 'other', controller_mutation_rate: 1 },
      { 'client-id': 'adminclient-1', producer_byte_rate: 1 },
    ];
    const cluster = new ClusterTestContext({ ...OPTIONS, quotas }).runUntil(20_000);
    for (const topic of ['a', 'b', 'c']) create(cluster, topic, 50);
    expect(cluster.facts('TopicCreated')).toHaveLength(3);
    expect(cluster.facts('AdminRequestThrottled')).toEqual([]);
  });

  test('[QT5] a quota may be set and removed while the cluster runs, and another controller counts anew', () => {
    const cluster = new ClusterTestContext({ ...OPTIONS, quotas: [], controllers: [101, 102, 103] }).runUntil(
      5000,
    );
    const entity = { user: '<default>', clientId: null } as const;
    cluster.do({ kind: 'AlterClientQuotas', ...entity, quotas: [['controller_mutation_rate', 1]] });
    create(cluster, 'a', 50);
    create(cluster, 'b', 1);
    expect(cluster.facts('AdminRequestFailed')).toHaveLength(1);
    cluster
      .runFor(100)
      .killController(101)
      .untilTrue(() => cluster.activeController !== null);
    create(cluster, 'b', 50);
    create(cluster, 'c', 1);
    expect(cluster.facts('TopicCreated').map(({ event }) => event.topic)).toEqual(['a', 'b']);
    cluster.do({ kind: 'AlterClientQuotas', ...entity, quotas: [['controller_mutation_rate', null]] });
    create(cluster, 'c', 1);
    expect(cluster.facts('TopicCreated', { topic: 'c' })).toHaveLength(1);
  });
});
