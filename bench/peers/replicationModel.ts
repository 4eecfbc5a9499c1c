import type { Rng } from '../../src/engine/kernel/Rng.ts';

/** What the model asks of a simulator: time, and to be called again later. */
export interface Scheduler {
  nowUs(): number;
  schedule(delayUs: number, kind: number, subject: number, detail: number): void;
}

/** What a run came to: the same on every simulator. */
export interface ReplicationOutcome {
  readonly events: number;
  readonly acked: number;
  readonly latencySumUs: number;
  readonly endUs: number;
}

const BROKERS = 3;
const PARTITIONS = 12;
const PRODUCERS = 4;
const LATENCY_US = 250;
const SERVICE_US = 45;
const APPEND_US = 20;
const PRODUCE_EVERY_US = 640;

const TICK = 0;
const PRODUCE_ARRIVES = 1;
const APPENDED = 2;
const FETCH_ARRIVES = 3;
const ANSWER_ARRIVES = 4;
const FOLLOWER_APPENDED = 5;
const ACK_ARRIVES = 6;

/**
 * Replication in small, for comparing simulators: producers send batches, leaders append them, followers fetch, park and append,
 * the high watermark rises, producers are answered. Three brokers, twelve partitions, acks=all. `replication.py` is the same.
 *
 * Every event is a number of a kind, of what it befalls, and a detail; nothing else is kept for it.
 */
export class ReplicationModel {
  private readonly scheduler: Scheduler;
  private readonly rng: Rng;
  private readonly batchLimit: number;
  /** Of each partition. Its leader is broker `partition % BROKERS`. */
  private readonly logs: number[][] = Array.from({ length: PARTITIONS }, () => []);
  private readonly highWatermarks = new Int32Array(PARTITIONS);
  /** Of each follower and partition: where it fetches next, what the leader knows of that, and how far the answer under way reaches. */
  private readonly fetchOffsets = new Int32Array(BROKERS * PARTITIONS);
  private readonly followerEnds = new Int32Array(BROKERS * PARTITIONS);
  private readonly answerEnds = new Int32Array(BROKERS * PARTITIONS);
  /** Of each pair of follower and leader: whether a fetch is parked. */
  private readonly parked = new Uint8Array(BROKERS * BROKERS);
  private readonly freeAtUs = new Float64Array(BROKERS);
  private readonly createdUs: number[] = [];
  private events = 0;
  private acked = 0;
  private latencySumUs = 0;
  private endUs = 0;

  constructor(scheduler: Scheduler, rng: Rng, batchLimit: number) {
    this.scheduler = scheduler;
    this.rng = rng;
    this.batchLimit = batchLimit;
  }

  start(): void {
    for (let producer = 0; producer < PRODUCERS; producer++)
      this.scheduler.schedule(1 + this.rng.int(PRODUCE_EVERY_US), TICK, producer, 0);
    for (let follower = 0; follower < BROKERS; follower++)
      for (let leader = 0; leader < BROKERS; leader++)
        if (leader !== follower)
          this.scheduler.schedule(LATENCY_US + follower + 3 * leader, FETCH_ARRIVES, follower, leader);
  }

  get outcome(): ReplicationOutcome {
    const { events, acked, latencySumUs, endUs } = this;
    return { events, acked, latencySumUs, endUs };
  }

  handle(kind: number, subject: number, detail: number): void {
    this.events += 1;
    switch (kind) {
      case TICK:
        this.produce(subject);
        return;
      case PRODUCE_ARRIVES:
        this.serve(subject, detail);
        return;
      case APPENDED:
        this.append(subject, detail);
        return;
      case FETCH_ARRIVES:
        this.fetch(subject, detail);
        return;
      case ANSWER_ARRIVES:
        this.scheduler.schedule(APPEND_US, FOLLOWER_APPENDED, subject, detail);
        return;
      case FOLLOWER_APPENDED:
        this.fetchAgain(subject, detail);
        return;
      case ACK_ARRIVES:
        this.endUs = this.scheduler.nowUs();
        this.acked += 1;
        this.latencySumUs += this.endUs - (this.createdUs[subject] as number);
    }
  }

  private produce(producer: number): void {
    if (this.createdUs.length >= this.batchLimit) return;
    const batch = this.createdUs.push(this.scheduler.nowUs()) - 1;
    const partition = this.rng.int(PARTITIONS);
    this.scheduler.schedule(LATENCY_US + this.rng.int(50), PRODUCE_ARRIVES, partition, batch);
    this.scheduler.schedule(PRODUCE_EVERY_US / 2 + this.rng.int(PRODUCE_EVERY_US), TICK, producer, 0);
  }

  private serve(partition: number, batch: number): void {
    const leader = partition % BROKERS;
    const nowUs = this.scheduler.nowUs();
    const doneUs = Math.max(nowUs, this.freeAtUs[leader] as number) + SERVICE_US;
    this.freeAtUs[leader] = doneUs;
    this.scheduler.schedule(doneUs - nowUs, APPENDED, partition, batch);
  }

  private append(partition: number, batch: number): void {
    (this.logs[partition] as number[]).push(batch);
    const leader = partition % BROKERS;
    for (let follower = 0; follower < BROKERS; follower++) {
      if (this.parked[follower * BROKERS + leader] === 0) continue;
      this.parked[follower * BROKERS + leader] = 0;
      this.answer(follower, leader);
    }
  }

  private fetch(follower: number, leader: number): void {
    let hasNews = false;
    for (let partition = leader; partition < PARTITIONS; partition += BROKERS) {
      const offset = this.fetchOffsets[follower * PARTITIONS + partition] as number;
      this.followerEnds[follower * PARTITIONS + partition] = offset;
      this.raiseHighWatermark(partition, leader);
      if ((this.logs[partition] as number[]).length > offset) hasNews = true;
    }
    if (hasNews) this.answer(follower, leader);
    else this.parked[follower * BROKERS + leader] = 1;
  }

  private raiseHighWatermark(partition: number, leader: number): void {
    const log = this.logs[partition] as number[];
    let end = log.length;
    for (let broker = 0; broker < BROKERS; broker++)
      if (broker !== leader)
        end = Math.min(end, this.followerEnds[broker * PARTITIONS + partition] as number);
    for (let offset = this.highWatermarks[partition] as number; offset < end; offset++)
      this.scheduler.schedule(LATENCY_US, ACK_ARRIVES, log[offset] as number, 0);
    this.highWatermarks[partition] = end;
  }

  private answer(follower: number, leader: number): void {
    for (let partition = leader; partition < PARTITIONS; partition += BROKERS)
      this.answerEnds[follower * PARTITIONS + partition] = (this.logs[partition] as number[]).length;
    this.scheduler.schedule(LATENCY_US, ANSWER_ARRIVES, follower, leader);
  }

  private fetchAgain(follower: number, leader: number): void {
    for (let partition = leader; partition < PARTITIONS; partition += BROKERS) {
      const index = follower * PARTITIONS + partition;
      this.fetchOffsets[index] = this.answerEnds[index] as number;
    }
    this.scheduler.schedule(LATENCY_US, FETCH_ARRIVES, follower, leader);
  }
}
