import type { WaitView } from '../../bridge/frame.ts';
import type { TraceEvent, TraceKind, TraceRow } from '../../shared/traceEvents.ts';
import { nameOf } from '../clusterModel.ts';

interface WhyWaitOf {
  /** The rule by which somebody waits. */
  readonly rule: string;
  /** Facts that tell why this one has not ended. */
  readonly kinds: readonly TraceKind[];
  readonly isOf: (event: TraceEvent, wait: WaitView) => boolean;
}

const WHY_OF_WAIT: Readonly<Record<WaitView['what'], WhyWaitOf>> = {
  ProduceForHighWatermark: {
    rule: 'A3',
    kinds: ['ProduceParked'],
    isOf: (event, wait) => 'correlationId' in event && event.correlationId === wait.correlationId,
  },
  ProducerRetry: { rule: 'RT1', kinds: ['ProduceRetried'], isOf: isOfClient },
  ProducerForMetadata: {
    rule: 'RT8',
    kinds: ['PartitionOffline', 'Disconnected', 'ProducerStarted'],
    isOf: (event, wait) =>
      event.kind === 'PartitionOffline' ? event.partition === wait.partition : isOfClient(event, wait),
  },
  ProducerForResponse: {
    rule: 'RT3',
    kinds: ['ProduceParked', 'LinkCut', 'ProcessPaused', 'BrokerKilled'],
    isOf: (event, wait) =>
      event.kind === 'ProduceParked' ? event.correlationId === wait.correlationId : isOfBroker(event, wait),
  },
  ConsumerFetch: { rule: 'F4', kinds: ['RecordsDelivered'], isOf: isOfClient },
  FollowerFetch: {
    rule: 'F5',
    kinds: ['RecordsAppended'],
    isOf: (event, wait) =>
      'partition' in event &&
      event.partition === wait.partition &&
      isNamed(event, 'broker', nameOf(wait.who)),
  },
  FollowerBackoff: {
    rule: 'F9',
    kinds: ['FetchFailed'],
    isOf: (event, wait) => isNamed(event, 'broker', nameOf(wait.who)),
  },
  FencingOfBroker: {
    rule: 'B3',
    kinds: ['BrokerKilled', 'PowerLost', 'ProcessPaused', 'LinkCut', 'LinkCutOneWay', 'BrokerHalted'],
    isOf: isOfBroker,
  },
  BrokerStart: {
    rule: 'broker-start',
    kinds: ['BrokerStarted', 'BrokerRegistered', 'BrokerRegistrationRefused', 'LogRecoveryStarted'],
    isOf: (event, wait) => isNamed(event, 'broker', nameOf(wait.who)),
  },
  ControlledShutdown: {
    rule: 'B6',
    kinds: ['ControlledShutdownStarted', 'BrokerInControlledShutdown'],
    isOf: (event, wait) => isNamed(event, 'broker', nameOf(wait.who)),
  },
  IsrChange: {
    rule: 'I7',
    kinds: ['IsrShrunk', 'IsrExpanded', 'AlterPartitionFailed', 'FetchFailed'],
    isOf: (event, wait) => 'partition' in event && event.partition === wait.partition,
  },
};

/** The rule of a wait, and the newest fact that tells why it lasts; null: none that is kept. */
export function whyWait(
  trace: readonly TraceRow[],
  wait: WaitView,
): { readonly rule: string; readonly row: TraceRow | null } {
  const { rule, kinds, isOf } = WHY_OF_WAIT[wait.what];
  const row = trace.findLast(({ event }) => kinds.includes(event.kind) && isOf(event, wait)) ?? null;
  return { rule, row };
}

function isOfClient(event: TraceEvent, { who }: WaitView): boolean {
  return ['client', 'producer', 'consumer'].some(
    (field) => isNamed(event, field, who) || isNamed(event, field, nameOf(who)),
  );
}

/** Of the broker that is waited for: itself, its process, or a link of it. */
function isOfBroker(event: TraceEvent, { broker }: WaitView): boolean {
  const key = `broker:${broker}`;
  if ('between' in event) return event.between.includes(key);
  return isNamed(event, 'broker', String(broker)) || isNamed(event, 'node', key);
}

function isNamed(event: TraceEvent, field: string, name: string): boolean {
  return String((event as unknown as Readonly<Record<string, unknown>>)[field]) === name;
}
