import type { TransactionLogRecord } from '../../storage/CoordinatorRecord.ts';
import { coordinatorKeyBytes } from '../../storage/coordinatorRecordBytes.ts';
import { MICROS_PER_MILLI } from '../../../shared/units.ts';
import type { Micros } from '../../../shared/units.ts';
import { configOf } from '../partitionConfig.ts';
import { fenceTransaction } from './fenceTransaction.ts';
import { prepareDead } from './prepareTransitions.ts';
import type { ActiveShard, TransactionContext } from './TransactionContext.ts';
import { isTransactionalIdExpired } from './transactionExpiry.ts';
import type { TransactionMetadata } from './TransactionMetadata.ts';

// What a coordinator looks at again and again, at the periods that its process began with: Kafka's scheduler does so from the start
// on, this one only while there is something to find. Kafka: `TransactionCoordinator.startup`, `TransactionStateManager` (4.2).

export const ABORT_TIMER = 'abort';
export const EXPIRY_TIMER = 'expiry';
/** request.timeout.ms of a broker. */
const TOMBSTONE_TIMEOUT_US: Micros = 30_000 * MICROS_PER_MILLI;
/** About what a record takes beside its key. */
const TOMBSTONE_OVERHEAD_BYTES = 16;

/** A transaction is open: the next scan will look at it. */
export function watchTimeouts(context: TransactionContext): void {
  watch(context, ABORT_TIMER, context.broker.config.transactions.abortTimedOutIntervalUs);
}

/** There are transactional.ids. */
export function watchExpiry(context: TransactionContext): void {
  watch(context, EXPIRY_TIMER, context.broker.config.transactions.removeExpiredIntervalUs);
}

function watch({ kind, ctx, coordinators }: TransactionContext, key: string, periodUs: Micros): void {
  const timer = kind.timerPrefix + key;
  if (ctx.timerAtUs(timer) !== null) return;
  const turns = Math.floor((ctx.nowUs - coordinators.startedUs) / periodUs) + 1;
  ctx.setTimer(timer, coordinators.startedUs + turns * periodUs - ctx.nowUs);
}

/** Aborts what lasts longer than its producer allowed (T20). */
export function abortTimedOutTransactions(context: TransactionContext): void {
  const { ctx, nowMs } = context;
  const timedOut: TransactionMetadata[] = [];
  let hasOpen = false;
  for (const { metadata } of known(context)) {
    if (metadata.state === 'Ongoing') hasOpen = true;
    if (ctx.rules.isTimedOut(metadata.current, metadata.pendingState, nowMs)) timedOut.push(metadata);
  }
  if (hasOpen) watchTimeouts(context);
  for (const metadata of timedOut) fenceTransaction(context, metadata, 'transaction.timeout.ms', null);
}

/** Forgets the ids that nobody has used for long: a tombstone each, and once those are replicated the ids are gone (T5). */
export function removeExpiredTransactionalIds(context: TransactionContext): void {
  const { broker, nowMs } = context;
  const { transactionalIdExpirationMs } = broker.config.transactions;
  const byShard = new Map<ActiveShard, TransactionMetadata[]>();
  let count = 0;
  for (const { shard, metadata } of known(context)) {
    count += 1;
    const { current, pendingState } = metadata;
    if (isTransactionalIdExpired(current, pendingState, transactionalIdExpirationMs, nowMs))
      byShard.set(shard, [...(byShard.get(shard) ?? []), metadata]);
  }
  if (count > 0) watchExpiry(context);
  for (const [shard, expired] of byShard) writeTombstones(context, shard, expired);
}

function writeTombstones(
  context: TransactionContext,
  shard: ActiveShard,
  expired: readonly TransactionMetadata[],
): void {
  const partition = context.broker.partitions.get(shard.topicPartition);
  if (!partition) return;
  const { maxMessageBytes } = configOf(partition, context.broker);
  let batch: TransactionLogRecord[] = [];
  let sizeBytes = 0;
  const flush = (): void => {
    const ids = batch.map(({ key: { transactionalId } }) => ({
      transactionalId,
      producerEpoch: shard.state.transactions.get(transactionalId)?.current.producerEpoch ?? -1,
    }));
    const { leaderEpoch: coordinatorEpoch } = shard;
    const records = batch;
    batch = [];
    sizeBytes = 0;
    const operation = Object.freeze({ kind: 'Expire', coordinatorEpoch, ids: Object.freeze(ids) } as const);
    context.write(shard, records, operation, TOMBSTONE_TIMEOUT_US);
  };
  for (const metadata of expired) {
    metadata.prepareTransitionTo(prepareDead(metadata.current));
    const { transactionalId } = metadata;
    const record: TransactionLogRecord = { kind: 'TransactionLog', key: { transactionalId }, value: null };
    const recordBytes = coordinatorKeyBytes(record) + TOMBSTONE_OVERHEAD_BYTES;
    if (batch.length > 0 && sizeBytes + recordBytes > maxMessageBytes / 2) flush();
    batch.push(record);
    sizeBytes += recordBytes;
  }
  flush();
}

function known({
  coordinators,
}: TransactionContext): { shard: ActiveShard; metadata: TransactionMetadata }[] {
  return [...coordinators.runtime.shards.values()]
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap((shard) => [...shard.state.transactions.values()].map((metadata) => ({ shard, metadata })));
}
