import { Consumer } from '../../client/consumer/Consumer.ts';
import { GroupConsumer } from '../../client/consumer/group/GroupConsumer.ts';
import type { ProcessedRecords } from '../../client/consumer/ProcessedRecords.ts';
import { ShareConsumer } from '../../client/consumer/share/ShareConsumer.ts';
import { Producer } from '../../client/producer/Producer.ts';
import { keyCountOf, keyNumber, nthKey } from '../../client/producer/WorkloadSource.ts';
import type { WorkloadShape } from '../../client/producer/WorkloadSource.ts';
import { amountOf, payeeOf } from '../../client/producer/workload/transfers.ts';
import type { TransferPlan } from '../../client/producer/workload/transfers.ts';
import type {
  AccountBalances,
  BusinessBooks,
  ReaderBooks,
  TransferSums,
} from '../../../shared/BusinessBooks.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import type { Cluster } from '../Cluster.ts';
import { computeFates } from '../ledger.ts';
import type { RecordFates } from '../ledger.ts';
import { recordsOf, recordStates, STORED, transferCount, transferState } from './transferStates.ts';
import type { TransferState } from './transferStates.ts';

const MOST_ACCOUNTS = 100;

/** What the scenario says of the accounts. */
interface BooksOfAccounts {
  readonly currency: string;
  readonly opening: number;
}

/** A group, or a consumer without one: what its members have done goes into one set of balances. */
interface Reader {
  readonly name: string;
  readonly isGroup: boolean;
  readonly isolation: ReaderBooks['isolation'];
  readonly tallies: ProcessedRecords[];
}

interface MutableSum {
  transfers: number;
  amount: number;
}

type Sums<Names extends string> = Record<Names, MutableSum>;

/** A projection over everything that was sent, stored and done up to now. */
export function computeBooks(cluster: Cluster, { currency, opening }: BooksOfAccounts): BusinessBooks {
  const fates = computeFates(cluster);
  const readers = readersOf(cluster);
  const transfers = sumsOf<keyof TransferSums>([
    'handedOver',
    'expected',
    'open',
    'aborted',
    'neverHappened',
    'happenedUntold',
    'lost',
    'storedTwice',
    'half',
  ]);
  const readerSums = readers.map(() =>
    sumsOf<ReaderSum>([
      'counted',
      'countedTwice',
      'countedWrongly',
      'countedEarly',
      'half',
      'notYet',
      'neverToCome',
    ]),
  );
  const accounts = new Accounts(opening, readers.length);
  cluster.state.nodes.forEach((node, origin) => {
    if (!(node instanceof Producer) || !node.workload?.transfers) return;
    const own = fates.filter((fate) => fate.origin === origin);
    const counts = readers.map((reader) => countsOf(reader, node, origin));
    addProducer(node, node.workload, node.workload.transfers, own, counts, transfers, readerSums, accounts);
  });
  return {
    currency,
    opening,
    transfers,
    readers: readers.map(({ name, isGroup, isolation }, i) => ({
      reader: name,
      isGroup,
      isolation,
      ...(readerSums[i] as Sums<ReaderSum>),
    })),
    ...accounts.told(),
  };
}

type ReaderSum = Exclude<keyof ReaderBooks, 'reader' | 'isGroup' | 'isolation'>;

function sumsOf<Names extends string>(names: readonly Names[]): Sums<Names> {
  return Object.fromEntries(names.map((name) => [name, { transfers: 0, amount: 0 }])) as Sums<Names>;
}

function add(sum: MutableSum, amount: number, times = 1): void {
  sum.transfers += 1;
  sum.amount += amount * times;
}

function addProducer(
  producer: Producer,
  workload: WorkloadShape,
  plan: TransferPlan,
  fates: readonly RecordFates[],
  counts: readonly Uint16Array[],
  sums: Sums<keyof TransferSums>,
  readerSums: readonly Sums<ReaderSum>[],
  accounts: Accounts,
): void {
  const { bits, copies } = recordStates(producer, fates);
  const sent = producer.recordCount;
  const accountCount = keyCountOf(workload);
  const drawSeed = workload.drawSeed ?? 0;
  const places = accounts.placesOf(workload);
  for (let transfer = 0; transfer < transferCount(plan, sent); transfer++) {
    const [first, end] = recordsOf(plan, transfer);
    const records = Array.from({ length: Math.min(end, sent) - first }, (_, i) => first + i);
    const amount = amountOf(plan, transfer, drawSeed);
    const payer = keyNumber(workload, transfer);
    const payee = payeeOf(transfer, payer, accountCount, drawSeed);
    const move = (column: number, timesOf: (record: number) => number): void => {
      const takes = timesOf(first);
      const gives = plan.records === 1 ? takes : end <= sent ? timesOf(end - 1) : 0;
      accounts.change(places[payer] as number, column, -amount * takes);
      accounts.change(places[payee] as number, column, amount * gives);
    };
    const state = transferState(
      records.map((n) => bits[n] as number),
      end <= sent,
    );
    add(sums.handedOver, amount);
    add(sums[state], amount);
    // What was lost is expected all the same: nobody was told.
    if (state === 'lost') add(sums.expected, amount);
    if (state === 'expected' || state === 'lost') move(EXPECTED, () => 1);
    move(IN_LOG, (n) => copies[n] as number);
    const most = Math.max(...records.map((n) => copies[n] as number));
    if (most > 1) add(sums.storedTwice, amount, most - 1);
    if (state !== 'open' && isHalf(records.map((n) => bits[n]! & STORED))) add(sums.half, amount);
    counts.forEach((countOf, reader) => {
      const done = records.map((n) => countOf[n] as number);
      move(FIRST_READER + reader, (n) => countOf[n] as number);
      addToReader(readerSums[reader] as Sums<ReaderSum>, done, amount, state, end <= sent);
    });
  }
}

function addToReader(
  sums: Sums<ReaderSum>,
  done: readonly number[],
  amount: number,
  state: TransferState,
  isComplete: boolean,
): void {
  const most = Math.max(...done);
  if (most === 0) {
    if (state === 'expected') add(sums.notYet, amount);
    if (state === 'lost') add(sums.neverToCome, amount);
    return;
  }
  add(sums.counted, amount);
  if (most > 1) add(sums.countedTwice, amount, most - 1);
  if (isHalf(done) || (!isComplete && done.length === 1)) add(sums.half, amount);
  if (state === 'open') add(sums.countedEarly, amount);
  else if (state !== 'expected' && state !== 'lost') add(sums.countedWrongly, amount);
}

function isHalf(records: readonly number[]): boolean {
  return records.some((count) => count > 0) && records.includes(0);
}

/** How often a reader has done each record of a producer, by its number. */
function countsOf({ tallies }: Reader, producer: Producer, origin: NodeIndex): Uint16Array {
  const counts = new Uint16Array(producer.recordCount + 1);
  for (const { runs } of tallies)
    for (const [topicPartition, own] of runs) {
      const numbers = producer.numbers?.of(topicPartition) ?? [];
      for (const run of own) {
        if (run.origin !== origin) continue;
        for (let ordinal = run.firstOrdinal; ordinal < run.firstOrdinal + run.count; ordinal++)
          counts[numbers[ordinal] as number]! += 1;
      }
    }
  return counts;
}

/** Who reads what means something. */
function readersOf(cluster: Cluster): Reader[] {
  const topics = new Set<string>();
  for (const node of cluster.state.nodes)
    if (node instanceof Producer && node.workload?.transfers) topics.add(node.workload.topic);
  const readers = new Map<string, Reader>();
  for (const node of cluster.state.nodes) {
    if (!(node instanceof Consumer) || !node.tally || !node.topics.some((topic) => topics.has(topic)))
      continue;
    const group =
      node instanceof GroupConsumer
        ? node.group.groupId
        : node instanceof ShareConsumer
          ? node.share.groupId
          : null;
    const key = group === null ? `consumer ${node.clientId}` : `group ${group}`;
    const reader = readers.get(key) ?? {
      name: group ?? node.clientId,
      isGroup: group !== null,
      isolation: node.config.isolationLevel === 'READ_COMMITTED' ? 'read_committed' : 'read_uncommitted',
      tallies: [],
    };
    readers.set(key, reader);
    reader.tallies.push(node.tally);
  }
  return [...readers.values()];
}

const EXPECTED = 0;
const IN_LOG = 1;
const FIRST_READER = 2;

/** Balances by account and column: what is expected, what the log says, what each reader has. */
class Accounts {
  private readonly opening: number;
  private readonly columns: number;
  private readonly places = new Map<string, number>();
  private readonly balances: number[][] = [];

  constructor(opening: number, readers: number) {
    this.opening = opening;
    this.columns = FIRST_READER + readers;
  }

  /** Places of a workload's accounts, in the order of its keys. */
  placesOf(workload: WorkloadShape): readonly number[] {
    return Array.from({ length: keyCountOf(workload) }, (_, number) =>
      this.placeOf(nthKey(workload, number) ?? ''),
    );
  }

  change(place: number, column: number, by: number): void {
    this.balances[place]![column]! += by;
  }

  told(): Pick<BusinessBooks, 'accounts' | 'accountCount' | 'totals'> {
    const rows = [...this.places].map(([account, place]) => ({
      account,
      ...this.row(this.balances[place] ?? []),
    }));
    const totals = this.row(
      Array.from({ length: this.columns }, (_, column) =>
        this.balances.reduce((sum, own) => sum + (own[column] as number), 0),
      ),
    );
    const shown = rows.length <= MOST_ACCOUNTS ? rows : [...rows].sort((a, b) => wrongness(b) - wrongness(a));
    return { accounts: shown.slice(0, MOST_ACCOUNTS), accountCount: rows.length, totals };
  }

  private placeOf(account: string): number {
    const known = this.places.get(account);
    if (known !== undefined) return known;
    const place = this.balances.length;
    this.places.set(account, place);
    this.balances.push(new Array<number>(this.columns).fill(this.opening));
    return place;
  }

  private row(columns: readonly number[]): Omit<AccountBalances, 'account'> {
    return {
      expected: columns[EXPECTED] as number,
      log: columns[IN_LOG] as number,
      readers: columns.slice(FIRST_READER),
    };
  }
}

/** By how much any column of an account is off. */
function wrongness({ expected, log, readers }: AccountBalances): number {
  return [log, ...readers].reduce((most, balance) => Math.max(most, Math.abs(balance - expected)), 0);
}
