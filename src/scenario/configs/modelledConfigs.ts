import type { ConfigPlace } from './kafkaConfigs.ts';

/**
 * The configs that the engine of this version acts on. Any other known config may stand in a scenario; the reader is told
 * that it changes nothing. A rule that begins to read a config adds it here.
 */
export const MODELLED_CONFIGS: Readonly<Record<ConfigPlace, readonly string[]>> = {
  topic: ['min.insync.replicas', 'unclean.leader.election.enable'],
  broker: [
    'broker.heartbeat.interval.ms',
    'broker.session.timeout.ms',
    'min.insync.replicas',
    'num.io.threads',
    'replica.fetch.backoff.ms',
    'replica.fetch.max.bytes',
    'replica.fetch.min.bytes',
    'replica.fetch.response.max.bytes',
    'replica.fetch.wait.max.ms',
    'replica.high.watermark.checkpoint.interval.ms',
    'replica.lag.time.max.ms',
    'replica.socket.timeout.ms',
    'unclean.leader.election.enable',
  ],
  producer: [
    'acks',
    'batch.size',
    'buffer.memory',
    'delivery.timeout.ms',
    'enable.idempotence',
    'linger.ms',
    'max.block.ms',
    'max.in.flight.requests.per.connection',
    'max.request.size',
    'metadata.max.age.ms',
    'reconnect.backoff.max.ms',
    'reconnect.backoff.ms',
    'request.timeout.ms',
    'retries',
    'retry.backoff.max.ms',
    'retry.backoff.ms',
  ],
  consumer: [
    'auto.offset.reset',
    'fetch.max.bytes',
    'fetch.max.wait.ms',
    'fetch.min.bytes',
    'max.partition.fetch.bytes',
    'metadata.max.age.ms',
    'reconnect.backoff.max.ms',
    'reconnect.backoff.ms',
    'request.timeout.ms',
    'retry.backoff.max.ms',
    'retry.backoff.ms',
  ],
};
