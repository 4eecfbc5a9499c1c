import type { WaitView } from '../../bridge/frame.ts';

const WAIT: Omit<WaitView, 'key' | 'who' | 'what'> = {
  partition: 'payments-0',
  broker: 2,
  correlationId: 7,
  requiredOffset: 10,
  currentOffset: 8,
  attempt: 1,
  error: 'NOT_ENOUGH_REPLICAS',
  sinceUs: 1000,
  endsUs: null,
};

const WHO: Readonly<Record<WaitView['what'], string>> = {
  ProduceForHighWatermark: 'broker:1',
  ProducerRetry: 'producer:shop',
  ProducerForMetadata: 'producer:shop',
  ProducerForResponse: 'producer:shop',
  ConsumerFetch: 'consumer:ledger',
  FollowerFetch: 'broker:3',
  FollowerBackoff: 'broker:3',
  FencingOfBroker: 'controller:101',
  BrokerStart: 'broker:3',
  ControlledShutdown: 'broker:3',
  IsrChange: 'broker:1',
};

/** One wait of every kind: a new one fails to compile here. */
export const WAITS: readonly WaitView[] = Object.entries(WHO).map(([what, who]) => ({
  ...WAIT,
  key: `${who}/${what}`,
  who,
  what: what as WaitView['what'],
}));
