import { formatDuration, formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

/** Cards of what producers are told by. The lessons load it with them. */
export const producerFormulas = {
  'keyed-partition': {
    title: 'The partition of a key',
    spoken:
      'p is the remainder of h by N: h is the murmur2 hash of the key without its sign bit, N the number of partitions.',
    symbols: { h: 'the hash', n: 'N, partitions' },
    assumptions: {
      javaHash: 'the client hashes with murmur2, as Java does',
      ownKey: 'the key is there, and partitioner.ignore.keys is false',
    },
    key: 'Key',
    note: 'A definition, so there is no gap: a record with this key was sent into a topic of N partitions, and it stands where the arithmetic says.',
  },
  'keys-moved': {
    title: 'Keys that move when partitions are added',
    spoken: 's is one minus the smaller of N and M, divided by their least common multiple.',
    symbols: { n: 'N, partitions before', m: 'M, partitions after' },
    assumptions: {
      manyKeys: 'there are many keys, and their hashes are spread evenly',
      sameHash: 'the hash stays the same',
    },
    measured: (keyCount: number, moved: number) =>
      `${formatNumber(moved)} of ${formatNumber(keyCount)} keys have records in two partitions: each was sent before and after.`,
    smaller:
      'A topic never gets fewer partitions: the records after are sent to a second topic, which has M of them.',
  },
  'partition-count': {
    title: 'Partitions that a rate needs',
    spoken:
      'N is the larger of T over p and T over c, rounded up: the rate of the topic over what a producer puts into one partition, and over what one consumer works off.',
    symbols: { t: 'T, MB/s of the topic', p: 'p, MB/s into one partition', c: 'c, MB/s of one consumer' },
    assumptions: {
      spreadEvenly: 'records are spread evenly over the partitions (no hot key)',
      oneConsumerEach: 'each partition has a consumer of its own',
      othersSuffice: 'brokers, disks and network are no limit',
    },
    slopes: (count: number, atCount: number, atLess: number) =>
      `Run in small, all rates a thousandth: with ${plural(count, { one: '# partition', other: '# partitions' })} the lag grew by ${formatNumber(atCount, 1)} records a second, with ${formatNumber(count - 1)} by ${formatNumber(atLess, 1)}.`,
    unscaled:
      'Run in small: all rates are a thousandth, records of 1000 bytes. Consumers work, and lag is counted.',
  },
  'compression-ratio': {
    title: 'How much smaller',
    spoken: 'R is the number of bytes before compression divided by that after it.',
    symbols: { original: 'bytes of the records', compressed: 'bytes compressed, as Highwater assumes' },
    assumptions: {
      likeEvents: 'the payload compresses as JSON events do',
      alikeRecords: 'records of one batch are alike',
    },
    paste: 'Records, one a line; all of them are one batch',
    columns: (records: number) => [
      'codec',
      plural(records, { one: '# record in a batch', other: '# records in a batch' }),
      'R',
      'R of the first alone',
      'R assumed',
    ],
    note: 'Predicted: what the engine takes for JSON events when it cannot see any. Measured: your own records, written as a batch and compressed in this page.',
  },
  'in-flight-ceiling': {
    title: 'What one connection carries to a hot partition',
    spoken:
      'X is at most f times b over t: requests in flight, bytes of a batch, and the time from request to answer.',
    symbols: { f: 'f, requests in flight', b: 'b, batch.size', t: 't, round trip in ms' },
    assumptions: {
      alwaysFull: 'there is always a full batch to send',
      onePartition: 'one partition, so one batch in each request',
      roundTripOnly: 'broker and replicas add little to the round trip',
    },
    measured: (roundTripMs: number) =>
      `So the round trip was ${formatDuration(roundTripMs * 1000)} in this run: the wires, and the broker’s own work.`,
  },
};
