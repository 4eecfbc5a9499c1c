import type { FileArrivals, FileProducer } from '../../../scenario/ScenarioFile.ts';
import { readWhole } from './readFields.ts';

export const ARRIVAL_KINDS = ['constant', 'poisson', 'bursts', 'none'] as const;
export type ArrivalKind = (typeof ARRIVAL_KINDS)[number];

/** What the form for a producer holds, as it was typed. */
export interface ProducerFields {
  readonly clientId: string;
  readonly rack: string;
  readonly acks: string;
  readonly topic: string;
  readonly arrivals: ArrivalKind;
  /** Records a second; of bursts, records of one each second. */
  readonly rate: string;
  readonly bytes: string;
  readonly key: string;
  /** In percent, of the first of several keys; empty: they come in turn. */
  readonly hotShare: string;
  readonly partitioner: string;
  readonly compression: string;
  readonly transactionalId: string;
}

export const JAVA = 'java';
/** As many as `{n}` stands for. */
const KEYS = 10;
const EVERY_SECOND = '1s';
const RECORDS_OF_ONE = 2;

/** The producer as a scenario file has it. What is left as it is by default is not written. */
export function producerDraft(fields: ProducerFields): FileProducer {
  const { rack, acks, topic, bytes, key, hotShare, partitioner, compression, transactionalId } = fields;
  const isTransactional = transactionalId.trim() !== '';
  const hasKeys = key.includes('{n}');
  return {
    'client.id': fields.clientId.trim(),
    ...(rack.trim() === '' ? {} : { rack: rack.trim() }),
    configs: {
      acks,
      ...(compression === 'none' ? {} : { 'compression.type': compression }),
      ...(isTransactional ? { 'transactional.id': transactionalId.trim() } : {}),
    },
    ...(partitioner === JAVA ? {} : { partitioner: { kind: 'client' as const, name: partitioner } }),
    workload: {
      topic,
      arrivals: arrivalsOf(fields),
      valueBytes: readWhole(bytes) ?? bytes,
      ...(key.trim() === '' ? {} : { key: key.trim(), ...(hasKeys ? { keys: KEYS } : {}) }),
      ...(hasKeys && hotShare.trim() !== ''
        ? { keyPick: { kind: 'hot', sharePercent: readWhole(hotShare) ?? Number.NaN } as const }
        : {}),
      // Without it, its records would have to wait for somebody who begins one.
      ...(isTransactional && fields.arrivals !== 'none' ? { transaction: { records: RECORDS_OF_ONE } } : {}),
    },
  };
}

function arrivalsOf({ arrivals, rate }: ProducerFields): FileArrivals | null {
  switch (arrivals) {
    case 'none':
      return null;
    case 'bursts':
      return { bursts: { records: readWhole(rate) ?? Number.NaN, every: EVERY_SECOND } };
    default:
      return { [arrivals]: `${rate.trim()}/s` };
  }
}
