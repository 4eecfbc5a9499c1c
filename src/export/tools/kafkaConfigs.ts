/** Where else a topic’s config is looked for, under which name, and what holds there. Kafka: `ServerTopicConfigSynonyms` (4.2.2). */
const OF_SERVERS: Readonly<Record<string, readonly [name: string, value: string]>> = {
  'cleanup.policy': ['log.cleanup.policy', 'delete'],
  'compression.gzip.level': ['compression.gzip.level', '-1'],
  'compression.lz4.level': ['compression.lz4.level', '9'],
  'compression.type': ['compression.type', 'producer'],
  'compression.zstd.level': ['compression.zstd.level', '3'],
  'delete.retention.ms': ['log.cleaner.delete.retention.ms', '86400000'],
  'file.delete.delay.ms': ['log.segment.delete.delay.ms', '60000'],
  'flush.messages': ['log.flush.interval.messages', '9223372036854775807'],
  'index.interval.bytes': ['log.index.interval.bytes', '4096'],
  'local.retention.bytes': ['log.local.retention.bytes', '-2'],
  'local.retention.ms': ['log.local.retention.ms', '-2'],
  'max.compaction.lag.ms': ['log.cleaner.max.compaction.lag.ms', '9223372036854775807'],
  'max.message.bytes': ['message.max.bytes', '1048588'],
  'message.timestamp.after.max.ms': ['log.message.timestamp.after.max.ms', '3600000'],
  'message.timestamp.before.max.ms': ['log.message.timestamp.before.max.ms', '9223372036854775807'],
  'message.timestamp.type': ['log.message.timestamp.type', 'CreateTime'],
  'min.cleanable.dirty.ratio': ['log.cleaner.min.cleanable.ratio', '0.5'],
  'min.compaction.lag.ms': ['log.cleaner.min.compaction.lag.ms', '0'],
  'min.insync.replicas': ['min.insync.replicas', '1'],
  preallocate: ['log.preallocate', 'false'],
  'retention.bytes': ['log.retention.bytes', '-1'],
  'segment.bytes': ['log.segment.bytes', '1073741824'],
  'segment.index.bytes': ['log.index.size.max.bytes', '10485760'],
  'unclean.leader.election.enable': ['unclean.leader.election.enable', 'false'],
};

/** Those are derived from several configs, which have no value until somebody sets one. */
const NAMES_OF_SERVERS: Readonly<Record<string, string>> = {
  'flush.ms': 'log.flush.interval.ms',
  'retention.ms': 'log.retention.ms',
  'segment.ms': 'log.roll.ms',
  'segment.jitter.ms': 'log.roll.jitter.ms',
};

type Configs = Readonly<Record<string, string>>;

/** What `kafka-configs.sh --describe` prints of what was set while servers run. Kafka: `ConfigCommand` (4.2.2). */
export const configsDescribe = {
  topic: (topic: string, own: Configs, ofCluster: Configs, ofServers: Configs): string =>
    [
      `Dynamic configs for topic ${topic} are:`,
      ...lines(own, (name, value) => {
        const [server, preset] = OF_SERVERS[name] ?? [NAMES_OF_SERVERS[name] ?? name, null];
        return [
          ['DYNAMIC_TOPIC_CONFIG', name, value],
          ['DYNAMIC_DEFAULT_BROKER_CONFIG', server, ofCluster[server]],
          ['STATIC_BROKER_CONFIG', server, ofServers[server]],
          ['DEFAULT_CONFIG', server, preset],
        ];
      }),
    ].join('\n') + '\n',
  broker: (broker: number, own: Configs, ofCluster: Configs, ofServers: Configs, defaults: Configs): string =>
    [
      `Dynamic configs for broker ${broker} are:`,
      ...lines(own, (name, value) => [
        ['DYNAMIC_BROKER_CONFIG', name, value],
        ['DYNAMIC_DEFAULT_BROKER_CONFIG', name, ofCluster[name]],
        ['STATIC_BROKER_CONFIG', name, ofServers[name]],
        ['DEFAULT_CONFIG', name, defaults[name]],
      ]),
    ].join('\n') + '\n',
  /** A group has no config of servers to fall back to that the tool would tell of. */
  group: (group: string, own: Configs): string =>
    [
      `Dynamic configs for group ${group} are:`,
      ...lines(own, (name, value) => [['DYNAMIC_GROUP_CONFIG', name, value]]),
    ].join('\n') + '\n',
  cluster: (ofCluster: Configs): string =>
    [
      'Default configs for brokers in the cluster are:',
      ...lines(ofCluster, (name, value) => [['DYNAMIC_DEFAULT_BROKER_CONFIG', name, value]]),
    ].join('\n') + '\n',
} as const;

type Synonym = readonly [source: string, name: string, value: string | null | undefined];

function lines(
  configs: Configs,
  synonymsOf: (name: string, value: string) => readonly Synonym[],
): readonly string[] {
  return Object.entries(configs)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const synonyms = synonymsOf(name, value).flatMap(([source, synonym, set]) =>
        set === null || set === undefined ? [] : [`${source}:${synonym}=${set}`],
      );
      return `  ${name}=${value} sensitive=false synonyms={${synonyms.join(', ')}}`;
    });
}
