import { utf8Bytes } from '../../../../shared/utf8.ts';
import type { HeaderSize } from '../../../storage/recordBatchSize.ts';

/** Nobody knows a stack trace here: it counts as this many bytes. */
const STACK_TRACE_BYTES = 1_000;
/** Numbers that a client writes as bytes of Java, and not as text. */
const INT_BYTES = 4;
const LONG_BYTES = 8;

/** Where a record comes from, and why it was given up. */
export interface ForwardedFrom {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly group: string;
  readonly error: string;
  readonly attempts: number;
}

/** A header as a person reads it; `bytes`: of its value. */
export interface ForwardHeader {
  readonly name: string;
  /** null: nobody knows it here. */
  readonly value: string | null;
  readonly bytes: number;
}

/** Who sends a record on: a sink of Kafka Connect, or an application with Spring’s names for its dead letters and its retry topics. */
export type ForwardStyle = 'connect' | 'deadLetter' | 'retry';

/**
 * The headers that a record gets when it is sent to a retry or dead-letter topic. Kafka Connect: `DeadLetterQueueReporter.populateContextHeaders`
 * (4.2), with errors.deadletterqueue.context.headers.enable. Others: the names of Spring Kafka’s `KafkaHeaders` and `RetryTopicHeaders`, which
 * are no part of Kafka; numbers are bytes there, and text in Connect.
 */
export function forwardHeaders(style: ForwardStyle, from: ForwardedFrom): ForwardHeader[] {
  if (style === 'connect')
    return [
      text('__connect.errors.topic', from.topic),
      text('__connect.errors.partition', String(from.partition)),
      text('__connect.errors.offset', String(from.offset)),
      text('__connect.errors.connector.name', from.group.replace(/^connect-/, '')),
      text('__connect.errors.task.id', '0'),
      text('__connect.errors.stage', 'VALUE_CONVERTER'),
      text('__connect.errors.class.name', 'org.apache.kafka.connect.json.JsonConverter'),
      text('__connect.errors.exception.class.name', `org.apache.kafka.connect.errors.${from.error}`),
      text('__connect.errors.exception.message', from.error),
      { name: '__connect.errors.exception.stacktrace', value: null, bytes: STACK_TRACE_BYTES },
    ];
  const prefix = style === 'deadLetter' ? 'kafka_dlt-' : 'kafka_';
  return [
    text(`${prefix}original-topic`, from.topic),
    { name: `${prefix}original-partition`, value: String(from.partition), bytes: INT_BYTES },
    { name: `${prefix}original-offset`, value: String(from.offset), bytes: LONG_BYTES },
    { name: `${prefix}original-timestamp`, value: null, bytes: LONG_BYTES },
    text(`${prefix}original-consumer-group`, from.group),
    text(`${prefix}exception-fqcn`, from.error),
    text(`${prefix}exception-message`, from.error),
    { name: `${prefix}exception-stacktrace`, value: null, bytes: STACK_TRACE_BYTES },
    { name: 'retry_topic-attempts', value: String(from.attempts), bytes: INT_BYTES },
  ];
}

/** What they add to the size of a record. */
export function headerSizes(headers: readonly ForwardHeader[]): readonly HeaderSize[] {
  return Object.freeze(
    headers.map(({ name, bytes }) => Object.freeze({ keyBytes: utf8Bytes(name).length, valueBytes: bytes })),
  );
}

function text(name: string, value: string): ForwardHeader {
  return { name, value, bytes: utf8Bytes(value).length };
}
