import type { ComparedClient } from '../../shared/RunQuestions.ts';
import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
const percent = (part: number, whole: number) => `${n(whole === 0 ? 0 : (100 * part) / whole)} %`;

/** Where records go by their keys. The pictures load it with them. */
export const keys = {
  clients: {
    java: 'Java',
    librdkafka: 'librdkafka',
    sarama: 'sarama',
    kafkajs: 'kafkajs 2',
    kafkajs1: 'kafkajs 1',
  } satisfies Record<ComparedClient, string>,
  /** What each hashes a key with, when nobody chose another. */
  hashes: {
    java: 'murmur2',
    librdkafka: 'CRC32',
    sarama: 'FNV-1a',
    kafkajs: 'murmur2',
    kafkajs1: 'a murmur2 of its own',
  } satisfies Record<ComparedClient, string>,
  partitions: 'Partitions',
  path: {
    title: 'From the key to the partition',
    key: 'Key',
    bytes: (count: number) => plural(count, { one: '# byte of UTF-8', other: '# bytes of UTF-8' }),
    noBytes: 'No bytes. An empty key is hashed as well; only a key that is null is not.',
    words: 'Four at a time they are mixed into the hash',
    start: 'seed, and the length',
    rest: 'what is left over',
    last: 'mixed once more: murmur2',
    hash: 'hash',
    sign: 'Without its sign bit (toPositive)',
    modulo: (positive: number, partitions: number) => `${n(positive)} mod ${n(partitions)}`,
    result: (partition: number) => `partition ${partition}`,
    strip: (partitions: readonly number[], count: number) =>
      partitions.length === 1
        ? `Partition ${partitions[0]} of ${n(count)}, counted from 0.`
        : `Partitions ${partitions.join(', ')} of ${n(count)}, counted from 0.`,
    rule: 'Partitioner',
    rules: { java: 'Java’s own', vip: 'a range for VIPs', salt: 'a salt' },
    vips: 'VIPs, with commas',
    kept: 'Kept for them',
    salts: 'Salts',
    isVip: (count: number, first: number) =>
      `A VIP: its hash picks among the last ${plural(count, { one: '# partition', other: '# partitions' })}, from ${n(first)} on.`,
    isNoVip: (count: number) =>
      `No VIP: its hash picks among the first ${plural(count, { one: '# partition', other: '# partitions' })}. What is kept for VIPs it never gets.`,
    behind: (first: number) => (first === 0 ? '' : ` + ${n(first)}`),
    salted: (count: number) =>
      `Hashed with ${n(count)} salts behind it, in turn. The steps below are those of the first.`,
    saltedTo: (key: string, partition: number) => `${key} → ${partition}`,
    saltCost: (count: number) =>
      count === 1
        ? 'All salts come to one partition: nothing is spread.'
        : `Its records go to ${n(count)} partitions, and keep no order among each other.`,
  },
  skew: {
    title: 'Your keys under five clients',
    paste: 'Keys, one a line; a key as often as it has records',
    none: 'Paste some keys.',
    tooMany: (most: number) => `The first ${n(most)} lines are taken.`,
    summary: (records: number, keyCount: number) =>
      `${plural(records, { one: '# record', other: '# records' })}, ${plural(keyCount, { one: '# key', other: '# keys' })}.`,
    column: {
      client: 'Client',
      spread: 'Records of each partition',
      fullest: 'Fullest',
      empty: 'Empty',
      others: 'Not as Java',
    },
    hash: (hash: string) => `hashes with ${hash}`,
    fullest: (count: number, records: number) => `${n(count)} (${percent(count, records)})`,
    fullestAt: (partition: number) => `partition ${partition}`,
    elsewhere: (count: number, keyCount: number) =>
      count === 0 ? 'none' : `${n(count)} of ${plural(keyCount, { one: '# key', other: '# keys' })}`,
    bars: (client: string, counts: readonly number[]) =>
      `${client}: ${counts.map((count, partition) => `partition ${partition} ${n(count)}`).join(', ')}.`,
    keyByKey: 'Key by key',
    keyColumn: 'Key',
    recordsColumn: 'Records',
    free: 'any',
    more: (count: number) => plural(count, { one: '# more key', other: '# more keys' }),
    differs: 'not as Java',
  },
};
