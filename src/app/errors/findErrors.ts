import type { ClientTrouble } from '../../i18n/en/kafkaErrors/clientTroubles.ts';
import { KAFKA_ERRORS, type KafkaErrorName } from '../../shared/kafkaErrors.ts';

/** A line of a pasted text that names something this site knows. */
export interface Finding<Name extends string> {
  readonly name: Name;
  /** First line of it, from 1, and the line itself. */
  readonly line: number;
  readonly text: string;
  /** Lines that name it. */
  readonly count: number;
}

export interface Findings {
  readonly errors: readonly Finding<KafkaErrorName>[];
  readonly troubles: readonly Finding<ClientTrouble>[];
  readonly configs: readonly Finding<string>[];
}

const BY_NAME = new Map<string, KafkaErrorName>(KAFKA_ERRORS.map(({ name }) => [name, name]));
const BY_EXCEPTION = new Map<string, KafkaErrorName>(
  KAFKA_ERRORS.map(({ exception, name }) => [exception, name]),
);
/** Names that clients of other makes give to what Java calls an exception. */
const BY_ROOT = new Map<string, KafkaErrorName>(
  KAFKA_ERRORS.map(({ exception, name }) => [exception.replace(/Exception$/, ''), name]),
);
const BY_CODE = new Map<number, KafkaErrorName>(KAFKA_ERRORS.map(({ code, name }) => [code, name]));

const WORD = /[A-Za-z_][A-Za-z0-9_]*/g;
const CODE = /\berror[ _]?code["']?\s*[:=]?\s*(-?\d{1,3})\b/gi;
/** librdkafka: `RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS`. */
const LIBRDKAFKA = /^RD_KAFKA_RESP_ERR_/;
/** Java has exceptions of its own under such names; Kafka’s stand in its package, or alone. */
const FOREIGN = /\b(?:java|javax|kotlin|scala|io\.netty|org\.springframework)\.[\w.$]*$/;

const TROUBLES: readonly (readonly [ClientTrouble, RegExp])[] = [
  ['deliveryTimeout', /Expiring \d+ record\(s\)|MSG_TIMED_OUT|Local: Message timed out/],
  ['metadataTimeout', /not present in metadata after|Failed to update metadata after/],
  [
    'bufferExhausted',
    /Failed to allocate .*within the configured max blocking time|BufferExhaustedException/,
  ],
  ['adminTimeout', /Call\(callName=.*timed out|Timed out waiting for a node assignment/],
  ['positionTimeout', /before the position for partition|before successfully committing offsets/],
  ['commitFailed', /CommitFailedException|Commit cannot be completed since/],
  ['pollTimeout', /poll timeout has expired|consumer poll interval|Application maximum poll interval/],
  ['heartbeatExpired', /heartbeat expiration|session expired|has failed, removing it from the group/i],
  ['noOffset', /NoOffsetForPartitionException|Undefined offset with no reset policy/],
  [
    'disconnected',
    /DisconnectException|Node -?\d+ disconnected|\bdisconnected from node\b|Broker transport failure/i,
  ],
  [
    'unreachable',
    /could not be established|Bootstrap broker .* disconnected|No resolvable bootstrap|Connect to .* failed/,
  ],
  ['deserialization', /RecordDeserializationException|SerializationException|Error deserializing/],
  ['requestTooLarge', /when serialized which is larger than/],
  ['configException', /\bConfigException\b|Failed to construct kafka/],
  ['logTruncation', /LogTruncationException|Detected log truncation/i],
  ['isrShrunk', /Shrinking ISR from/],
  ['diskFull', /No space left on device/],
  ['tooManyFiles', /Too many open files/],
  ['outOfMap', /OutOfMemoryError: Map failed/],
  ['wakeup', /WakeupException/],
  ['sslHandshake', /SSL handshake failed|SslAuthenticationException|SSLHandshakeException/],
];

/**
 * What a stack trace or lines of a log name: errors of Kafka by name, code or class, messages of its clients, configs. What the text
 * names as the root of it comes first (`Caused by`, the last of them), then in the order of the lines.
 */
export function findErrors(text: string, configNames: ReadonlySet<string>): Findings {
  const errors = new Collector<KafkaErrorName>();
  const troubles = new Collector<ClientTrouble>();
  const configs = new Collector<string>();
  text.split(/\r?\n/).forEach((lineText, index) => {
    const line = { number: index + 1, text: lineText.trim() };
    for (const name of errorsIn(lineText)) errors.add(name, line);
    for (const [name, pattern] of TROUBLES) if (pattern.test(lineText)) troubles.add(name, line);
    for (const [word] of lineText.matchAll(/[a-z][a-z0-9]*(?:\.[a-z0-9]+)+/g))
      if (configNames.has(word)) configs.add(word, line);
  });
  // The name that a message of a client has in place of a code says less than the message.
  const said = new Set(troubles.list().map(({ line }) => line));
  const isSaidBetter = ({ name, line, count }: Finding<KafkaErrorName>) =>
    name === 'REQUEST_TIMED_OUT' && count === 1 && said.has(line);
  return {
    errors: errors.list().filter((finding) => !isSaidBetter(finding)),
    troubles: troubles.list(),
    configs: configs.list(),
  };
}

function errorsIn(line: string): ReadonlySet<KafkaErrorName> {
  const found = new Set<KafkaErrorName>();
  for (const match of line.matchAll(WORD)) {
    const name = nameOf(match[0], line.slice(0, match.index));
    if (name !== undefined) found.add(name);
  }
  for (const [, code] of line.matchAll(CODE)) {
    const name = BY_CODE.get(Number(code));
    if (name !== undefined) found.add(name);
  }
  return found;
}

function nameOf(word: string, before: string): KafkaErrorName | undefined {
  const named = BY_NAME.get(word.replace(LIBRDKAFKA, ''));
  if (named !== undefined) return named;
  if (FOREIGN.test(before)) return undefined;
  return BY_EXCEPTION.get(word) ?? (word.endsWith('Error') ? BY_ROOT.get(word.slice(0, -5)) : undefined);
}

class Collector<Name extends string> {
  private readonly found = new Map<Name, Finding<Name>>();
  private root: Name | null = null;

  add(name: Name, { number, text }: { readonly number: number; readonly text: string }): void {
    const known = this.found.get(name);
    this.found.set(
      name,
      known ? { ...known, count: known.count + 1 } : { name, line: number, text, count: 1 },
    );
    if (text.startsWith('Caused by:')) this.root = name;
  }

  list(): readonly Finding<Name>[] {
    return [...this.found.values()].sort(
      (a, b) => Number(b.name === this.root) - Number(a.name === this.root) || a.line - b.line,
    );
  }
}
