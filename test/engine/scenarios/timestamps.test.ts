import { describe, expect, test } from 'vitest';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS, producer } from '../ClusterTestContext.ts';

const FAST = { network: ONE_MS_LINKS, times: { ...NO_WORK, fsync: '5ms', brokerStart: '1s' } } as const;
const HOUR_US = 3_600_000_000;

const cluster = (topicConfigs: Record<string, string | number>): ClusterTestContext =>
  new ClusterTestContext({ ...FAST, topicConfigs, producers: [producer('p', { acks: 'all' })] }).runUntil(
    10_000,
  );

const timestamps = (of: ClusterTestContext): number[] => of.batchesIn(1).map((batch) => batch.maxTimestampMs);

describe('[timestamp-limits] the time of a record', () => {
  test('more than message.timestamp.after.max.ms ahead of the leader’s clock is refused, and not tried again', () => {
    const run = cluster({});
    run.do({ kind: 'SetClock', node: 'producer:p', offsetUs: HOUR_US + 1_000_000, driftPpm: 0 }).send('p');
    const refused = run.until('ProduceRefused');
    expect(refused.event.error).toBe('INVALID_TIMESTAMP');
    run.runFor(5000);
    expect(run.facts('ProduceRefused')).toHaveLength(1);
    expect(run.producer('p').outcomes.failedCount).toBe(1);
    expect(timestamps(run)).toEqual([]);
  });

  test('may be an hour ahead by default, and days behind', () => {
    const run = cluster({});
    run.do({ kind: 'SetClock', node: 'producer:p', offsetUs: HOUR_US - 1_000_000, driftPpm: 0 }).send('p');
    run.until('RecordsAcknowledged');
    run.do({ kind: 'SetClock', node: 'producer:p', offsetUs: -9_000_000, driftPpm: 0 }).send('p');
    run.until('RecordsAcknowledged');
    expect(timestamps(run)).toHaveLength(2);
    expect(run.facts('ProduceRefused')).toEqual([]);
  });

  test('is measured against the clock of the leader, also if that is the wrong one', () => {
    const run = cluster({ 'message.timestamp.before.max.ms': 60_000 });
    run.do({ kind: 'SetClock', node: 'broker:1', offsetUs: 61_000_000, driftPpm: 0 }).send('p');
    expect(run.until('ProduceRefused').event.error).toBe('INVALID_TIMESTAMP');
  });

  test('is that of the append under LogAppendTime, whatever the producer says', () => {
    const run = cluster({ 'message.timestamp.type': 'LogAppendTime' });
    run.do({ kind: 'SetClock', node: 'producer:p', offsetUs: 2 * HOUR_US, driftPpm: 0 }).send('p');
    run.until('RecordsAcknowledged');
    const appended = run.facts('RecordsAppended').find(({ event }) => event.role === 'leader')!;
    expect(timestamps(run)).toEqual([Math.floor(appended.timeUs / 1000)]);
    // Followers keep what the leader wrote.
    run.runFor(1000);
    expect(run.batchesIn(2).map((batch) => batch.maxTimestampMs)).toEqual(timestamps(run));
  });
});
