import type { KafkaError } from '../../../protocol/Errors.ts';
import type { BrokerId } from '../../../../shared/units.ts';

/**
 * What an application hears of acknowledgements that its consumer cannot send. They go to the broker that the records came from and
 * to no other: with the share session they are released. Kafka: `ShareConsumeRequestManager` (4.2.2, 4.3.1, 4.4.0).
 */
export interface AcknowledgementErrors {
  /** They would go along with the first ShareFetch of a session. Kafka: `maybeAddAcknowledgements`. */
  readonly inNewSession: KafkaError;
  /** A commit, where metadata does not know the broker any more. `untold`: neither commitSync() nor the callback says anything. */
  readonly brokerUnknown: KafkaError | 'untold';
}

const UNTIL_4_2: AcknowledgementErrors = Object.freeze({
  inNewSession: 'INVALID_SHARE_SESSION_EPOCH',
  brokerUnknown: 'untold',
});

const BY_VERSION: Readonly<Record<string, AcknowledgementErrors>> = {
  '4.3': Object.freeze({
    inNewSession: 'NOT_LEADER_OR_FOLLOWER',
    brokerUnknown: 'NOT_LEADER_OR_FOLLOWER',
  }),
  '4.4': Object.freeze({ inNewSession: 'NETWORK_EXCEPTION', brokerUnknown: 'NETWORK_EXCEPTION' }),
};

/** @param kafkaVersion of the client, like `4.2`. */
export function acknowledgementErrorsOf(kafkaVersion: string): AcknowledgementErrors {
  return BY_VERSION[kafkaVersion] ?? UNTIL_4_2;
}

/**
 * Why a commit cannot go to the broker that the records came from; null: it can. Kafka: `commitSync`, `isLeaderKnownToHaveChanged`,
 * `acknowledgementsCannotBeSentError`.
 *
 * @param leader of the partition, as the consumer knows it; null: nobody is known to lead.
 */
export function cannotBeSent(
  errors: AcknowledgementErrors,
  isBrokerKnown: boolean,
  leader: BrokerId | null,
  broker: BrokerId,
): KafkaError | 'untold' | null {
  if (!isBrokerKnown && errors.brokerUnknown === 'untold') return 'untold';
  if (isLedByAnother(leader, broker)) return 'NOT_LEADER_OR_FOLLOWER';
  return isBrokerKnown ? null : errors.brokerUnknown;
}

export function isLedByAnother(leader: BrokerId | null, broker: BrokerId): boolean {
  return leader !== null && leader !== broker;
}
