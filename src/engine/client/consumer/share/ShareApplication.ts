import type { AcknowledgeTypeName } from '../../../protocol/shareRequests.ts';
import type { Micros, Offset, TopicPartition } from '../../../../shared/units.ts';

/** What an application says of a record that it is done with. */
export type Verdict = Extract<AcknowledgeTypeName, 'ACCEPT' | 'RELEASE' | 'REJECT'>;

/** A record that the application has trouble with, whenever it gets it. */
export interface PoisonRecord {
  readonly topicPartition: TopicPartition;
  readonly offset: Offset;
  /** null: as long as any other. */
  readonly takesUs: Micros | null;
  readonly then: Verdict;
}

/** What the application of a share consumer does with the records of a poll(). Frozen: shared by checkpoints. */
export interface ShareApplication {
  readonly perRecordUs: Micros;
  /** Which commit it calls for them; `none`: the next poll() takes the acknowledgements along. */
  readonly commit: 'none' | 'sync' | 'async';
  /** Every so many-th record that it gets fails; null: none does. */
  readonly failEvery: number | null;
  readonly failThen: Verdict;
  readonly poison: readonly PoisonRecord[];
  /** While it works on a record it renews its lock so often; null: it does not. */
  readonly renewEveryUs: Micros | null;
}

/** How long a record takes, and what is said of it then. `count`: how many it had before this one. */
export function handlingOf(
  application: ShareApplication,
  topicPartition: TopicPartition,
  offset: Offset,
  count: number,
): { readonly takesUs: Micros; readonly then: Verdict } {
  const { perRecordUs, poison, failEvery, failThen } = application;
  const known = poison.find((one) => one.topicPartition === topicPartition && one.offset === offset);
  if (known) return { takesUs: known.takesUs ?? perRecordUs, then: known.then };
  const fails = failEvery !== null && (count + 1) % failEvery === 0;
  return { takesUs: perRecordUs, then: fails ? failThen : 'ACCEPT' };
}
