import { describe, expect, test, vi } from 'vitest';
import { Consumer } from '../../src/engine/client/consumer/Consumer.ts';
import { Producer } from '../../src/engine/client/producer/Producer.ts';
import {
  computeFates,
  computeFatesAtRest,
  countFates,
  offsetOf,
  storedBelow,
} from '../../src/engine/cluster/ledger.ts';
import type { RecordFates } from '../../src/engine/cluster/ledger.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { RangeSet } from '../../src/engine/kernel/RangeSet.ts';
import { LEDGER_CROSS_COUNTS, LEDGER_STATES } from '../../src/bridge/frame.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { readScenario } from './randomScenario.ts';
import { drawsOf, scenarioOf, SEEDS, session, UNTIL_US } from './replay.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const FEW = SEEDS.slice(0, 8);
const found = new Map<string, number>();

/** A producer without idempotence whose answers are lost on a cut link, so that it sends again what was stored. */
const REPEATING = readScenario({
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'a' }],
  producers: [
    {
      'client.id': 'p',
      configs: { acks: 1, 'request.timeout.ms': 1000, 'linger.ms': 0 },
      workload: { topic: 'a', arrivals: { constant: '20/s' } },
    },
  ],
  commands: [
    { at: '2000.2ms', kind: 'CutLink', between: ['producer:p', 'broker:1'] },
    { at: '6s', kind: 'MendLink', between: ['producer:p', 'broker:1'] },
  ],
});

describe('the ledger', () => {
  test.each(FEW)(
    '[ledger] of seed %i adds up at any instant, and so do the lists behind its numbers',
    (seed) => {
      const draw = drawsOf(seed, 'ledger');
      const engine = session(0);
      engine.load(scenarioOf(seed), []);
      for (let looks = 0; looks < 5; looks++) {
        const { ledger } = engine.advance({ untilUs: draw(UNTIL_US), budgetMs: draw(100) });
        expect(LEDGER_STATES.reduce((sum, state) => sum + ledger[state], 0)).toBe(ledger.produced);
        expect(ledger.lostAfterAck).toBeLessThanOrEqual(Math.min(ledger.lost, ledger.acked));
        expect(ledger.readThenLost).toBeLessThanOrEqual(Math.min(ledger.lost, ledger.read));
        for (const of of [...LEDGER_STATES, ...LEDGER_CROSS_COUNTS]) {
          const ranges = engine.ledgerRanges(of, Infinity);
          expect(ranges.reduce((sum, range) => sum + range.count, 0)).toBe(ledger[of]);
          expect(engine.ledgerRanges(of, 2)).toEqual(ranges.slice(0, 2));
          if (ledger[of] > 0) found.set(of, (found.get(of) ?? 0) + 1);
        }
        for (const range of engine.ledgerRanges('committed', 50))
          expect(range.offset).toBeGreaterThanOrEqual(0);
      }
    },
  );

  test.each(FEW)('[ledger] of seed %i counts what is in its sets', (seed) => {
    const run = new Run(scenarioOf(seed), []);
    run.start();
    for (let untilUs = 0; untilUs <= UNTIL_US; untilUs += UNTIL_US / 20) {
      while (run.step(untilUs));
      run.settle();
      const counts = countFates(run.cluster);
      const fates = computeFates(run.cluster);
      const sum = (of: (each: RecordFates) => number): number =>
        fates.reduce((total, each) => total + of(each), 0);
      expect(counts).toMatchObject({
        produced: sum(({ produced }) => produced),
        acked: sum(({ acked }) => acked.size),
        read: sum(({ read }) => read.size),
        lost: sum(({ lost }) => lost.size),
        committed: sum(({ committed }) => committed.size),
        duplicated: sum(({ duplicated }) => duplicated),
      });
    }
  });

  test('had something to count in most of its columns', () => {
    for (const of of ['committed', 'uncommitted', 'inFlight', 'lost', 'failed', 'acked', 'read'])
      expect(found.get(of) ?? 0, of).toBeGreaterThan(0);
  });

  test.each(FEW)('[ledger] of seed %i is what the plainest count over all batches says', (seed) => {
    const run = new Run(scenarioOf(seed), []);
    run.start();
    while (run.step(UNTIL_US));
    run.settle();
    for (const fates of computeFates(run.cluster)) {
      const { log, origin, partition, produced } = fates;
      const producer = run.cluster.node(origin);
      if (!(producer instanceof Producer)) throw new Error('records come from producers');
      for (let ordinal = 0; ordinal < produced; ordinal += 1 + Math.floor(produced / 40)) {
        const offset = log ? offsetOf(log, origin, ordinal) : -1;
        expect(offset >= 0).toBe(log?.ordinals.stored.get(origin)?.has(ordinal) === true);
        if (!log || offset < 0) continue;
        for (const end of [0, offset, offset + 1, log.highWatermark, log.logEndOffset]) {
          const below = storedBelow(log, origin, end);
          // A copy of it may stand further down.
          if (end > offset) expect(below.has(ordinal)).toBe(true);
          else if (log.ordinals.duplicates === 0) expect(below.has(ordinal)).toBe(false);
        }
      }
      const acked = producer.outcomes.acked.get(partition) ?? new RangeSet();
      expect(fates.acked.flat).toEqual(acked.flat);
      expect(fates.lostAfterAck.minus(acked).isEmpty).toBe(true);
    }
    const read = run.cluster.state.nodes.filter((node) => node instanceof Consumer);
    if (read.length === 0)
      for (const fates of computeFates(run.cluster)) expect(fates.read.isEmpty).toBe(true);
  });

  test.each(FEW)('of seed %i is the same without a look at the wires, but for what is on them', (seed) => {
    const run = new Run(scenarioOf(seed), []);
    run.start();
    while (run.step(UNTIL_US));
    const atRest = computeFatesAtRest(run.cluster);
    computeFates(run.cluster).forEach((fates, i) => {
      const other = atRest[i];
      expect(other?.committed.flat).toEqual(fates.committed.flat);
      expect(other?.uncommitted.flat).toEqual(fates.uncommitted.flat);
      expect(other?.inFlight.minus(fates.inFlight).isEmpty).toBe(true);
    });
  });

  test('[ledger] counts the copies of a producer without idempotence, and lists them', () => {
    const engine = session(0);
    engine.load(REPEATING, []);
    const { ledger } = engine.advance({ untilUs: 20_000_000, budgetMs: Infinity });
    expect(ledger.duplicated).toBeGreaterThan(0);
    for (const of of ['duplicated', 'outOfOrder'] as const) {
      const ranges = engine.ledgerRanges(of, Infinity);
      expect(ranges.reduce((sum, range) => sum + range.count, 0)).toBe(ledger[of]);
      for (const range of ranges) expect(range).toMatchObject({ producer: 'p', partition: 'a-0' });
    }
  });
});

describe('the chain of causes', () => {
  test.each(FEW)('of any row of seed %i ends at a command or at the scenario', (seed) => {
    const draw = drawsOf(seed, 'causes');
    const engine = session(0);
    engine.load(scenarioOf(seed), []);
    engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
    const rows = engine.allRows();
    for (let looks = 0; looks < 40; looks++) {
      const row = rows[draw(rows.length)];
      if (!row || row.seq === 0) continue;
      const chain = engine.why(row.seq);
      expect(chain[0]?.seq).toBe(row.seq);
      const isBroken = chain.some((link, k) => {
        const effect = chain[k - 1];
        return effect !== undefined && (link.seq !== effect.causeSeq || link.timeUs > effect.timeUs);
      });
      expect(isBroken).toBe(false);
      expect(chain.at(-1)?.causeSeq).toBe(0);
    }
  });
});

test('[ledger] counts what stands in transactions that were aborted, beside what is committed', () => {
  const engine = session(0);
  const file: ScenarioFile = {
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'a' }],
    configs: {
      'transaction.state.log.num.partitions': 1,
      'transaction.state.log.replication.factor': 1,
      'transaction.state.log.min.isr': 1,
    },
    producers: [
      {
        'client.id': 'p',
        configs: { 'transactional.id': 't', 'linger.ms': 0 },
        workload: {
          topic: 'a',
          arrivals: { constant: '40/s' },
          end: '3s',
          transaction: { lasts: '200ms', abortEvery: 2 },
        },
      },
    ],
  };
  engine.load(readScenario(file), []);
  const early = engine.advance({ untilUs: 1_500_000, budgetMs: Infinity }).ledger.aborted;
  const { ledger } = engine.advance({ untilUs: 5_000_000, budgetMs: Infinity });
  expect(early).toBeGreaterThan(0);
  expect(ledger.aborted).toBeGreaterThan(early);
  expect(ledger.aborted).toBeLessThan(ledger.committed);
  const ranges = engine.ledgerRanges('aborted', Infinity);
  expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(ledger.aborted);
  engine.seek({ timeUs: 1_500_000, after: 0 });
  expect(engine.ledgerRanges('aborted', Infinity).reduce((sum, { count }) => sum + count, 0)).toBe(early);
});
