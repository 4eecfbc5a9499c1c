import type { WhyAspectName } from '../../i18n/en/why.ts';
import type { TraceEvent, TraceKind, TraceRow } from '../../shared/traceEvents.ts';

/** Whose fact it is: the name of the field that says it, and the facts that make the value what it is. */
type Aspect = readonly [name: WhyAspectName, field: string, kinds: readonly TraceKind[]];

/** By the kind of the thing, in the order in which an inspector shows them. */
const ASPECTS: Readonly<Record<string, readonly Aspect[]>> = {
  broker: [
    [
      'process',
      'broker',
      [
        'BrokerStarted',
        'BrokerKilled',
        'PowerLost',
        'ControlledShutdownStarted',
        'BrokerStopped',
        'BrokerHalted',
      ],
    ],
    [
      'registration',
      'broker',
      [
        'BrokerRegistered',
        'BrokerRegistrationRefused',
        'BrokerFenced',
        'BrokerUnfenced',
        'BrokerInControlledShutdown',
      ],
    ],
    [
      'disk',
      'broker',
      ['DiskFailed', 'DiskReplaced', 'DiskSlowed', 'DiskMended', 'LogDirFailed', 'DiskFull'],
    ],
  ],
  controller: [
    [
      'process',
      'controller',
      ['ControllerStarted', 'ControllerKilled', 'ControllerPowerLost', 'ControllerStopped'],
    ],
    ['quorum', 'controller', ['QuorumStateChanged']],
    ['active', 'controller', ['ControllerActivated', 'ControllerResigned']],
  ],
  partition: [
    ['leader', 'partition', ['LeaderElected', 'PartitionOffline']],
    ['isr', 'partition', ['IsrShrunk', 'IsrExpanded', 'AlterPartitionFailed']],
    ['highWatermark', 'partition', ['HighWatermarkAdvanced']],
    ['lastStableOffset', 'partition', ['LastStableOffsetAdvanced']],
  ],
  producer: [
    ['delivery', 'producer', ['RecordsAcknowledged', 'RecordsFailed', 'ProduceRetried']],
    ['lastError', 'producer', ['RecordsFailed', 'ProduceRetried', 'TransactionFailed']],
    ['transaction', 'producer', ['TransactionalCallEnded', 'TransactionFailed']],
    ['throttle', 'client', ['ClientThrottled']],
  ],
  consumer: [
    ['position', 'consumer', ['RecordsDelivered', 'OffsetReset', 'PositionSought', 'LogTruncationDetected']],
    [
      'membership',
      'consumer',
      [
        'GroupJoined',
        'MembershipChanged',
        'PartitionsAssigned',
        'PartitionsRevoked',
        'PartitionsLost',
        'RejoinRequested',
        'PollIntervalExceeded',
        'EventLoopBlocked',
      ],
    ],
    ['committed', 'consumer', ['OffsetCommitAcknowledged', 'OffsetCommitFailed']],
    ['throttle', 'client', ['ClientThrottled']],
  ],
  group: [
    ['state', 'group', ['GroupStateChanged']],
    ['members', 'group', ['GroupMemberRemoved', 'StaticMemberReplaced', 'GroupJoined']],
    ['committed', 'group', ['OffsetCommitted', 'OffsetExpired']],
  ],
  transaction: [
    ['state', 'transactionalId', ['TransactionStateChanged', 'TransactionalIdExpired']],
    ['lastError', 'transactionalId', ['TransactionRefused', 'ProducerFenced']],
  ],
};

export interface WhyAspect {
  readonly name: WhyAspectName;
  /** The newest fact that made it what it is. */
  readonly row: TraceRow;
}

/** What of a thing (`broker:1`, `group:ledger`, `transaction:pay`) the trace can tell the causes of; what never changed has none. */
export function whyAspects(trace: readonly TraceRow[], key: string): readonly WhyAspect[] {
  const colon = key.indexOf(':');
  const kind = key.slice(0, colon);
  const name = key.slice(colon + 1);
  return (ASPECTS[kind] ?? []).flatMap(([aspect, field, kinds]) => {
    const row = trace.findLast(({ event }) => kinds.includes(event.kind) && isOf(event, field, name, key));
    return row === undefined ? [] : [{ name: aspect, row }];
  });
}

/** Clients stand in some facts by their id, in some with their kind before it. */
function isOf(event: TraceEvent, field: string, name: string, key: string): boolean {
  const value = (event as unknown as Readonly<Record<string, unknown>>)[field];
  return value === key || String(value) === name;
}
