import type { LimitedRule, RuleArea } from '../RuleEntry.ts';

type Missing = Pick<LimitedRule, 'id' | 'title' | 'source' | 'reason' | 'consequence' | 'controls'>;

const missing = (entry: Missing): LimitedRule => ({ ...entry, files: [], state: 'not modelled' });

/** What people look for and do not find yet. */
export const notModelled: RuleArea = {
  area: 'Not here yet',
  rules: [
    missing({
      id: 'connection-quotas',
      title: 'Limits on connections and on their rate',
      source: 'ConnectionQuotas, KIP-402, KIP-612',
      reason: 'Brokers accept every connection.',
      consequence: 'max.connections and connection_creation_rate change nothing.',
      controls: ['max.connections'],
    }),
    missing({
      id: 'compression-levels',
      title: 'Levels of lz4 and zstd: fewer bytes for more work of the processor',
      source: 'KIP-390; GzipCompression, Lz4Compression, ZstdCompression',
      reason:
        'These two look for matches in one way, about as hard as Kafka’s do at their default levels; packing takes no time of its own under any codec.',
      consequence:
        'compression.lz4.level and compression.zstd.level are checked like Kafka’s and change nothing. compression.gzip.level decides how many bytes a batch of real values takes (workload.values), but not how long a producer, a broker or a log cleaner works on it; with a preset ratio it changes nothing.',
      controls: ['compression.lz4.level', 'compression.zstd.level'],
    }),
    missing({
      id: 'security',
      title: 'ACLs, SASL and TLS',
      source: 'StandardAuthorizer, KafkaPrincipal',
      reason: 'Everybody may do everything, over plain connections.',
      consequence: 'No authorization errors, no handshakes, no cost of encryption.',
    }),
    missing({
      id: 'configs-of-removed-topics',
      title:
        'A broker that starts again brings back configs of a deleted topic, for a new topic of the same name',
      source: 'ConfigurationsDelta.replay(RemoveTopicRecord)',
      reason:
        'Kafka reads the metadata since the last snapshot as one delta, and forgets at a RemoveTopicRecord only what was configured before that delta. Seen on 4.2.2 and 4.4.0. Here a broker keeps its metadata over a restart.',
      consequence:
        'Whoever deletes a topic and creates it anew with other configs has the old ones too on brokers that restart within the hour (until a snapshot); here never.',
      controls: ['DeleteTopic'],
    }),
    missing({
      id: 'unresolved-topic-ids',
      title: 'A new member under KIP-848 whose metadata comes after its assignment',
      source: 'AbstractMembershipManager.findResolvableAssignmentAndTriggerMetadataUpdate',
      reason:
        'It does not know yet which topic an id means: it takes an empty assignment first, and the whole one when the answer is there. Seen of 4.2.2 on a busy machine, in two of seven runs. Here the answer always comes first.',
      consequence:
        'The rebalance listener is called once, where Kafka may call it with nothing a moment before.',
      controls: ['group.protocol'],
    }),
    missing({
      id: 'gray-failures',
      title: 'Bit rot, lost writes, holes in a file',
      source: 'ours',
      reason: 'A disk is whole, slow, full or gone; what was flushed is as it was written.',
      consequence: 'CRC errors, and recoveries that cut a log in its middle, cannot be shown.',
    }),
    missing({
      id: 'other-clients',
      title: 'Clients other than Java’s: librdkafka, Go, JavaScript',
      source: 'librdkafka, franz-go, KafkaJS',
      reason: 'Producer and consumer follow the Java client; only its choice by key may be another client’s.',
      consequence: 'Defaults, batching and retries of other clients differ.',
    }),
  ],
};
