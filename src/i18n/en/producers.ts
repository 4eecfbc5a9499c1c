import { formatBytes, formatDuration, formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
const records = (count: number) => plural(count, { one: '# record', other: '# records' });
const sequences = (first: number | null, last: number | null) =>
  first === null || last === null ? null : first === last ? n(first) : `${n(first)}–${n(last)}`;

/** Inside a producer: what waits, what is in flight, what the leaders remember. The panel loads it. */
export const producers = {
  title: (producer: string) => `Inside ${producer}`,
  parts: { label: 'What of the producers', sending: 'Waiting and in flight', keys: 'Keys' },
  choose: 'Producer',
  none: 'No producer in this cluster.',
  nothing: 'Nothing was handed over yet.',
  facts: {
    id: 'Producer id, epoch',
    noId: 'none',
    idAndEpoch: (producerId: number, epoch: number) => `${n(producerId)}, ${n(epoch)}`,
    batch: 'batch.size, linger.ms',
    batchAndLinger: (bytes: number, lingerUs: number) => `${formatBytes(bytes)}, ${formatDuration(lingerUs)}`,
    compression: 'compression.type',
    memory: 'buffer.memory held',
    memoryOf: (held: number, all: number) => `${formatBytes(held)} of ${formatBytes(all)}`,
    requests: 'Requests in flight',
    requestsOf: (broker: number, count: number, most: number) =>
      `${n(count)} of ${n(most)} to broker ${broker}`,
    noRequests: (most: number) => `none of ${n(most)} a broker`,
    blocked: (us: number) =>
      `send() has been waiting for ${formatDuration(us)}: for memory, or for metadata.`,
  },
  columns: {
    waiting: 'Waits in the accumulator',
    inFlight: 'In flight',
    remembered: (broker: number) => `Broker ${broker} remembers`,
    noMemory: 'The leader remembers',
  },
  partition: (name: string, leader: number) =>
    leader < 0 ? `${name}, no leader known` : `${name}, led by broker ${leader}`,
  next: (next: number, acked: number | null) =>
    acked === null
      ? `next sequence ${n(next)}, none acknowledged`
      : `next sequence ${n(next)}, acknowledged up to ${n(acked)}`,
  notIdempotent: 'no sequences: idempotence is off',
  records: (count: number) => n(count),
  recordsUnit: (count: number) => plural(count, { one: 'record', other: 'records' }),
  sequences,
  noSequence: 'not numbered',
  more: (count: number) => `+ ${n(count)}`,
  moreBatches: (count: number) => plural(count, { one: '# more batch', other: '# more batches' }),
  empty: 'nothing',
  waiting: (batch: {
    records: number;
    sizeBytes: number;
    limitBytes: number;
    attempts: number;
    inUs: number;
  }) =>
    `${records(batch.records)}, ${formatBytes(batch.sizeBytes)} of ${formatBytes(batch.limitBytes)}. ${
      batch.attempts > 0
        ? `Sent ${plural(batch.attempts, { one: 'once', other: '# times' })} before${batch.inUs > 0 ? `, again in ${formatDuration(batch.inUs)}` : ''}.`
        : batch.inUs > 0
          ? `linger.ms is over in ${formatDuration(batch.inUs)}.`
          : 'It may leave.'
    }`,
  sent: (batch: {
    records: number;
    sizeBytes: number;
    attempts: number;
    correlationId: number;
    sinceUs: number;
    inUs: number;
  }) =>
    `Request ${n(batch.correlationId)}, sent ${formatDuration(batch.sinceUs)} ago: ${records(batch.records)}, ${formatBytes(batch.sizeBytes)}${
      batch.attempts > 1 ? `, attempt ${n(batch.attempts)}` : ''
    }. It times out in ${formatDuration(batch.inUs)}.`,
  stored: (first: number, last: number, offset: number) =>
    `Sequences ${sequences(first, last)} at offset ${n(offset)}.`,
  offset: (offset: number) => `@${n(offset)}`,
  isRetry: 'again',
  freeSlot: 'a free slot',
  morePartitions: (count: number) => plural(count, { one: '# more partition', other: '# more partitions' }),
};
