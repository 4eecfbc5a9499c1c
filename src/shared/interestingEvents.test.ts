import { describe, expect, test } from 'vitest';
import { InterestTracker, interestOf, isTold } from './interestingEvents.ts';
import type { TraceEvent } from './traceEvents.ts';

const ack: TraceEvent = {
  kind: 'RecordsAcknowledged',
  producer: 'pay-api',
  partition: 'payments-0',
  count: 1,
  baseOffset: 7,
  latencyMs: 2,
};
const refusal: TraceEvent = {
  kind: 'ProduceRefused',
  partition: 'payments-0',
  broker: 1,
  producer: 'pay-api',
  correlationId: 4,
  error: 'NOT_ENOUGH_REPLICAS',
  isrSize: 1,
  minIsr: 2,
};
const learned = (leader: number): TraceEvent => ({
  kind: 'LeaderLearned',
  client: 'producer:pay-api',
  partition: 'payments-0',
  leader,
  leaderEpoch: 3,
});

describe('interestOf', () => {
  test('an unclean election is an error, a clean one a change', () => {
    const election = {
      kind: 'LeaderElected',
      partition: 'p-0',
      leader: 2,
      previousLeader: 1,
      leaderEpoch: 4,
    } as const;
    expect(interestOf({ ...election, clean: true })).toBe('change');
    expect(interestOf({ ...election, clean: false })).toBe('error');
  });

  test('each verbosity tells what the lower ones tell', () => {
    expect(isTold('error', 'error')).toBe(true);
    expect(isTold('change', 'error')).toBe(false);
    expect(isTold('change', 'change')).toBe(true);
    expect(isTold('rpc', 'change')).toBe(false);
    expect(isTold('rpc', 'rpc')).toBe(true);
  });
});

describe('InterestTracker', () => {
  test('an ack is routine until something was wrong, then the first one is a change', () => {
    const tracker = new InterestTracker();
    expect(tracker.observe(ack)).toBe('rpc');
    tracker.observe(refusal);
    expect(tracker.observe(ack)).toBe('change');
    expect(tracker.observe(ack)).toBe('rpc');
  });

  test('the same refusal is told once, and again after the situation changed', () => {
    const tracker = new InterestTracker();
    expect(tracker.observe(refusal)).toBe('error');
    expect(tracker.observe({ ...refusal, correlationId: 5 })).toBe('rpc');
    expect(tracker.observe({ ...refusal, error: 'NOT_LEADER_OR_FOLLOWER' })).toBe('error');
    tracker.observe({ kind: 'BrokerUnfenced', broker: 2 });
    expect(tracker.observe(refusal)).toBe('error');
  });

  test('only another leader than the known one is a change', () => {
    const tracker = new InterestTracker();
    expect([1, 1, 2, 2].map((leader) => tracker.observe(learned(leader)))).toEqual([
      'rpc',
      'rpc',
      'change',
      'rpc',
    ]);
  });
});
