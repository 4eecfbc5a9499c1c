import { expect, test } from 'vitest';
import { retentionReachesEveryReplica } from '../../../src/engine/invariants/retentionInvariants.ts';
import { RunHistory } from '../../../src/engine/invariants/RunHistory.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import type { UnifiedLog } from '../../../src/engine/storage/UnifiedLog.ts';
import { ClusterTestContext, PARTITION, producer } from '../ClusterTestContext.ts';

/** What the law says of a topic that keeps 3 s, or less, in segments of 1 s, after 30 s. */
function verdict(isLeaderSpared: boolean, limits: Readonly<Record<string, number>> = {}): string | null {
  let spared: UnifiedLog | null = null;
  const rules: Partial<Rules> = {
    deletableSegments: (log, ...asked) =>
      log === spared ? { count: 0, mustRoll: false } : kafkaRules.deletableSegments(log, ...asked),
  };
  const cluster = new ClusterTestContext({
    lawInterval: Infinity,
    rules,
    topicConfigs: { 'segment.ms': 1000, 'retention.ms': 3000, ...limits },
    configs: { 'log.retention.check.interval.ms': 1000 },
    producers: [producer('app', { 'linger.ms': 0 }, '4/s')],
  });
  if (isLeaderSpared) spared = cluster.replica(1).log;
  const law = retentionReachesEveryReplica(new RunHistory());
  for (let ms = 0; ms <= 30_000; ms += 250) {
    const found = law.check(cluster.runUntil(ms).run.cluster);
    if (found !== null) return found;
  }
  expect(cluster.replica(1).log.logStartOffset).toBeGreaterThan(0);
  return null;
}

test('[RE3] what one replica removed for its age is gone from all of them in bounded time', () => {
  expect(verdict(false)).toBe(null);
});

test('[RE3] a leader that keeps what its followers removed is noticed', () => {
  expect(verdict(true)).toContain(`broker 1 still has records of ${PARTITION}`);
});

test('[RE2] [RE3] so is what was removed for its size, once it is too old as well', () => {
  const limits = { 'retention.bytes': 1000 };
  expect(verdict(false, limits)).toBe(null);
  expect(verdict(true, limits)).toContain(`broker 1 still has records of ${PARTITION}`);
});
