import type { ConfigMap } from '../scenario/Scenario.ts';

/**
 * The cluster on the stage as code to run: what is written there comes from the run's own configs, so that text and cluster
 * cannot drift apart. Where a library's default is not that of the Java client, the value is written out.
 */
export interface ClientCodeInput {
  readonly bootstrapServers: string;
  readonly topic: {
    readonly name: string;
    readonly partitions: number;
    readonly replicationFactor: number;
    readonly configs: ConfigMap;
  };
  readonly producer: { readonly clientId: string; readonly configs: ConfigMap };
  readonly consumer: { readonly clientId: string; readonly configs: ConfigMap } | null;
}

export const CLIENT_CODE_LANGUAGES = [
  'topic',
  'java',
  'confluent-kafka',
  'aiokafka',
  'franz-go',
  'typescript',
] as const;
export type ClientCodeLanguage = (typeof CLIENT_CODE_LANGUAGES)[number];

export function clientCode(input: ClientCodeInput, language: ClientCodeLanguage): string {
  switch (language) {
    case 'topic':
      return topicCommands(input);
    case 'java':
      return javaCode(input);
    case 'confluent-kafka':
      return confluentPythonCode(input);
    case 'aiokafka':
      return aiokafkaCode(input);
    case 'franz-go':
      return franzGoCode(input);
    case 'typescript':
      return typescriptCode(input);
  }
}

/** The producer's configs with what decides about loss always written, whether set or default (C1). */
export function producerConfigs(configs: ConfigMap): ConfigMap {
  const acks = configs['acks'] === '-1' ? 'all' : (configs['acks'] ?? 'all');
  const requestTimeoutMs = configs['request.timeout.ms'] ?? '30000';
  const lingerMs = configs['linger.ms'] ?? '5';
  const shortestDelivery = Number(requestTimeoutMs) + Number(lingerMs);
  const idempotent = acks === 'all' && configs['retries'] !== '0';
  return {
    ...configs,
    acks,
    'enable.idempotence': configs['enable.idempotence'] ?? String(idempotent),
    'linger.ms': lingerMs,
    'request.timeout.ms': requestTimeoutMs,
    'delivery.timeout.ms': configs['delivery.timeout.ms'] ?? String(Math.max(120_000, shortestDelivery)),
  };
}

/** A consumer without a group: it reads what it is assigned and commits nothing. */
export function consumerConfigs(configs: ConfigMap): ConfigMap {
  return { 'auto.offset.reset': 'latest', 'enable.auto.commit': 'false', ...configs };
}

function topicCommands({ bootstrapServers, topic }: ClientCodeInput): string {
  const configs = Object.entries(topic.configs);
  const create = [
    `bin/kafka-topics.sh --bootstrap-server ${bootstrapServers} --create`,
    `--topic ${topic.name}`,
    `--partitions ${topic.partitions}`,
    `--replication-factor ${topic.replicationFactor}`,
  ];
  const lines = ['# A new topic', create.join(' \\\n  ')];
  if (configs.length > 0) {
    const list = configs
      .map(([name, value]) => `${name}=${value.includes(',') ? `[${value}]` : value}`)
      .join(',');
    const alter = [
      `bin/kafka-configs.sh --bootstrap-server ${bootstrapServers} --alter`,
      `--entity-type topics --entity-name ${topic.name}`,
      `--add-config ${list}`,
    ];
    lines.push('', '# Its settings; works on a topic that exists, too', alter.join(' \\\n  '));
  }
  return `${lines.join('\n')}\n`;
}

const quote = (text: string): string => JSON.stringify(text);

function javaCode({ bootstrapServers, topic, producer, consumer }: ClientCodeInput): string {
  const puts = (variable: string, entries: ConfigMap) =>
    Object.entries(entries).map(([name, value]) => `${variable}.put(${quote(name)}, ${quote(value)});`);
  const lines = [
    'import java.util.*;',
    'import org.apache.kafka.clients.consumer.*;',
    'import org.apache.kafka.clients.producer.*;',
    'import org.apache.kafka.common.TopicPartition;',
    'import org.apache.kafka.common.serialization.*;',
    '',
    'var producerProps = new Properties();',
    ...puts('producerProps', {
      'bootstrap.servers': bootstrapServers,
      'client.id': producer.clientId,
      ...producerConfigs(producer.configs),
    }),
    '',
    'try (var producer = new KafkaProducer<>(producerProps, new StringSerializer(), new ByteArraySerializer())) {',
    `  producer.send(new ProducerRecord<>(${quote(topic.name)}, paymentBytes), (metadata, error) -> {`,
    '    if (error != null) {',
    '      // An error is not proof of absence: after a timeout the record may be stored.',
    '      outbox.keep(payment, error);',
    '    }',
    '  });',
    '}',
  ];
  if (consumer !== null) {
    lines.push(
      '',
      'var consumerProps = new Properties();',
      ...puts('consumerProps', {
        'bootstrap.servers': bootstrapServers,
        'client.id': consumer.clientId,
        ...consumerConfigs(consumer.configs),
      }),
      '',
      'try (var consumer = new KafkaConsumer<>(consumerProps, new StringDeserializer(), new ByteArrayDeserializer())) {',
      `  consumer.assign(List.of(${partitionIds(topic.partitions)
        .map((id) => `new TopicPartition(${quote(topic.name)}, ${id})`)
        .join(', ')}));`,
      '  while (running) {',
      '    for (var record : consumer.poll(java.time.Duration.ofMillis(500))) book(record);',
      '  }',
      '}',
    );
  }
  return `${lines.join('\n')}\n`;
}

function partitionIds(count: number): number[] {
  return Array.from({ length: count }, (_, id) => id);
}

/** What librdkafka calls otherwise; null: it has no such setting. */
const LIBRDKAFKA_NAMES: Readonly<Record<string, string | null>> = {
  'buffer.memory': null,
  'max.block.ms': null,
  'max.poll.records': null,
  'fetch.max.wait.ms': 'fetch.wait.max.ms',
  'max.partition.fetch.bytes': 'max.partition.fetch.bytes',
  'max.request.size': 'message.max.bytes',
  'partitioner.ignore.keys': null,
  'partitioner.adaptive.partitioning.enable': null,
  'partitioner.availability.timeout.ms': null,
};

interface Translation {
  readonly entries: readonly (readonly [string, string])[];
  readonly leftOut: readonly string[];
}

function forLibrdkafka(configs: ConfigMap): Translation {
  const named = Object.entries(configs).map(
    ([name, value]) =>
      [name, name in LIBRDKAFKA_NAMES ? (LIBRDKAFKA_NAMES[name] ?? null) : name, value] as const,
  );
  return {
    entries: named.flatMap(([, name, value]) => (name === null ? [] : [[name, value] as const])),
    leftOut: named.flatMap(([original, name]) => (name === null ? [original] : [])),
  };
}

function remarksOnMissing(leftOut: readonly string[], sign: string, library: string): string[] {
  return leftOut.map((name) => `${sign} ${name}: ${library} has no such setting`);
}

/** Numbers and booleans bare, the rest quoted, as each language writes them. */
function literal(value: string, words: { readonly true: string; readonly false: string }): string {
  if (value === 'true') return words.true;
  if (value === 'false') return words.false;
  return /^-?\d+$/.test(value) ? value : quote(value);
}

const PYTHON_WORDS = { true: 'True', false: 'False' };
const SCRIPT_WORDS = { true: 'true', false: 'false' };

function confluentPythonCode({ bootstrapServers, topic, producer, consumer }: ClientCodeInput): string {
  const dictionary = (entries: readonly (readonly [string, string])[]) =>
    entries.map(([name, value]) => `    ${quote(name)}: ${literal(value, PYTHON_WORDS)},`);
  const translated = forLibrdkafka(producerConfigs(producer.configs));
  const lines = [
    consumer === null
      ? 'from confluent_kafka import Producer'
      : 'from confluent_kafka import Consumer, Producer, TopicPartition',
    '',
    ...remarksOnMissing(translated.leftOut, '#', 'librdkafka'),
    'producer = Producer({',
    ...dictionary([
      ['bootstrap.servers', bootstrapServers],
      ['client.id', producer.clientId],
      // Its default hashes keys with CRC32: the same key would go to another partition than from Java.
      ['partitioner', 'murmur2_random'],
      ...translated.entries,
    ]),
    '})',
    '',
    '',
    'def on_delivery(error, message):',
    '    if error is not None:',
    '        # An error is not proof of absence: after a timeout the record may be stored.',
    '        outbox.keep(message.value(), error)',
    '',
    '',
    `producer.produce(${quote(topic.name)}, value=payment_bytes, on_delivery=on_delivery)`,
    'producer.flush()',
  ];
  if (consumer !== null) {
    const read = forLibrdkafka(consumerConfigs(consumer.configs));
    lines.push(
      '',
      ...remarksOnMissing(read.leftOut, '#', 'librdkafka'),
      'consumer = Consumer({',
      ...dictionary([
        ['bootstrap.servers', bootstrapServers],
        ['client.id', consumer.clientId],
        // It asks for a group id even when it reads what it is assigned.
        ['group.id', consumer.clientId],
        ...read.entries,
      ]),
      '})',
      `consumer.assign([${partitionIds(topic.partitions)
        .map((id) => `TopicPartition(${quote(topic.name)}, ${id})`)
        .join(', ')}])`,
      'while running:',
      '    message = consumer.poll(0.5)',
      '    if message is not None and message.error() is None:',
      '        book(message)',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Java name to argument of AIOKafkaProducer and AIOKafkaConsumer. */
const AIOKAFKA_NAMES: Readonly<Record<string, string>> = {
  acks: 'acks',
  'enable.idempotence': 'enable_idempotence',
  'linger.ms': 'linger_ms',
  'request.timeout.ms': 'request_timeout_ms',
  'batch.size': 'max_batch_size',
  'max.request.size': 'max_request_size',
  'compression.type': 'compression_type',
  'retry.backoff.ms': 'retry_backoff_ms',
  'metadata.max.age.ms': 'metadata_max_age_ms',
  'auto.offset.reset': 'auto_offset_reset',
  'enable.auto.commit': 'enable_auto_commit',
  'fetch.min.bytes': 'fetch_min_bytes',
  'fetch.max.bytes': 'fetch_max_bytes',
  'fetch.max.wait.ms': 'fetch_max_wait_ms',
  'max.partition.fetch.bytes': 'max_partition_fetch_bytes',
  'max.poll.records': 'max_poll_records',
};

function aiokafkaCode({ bootstrapServers, topic, producer, consumer }: ClientCodeInput): string {
  const split = (configs: ConfigMap) => ({
    known: Object.entries(configs).flatMap(([name, value]) => {
      const argument = AIOKAFKA_NAMES[name];
      return argument === undefined ? [] : [`    ${argument}=${literal(value, PYTHON_WORDS)},`];
    }),
    leftOut: Object.keys(configs).filter((name) => AIOKAFKA_NAMES[name] === undefined),
  });
  const write = split(producerConfigs(producer.configs));
  const lines = [
    consumer === null
      ? 'from aiokafka import AIOKafkaProducer'
      : 'from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition',
    '',
    ...remarksOnMissing(write.leftOut, '#', 'aiokafka'),
    'producer = AIOKafkaProducer(',
    `    bootstrap_servers=${quote(bootstrapServers)},`,
    `    client_id=${quote(producer.clientId)},`,
    ...write.known,
    ')',
    'await producer.start()',
    'try:',
    `    await producer.send_and_wait(${quote(topic.name)}, payment_bytes)`,
    'finally:',
    '    await producer.stop()',
  ];
  if (consumer !== null) {
    const read = split(consumerConfigs(consumer.configs));
    lines.push(
      '',
      ...remarksOnMissing(read.leftOut, '#', 'aiokafka'),
      'consumer = AIOKafkaConsumer(',
      `    bootstrap_servers=${quote(bootstrapServers)},`,
      `    client_id=${quote(consumer.clientId)},`,
      ...read.known,
      ')',
      'await consumer.start()',
      `consumer.assign([${partitionIds(topic.partitions)
        .map((id) => `TopicPartition(${quote(topic.name)}, ${id})`)
        .join(', ')}])`,
      'async for message in consumer:',
      '    await book(message)',
    );
  }
  return `${lines.join('\n')}\n`;
}

const GO_ACKS: Readonly<Record<string, string>> = {
  all: 'kgo.AllISRAcks()',
  '1': 'kgo.LeaderAck()',
  '0': 'kgo.NoAck()',
};

/** Each option with the Kafka name it stands for, so that the code can be checked against the cluster. */
function franzGoCode({ bootstrapServers, topic, producer, consumer }: ClientCodeInput): string {
  const configs = producerConfigs(producer.configs);
  const millis = (value: string) => `${value}*time.Millisecond`;
  const options = Object.entries(configs).map(([name, value]) => {
    switch (name) {
      case 'acks':
        return `\t\tkgo.RequiredAcks(${GO_ACKS[value] ?? 'kgo.AllISRAcks()'}), // acks=${value}`;
      case 'enable.idempotence':
        return value === 'true'
          ? '\t\t// enable.idempotence=true is its default'
          : '\t\tkgo.DisableIdempotentWrite(), // enable.idempotence=false';
      case 'linger.ms':
        return `\t\tkgo.ProducerLinger(${millis(value)}), // linger.ms`;
      case 'request.timeout.ms':
        return `\t\tkgo.ProduceRequestTimeout(${millis(value)}), // request.timeout.ms`;
      case 'delivery.timeout.ms':
        return `\t\tkgo.RecordDeliveryTimeout(${millis(value)}), // delivery.timeout.ms`;
      case 'batch.size':
        return `\t\tkgo.ProducerBatchMaxBytes(${value}), // batch.size`;
      case 'max.in.flight.requests.per.connection':
        return `\t\tkgo.MaxProduceRequestsInflightPerBroker(${value}), // ${name}`;
      default:
        return `\t\t// ${name}=${value}: set by hand, franz-go names it otherwise`;
    }
  });
  const lines = [
    'client, err := kgo.NewClient(',
    `\t\tkgo.SeedBrokers(${quote(bootstrapServers)}),`,
    `\t\tkgo.ClientID(${quote(producer.clientId)}),`,
    ...options,
    '\t)',
    'if err != nil {',
    '\treturn err',
    '}',
    'defer client.Close()',
    '',
    `result := client.ProduceSync(ctx, &kgo.Record{Topic: ${quote(topic.name)}, Value: payment})`,
    'if err := result.FirstErr(); err != nil {',
    '\t// An error is not proof of absence: after a timeout the record may be stored.',
    '\toutbox.Keep(payment, err)',
    '}',
  ];
  if (consumer !== null) {
    const read = consumerConfigs(consumer.configs);
    const from = read['auto.offset.reset'] === 'earliest' ? 'AtStart' : 'AtEnd';
    const partitions = partitionIds(topic.partitions).map((id) => `${id}: kgo.NewOffset().${from}()`);
    lines.push(
      '',
      `// auto.offset.reset=${read['auto.offset.reset'] ?? 'latest'}`,
      'reader, err := kgo.NewClient(',
      `\tkgo.SeedBrokers(${quote(bootstrapServers)}),`,
      `\tkgo.ClientID(${quote(consumer.clientId)}),`,
      `\tkgo.ConsumePartitions(map[string]map[int32]kgo.Offset{${quote(topic.name)}: {${partitions.join(', ')}}}),`,
      ')',
    );
  }
  return `${lines.join('\n').replaceAll('\t\t', '\t')}\n`;
}

/** @confluentinc/kafka-javascript: librdkafka below, a KafkaJS-like face; properties keep librdkafka's names. */
function typescriptCode({ bootstrapServers, topic, producer, consumer }: ClientCodeInput): string {
  const object = (entries: readonly (readonly [string, string])[]) =>
    entries.map(
      ([name, value]) => `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${literal(value, SCRIPT_WORDS)},`,
    );
  const write = forLibrdkafka(producerConfigs(producer.configs));
  // Its face takes acks as a number.
  const entries = write.entries.map(
    ([name, value]) => [name, name === 'acks' && value === 'all' ? '-1' : value] as const,
  );
  const lines = [
    "import { KafkaJS } from '@confluentinc/kafka-javascript';",
    '',
    `const kafka = new KafkaJS.Kafka({ 'bootstrap.servers': ${quote(bootstrapServers)} });`,
    ...remarksOnMissing(write.leftOut, '//', 'librdkafka'),
    ...(producerConfigs(producer.configs)['acks'] === 'all' ? ['// -1 is acks=all'] : []),
    'const producer = kafka.producer({',
    ...object([['client.id', producer.clientId], ['partitioner', 'murmur2_random'], ...entries]),
    '});',
    'await producer.connect();',
    `await producer.send({ topic: ${quote(topic.name)}, messages: [{ value: payment }] });`,
    'await producer.disconnect();',
  ];
  if (consumer !== null) {
    const read = forLibrdkafka(consumerConfigs(consumer.configs));
    lines.push(
      '',
      '// This library assigns partitions through a group.',
      'const consumer = kafka.consumer({',
      ...object([['client.id', consumer.clientId], ['group.id', consumer.clientId], ...read.entries]),
      '});',
      'await consumer.connect();',
      `await consumer.subscribe({ topics: [${quote(topic.name)}] });`,
      'await consumer.run({ eachMessage: async ({ message }) => book(message) });',
    );
  }
  return `${lines.join('\n')}\n`;
}
