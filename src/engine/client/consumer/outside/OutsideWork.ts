import { RangeSet } from '../../../kernel/RangeSet.ts';
import type { StoreWrite, StoredOffset } from '../../../protocol/storeRequests.ts';
import type { StoreUnit } from '../../../store/storeRules.ts';
import type { Micros, NodeIndex, TopicPartition } from '../../../../shared/units.ts';
import type { ForwardedFrom } from './forwardHeaders.ts';
import type { OutsideSpec } from './OutsideSpec.ts';

/**
 * Where the application is with the record at hand.
 *
 *   works → stores → the next record, or works at once where it writes nothing
 *   works, stores → backsOff → works | → forwards → the next record | → stopped
 *   the last record → storesAll, where one transaction takes them all → idle
 */
export type OutsideStage = 'idle' | 'works' | 'backsOff' | 'stores' | 'storesAll' | 'forwards' | 'stopped';

/** A request to the database that has no answer. */
interface StoreCall {
  readonly correlationId: number;
  readonly untilUs: Micros;
}

/** Why a record is given up, and where it goes. */
export interface GivingUp {
  readonly error: string;
  readonly then: 'stop' | 'skip';
  readonly forwardTo: string | null;
}

/** What an application with a database, retry topics or a dead-letter topic does with the records of one poll(), one after the other. */
export class OutsideWork {
  readonly spec: OutsideSpec;
  stage: OutsideStage = 'idle';
  /** What the poll() returned, and under which generation. */
  records: readonly StoreWrite[] = [];
  token = -1;
  /** Of them, the run and the place in it that is at hand. */
  run = 0;
  place = 0;
  /** Tries of it so far, from 1, and since when. */
  attempt = 1;
  triedSinceUs: Micros = 0;
  backsOffUntilUs: Micros = 0;
  givingUp: GivingUp | null = null;
  /** One of the records of this poll() was given up. */
  hasGivenUp = false;
  /** Done, and not written yet: one transaction will take them all. */
  written: StoreWrite[] = [];
  /** Transactions of the database that are still to be sent. */
  units: readonly StoreUnit[] = [];
  call: StoreCall | null = null;
  /** Partitions claimed in the database, and under which token. */
  readonly claimed = new Map<TopicPartition, number>();
  claimCall: (StoreCall & { readonly partitions: readonly TopicPartition[] }) | null = null;
  claimAtUs: Micros = 0;
  /** Until when partitions rest whose next record is not due. */
  readonly restingUntil = new Map<TopicPartition, Micros>();
  /** The poll() at hand is given up, and nothing of it is to be committed: another holds its partitions, or only the database knows where it stands. */
  isGivenUp = false;
  /** After an exception of poll() it calls that again then; how often it threw, and how often it looked into the buffer. */
  pollsAtUs: Micros = 0;
  thrown = 0;
  polls = 0;
  /** Tries that failed; records that were given up and sent nowhere. */
  failedTries = 0;
  skippedCount = 0;
  /** Records that were worked on to their end. */
  doneCount = 0;
  /** Those, for the ledger. */
  readonly skipped = new Map<TopicPartition, Map<NodeIndex, RangeSet>>();
  /** How many were sent to each topic, and the newest of them with its headers. */
  readonly forwarded = new Map<string, number>();
  readonly newestForward = new Map<string, ForwardedFrom>();

  constructor(spec: OutsideSpec) {
    this.spec = spec;
  }

  begin(records: readonly StoreWrite[], token: number, nowUs: Micros): void {
    this.records = records;
    this.token = token;
    this.run = 0;
    this.place = 0;
    this.written = [];
    this.hasGivenUp = false;
    this.beginRecord(nowUs);
  }

  /** The first try of the record at hand. */
  beginRecord(nowUs: Micros): void {
    this.stage = 'works';
    this.attempt = 1;
    this.triedSinceUs = nowUs;
    this.givingUp = null;
  }

  /** The record at hand. */
  current(): StoreWrite {
    const run = this.records[this.run] as StoreWrite;
    const { topicPartition, baseOffset, origin, firstOrdinal } = run;
    const { place } = this;
    return {
      topicPartition,
      baseOffset: baseOffset + place,
      origin,
      firstOrdinal: firstOrdinal + place,
      count: 1,
    };
  }

  /** On to the next record; false when there is none. */
  advance(): boolean {
    this.place += 1;
    if (this.place >= (this.records[this.run]?.count ?? 0)) {
      this.run += 1;
      this.place = 0;
    }
    return this.run < this.records.length;
  }

  /** Records of this poll() that are not done, the one at hand included. */
  get left(): number {
    if (this.stage === 'idle') return 0;
    let left = -this.place;
    for (let i = this.run; i < this.records.length; i++) left += (this.records[i] as StoreWrite).count;
    return Math.max(0, left);
  }

  /** Takes the record at hand into the transaction that will write them all. */
  keepForAll(record: StoreWrite): void {
    const last = this.written[this.written.length - 1];
    const isNext =
      last?.topicPartition === record.topicPartition &&
      last.origin === record.origin &&
      last.baseOffset + last.count === record.baseOffset &&
      last.firstOrdinal + last.count === record.firstOrdinal;
    if (isNext) this.written[this.written.length - 1] = { ...last, count: last.count + 1 };
    else this.written.push(record);
  }

  /** Offsets after all that this poll() returned. */
  offsetsAfter(): StoredOffset[] {
    const ends = new Map<TopicPartition, number>();
    for (const { topicPartition, baseOffset, count } of this.records)
      ends.set(topicPartition, baseOffset + count);
    return [...ends].map(([topicPartition, offset]) => ({ topicPartition, offset }));
  }

  noteSkipped({ topicPartition, origin, firstOrdinal }: StoreWrite): void {
    this.skippedCount += 1;
    const byOrigin = this.skipped.get(topicPartition) ?? new Map<NodeIndex, RangeSet>();
    this.skipped.set(topicPartition, byOrigin);
    const ranges = byOrigin.get(origin) ?? new RangeSet();
    byOrigin.set(origin, ranges);
    ranges.add(firstOrdinal, firstOrdinal + 1);
  }

  /** The process is gone, and with it what it was at; what the ledger tells stays. */
  stop(): void {
    this.stage = 'idle';
    this.records = [];
    this.written = [];
    this.units = [];
    this.pollsAtUs = 0;
    this.call = this.claimCall = null;
    this.givingUp = null;
    this.isGivenUp = false;
    this.claimed.clear();
    this.restingUntil.clear();
  }
}
