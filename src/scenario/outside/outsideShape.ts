import { LIMITS } from '../limits.ts';
import { integer, listOf, nullable, objectShape, optional, required, type Shape } from '../shape.ts';
import type * as File from './OutsideFile.ts';

const TIME: Shape = { kind: 'quantity', of: 'time' };
const NAME: Shape = { kind: 'text', form: 'text', pattern: '^[a-zA-Z0-9._-]+$', longest: 100 };
const RACK = nullable({ kind: 'text', form: 'text', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 });
const CLIENT_ID: Shape = { kind: 'text', form: 'client.id', pattern: '^[^\\u0000-\\u001f]+$', longest: 100 };
const TOPIC_NAME: Shape = {
  kind: 'text',
  form: 'topic name',
  pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9._-]+$',
  longest: 249,
};
const TOPIC_PARTITION: Shape = {
  kind: 'text',
  form: 'partition',
  pattern: '^[a-zA-Z0-9._-]+-[0-9]+$',
  longest: 260,
};
const OFFSET_MAX = 1_000_000_000_000_000;
const INT_MAX = 2_147_483_647;
const PERCENT = integer(0, 100);
const ORDINALS = listOf(integer(1, INT_MAX), { distinct: true, most: 100 });

/** Databases outside of Kafka. */
export const STORES = optional(
  listOf(
    objectShape<File.FileStore>('A database outside of Kafka, which applications write to.', {
      name: required(NAME, 'Of the node store:NAME.'),
      rack: optional(RACK, 'Where it stands. Default null: in no rack.'),
      latency: optional(TIME, 'From the arrival of a transaction until it is committed. Default 2ms.'),
      down: optional(
        listOf(
          objectShape<File.FileOutage>('A time in which it refuses everything.', {
            from: required(TIME),
            to: required(TIME),
          }),
          { most: 100 },
        ),
        'When it is down. Default: never.',
      ),
      failCommits: optional(ORDINALS, 'Transactions that are rolled back at their commit: 1 is the first.'),
      loseAnswers: optional(ORDINALS, 'Transactions that are committed, and whose answer is lost.'),
    }),
    { most: LIMITS.clients },
  ),
  'Databases outside of Kafka, which applications write to.',
);

const STORE_USE = objectShape<File.FileStoreUse>(
  'What the application writes to a database: a row for each record.',
  {
    name: required(NAME, 'Of one of `stores`.'),
    write: optional(
      { kind: 'choice', values: ['insert', 'upsert'] },
      'What becomes of a row that is there already, with `unique`: left as it is, or written anew. Default insert.',
    ),
    unique: optional(
      { kind: 'choice', values: ['none', 'offset', 'id'] },
      'What tells that it is there: topic, partition and offset; or the record’s own id, which a copy has too. Default none: each write makes a row.',
    ),
    transaction: optional(
      { kind: 'choice', values: ['record', 'poll'] },
      'One for each record, or one for all that a poll() returned. Default record.',
    ),
    offsets: optional(
      { kind: 'choice', values: ['kafka', 'store'] },
      'Where the group’s offsets are; store: written in the same transaction, and sought when a partition is assigned. Default kafka.',
    ),
    fencing: optional(
      { kind: 'choice', values: ['none', 'generation'] },
      'What the database refuses an old owner of a partition by. Default none.',
    ),
    timeout: optional(
      TIME,
      'How long it waits for an answer before it begins the transaction anew. Default 5s.',
    ),
  },
);

const ERRORS = objectShape<File.FileErrors>(
  'Records that cannot be worked on, and what becomes of them. In place of `failures`.',
  {
    retriable: optional(PERCENT, 'Of a hundred records so many have an error that may pass. Default 0.'),
    fatal: optional(PERCENT, 'Of a hundred records so many have one that never does. Default 0.'),
    poison: optional(
      listOf(
        objectShape<File.FilePoisonRecord>('A record with an error that never passes.', {
          partition: required(TOPIC_PARTITION, 'As payments-0.'),
          offset: required(integer(0, OFFSET_MAX)),
        }),
        { most: 100 },
      ),
      'The same, by name.',
    ),
    attempts: optional(integer(1, 1000), 'Tries in place, of an error that may pass. Default 3.'),
    backoff: optional(TIME, 'Before each of them but the first. Default 1s.'),
    then: optional(
      { kind: 'choice', values: ['stop', 'skip'] },
      'Of one that is sent nowhere: the application ends without a commit, or goes on. Default stop.',
    ),
    retryTopic: optional(TOPIC_NAME, 'Where one with an error that may pass is sent to. Default: nowhere.'),
    deadLetterTopic: optional(
      TOPIC_NAME,
      'Where one is sent to that never passes, or that has no retryTopic. Default: nowhere.',
    ),
    producer: optional(
      CLIENT_ID,
      'client.id of the producer that sends them. Its workload says how large they are, and has neither arrivals nor transaction.',
    ),
  },
);

const SINK = objectShape<File.FileSink>(
  'It is a sink of Kafka Connect: `errors` says which records cannot be converted, this what it does then.',
  {
    'errors.tolerance': optional({ kind: 'choice', values: ['none', 'all'] }, 'Default none.'),
    'errors.retry.timeout': optional(integer(-1, INT_MAX), 'In ms; -1: without end. Default 0.'),
    'errors.retry.delay.max.ms': optional(integer(1, INT_MAX), 'Default 60000.'),
    'errors.deadletterqueue.topic.name': optional(TOPIC_NAME, 'Default: none.'),
    'errors.deadletterqueue.context.headers.enable': optional(
      { kind: 'choice', values: ['true', 'false'] },
      'Default false.',
    ),
  },
);

/** What of `processing` is not Kafka. */
export const OUTSIDE_PROCESSING = {
  store: optional(STORE_USE),
  errors: optional(ERRORS),
  sink: optional(SINK),
  deserialization: optional(
    objectShape<File.FileDeserialization>('Records that the deserializer cannot read: poll() throws.', {
      fails: required(
        listOf(
          objectShape<File.FilePoisonRecord>('Such a record.', {
            partition: required(TOPIC_PARTITION, 'As payments-0.'),
            offset: required(integer(0, OFFSET_MAX)),
          }),
          { most: 100 },
        ),
      ),
      pollsAgain: optional(
        TIME,
        'The application catches the exception and polls again so much later. Default: it does not catch it.',
      ),
    }),
  ),
  delay: optional(TIME, 'A record is worked on so long after its timestamp, as of a retry topic. Default 0.'),
};
