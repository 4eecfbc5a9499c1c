import { describe, expect, it } from 'vitest';
import type { ReplicaView } from '../bridge/frame.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import type { LookUpFigures } from './EngineLike.ts';
import { storageOf } from '../views/gallery/exampleFrames.ts';
import { evaluateMeasure, evaluatePredicate, type LessonFacts } from './predicates.ts';

const LEDGER = {
  produced: 10,
  committed: 7,
  uncommitted: 1,
  expired: 0,
  inFlight: 1,
  lost: 1,
  failed: 0,
  acked: 8,
  lostAfterAck: 1,
  storedThoughFailed: 0,
  duplicated: 0,
  outOfOrder: 0,
  aborted: 0,
  read: 6,
  readThenLost: 0,
};

const rows: readonly TraceRow[] = [
  { timeUs: 1_000, seq: 1, causeSeq: 0, event: { kind: 'BrokerKilled', broker: 1 } },
  {
    timeUs: 3_000,
    seq: 2,
    causeSeq: 1,
    event: {
      kind: 'RecordsAcknowledged',
      producer: 'pay-api',
      partition: 'payments-0',
      count: 2,
      baseOffset: 4,
      latencyMs: 41,
    },
  },
  { timeUs: 9_000, seq: 3, causeSeq: 1, event: { kind: 'BrokerFenced', broker: 1, silentForMs: 9000 } },
  {
    timeUs: 9_000,
    seq: 3,
    causeSeq: 1,
    event: { kind: 'IsrShrunk', partition: 'payments-0', isr: [2, 3], removed: [1], elr: [] },
  },
];

function exampleReplica(followers: ReplicaView['followers']): ReplicaView {
  return {
    kind: 'replica',
    key: 'replica:payments-0@1',
    partition: 'payments-0',
    broker: 1,
    role: 'leader',
    leaderEpoch: 0,
    logStartOffset: 0,
    highWatermark: 7,
    logEndOffset: 9,
    flushedOffset: 0,
    batches: [],
    epochs: [],
    storage: storageOf(9),
    maximalIsr: [1, 3],
    followers,
  };
}

const FACTS: LessonFacts = {
  entities: new Map(),
  ledger: LEDGER,
  ledgerAtStart: { ...LEDGER, acked: 5 },
  nowUs: 10_000,
  startUs: 0,
  rows,
};

describe('measures', () => {
  it('read the ledger and its growth', () => {
    expect(evaluateMeasure({ ledger: 'lostAfterAck' }, FACTS)).toBe(1);
    expect(evaluateMeasure({ ledgerGrowth: 'acked' }, FACTS)).toBe(3);
  });

  it('count, add up and time the facts of the step', () => {
    expect(evaluateMeasure({ count: { event: 'BrokerFenced' } }, FACTS)).toBe(1);
    expect(evaluateMeasure({ sum: { event: 'RecordsAcknowledged' }, field: 'count' }, FACTS)).toBe(2);
    expect(
      evaluateMeasure({ betweenMs: [{ event: 'BrokerKilled' }, { event: 'BrokerFenced' }] }, FACTS),
    ).toBe(8);
  });

  it('keep apart what came before and after a fact', () => {
    const fenced = { event: 'BrokerFenced' } as const;
    expect(evaluateMeasure({ count: { event: 'RecordsAcknowledged', before: fenced } }, FACTS)).toBe(1);
    expect(evaluateMeasure({ count: { event: 'RecordsAcknowledged', after: fenced } }, FACTS)).toBe(0);
  });

  it('say how long ago a leader last saw a follower caught up', () => {
    const replica = exampleReplica([{ broker: 3, logEndOffset: 7, lastCaughtUpUs: 2_500 }]);
    const facts = { ...FACTS, entities: new Map([[replica.key, replica]]) };
    const since = (leader: string, follower: number) =>
      evaluateMeasure({ sinceCaughtUpMs: { leader, follower } }, facts);
    expect(since(replica.key, 3)).toBe(7.5);
    expect(since(replica.key, 2)).toBeNull();
    expect(since('replica:payments-0@9', 3)).toBeNull();
  });

  it('read what a thing holds, and what was looked up', () => {
    const replica = exampleReplica([]);
    const entities = new Map([[replica.key, replica]]);
    const bytes = { entity: replica.key, field: 'storage.sizeBytes' } as const;
    expect(evaluateMeasure(bytes, { ...FACTS, entities })).toBe(990);
    expect(evaluateMeasure({ ...bytes, field: 'storage.segments' }, { ...FACTS, entities })).toBe(3);
    const probes = { lookUp: 'one', field: 'probes' } as const;
    expect(evaluateMeasure(probes, FACTS)).toBeNull();
    const lookUps = new Map([['one', { probes: 7 } as LookUpFigures]]);
    expect(evaluateMeasure(probes, { ...FACTS, lookUps })).toBe(7);
  });

  it('are null when the run does not have them', () => {
    expect(evaluateMeasure({ timeMs: { event: 'BrokerStopped' } }, FACTS)).toBeNull();
    expect(evaluateMeasure({ entity: 'broker:9', field: 'rack' }, FACTS)).toBeNull();
  });
});

describe('predicates', () => {
  it('compare lists item by item', () => {
    expect(evaluatePredicate({ saw: { event: 'IsrShrunk', where: { isr: [2, 3] } } }, FACTS)).toBe(true);
    expect(evaluatePredicate({ saw: { event: 'IsrShrunk', where: { isr: [2] } } }, FACTS)).toBe(false);
  });

  it('are false about numbers that the run does not have', () => {
    expect(evaluatePredicate({ measure: { timeMs: { event: 'BrokerStopped' } }, lt: 5 }, FACTS)).toBe(false);
  });

  it('combine', () => {
    expect(
      evaluatePredicate(
        {
          all: [
            { measure: { ledger: 'acked' }, gte: 8, lt: 9 },
            { not: { saw: { event: 'BrokerStopped' } } },
          ],
        },
        FACTS,
      ),
    ).toBe(true);
  });
});
