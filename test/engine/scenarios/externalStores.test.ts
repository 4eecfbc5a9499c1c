import { describe, expect, test } from 'vitest';
import { computeStoreLedgers } from '../../../src/engine/cluster/storeLedger.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import { ExternalStore } from '../../../src/engine/store/ExternalStore.ts';
import type { FileConsumer } from '../../../src/scenario/ScenarioFile.ts';
import type { FileStore, FileStoreUse } from '../../../src/scenario/outside/OutsideFile.ts';
import { ClusterTestContext } from '../ClusterTestContext.ts';

const RECORDS = 40;

interface Made {
  readonly use?: Partial<FileStoreUse>;
  readonly store?: Partial<FileStore>;
  readonly processing?: object;
  readonly names?: readonly string[];
  readonly autoCommit?: boolean;
  readonly rules?: Partial<Rules>;
}

/** Forty payments of one producer, and applications of one group that write each to a database in 20 ms. */
function payments({
  use,
  store,
  processing = { commit: 'commitSync' },
  names = ['a'],
  autoCommit,
  rules,
}: Made) {
  const application = (name: string): FileConsumer => ({
    'client.id': name,
    subscribe: ['payments'],
    configs: {
      'group.id': 'ledger',
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': autoCommit === true ? 'true' : 'false',
      'max.poll.records': 10,
      'session.timeout.ms': 6000,
      'heartbeat.interval.ms': 1000,
    },
    processing: { perRecord: '20ms', store: { name: 'db', ...use }, ...processing },
  });
  return new ClusterTestContext({
    // A planted fault is to be seen by its effects here; that the law sees it too, the swarm shows.
    lawInterval: rules ? Infinity : 499,
    ...(rules && { rules }),
    file: {
      highwater: 1,
      brokers: [{ 'node.id': 1 }],
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': 1,
        'group.initial.rebalance.delay.ms': 0,
        'group.min.session.timeout.ms': 1000,
      },
      topics: [{ name: 'payments' }],
      producers: [
        {
          'client.id': 'pay',
          workload: {
            topic: 'payments',
            arrivals: { bursts: { records: RECORDS, every: '1h' } },
            start: '1s',
          },
        },
      ],
      consumers: names.map(application),
      stores: [{ name: 'db', ...store }],
    },
  });
}

function databaseOf(context: ClusterTestContext): ExternalStore {
  const node = context.run.cluster.state.nodes.find((one) => one instanceof ExternalStore);
  return node instanceof ExternalStore ? node : expect.fail('there is no database');
}

function effects(context: ClusterTestContext) {
  const [ledger] = computeStoreLedgers(context.run.cluster);
  if (!ledger) return expect.fail('no ledger');
  const { due, applied, appliedTwice, lost, ahead } = ledger;
  return {
    due: due.size,
    once: applied.size - appliedTwice.size,
    twice: appliedTwice.size,
    lost: lost.size,
    ahead: ahead.size,
  };
}

/** Crashes in the midst of the work, comes back, and ends. */
function crashed(made: Made, atMs: number): ClusterTestContext {
  const context = payments(made).runUntil(atMs);
  context.do({ kind: 'KillClient', client: 'consumer:a' }).runFor(500);
  return context.do({ kind: 'StartClient', client: 'consumer:a' }).runUntil(14_000);
}

const EXACTLY_ONCE = { due: RECORDS, once: RECORDS, twice: 0, lost: 0, ahead: 0 };

describe('an application that writes to a database', () => {
  test('[outside-store] each record is a row; its offsets are committed after the poll() that it came with', () => {
    const context = payments({}).runUntil(4000);
    expect(effects(context)).toEqual(EXACTLY_ONCE);
    expect(databaseOf(context)).toMatchObject({
      transactions: RECORDS,
      table: { rows: RECORDS, ignored: 0 },
    });
    expect(context.facts('OffsetCommitAcknowledged').map(({ event }) => event.offset)).toEqual([
      10, 20, 30, 40,
    ]);
    const perPoll = payments({ use: { transaction: 'poll' } }).runUntil(4000);
    expect(effects(perPoll)).toEqual(EXACTLY_ONCE);
    expect(databaseOf(perPoll).transactions).toBe(4);
  });

  test('[outside-store] a crash before the commit repeats rows, unless a unique key says that they are there', () => {
    const CRASH_MS = 1400;
    const plain = effects(crashed({}, CRASH_MS));
    expect(plain).toMatchObject({ due: RECORDS, lost: 0 });
    expect(plain.twice).toBeGreaterThan(3);
    for (const unique of ['offset', 'id'] as const) {
      const context = crashed({ use: { unique } }, CRASH_MS);
      expect(effects(context)).toEqual(EXACTLY_ONCE);
      expect(databaseOf(context).table.ignored).toBe(plain.twice);
      const upsert = crashed({ use: { unique, write: 'upsert' } }, CRASH_MS);
      expect(effects(upsert)).toEqual(EXACTLY_ONCE);
      expect(databaseOf(upsert).table.overwritten).toBe(plain.twice);
    }
    const early = effects(crashed({ processing: { commit: 'commitSync', commitWhen: 'before' } }, CRASH_MS));
    expect(early).toMatchObject({ due: RECORDS, twice: 0 });
    expect(early.lost).toBeGreaterThanOrEqual(3);
  });

  test('[outside-offsets] with its offsets in the same transaction a crash at any time leaves each record applied once', () => {
    for (const transaction of ['record', 'poll'] as const)
      for (const atMs of [1290, 1306.2, 1307.1, 1430, 1531.7]) {
        const use = { transaction, offsets: 'store' };
        const context = crashed({ use, processing: {} }, atMs);
        expect(effects(context), `${transaction} ${atMs}`).toEqual(EXACTLY_ONCE);
        expect(context.facts('StoredOffsetFetched').length).toBe(1);
      }
  });

  test('[outside-offsets] [outside-store] a planted fault is noticed: offsets apart from the rows, no look at the key, no fence', () => {
    const apart: Partial<Rules> = {
      storeTransactions: ({ writes, offsets }) => [
        { writes: [], offsets },
        { writes, offsets: [] },
      ],
    };
    const use = { transaction: 'poll', offsets: 'store' };
    const probe = payments({ use, processing: {}, rules: apart });
    const { timeUs } = probe.until('StoreTransactionCommitted', { inserted: 0 });
    expect(effects(crashed({ use, processing: {}, rules: apart }, timeUs / 1000 + 0.1))).toMatchObject({
      lost: 10,
    });
    const blind = crashed({ use: { unique: 'offset' }, rules: { isRepeatedWrite: () => false } }, 1400);
    expect(effects(blind).twice).toBeGreaterThan(3);
    expect(zombie({ fencing: 'generation' }, { isFencedWriter: () => false }).twice).toBeGreaterThan(1);
  });

  test('[outside-store] a commit that fails is begun anew; one whose answer is lost has happened, and makes a second row', () => {
    const failing = payments({ store: { failCommits: [3] } }).runUntil(8000);
    expect(effects(failing)).toEqual(EXACTLY_ONCE);
    expect(failing.facts('StoreTransactionRefused').map(({ event }) => event.error)).toEqual([
      'COMMIT_FAILED',
    ]);
    const unanswered = { store: { loseAnswers: [3] }, use: { timeout: '1s' } };
    const lost = payments(unanswered).runUntil(8000);
    expect(effects(lost)).toMatchObject({ due: RECORDS, twice: 1, lost: 0 });
    expect(lost.facts('StoreAnswerMissed')).toHaveLength(1);
    const byKey = payments({ ...unanswered, use: { timeout: '1s', unique: 'offset' } }).runUntil(8000);
    expect(effects(byKey)).toEqual(EXACTLY_ONCE);
    // Who keeps its offsets there asks where it stands.
    const asking = payments({ ...unanswered, use: { timeout: '1s', offsets: 'store' }, processing: {} });
    expect(effects(asking.runUntil(8000))).toEqual(EXACTLY_ONCE);
    expect(asking.facts('StoredOffsetFetched').map(({ event }) => event.offset)).toEqual([3]);
  });

  test('[outside-store] while it is down nothing else goes on, and then everything does', () => {
    const context = payments({ store: { down: [{ from: '1300ms', to: '5s' }] } }).runUntil(5000);
    const before = effects(context).once;
    expect(before).toBeGreaterThan(5);
    expect(before).toBeLessThan(20);
    expect(context.facts('StoreWentDown').concat()).toHaveLength(1);
    expect(effects(context.runUntil(9000))).toEqual(EXACTLY_ONCE);
  });

  test('[outside-fencing] an owner that stood still writes what another has written meanwhile, unless the database knows generations', () => {
    // One row it had written before, and committed in Kafka nothing: that one the next owner writes again in any case.
    expect(zombie({}).twice).toBeGreaterThan(1);
    expect(zombie({ fencing: 'generation' })).toMatchObject({ due: RECORDS, twice: 1, lost: 0 });
    expect(zombie({ fencing: 'generation', offsets: 'store', transaction: 'poll' })).toEqual(EXACTLY_ONCE);
  });

  test('[outside-store] checkpoints hold all of it: a run from one ends as the run itself', () => {
    const made = { use: { unique: 'offset' }, store: { loseAnswers: [12] } } as const;
    const straight = payments(made);
    straight.runUntil(1507.3);
    const checkpoint = straight.run.cluster.checkpoint();
    const digest = straight.run.cluster.digest();
    straight.runUntil(3000);
    const end = straight.run.cluster.digest();
    straight.run.cluster.restore(checkpoint);
    expect(straight.run.cluster.digest()).toBe(digest);
    expect(straight.runUntil(3000).run.cluster.digest()).toBe(end);
  });
});

/** The first owner stands still in the midst of its work until another has all partitions, and goes on then. */
function zombie(use: Partial<FileStoreUse>, rules?: Partial<Rules>): ReturnType<typeof effects> {
  const processing = use.offsets === 'store' ? {} : { commit: 'commitSync' };
  const context = payments({ use, processing, names: ['a', 'b'], ...(rules && { rules }) });
  context.until('RecordsDelivered');
  context.runFor(25);
  const owner = context.facts('RecordsDelivered')[0]?.event.consumer ?? '';
  context.do({ kind: 'PauseProcess', node: `consumer:${owner}`, forUs: 9_000_000 });
  return effects(context.runUntil(16_000));
}
