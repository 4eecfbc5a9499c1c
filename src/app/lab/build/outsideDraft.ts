import type { FileProcessing } from '../../../scenario/ScenarioFile.ts';
import { readPairs } from './readFields.ts';

/** What an application does outside of Kafka and with what it cannot work on, as it was typed. */
export interface OutsideFields {
  /** Name of a database; empty: none. */
  readonly store: string;
  readonly write: string;
  readonly unique: string;
  readonly transaction: string;
  readonly offsets: string;
  readonly fencing: string;
  /** Of a hundred records. */
  readonly retriable: string;
  readonly fatal: string;
  /** `payments-0=42`, with commas. */
  readonly poison: string;
  readonly attempts: string;
  readonly backoff: string;
  readonly then: string;
  readonly retryTopic: string;
  readonly deadLetterTopic: string;
  readonly delay: string;
  /** errors.tolerance of a Connect sink; empty: it is none. */
  readonly tolerance: string;
  readonly unreadable: string;
  readonly pollsAgain: string;
}

export const NOTHING_OUTSIDE: OutsideFields = {
  store: '',
  write: 'insert',
  unique: 'none',
  transaction: 'record',
  offsets: 'kafka',
  fencing: 'none',
  retriable: '',
  fatal: '',
  poison: '',
  attempts: '',
  backoff: '',
  then: 'stop',
  retryTopic: '',
  deadLetterTopic: '',
  delay: '',
  tolerance: '',
  unreadable: '',
  pollsAgain: '',
};

/** Keys of `processing`; only what differs from the defaults. */
export function outsideDraft(fields: OutsideFields, producer: string): FileProcessing {
  const errors = errorsOf(fields, producer);
  const { tolerance, deadLetterTopic, unreadable, pollsAgain } = fields;
  const sink = {
    'errors.tolerance': tolerance,
    ...(deadLetterTopic === ''
      ? {}
      : {
          'errors.deadletterqueue.topic.name': deadLetterTopic,
          'errors.deadletterqueue.context.headers.enable': 'true',
        }),
  };
  return {
    ...(fields.store === '' ? {} : { store: storeUse(fields) }),
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    ...(tolerance === '' ? {} : { sink }),
    ...typed('delay', fields.delay),
    ...(unreadable.trim() === ''
      ? {}
      : { deserialization: { fails: recordsOf(unreadable), ...typed('pollsAgain', pollsAgain) } }),
  };
}

/** The topic that records are sent on to first; null: nothing is sent on. */
export function sentOnTo({ retryTopic, deadLetterTopic }: OutsideFields): string | null {
  return [retryTopic, deadLetterTopic].find((topic) => topic !== '') ?? null;
}

function storeUse(fields: OutsideFields): NonNullable<FileProcessing['store']> {
  const { store, write, unique, transaction, offsets, fencing } = fields;
  return {
    name: store,
    ...(write === 'insert' ? {} : { write }),
    ...(unique === 'none' ? {} : { unique }),
    ...(transaction === 'record' ? {} : { transaction }),
    ...(offsets === 'kafka' ? {} : { offsets }),
    ...(fencing === 'none' ? {} : { fencing }),
  };
}

function errorsOf(fields: OutsideFields, producer: string): NonNullable<FileProcessing['errors']> {
  const { retriable, fatal, poison, attempts, backoff, then, tolerance, retryTopic, deadLetterTopic } =
    fields;
  const isSink = tolerance !== '';
  return {
    ...number('retriable', retriable),
    ...number('fatal', fatal),
    ...(poison.trim() === '' ? {} : { poison: recordsOf(poison) }),
    ...number('attempts', attempts),
    ...typed('backoff', backoff),
    ...(then === 'stop' ? {} : { then }),
    ...(retryTopic === '' ? {} : { retryTopic }),
    // A sink has a name of its own for it.
    ...(deadLetterTopic === '' || isSink ? {} : { deadLetterTopic }),
    ...(sentOnTo(fields) === null ? {} : { producer }),
  };
}

/** A value that is none stays what it is, NaN or text: the scenario names it. */
function number(key: string, text: string): Readonly<Record<string, number>> {
  return text.trim() === '' ? {} : { [key]: Number(text) };
}

function typed(key: string, text: string): Readonly<Record<string, string>> {
  return text.trim() === '' ? {} : { [key]: text.trim() };
}

function recordsOf(text: string): readonly { readonly partition: string; readonly offset: number }[] {
  const { pairs, bad } = readPairs(text);
  return [
    ...Object.entries(pairs).map(([partition, offset]) => ({ partition, offset: Number(offset) })),
    ...(bad === null ? [] : [{ partition: bad, offset: Number.NaN }]),
  ];
}
