import type {
  FileArrivals,
  FilePartitioner,
  FileProducer,
  FileTransfers,
  FileWorkload,
} from '../../../scenario/ScenarioFile.ts';
import { VALUE_KINDS } from '../../../scenario/workload/WorkloadSpec.ts';
import { readPairs, readWhole } from './readFields.ts';

export const ARRIVAL_KINDS = [
  'constant',
  'poisson',
  'bursts',
  'diurnal',
  'closedLoop',
  'at',
  'none',
] as const;
type ArrivalKind = (typeof ARRIVAL_KINDS)[number];

export const KEY_PICKS = ['inTurn', 'uniform', 'zipf', 'hot'] as const;
type KeyPickKind = (typeof KEY_PICKS)[number];

export const JAVA = 'java';
/** Rules of the application's own, beside other clients' partitioners. */
export const OWN_RULES = ['vip', 'salt'] as const;
/** Values of which only the size counts. */
export const ONLY_SIZE = 'size';
export const VALUE_CHOICES = [ONLY_SIZE, ...VALUE_KINDS] as const;

/** What the form for a producer holds, as it was typed. */
export interface ProducerFields {
  readonly clientId: string;
  readonly rack: string;
  readonly acks: string;
  readonly topic: string;
  readonly arrivals: ArrivalKind;
  /**
   * Records a second; of bursts, records of one each second; of day and night, from–to; of a closed loop, senders; of a list, instants with
   * commas between them.
   */
  readonly rate: string;
  /** How long a period of day and night lasts, or a sender thinks. */
  readonly period: string;
  readonly bytes: string;
  /** Values have from `bytes` to this. */
  readonly bytesMost: string;
  readonly values: string;
  /** `name` or `name:bytes`, with commas between them. */
  readonly headers: string;
  /** Times before send(); empty: timestamps are those of send(). */
  readonly eventDelay: string;
  readonly eventDelayMost: string;
  /** With {n}: as many as `keyCount`; with commas: a list. */
  readonly key: string;
  readonly keyCount: string;
  readonly keyPick: KeyPickKind;
  /** In percent, of the first of several keys. */
  readonly hotShare: string;
  /** Empty: the partitioner chooses. */
  readonly partition: string;
  readonly partitioner: string;
  /** Keys that a rule is about, with commas; how many partitions or salts it has. */
  readonly ruleKeys: string;
  readonly ruleCount: string;
  readonly compression: string;
  readonly transactionalId: string;
  /** Of one transaction. */
  readonly transactionRecords: string;
  readonly abortEvery: string;
  /** Whole units of a currency; empty: records mean nothing. */
  readonly amount: string;
  readonly amountMost: string;
  readonly opening: string;
  /** Of one transfer: 1 or 2. */
  readonly transferRecords: string;
  /** `name=value`, as in a properties file. */
  readonly configs: string;
  /** `name=broker id`: all names that its machine knows. */
  readonly hosts: string;
}

/** A form in which nothing was typed. */
export const EMPTY_PRODUCER: ProducerFields = {
  clientId: '',
  rack: '',
  acks: 'all',
  topic: '',
  arrivals: 'constant',
  rate: '100',
  period: '',
  bytes: '100',
  bytesMost: '',
  values: ONLY_SIZE,
  headers: '',
  eventDelay: '',
  eventDelayMost: '',
  key: '',
  keyCount: '10',
  keyPick: 'inTurn',
  hotShare: '60',
  partition: '',
  partitioner: JAVA,
  ruleKeys: '',
  ruleCount: '2',
  compression: 'none',
  transactionalId: '',
  transactionRecords: '2',
  abortEvery: '',
  amount: '',
  amountMost: '',
  opening: '1000',
  transferRecords: '1',
  configs: '',
  hosts: '',
};

const EVERY_SECOND = '1s';

/** The producer as a scenario file has it. What is left as it is by default is not written. */
export function producerDraft(fields: ProducerFields): FileProducer {
  const { rack, acks, topic, partition, compression, configs, hosts } = fields;
  const transactionalId = fields.transactionalId.trim();
  const partitioner = partitionerOf(fields);
  const isTransactional = transactionalId !== '';
  return {
    'client.id': fields.clientId.trim(),
    ...(rack.trim() === '' ? {} : { rack: rack.trim() }),
    configs: {
      acks,
      ...(compression === 'none' ? {} : { 'compression.type': compression }),
      ...(isTransactional ? { 'transactional.id': transactionalId } : {}),
      ...pairsOf(configs),
    },
    ...(partitioner && { partitioner }),
    ...(hosts.trim() === ''
      ? {}
      : { hosts: Object.entries(pairsOf(hosts)).map(([name, broker]) => ({ name, broker: whole(broker) })) }),
    workload: {
      topic,
      ...(partition.trim() === '' ? {} : { partition: whole(partition) }),
      arrivals: arrivalsOf(fields),
      ...keysOf(fields),
      ...valuesOf(fields),
      ...transfersOf(fields),
      // Without it, its records would have to wait for somebody who begins one.
      ...(isTransactional && fields.arrivals !== 'none' ? { transaction: transactionOf(fields) } : {}),
    },
  };
}

function arrivalsOf({ arrivals, rate, period }: ProducerFields): FileArrivals | null {
  const text = rate.trim();
  switch (arrivals) {
    case 'none':
      return null;
    case 'bursts':
      return { bursts: { records: whole(text), every: EVERY_SECOND } };
    case 'diurnal': {
      const [low = '', high = low] = text.split(/[–-]/).map((part) => part.trim());
      return { diurnal: { low: `${low}/s`, high: `${high}/s`, ...optionalText('period', period) } };
    }
    case 'closedLoop':
      return { closedLoop: { senders: whole(text), ...optionalText('think', period) } };
    case 'at':
      return { at: listOf(text) };
    default:
      return { [arrivals]: `${text}/s` };
  }
}

function keysOf(fields: ProducerFields): Partial<FileWorkload> {
  const { keyPick, hotShare } = fields;
  const key = fields.key.trim();
  if (key === '') return {};
  const list = listOf(key);
  const isPattern = key.includes('{n}');
  const keys =
    list.length > 1 ? { keyList: list } : { key, ...(isPattern ? { keys: whole(fields.keyCount) } : {}) };
  if (keyPick === 'inTurn' || (list.length < 2 && !isPattern)) return keys;
  if (keyPick === 'hot') return { ...keys, keyPick: { kind: 'hot', sharePercent: whole(hotShare) } };
  return { ...keys, keyPick: { kind: keyPick } };
}

function valuesOf(fields: ProducerFields): Partial<FileWorkload> {
  const { bytes, bytesMost, values, headers, eventDelay, eventDelayMost } = fields;
  const kind = VALUE_KINDS.find((one) => one === values);
  return {
    valueBytes: sizeOf(bytes),
    ...(bytesMost.trim() === '' ? {} : { valueBytesMost: sizeOf(bytesMost) }),
    ...(kind && { values: kind }),
    ...(headers.trim() === ''
      ? {}
      : {
          headers: listOf(headers).map((header) => {
            const [key = '', size] = header.split(':').map((part) => part.trim());
            return { key, ...(size === undefined ? {} : { valueBytes: sizeOf(size) }) };
          }),
        }),
    ...(eventDelay.trim() === ''
      ? {}
      : { eventTime: { delay: eventDelay.trim(), ...optionalText('delayMost', eventDelayMost) } }),
  };
}

function transfersOf({
  amount,
  amountMost,
  opening,
  transferRecords,
}: ProducerFields): Partial<FileWorkload> {
  if (amount.trim() === '') return {};
  const transfers: FileTransfers = {
    amount: whole(amount),
    ...(amountMost.trim() === '' ? {} : { amountMost: whole(amountMost) }),
    ...(opening.trim() === '' ? {} : { opening: whole(opening) }),
    ...(transferRecords === '1' ? {} : { records: whole(transferRecords) }),
  };
  return { transfers };
}

function transactionOf({ transactionRecords, abortEvery }: ProducerFields) {
  return {
    records: whole(transactionRecords),
    ...(abortEvery.trim() === '' ? {} : { abortEvery: whole(abortEvery) }),
  };
}

function partitionerOf({ partitioner, ruleKeys, ruleCount }: ProducerFields): FilePartitioner | null {
  const keys = listOf(ruleKeys);
  switch (partitioner) {
    case JAVA:
      return null;
    case 'vip':
      return { kind: 'vip', keys, partitions: whole(ruleCount) };
    case 'salt':
      return { kind: 'salt', ...(keys.length === 0 ? {} : { keys }), salts: whole(ruleCount) };
    default:
      return { kind: 'client', name: partitioner };
  }
}

/** What is no number is left to the words that the format has for it. */
function whole(text: string): number {
  return readWhole(text) ?? Number.NaN;
}

function sizeOf(text: string): number | string {
  return readWhole(text) ?? text.trim();
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function optionalText<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as Record<Name, string>);
}

function pairsOf(text: string): Readonly<Record<string, string>> {
  const { pairs, bad } = readPairs(text);
  return bad === null ? pairs : { ...pairs, [bad]: '' };
}
