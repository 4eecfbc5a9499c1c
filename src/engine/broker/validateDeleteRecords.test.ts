import { describe, expect, test } from 'vitest';
import { lowWatermark, validateDeleteRecords } from './validateDeleteRecords.ts';
import type { DeleteRecordsAsked } from './validateDeleteRecords.ts';

const LEADER = { isLeader: true, highWatermark: 80, isDeleted: true, isCompacted: false };
const ASKED: DeleteRecordsAsked = {
  topicPartition: 'pay-0',
  topic: 'pay',
  offset: 50,
  broker: 1,
  partition: LEADER,
};

describe('[RE7] what a leader makes of DeleteRecords', () => {
  test.each<[string, Partial<DeleteRecordsAsked>, object]>([
    ['below the high watermark', {}, { error: 'NONE', offset: 50 }],
    ['at the high watermark', { offset: 80 }, { error: 'NONE', offset: 80 }],
    ['−1 stands for it', { offset: -1 }, { error: 'NONE', offset: 80 }],
    ['nothing', { offset: 0 }, { error: 'NONE', offset: 0 }],
    ['beyond it', { offset: 81 }, { error: 'OFFSET_OUT_OF_RANGE' }],
    ['no offset at all', { offset: -2 }, { error: 'OFFSET_OUT_OF_RANGE' }],
    ['an unknown partition', { partition: null }, { error: 'UNKNOWN_TOPIC_OR_PARTITION' }],
    ['a follower', { partition: { ...LEADER, isLeader: false } }, { error: 'NOT_LEADER_OR_FOLLOWER' }],
    ['an internal topic', { topic: '__consumer_offsets' }, { error: 'INVALID_TOPIC_EXCEPTION' }],
    [
      'a compacted topic',
      { partition: { ...LEADER, isDeleted: false, isCompacted: true } },
      { error: 'POLICY_VIOLATION' },
    ],
    ['one that is both', { partition: { ...LEADER, isCompacted: true } }, { error: 'NONE', offset: 50 }],
    ['one that is neither', { partition: { ...LEADER, isDeleted: false } }, { error: 'NONE', offset: 50 }],
  ])('%s', (_what, changed, answer) => {
    expect(validateDeleteRecords({ ...ASKED, ...changed })).toMatchObject(answer);
  });

  test('it waits for all replicas that are alive, also for one that has not said where it begins', () => {
    const followers = [
      [2, { logStartOffset: 40 }],
      [3, { logStartOffset: -1 }],
    ] as const;
    expect(lowWatermark(50, followers, () => true)).toBe(-1);
    expect(lowWatermark(50, followers, (broker) => broker === 2)).toBe(40);
    expect(lowWatermark(30, followers, (broker) => broker === 2)).toBe(30);
    expect(lowWatermark(50, [], () => true)).toBe(50);
  });
});
