import type { Broker } from '../../broker/Broker.ts';
import type { BrokerProcess } from '../../broker/BrokerProcess.ts';
import { GROUP_COORDINATOR } from '../../broker/coordinator/group/groupCoordinator.ts';
import { expirationTimerKey } from '../../broker/coordinator/group/GroupContext.ts';
import { hasNothingToCleanUp } from '../../broker/coordinator/group/offsetRequests.ts';
import { ABORT_TIMER, EXPIRY_TIMER } from '../../broker/transaction/scans.ts';
import { TRANSACTION_COORDINATOR } from '../../broker/transaction/transactionCoordinator.ts';
import { isTransactionalIdExpired } from '../../broker/transaction/transactionExpiry.ts';
import type { Rules } from '../../rules/Rules.ts';
import { millisFromMicros } from '../../../shared/units.ts';
import type { MakeCheck } from './brokerChecks.ts';
import type { CheckLoop } from './Quiet.ts';

/**
 * What the coordinators of a broker look at again and again: offsets that expire, by shard; transactions that last too long, while one
 * is open; transactional.ids that nobody uses any more, while there are some.
 */
export function coordinatorChecks(
  { config }: Broker,
  { coordinators }: BrokerProcess,
  rules: Rules,
  check: MakeCheck,
): Omit<CheckLoop, 'dueUs'>[] {
  const { groups, transactions } = config;
  const expirations = [...coordinators.groups.shards.values()]
    .filter(({ status }) => status === 'ACTIVE')
    .map(({ topicPartition, state }) =>
      check(
        expirationTimerKey(GROUP_COORDINATOR.timerPrefix, topicPartition),
        groups.offsetsRetentionCheckIntervalUs,
        (atUs) => hasNothingToCleanUp(state, millisFromMicros(atUs), groups.offsetsRetentionMs, rules),
      ),
    );
  const known = [...coordinators.transactions.runtime.shards.values()]
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap(({ state }) => [...state.transactions.values()]);
  const { timerPrefix } = TRANSACTION_COORDINATOR;
  return [
    ...expirations,
    // A scan that finds nothing open is the last one.
    check(
      timerPrefix + ABORT_TIMER,
      transactions.abortTimedOutIntervalUs,
      (atUs) =>
        known.some(({ state }) => state === 'Ongoing') &&
        !known.some(({ current, pendingState }) =>
          rules.isTimedOut(current, pendingState, millisFromMicros(atUs)),
        ),
    ),
    check(
      timerPrefix + EXPIRY_TIMER,
      transactions.removeExpiredIntervalUs,
      (atUs) =>
        known.length > 0 &&
        !known.some(({ current, pendingState }) =>
          isTransactionalIdExpired(
            current,
            pendingState,
            transactions.transactionalIdExpirationMs,
            millisFromMicros(atUs),
          ),
        ),
    ),
  ];
}
