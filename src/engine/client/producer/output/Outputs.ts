import type { CommittedPartition } from '../../../protocol/groupRequests.ts';
import type { NodeIndex, TopicPartition } from '../../../../shared/units.ts';
import type { ConsumerGroupMetadata } from '../transactions/TransactionalRequest.ts';

/** Records of one partition that a poll() returned, as their own producer numbers them. */
export interface InputRun {
  readonly topicPartition: TopicPartition;
  readonly origin: NodeIndex;
  readonly firstOrdinal: number;
  readonly count: number;
}

/** Records that were sent one after the other to one partition, each for the input with the same place in its run. */
export interface OutputRun {
  readonly firstOrdinal: number;
  readonly inputPartition: TopicPartition;
  readonly inputOrigin: NodeIndex;
  readonly inputFirstOrdinal: number;
  count: number;
}

/**
 * Where the application stands with what one poll() returned.
 *
 *   transactional: begins → sends → asksForOffsets → commitsOffsets → commits → done; an exception: → aborts → failed
 *   else:          sends → flushes → done, or failed where a record was not written
 *   both:          → closed, where there is no way on
 */
export type OutputStage =
  | 'begins'
  | 'sends'
  | 'asksForOffsets'
  | 'commitsOffsets'
  | 'commits'
  | 'aborts'
  | 'flushes'
  | 'done'
  | 'failed'
  | 'closed';

/** What one poll() returned, on its way through the producer. */
export interface OutputTurn {
  readonly inputs: InputRun[];
  /** More inputs will come; left out: these are all. */
  isOpen?: true;
  /** Of them, the run and the place in it whose output is sent next. */
  nextRun: number;
  nextPlace: number;
  stage: OutputStage;
  /** Outputs whose callback said error. */
  failedCount: number;
  /** What becomes committed with the transaction, and as whose; null: the consumer has not been asked. */
  offsets: readonly CommittedPartition[];
  group: ConsumerGroupMetadata | null;
}

/**
 * What a producer sends for the consumer of its process: one record for each that a poll() returned (consume–process–produce). One
 * turn after the other: the application's thread is the consumer's, and waits in here. Which output is of which input is kept for the
 * ledger.
 */
export class Outputs {
  turn: OutputTurn | null = null;
  /** By partition that was sent to, in the order of their ordinals. */
  readonly runs = new Map<TopicPartition, OutputRun[]>();
  /** Turns that ended well, and that ended in an abort or with a record that was not written. */
  doneTurns = 0;
  failedTurns = 0;
  /** The exception after which this producer was closed; null: none. */
  closedBy: string | null = null;

  begin(inputs: readonly InputRun[], stage: 'begins' | 'sends'): OutputTurn {
    this.turn = {
      inputs: [...inputs],
      nextRun: 0,
      nextPlace: 0,
      stage,
      failedCount: 0,
      offsets: [],
      group: null,
    };
    return this.turn;
  }

  get isFlushing(): boolean {
    return this.turn?.stage === 'flushes';
  }

  /** The next output was handed to send(): as which record of which partition; null: send() refused it. */
  sent(topicPartition: TopicPartition, ordinal: number | null): void {
    const { turn } = this;
    const input = turn?.inputs[turn.nextRun];
    if (!turn || !input) return;
    const place = turn.nextPlace;
    turn.nextPlace += 1;
    if (turn.nextPlace >= input.count) {
      turn.nextRun += 1;
      turn.nextPlace = 0;
    }
    if (ordinal === null) return;
    const runs = this.runs.get(topicPartition);
    const last = runs?.[runs.length - 1];
    const inputOrdinal = input.firstOrdinal + place;
    if (
      last?.inputPartition === input.topicPartition &&
      last.inputOrigin === input.origin &&
      last.firstOrdinal + last.count === ordinal &&
      last.inputFirstOrdinal + last.count === inputOrdinal
    ) {
      last.count += 1;
      return;
    }
    const run: OutputRun = {
      firstOrdinal: ordinal,
      inputPartition: input.topicPartition,
      inputOrigin: input.origin,
      inputFirstOrdinal: inputOrdinal,
      count: 1,
    };
    if (runs) runs.push(run);
    else this.runs.set(topicPartition, [run]);
  }

  /** The turn is over, one way or another. */
  end(stage: 'done' | 'failed' | 'closed'): void {
    if (!this.turn) return;
    this.turn.stage = stage;
    if (stage === 'done') this.doneTurns += 1;
    else this.failedTurns += 1;
  }
}

export function isOver({ stage }: OutputTurn): boolean {
  return stage === 'done' || stage === 'failed' || stage === 'closed';
}

export function inputCount({ inputs }: OutputTurn): number {
  return inputs.reduce((sum, { count }) => sum + count, 0);
}
