import type {
  Allowed,
  JsonType,
  ScenarioProblem,
  ScenarioProblemCode,
  TextForm,
} from '../../scenario/ScenarioProblem.ts';

/** Beyond this many, a list of what is allowed is cut. */
const MOST_LISTED = 20;

const types: Readonly<Record<JsonType, string>> = {
  object: 'an object { … }',
  list: 'a list [ … ]',
  text: 'a text "…"',
  'whole number': 'a whole number',
  number: 'a number',
  'true or false': 'true or false',
};

const forms: Readonly<Record<TextForm, string>> = {
  time: 'a number of ms, or a text of number and unit (us ms s min h d): 250, "5s", "0.25ms"',
  'negative time': 'zero or a time before the start: 0, "-1h"',
  size: 'a number of bytes, or a text of number and unit (B KiB MiB GiB kB MB GB): 100, "16KiB"',
  rate: 'a text of a number above 0 and /s: "100/s"',
  bandwidth: 'a text of a number above 0 and unit (kbit/s Mbit/s Gbit/s): "10Gbit/s"',
  'topic name': '1 to 249 of the characters a-z A-Z 0-9 . _ - (and neither "." nor "..")',
  partition: 'topic and partition, as "payments-0"',
  title: '1 to 200 characters, none of them a control character',
  description: 'a text of up to 2000 characters',
  'web address': 'an address that begins with https:// (up to 500 characters)',
  currency: 'a currency by its three letters, as EUR',
  'client.id': '1 to 100 characters, none of them a control character',
  decimal: 'a decimal number',
  text: 'a text',
  pair: 'two names, as ["broker:1", "broker:3"]',
};

const list = (values: readonly string[]): string =>
  values.length <= MOST_LISTED
    ? values.join(', ')
    : `${values.slice(0, MOST_LISTED).join(', ')} and ${values.length - MOST_LISTED} more`;

const range = (min: number, max: number): string => {
  if (max < min) return 'nothing';
  return min === max ? String(min) : `${min} to ${max}`;
};

/** What is wrong, after "where: ". One fact a sentence; what is allowed and what was meant are added behind. */
const facts: Readonly<Record<ScenarioProblemCode, (problem: ScenarioProblem) => string>> = {
  'not-json': (p) =>
    p.value === null
      ? 'the text ends before its JSON is complete.'
      : `the text is not JSON from ${p.value} on.`,
  'not-yaml': (p) => `the text is not YAML: ${p.value ?? ''}.`,
  'duplicate-key': (p) => `the key ${p.value ?? ''} is there twice in one object.`,
  'wrong-type': (p) => `${p.value ?? 'nothing'} has the wrong type.`,
  'missing-key': () => 'this key is missing.',
  'unknown-key': () => 'there is no such key.',
  'not-allowed': (p) => `${p.value ?? ''} is not allowed.`,
  'bad-form': (p) => `${p.value ?? ''} cannot be read.`,
  'minutes-or-months': (p) => `${p.value ?? ''} is refused: m may mean minutes, months or milliseconds.`,
  'too-fine': (p) => `${p.value ?? ''} is not a whole number of the smallest unit (1 µs, 1 byte, 1 bit).`,
  'too-large': (p) => `${p.value ?? ''} is too large to be exact.`,
  'out-of-range': (p) => `${p.value ?? ''} is out of range.`,
  'too-many': (p) => `${p.value ?? ''} are too many.`,
  duplicate: (p) => `${p.value ?? ''} is there twice.`,
  'empty-list': () => 'the list is empty. A partition has at least one replica.',
  'unknown-broker': (p) => `there is no broker ${p.value ?? ''} in this file.`,
  'unknown-controller': (p) => `there is no controller ${p.value ?? ''} in this file.`,
  'stopped-controller': (p) =>
    `controller ${p.value ?? ''} is in one process with a broker that is stopped; controllers run at the start.`,
  'unknown-topic': (p) => `there is no topic for ${p.value ?? ''} in this file.`,
  'unknown-partition': (p) => `the topic has no partition for ${p.value ?? ''}.`,
  'unknown-producer': (p) => `there is no producer ${p.value ?? ''} in this file.`,
  'unknown-consumer': (p) => `there is no consumer ${p.value ?? ''} in this file.`,
  'unknown-log-dir': (p) => `${p.value ?? ''} is not among the log.dirs of this broker.`,
  'unknown-rack': (p) => `nothing in this file stands in rack ${p.value ?? ''}.`,
  'broker-or-rack': () => 'CutPower takes either broker or rack, and one of them.',
  'unknown-node': (p) => `there is no node ${p.value ?? ''} in this file.`,
  'unknown-config': () => 'Kafka 4.2 has no such config here.',
  'config-elsewhere': (p) =>
    `this is a ${p.allowed?.kind === 'one-of' ? list(p.allowed.values) : 'different'} config and has no place here.`,
  'bad-config-value': (p) =>
    `Kafka does not take the value ${p.value ?? ''}.${p.exception === undefined ? '' : `${thrown(p)}.`}`,
  'config-conflict': (p) =>
    `${p.path.startsWith('consumers') ? 'KafkaConsumer' : 'KafkaProducer'} does not start with the value ${p.value ?? ''} together with ${p.allowed?.kind === 'one-of' ? list(p.allowed.values) : 'the rest'}.${thrown(p)}`,
  'same-node-twice': () => 'both ends are the same node.',
  'replication-factor-differs': (p) => `${p.value ?? ''} has another length than replication.factor says.`,
  'not-a-replica': (p) => `broker ${p.value ?? ''} is not a replica of this partition.`,
  'leader-not-in-isr': (p) =>
    `broker ${p.value ?? ''} leads but is not in the ISR. In Kafka a leader always is.`,
  'leader-not-running': (p) => `broker ${p.value ?? ''} is stopped and cannot lead.`,
  'in-isr-and-elr': (p) =>
    `broker ${p.value ?? ''} is in the ISR and in the ELR. The ELR holds replicas outside the ISR.`,
  'elr-is-off': () => 'an ELR needs eligible.leader.replicas.version 1.',
  'leader-stands-elsewhere': () =>
    'this replica leads. Its log end is told by logStartOffset and records, its high watermark by highWatermark.',
  'above-in-sync-log-end': (p) =>
    `${p.value ?? ''} is above the log end of a replica in ISR or ELR. The high watermark is what all of them have.`,
  'end-before-start': (p) => `the end ${p.value ?? ''} is not after the start.`,
  'keys-without-placeholder': () => 'keys counts what {n} in key becomes, and key has no {n}.',
  'outside-with-workers': () =>
    'store, errors, sink and delay are worked off one record after the other: leave workers out.',
  'errors-and-failures': () =>
    'failures are records that succeed in the end, errors such that do not: give one of the two.',
  'offsets-kept-twice': () => 'the offsets are kept in the database: leave commit out.',
  'sink-sends-to-its-own': (p) =>
    `a sink sends to errors.deadletterqueue.topic.name: leave ${p.value ?? ''} out of errors.`,
  'output-and-forwards': (p) =>
    `producer ${p.value ?? ''} sends outputs, and a process has one producer: no retry or dead-letter topic beside it.`,
  'forwards-without-producer': (p) =>
    `somebody must send records to ${p.value ?? ''}: name a producer in errors.producer.`,
  'forwards-in-transactions': (p) =>
    `producer ${p.value ?? ''} has a transactional.id, and records are sent on outside of transactions.`,
  'unknown-store': (p) => `there is no store ${p.value ?? ''}.`,
  'upsert-without-key': () => 'an upsert goes by a key: set unique to offset or id.',
  'assign-and-subscribe': () =>
    'A consumer either assigns its partitions or subscribes to topics: give one of assign and subscribe.',
  'no-group': () => 'This takes a group: set group.id in configs.',
  'unknown-exchange': (p) => `there is no exchange ${p.value ?? ''} at this queue broker.`,
  'unknown-queue': (p) => `there is no queue ${p.value ?? ''} at this queue broker.`,
  'unknown-queue-broker': (p) => `there is no queue broker ${p.value ?? ''} in this file.`,
  'unknown-publisher': (p) => `there is no publisher ${p.value ?? ''} in this file.`,
  'auto-ack-says-nothing': () =>
    'With autoAck a message counts as acknowledged when it is sent: there is no prefetch, and nothing can be rejected.',
  'share-subscribes': () => 'A share consumer subscribes: give topics in subscribe, and no assign.',
  'share-has-no-position': (p) =>
    `${p.value ?? ''} is a share consumer: its group has a position, not itself. Use AlterShareGroupOffsets.`,
  'event-loop-alone': () => 'heartbeats: eventLoop goes neither with output nor with share.',
  'commit-every-alone': () =>
    'commitEvery needs commit, and goes neither with commitWhen before nor with workers, output or share.',
  'share-says-nothing': () =>
    'With share.acknowledgement.mode implicit the next poll() accepts every record, and nothing else can be said of one. Set share.acknowledgement.mode to explicit.',
  'tombstones-without-key': () =>
    'tombstoneEvery asks for tombstones, and there is no key: a tombstone deletes the key it has.',
  'transaction-without-id': () =>
    'the workload has transactions, and its producer has no transactional.id in its configs.',
  'transaction-without-end': () =>
    'a transaction ends when it has its records, or after a time: give records, or lasts, or both.',
  'output-without-workload': (p) =>
    `producer ${p.value ?? ''} has no workload, and it says to which topic the output goes.`,
  'output-of-its-own': (p) =>
    `producer ${p.value ?? ''} sends for what a consumer reads: its workload has neither arrivals nor transaction.`,
  'output-of-two': (p) =>
    `producer ${p.value ?? ''} belongs to another consumer already: each process has its own.`,
  'output-commits-twice': (p) =>
    `producer ${p.value ?? ''} commits the offsets with each transaction: leave commit out.`,
  'not-transactional': (p) => `producer ${p.value ?? ''} has no transactional.id in its configs.`,
  'no-workload': (p) => `producer ${p.value ?? ''} has no workload.`,
  'no-bootstrap-server': (p) =>
    `KafkaProducer does not start with bootstrap.servers ${p.value ?? ''} on a machine that knows none of these names. KafkaException: Failed to construct kafka producer: ConfigException: No resolvable bootstrap urls given in bootstrap.servers`,
  'one-of-arrivals': () => 'arrivals are of one kind, and these are of none or of several.',
  'no-time': (p) => `${p.value ?? ''} is no time at all: nothing can come so often.`,
  'longer-than-between': () => 'a burst lasts longer than until the next one starts.',
  'falling-times': (p) => `${p.value ?? ''} is before the instant that stands before it.`,
  'no-keys': () => 'the list of keys is empty.',
  'key-and-list': (p) => `keys come from keyList, and there is the key ${p.value ?? ''} too.`,
  'pick-without-keys': (p) => `${p.value ?? ''} picks among keys, and there is neither key nor keyList.`,
  'values-and-ratio': () =>
    'Real values are really compressed, and by no ratio. Leave out `values`, or `compressibility`.',
  'transfers-without-accounts': () =>
    'Transfers go from one account to another, and accounts are keys: give keyList with two keys or more, or a key with {n} and keys.',
  'transfers-and-tombstones': () =>
    'A tombstone has no value that could say an amount: leave out tombstoneEvery, or transfers.',
  'other-books': (p) =>
    `${p.value ?? 'Nothing'} is not what the transfers of the first producer have: all accounts are in one currency, and begin with one balance.`,
  'most-below-least': (p) => `${p.value ?? ''} is below the least that it goes from.`,
};

/** As Kafka prints it. */
function thrown({ exception }: ScenarioProblem): string {
  return exception === undefined ? '' : ` ${exception}`;
}

/** Codes whose sentence has said already what `allowed` holds. */
const SAYS_ALLOWED: readonly ScenarioProblemCode[] = ['config-elsewhere', 'config-conflict'];

const allowed = (what: Allowed): string => {
  switch (what.kind) {
    case 'type':
      return `Allowed: ${types[what.type]}.`;
    case 'one-of':
      return what.values.length === 0
        ? 'Allowed: nothing, as there is none.'
        : `Allowed: ${list(what.values)}.`;
    case 'range':
      return `Allowed: ${range(what.min, what.max)}.`;
    case 'form':
      return `Allowed: ${forms[what.form]}.`;
  }
};

/** Problems of scenario files. `describeScenarioProblem` puts the parts together. */
export const scenario = {
  facts,
  allowed: (problem: ScenarioProblem): string =>
    problem.allowed === null || SAYS_ALLOWED.includes(problem.code) ? '' : allowed(problem.allowed),
  likely: (suggestion: string): string => `Likely meant: ${suggestion}.`,
  wholeFile: 'The file',
  lineAndColumn: (line: number, column: number): string => `Line ${line}, column ${column}`,
  ignoredConfig: (path: string): string =>
    `${path}: Kafka knows this config. This version of the simulator does not act on it.`,
};
