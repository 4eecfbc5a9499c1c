import { MICROS_PER_SECOND } from '../../shared/units.ts';
import type {
  Command,
  ConfigMap,
  ConsumerSpec,
  KafkaVersion,
  ProducerSpec,
  Scenario,
  Workload,
} from '../../scenario/Scenario.ts';
import type { ClientPlan } from './clusterPlan.ts';
import type { ClusterFile } from './ClusterFile.ts';
import type { ClusterWords } from './ClusterWords.ts';
import { keyForPartition } from './keyForPartition.ts';
import { propertiesText } from './propertiesText.ts';
import { shellQuote, shellWords } from './shellQuote.ts';
import { partitionOf } from './topicPartition.ts';

/**
 * The command line producer sets these by itself, to values of its own, unless its file does. So the file has Kafka's defaults.
 * Kafka: `ConsoleProducer.ConsoleProducerOptions` and `ProducerConfig` (4.2).
 */
const PRODUCER_DEFAULTS: ConfigMap = {
  acks: 'all',
  'batch.size': '16384',
  'buffer.memory': '33554432',
  'linger.ms': '5',
  'max.block.ms': '60000',
  'metadata.max.age.ms': '300000',
  'request.timeout.ms': '30000',
  retries: '2147483647',
  'retry.backoff.ms': '100',
  'send.buffer.bytes': '131072',
};

/** More processes than this for one consumer, and it joins a group of its own instead. */
const CONSUMER_PROCESSES_MAX = 8;
/** Between key and value of a line; no key may hold it. */
const KEY_SEPARATOR = '\t';
/** A value that the tool takes for null (KIP-810): a tombstone. Values are numbers. */
const NULL_MARKER = '(null)';

/** Names that the tools gave their options anew in 4.2 (KIP-1147). */
interface ToolOptions {
  readonly producerConfig: string;
  readonly reader: string;
  readonly consumerConfig: string;
  readonly formatter: string;
}

export function toolOptions(version: KafkaVersion): ToolOptions {
  if (version === '4.0' || version === '4.1')
    return {
      producerConfig: '--producer.config',
      reader: '--property',
      consumerConfig: '--consumer.config',
      formatter: '--property',
    };
  return {
    producerConfig: '--command-config',
    reader: '--reader-property',
    consumerConfig: '--command-config',
    formatter: '--formatter-property',
  };
}

/** What a client needs besides its container, and what of it is not the same. */
export interface ClientFiles {
  readonly files: readonly ClusterFile[];
  readonly remarks: readonly string[];
}

export function clientFiles(
  client: ClientPlan,
  scenario: Scenario,
  bootstrap: string,
  words: ClusterWords,
): ClientFiles {
  return client.spec.kind === 'producer'
    ? producerFiles(client.service, client.spec.producer, scenario, bootstrap, words)
    : consumerFiles(client.service, client.spec.consumer, scenario, bootstrap, words);
}

/** Properties of a producer after each restart with other configs, the first being those it begins with. */
export function producerProperties(producer: ProducerSpec, commands: readonly Command[]): readonly string[] {
  let configs = producer.configs;
  const texts = [producerConfigText(producer.clientId, configs)];
  for (const command of commands) {
    if (command.kind !== 'RestartProducer' || command.producer !== producer.clientId) continue;
    configs = { ...configs, ...command.configs };
    texts.push(producerConfigText(producer.clientId, configs));
  }
  return texts;
}

/** Path, below the folder of the files, of a producer's properties after so many restarts. */
export function producerPropertiesPath(service: string, restarts: number): string {
  return restarts === 0 ? `${service}.properties` : `${service}.${restarts}.properties`;
}

function producerConfigText(clientId: string, configs: ConfigMap): string {
  const { 'bootstrap.servers': _, ...own } = configs;
  return propertiesText({ 'client.id': clientId, ...PRODUCER_DEFAULTS, ...own });
}

function producerFiles(
  service: string,
  producer: ProducerSpec,
  scenario: Scenario,
  bootstrap: string,
  words: ClusterWords,
): ClientFiles {
  const { workload, configs } = producer;
  const properties = producerProperties(producer, scenario.commands).map((text, restarts): ClusterFile => ({
    path: `files/${producerPropertiesPath(service, restarts)}`,
    text,
  }));
  if (workload === null) {
    return {
      files: [...properties, { path: `files/${service}.sh`, text: "topic=''\n" }],
      remarks: [words.noWorkload(producer.clientId)],
    };
  }
  const key = keyOfWorkload(workload, scenario);
  const options = toolOptions(scenario.kafkaVersion);
  const compression = configs['compression.type'];
  const command = [
    'kafka-console-producer.sh',
    ...['--bootstrap-server', bootstrap, '--topic', workload.topic],
    ...[options.producerConfig, `/tmp/highwater/producer.properties`],
    ...(compression === undefined ? [] : ['--compression-codec', compression]),
    ...(key.pattern === null ? [] : [options.reader, 'parse.key=true']),
    ...(workload.tombstoneEvery === null ? [] : [options.reader, `null.marker=${NULL_MARKER}`]),
  ];
  const rate = meanRate(workload.arrivals);
  const lines = [
    `topic=${shellQuote(workload.topic)}`,
    WORKLOAD_COMMENT.trimEnd(),
    `rate_milli=${Math.round(rate * 1000)}`,
    `has_key=${key.pattern === null ? '' : '1'}`,
    `key=${shellQuote(key.pattern ?? '')}`,
    `keys=${workload.keyCount}`,
    `value_bytes=${workload.valueBytes}`,
    `tombstone_every=${workload.tombstoneEvery ?? ''}`,
    `start_us=${workload.startUs}`,
    `end_us=${workload.endUs ?? ''}`,
    `command=(${shellWords(command)})`,
  ];
  const remarks = [
    ...(key.remark === null ? [] : [words.producerKey[key.remark](producer.clientId)]),
    ...(producer.rack === null ? [] : [words.producerRack(producer.clientId)]),
    ...(isPlain(producer, workload) ? [] : [words.producerWorkload(producer.clientId)]),
  ];
  return {
    files: [...properties, { path: `files/${service}.sh`, text: `${lines.join('\n')}\n` }],
    remarks,
  };
}

/** Records a second in the mean; 0 where that depends on the run, or there are none. */
function meanRate(arrivals: Workload['arrivals']): number {
  switch (arrivals.kind) {
    case 'constant':
    case 'poisson':
      return arrivals.recordsPerSecond;
    case 'bursts':
      return (arrivals.records * MICROS_PER_SECOND) / arrivals.everyUs;
    case 'diurnal':
      return (arrivals.lowPerSecond + arrivals.highPerSecond) / 2;
    case 'closedLoop':
    case 'list':
    case 'none':
      return 0;
  }
}

/** Whether the script sends what the scenario says: equal gaps, keys in turn, values of one size, Java's partitioner. */
function isPlain({ partitioner, hosts }: ProducerSpec, workload: Workload): boolean {
  const {
    arrivals,
    keyList,
    keyPick,
    valueBytesMost,
    headers,
    eventTime,
    compressibility,
    values,
    transfers,
  } = workload;
  return (
    (arrivals.kind === 'constant' || arrivals.kind === 'none') &&
    [
      partitioner,
      hosts,
      keyList,
      keyPick,
      valueBytesMost,
      headers,
      eventTime,
      compressibility,
      values,
      transfers,
    ].every((extra) => extra === undefined)
  );
}

const WORKLOAD_COMMENT =
  '# Records a second times 1000, 0: none by itself. {n} in the key counts to `keys`. Times in µs from zero.\n';

interface WorkloadKey {
  /** null: records have no key. */
  readonly pattern: string | null;
  readonly remark: keyof ClusterWords['producerKey'] | null;
}

function keyOfWorkload(workload: Workload, scenario: Scenario): WorkloadKey {
  const partitionCount = partitionCountOf(scenario, workload.topic);
  if (workload.key === null) {
    if (workload.partition === null || partitionCount === 1) return { pattern: null, remark: null };
    return { pattern: keyForPartition(workload.partition, partitionCount), remark: 'chosen' };
  }
  const written = workload.key.replaceAll(/[\t\n\r]/g, '_');
  if (written !== workload.key) return { pattern: written, remark: 'controlCharacters' };
  const isChosen = workload.partition !== null && partitionCount > 1;
  return { pattern: written, remark: isChosen ? 'decides' : null };
}

function partitionCountOf(scenario: Scenario, topic: string): number {
  return scenario.topics.find(({ name }) => name === topic)?.partitions.length ?? 1;
}

function consumerFiles(
  service: string,
  consumer: ConsumerSpec,
  scenario: Scenario,
  bootstrap: string,
  words: ClusterWords,
): ClientFiles {
  const { assign, subscribe, clientId, perRecordUs } = consumer;
  const isMember = subscribe.length > 0;
  const options = toolOptions(scenario.kafkaVersion);
  const { 'bootstrap.servers': _, ...configs } = consumer.configs;
  const reset = configs['auto.offset.reset'] ?? 'latest';
  const isGroup = assign.length > CONSUMER_PROCESSES_MAX;
  const common = [
    'kafka-console-consumer.sh',
    ...['--bootstrap-server', bootstrap],
    ...[options.consumerConfig, `/highwater/${service}.properties`],
    ...['print.partition=true', 'print.offset=true', 'print.timestamp=true'].flatMap((text) => [
      options.formatter,
      text,
    ]),
  ];
  const topics = isMember ? subscribe : [...new Set(assign.map((each) => partitionOf(each).topic))];
  const commands =
    isGroup || isMember
      ? [[...common, '--include', topics.map(escapePattern).join('|')]]
      : assign
          .map(partitionOf)
          .map(({ topic, partition }) => [
            ...common,
            ...['--topic', topic],
            ...['--partition', String(partition)],
            ...['--offset', reset === 'earliest' ? 'earliest' : 'latest'],
          ]);
  const lines = [
    isMember
      ? '# A member of the group of its properties.'
      : '# One process a partition: each is assigned, no group is joined.',
    `per_record_us=${perRecordUs}`,
    'consume() {',
    ...(commands.length === 0 ? ['  :'] : commands.map((command) => `  start ${shellWords(command)}`)),
    '}',
  ];
  const properties = propertiesText({
    'client.id': clientId,
    ...(consumer.rack === null ? {} : { 'client.rack': consumer.rack }),
    ...configs,
    // With a group the tool reads the reset from here, without one from --offset.
    ...(isGroup || isMember ? { 'auto.offset.reset': reset } : {}),
  });
  return {
    files: [
      { path: `files/${service}.properties`, text: properties },
      { path: `files/${service}.sh`, text: `${lines.join('\n')}\n` },
    ],
    remarks: [
      ...(consumer.output ? [words.consumerOutput(clientId, consumer.output.producer)] : []),
      ...(worksOutside(consumer) ? [words.consumerOutside(clientId)] : []),
      ...(isGroup ? [words.consumerGroup(clientId)] : []),
      ...(assign.length > 1 && !isGroup ? [words.consumerProcesses(clientId)] : []),
      ...(!isGroup && reset !== 'earliest' && reset !== 'latest'
        ? [words.consumerReset(clientId, reset)]
        : []),
    ],
  };
}

/** Whether its application does what no tool of Kafka does. */
function worksOutside({ store, errors, sink, delayUs }: ConsumerSpec): boolean {
  return [store, errors, sink, delayUs].some((part) => part !== undefined);
}

function escapePattern(topic: string): string {
  return topic.replaceAll('.', '\\.');
}

/** Scripts that run in the containers. They need bash, which the image has. */
export const CLIENT_SCRIPTS: readonly ClusterFile[] = [
  {
    path: 'files/producer.sh',
    text: `#!/usr/bin/env bash
# Hands the records of a workload to kafka-console-producer.sh, record n at the time that n gives.
# A value is the number of its record, filled with zeros: so each log tells which record stands where.
set -u
files=$(cd "$(dirname "$0")" && pwd)
bin=\${KAFKA_BIN:-/opt/kafka/bin}
own=\${HIGHWATER_TMP:-/tmp/highwater}
mkdir -p "$own"
. "$files/$1.sh"
if [ -z "$topic" ]; then trap 'exit 0' TERM; sleep infinity & wait; fi
# Two files by turns: a kill may find one of them empty.
number=$(cat "$own"/number.? 2> /dev/null | sort -n | tail -n 1); number=\${number:-0}; turn=0
paused=''; if [ -e "$own/paused" ]; then paused=1; fi
if [ ! -e "$own/producer.properties" ]; then cp "$files/$1.properties" "$own/producer.properties"; fi
# Words are appended to a file that is read as it grows; a pipe that nobody writes to is the clock's tick.
: > "$own/control"; exec 9< "$own/control"
rm -f "$own/never"; mkfifo "$own/never"; exec 7<>"$own/never"
stopping=''; trap 'stopping=1' TERM

exec 8> >(exec "$bin/\${command[0]}" "\${command[@]:1}")
producer=$!

set_now() { now=\${EPOCHREALTIME/[.,]/}; }

# $1 records at once.
hand_over() {
  local left=$1 line text record_key
  while [ "$left" -gt 0 ]; do
    text=''
    for (( i = 0; i < 500 && left > 0; i++, left-- )); do
      if [ "$value_bytes" -gt 0 ]; then printf -v line "%0\${value_bytes}d" "$number"; else line=''; fi
      if [ -n "$tombstone_every" ] && (( (number + 1) % tombstone_every == 0 )); then line='${NULL_MARKER}'; fi
      if [ -n "$has_key" ]; then
        record_key=\${key//'{n}'/$(( number % keys ))}
        line="$record_key${KEY_SEPARATOR}$line"
      fi
      text+="$line"$'\\n'
      number=$(( number + 1 ))
    done
    printf '%s' "$text" >&8 || { echo 'The producer has ended.'; exit 1; }
    turn=$(( 1 - turn )); echo "$number" > "$own/number.$turn"
  done
}

# Zero is written before anything happens; until then the producer only starts.
while [ ! -s "$files/zero" ] && [ -z "$stopping" ]; do read -r -t 0.05 -u 7 _; done
zero=0; if [ -s "$files/zero" ]; then zero=$(cat "$files/zero"); fi
base=$(( zero + start_us )); sent=0; told=0
set_now
if [ -e "$own/started" ] && [ "$base" -lt "$now" ]; then base=$now; fi
: > "$own/started"

while [ -z "$stopping" ]; do
  read -r -t 0.005 -u 7 _
  while read -r -u 9 word count; do
    case $word in
      pause) paused=1; : > "$own/paused" ;;
      resume) if [ -n "$paused" ]; then set_now; base=$now; sent=0; fi; paused=''; rm -f "$own/paused" ;;
      send) hand_over "$count" ;;
    esac
  done
  set_now
  if [ "$(( now - told ))" -ge 5000000 ]; then told=$now; echo "Handed over $number records."; fi
  if [ "$rate_milli" -eq 0 ] || [ -n "$paused" ]; then continue; fi
  last=$now
  if [ -n "$end_us" ] && [ "$last" -ge "$(( zero + end_us ))" ]; then last=$(( zero + end_us - 1 )); fi
  if [ "$last" -lt "$base" ]; then continue; fi
  span=$(( last - base ))
  due=$(( (span / 1000000 * rate_milli + span % 1000000 * rate_milli / 1000000) / 1000 + 1 ))
  if [ "$due" -gt "$sent" ]; then hand_over "$(( due - sent ))"; sent=$due; fi
done

# The end of its input: the producer sends what it holds, and closes.
exec 8>&-
wait "$producer"
echo "Handed over $number records. Closed."
`,
  },
  {
    path: 'files/consumer.sh',
    text: `#!/usr/bin/env bash
# Reads with kafka-console-consumer.sh. While the consumer is stalled nobody reads what it prints: once the pipe is full it no longer calls poll().
set -u
files=$(cd "$(dirname "$0")" && pwd)
bin=\${KAFKA_BIN:-/opt/kafka/bin}
own=\${HIGHWATER_TMP:-/tmp/highwater}
mkdir -p "$own"
. "$files/$1.sh"
rm -f "$own/stalled" "$own/never"; mkfifo "$own/never"; exec 9<>"$own/never"
running=()
trap 'kill -TERM "\${running[@]}" 2> /dev/null' TERM

show() {
  while IFS= read -r line; do
    while [ -e "$own/stalled" ]; do read -r -t 0.05 -u 9 _; done
    printf '%s\\n' "\${line:0:160}"
    if [ "$per_record_us" -gt 0 ]; then read -r -t "$(( per_record_us / 1000000 )).$(printf '%06d' "$(( per_record_us % 1000000 ))")" -u 9 _; fi
  done
}

start() {
  local tool=$1; shift
  "$bin/$tool" "$@" > >(show) &
  running+=("$!")
}

consume
if [ "\${#running[@]}" -eq 0 ]; then trap 'exit 0' TERM; sleep infinity & wait; fi
for each in "\${running[@]}"; do
  while kill -0 "$each" 2> /dev/null; do wait "$each"; done
done
`,
  },
  {
    path: 'files/fill.sh',
    text: `#!/usr/bin/env bash
# Writes what stands in a log at the start: COUNT records, with KEY, by the rest of the command line.
set -u
count=$1 key=$2; shift 2
awk -v count="$count" -v key="$key" 'BEGIN {
  for (i = 0; i < count; i++) { if (key != "") printf "%s\\t", key; printf "%0100d\\n", i }
}' | "\${KAFKA_BIN:-/opt/kafka/bin}/kafka-console-producer.sh" "$@"
`,
  },
];
