import { LIMITS } from '../limits.ts';
import type * as File from '../ScenarioFile.ts';
import { integer, listOf, nullable, objectShape, optional, required, type Shape } from '../shape.ts';
import { PARTITIONER_NAMES, VALUE_KINDS } from './WorkloadSpec.ts';

const TIME: Shape = { kind: 'quantity', of: 'time' };
const RATE: Shape = { kind: 'quantity', of: 'rate' };
const SIZE: Shape = { kind: 'quantity', of: 'size' };
const KEY: Shape = { kind: 'text', form: 'text', pattern: '', longest: 1000 };
const RECORDS_AT_ONCE = 1_000_000;
const AMOUNT_MAX = 1_000_000_000;
const CURRENCY: Shape = { kind: 'text', form: 'currency', pattern: '^[A-Z]{3}$', longest: 3 };
const EXPONENT_MAX = 1000;
/** What cannot be compressed grows a little. */
const RATIO_MAX = 1100;

const ARRIVALS = objectShape<File.FileArrivals>('When records come; one of these.', {
  constant: optional(RATE, 'With equal gaps.'),
  poisson: optional(RATE, 'At random, so many in the mean: gaps of the exponential distribution.'),
  bursts: optional(
    objectShape<File.FileBursts>('Many at once, again and again.', {
      records: required(integer(1, RECORDS_AT_ONCE), 'In one burst.'),
      every: required(TIME, 'From the start of one to the start of the next.'),
      within: optional(TIME, 'The records of a burst spread over this. Default 0: at once.'),
    }),
  ),
  diurnal: optional(
    objectShape<File.FileDiurnal>('A rate that rises and falls as day and night make it.', {
      low: required(RATE, 'At the start of each period.'),
      high: required(RATE, 'In the middle of each period.'),
      period: optional(TIME, 'Default 24h.'),
    }),
  ),
  closedLoop: optional(
    objectShape<File.FileClosedLoop>('Senders that each wait for their callback before they send again.', {
      senders: required(integer(1, LIMITS.senders), 'How many.'),
      think: optional(TIME, 'From a callback to the next send(). Default 0.'),
    }),
  ),
  at: optional(listOf(TIME, { most: LIMITS.instants }), 'Instants since `start`, in rising order.'),
});

/** Fields of a workload that came later than the first. */
export const WORKLOAD_EXTRAS = {
  arrivals: optional(nullable(ARRIVALS), 'Default null: only what SendRecords commands hand over.'),
  keyList: optional(listOf(KEY, { most: LIMITS.keyList }), 'Keys, one after the other, in place of `key`.'),
  keyPick: optional(
    {
      kind: 'variant',
      tag: 'kind',
      shared: {},
      options: {
        uniform: {},
        zipf: {
          exponentPercent: optional(
            integer(0, EXPONENT_MAX),
            'The k-th key comes as often as 1/k^s; s times 100. Default 100.',
          ),
        },
        hot: { sharePercent: required(integer(1, 99), 'Of 100 records so many have the first key.') },
      },
    },
    'Which key each record has. Default: one after the other.',
  ),
  valueBytesMost: optional(SIZE, 'Sizes of values go from `valueBytes` to this, all equally likely.'),
  headers: optional(
    listOf(
      objectShape<File.FileHeader>('A header, on each record.', {
        key: required(KEY),
        valueBytes: optional(SIZE, 'Default 0.'),
      }),
      { most: LIMITS.headers },
    ),
  ),
  compressibility: optional(
    objectShape<File.FileCompressibility>(
      'How well the records compress. Simplified: nothing is really compressed; `values` has real compression.',
      {
        ratioPermille: required(
          integer(1, RATIO_MAX),
          'What a large batch of 1000 bytes of records comes to, whatever the codec.',
        ),
        halfBytes: optional(SIZE, 'A batch of so many bytes gains half of that. Default 0: each gains all.'),
      },
    ),
    'Default: as JSON events do: gzip 250, zstd 220, lz4 380, snappy 420 of 1000, and half of it from 300 bytes.',
  ),
  values: optional(
    { kind: 'choice', values: VALUE_KINDS },
    'Values are real bytes: events in JSON, words, or bytes that no codec makes smaller. Codecs really compress them, sizes of ' +
      'batches are what comes out, and a log can be exported as it is. Takes more time than a ratio. Default: values of which only the size counts.',
  ),
  eventTime: optional(
    objectShape<File.FileEventTime>('Timestamps say when something happened, and not when it was sent.', {
      delay: required(TIME, 'How long before send() that was.'),
      delayMost: optional(TIME, 'From `delay` to this, all equally likely.'),
    }),
  ),
  transfers: optional(
    objectShape<File.FileTransfers>(
      'What records mean: amounts that go from account to account. Accounts are the keys of the workload; the record that takes ' +
        'from an account has its key. The ledger then tells in money what became of them, with balances. Changes no byte of a record.',
      {
        currency: optional(CURRENCY, 'ISO 4217. Default EUR.'),
        amount: required(integer(1, AMOUNT_MAX), 'In whole units of the currency.'),
        amountMost: optional(integer(1, AMOUNT_MAX), 'Amounts go from `amount` to this, all equally likely.'),
        opening: optional(integer(0, AMOUNT_MAX), 'What each account has at the start. Default 0.'),
        records: optional(
          integer(1, 2),
          'Of each transfer. 1: from whom to whom. 2: one with the key of the payer, and one with that of the payee. Default 1.',
        ),
      },
    ),
  ),
} as const;

export const PARTITIONER: Shape = {
  kind: 'variant',
  tag: 'kind',
  shared: {},
  options: {
    client: {
      name: required({ kind: 'choice', values: PARTITIONER_NAMES }, 'Library, and its name for it.'),
    },
    vip: {
      keys: required(
        listOf(KEY, { most: LIMITS.keyList, distinct: true }),
        'Who has partitions of their own.',
      ),
      partitions: optional(integer(1, LIMITS.partitions), 'So many, the last of the topic. Default 1.'),
    },
    salt: {
      keys: optional(
        listOf(KEY, { most: LIMITS.keyList, distinct: true }),
        'Which are salted. Default: all.',
      ),
      salts: required(integer(2, LIMITS.partitions), 'A key is hashed with -0, -1, … behind it, in turn.'),
    },
  },
};
