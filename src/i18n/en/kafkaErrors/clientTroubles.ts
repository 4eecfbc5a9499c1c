/** What a person on call wants to know of a message that no error of the protocol stands behind. */
export interface TroubleText {
  readonly title: string;
  readonly means: string;
  readonly fix: string;
}

/** Exceptions and log lines of Kafka's own clients and servers that have no code. */
export const clientTroubles = {
  deliveryTimeout: {
    title: 'TimeoutException: Expiring … record(s) for …',
    means:
      'Records waited in the producer for longer than delivery.timeout.ms, from send() on: before they were sent, between retries, or for an answer. Those that were sent may be stored all the same.',
    fix: 'What the producer met meanwhile stands in its log before (“retrying. Error: …”): look that up. Nothing there: it could not connect, or produces more than the brokers take.',
  },
  metadataTimeout: {
    title: 'TimeoutException: Topic … not present in metadata after … ms',
    means: 'send() waited max.block.ms for the topic’s metadata in vain.',
    fix: 'Does the topic exist? Does bootstrap.servers answer, and do the advertised.listeners that it returns? May the principal Describe the topic?',
  },
  bufferExhausted: {
    title: 'Failed to allocate … bytes within the configured max blocking time',
    means: 'buffer.memory was full for max.block.ms: the application hands over more than the brokers take.',
    fix: 'Find out why sending is slow (request-latency, throttle time, NOT_ENOUGH_REPLICAS retries). A larger buffer only puts it off.',
  },
  adminTimeout: {
    title: 'TimeoutException: Call(callName=…) timed out / Timed out waiting for a node assignment',
    means:
      'The admin client got no answer within default.api.timeout.ms, most often as it reached no broker.',
    fix: 'Check bootstrap.servers, the port’s protocol (SSL against PLAINTEXT looks like this), and whether there is an active controller.',
  },
  positionTimeout: {
    title: 'TimeoutException: Timeout of … expired before the position for partition … could be determined',
    means: 'A consumer could not learn where to begin: no answer from the coordinator or from the leader.',
    fix: 'Does the partition have a leader? Do all partitions of __consumer_offsets?',
  },
  commitFailed: {
    title: 'CommitFailedException',
    means:
      'The group has gone on without this member: its partitions belong to others by now, and its commit is refused.',
    fix: 'The time between two poll() was longer than max.poll.interval.ms: poll fewer records (max.poll.records), work faster, or raise the interval. What was not committed is read again.',
  },
  pollTimeout: {
    title: 'consumer poll timeout has expired',
    means:
      'The application did not call poll() within max.poll.interval.ms, so the consumer left its group by itself.',
    fix: 'As for CommitFailedException: fewer records a poll, faster work, or a longer interval.',
  },
  heartbeatExpired: {
    title: 'removing member … on heartbeat expiration',
    means: 'The coordinator heard nothing of a member for session.timeout.ms and took it out of the group.',
    fix: 'The process died, stood still (garbage collection, a paused container), or was cut off.',
  },
  noOffset: {
    title: 'NoOffsetForPartitionException: Undefined offset with no reset policy',
    means: 'The group has committed nothing for the partition, or it expired, and auto.offset.reset is none.',
    fix: 'Commit a start with kafka-consumer-groups.sh --reset-offsets, or choose earliest or latest. See offsets.retention.minutes.',
  },
  disconnected: {
    title: 'DisconnectException / Node … disconnected',
    means: 'A connection broke while a request waited for its answer.',
    fix: 'Once in a while is usual (connections.max.idle.ms, restarts). Often: a broker dies, a firewall cuts idle connections, or request.timeout.ms is too short.',
  },
  unreachable: {
    title: 'Connection to node … could not be established',
    means:
      'The address did not answer. Node −1 and below are bootstrap.servers; others are what the cluster says of itself in advertised.listeners.',
    fix: 'If −1 works and others do not, advertised.listeners is not reachable from here: the usual fault with Docker and Kubernetes.',
  },
  deserialization: {
    title: 'RecordDeserializationException / SerializationException',
    means:
      'A record’s bytes are not what the deserializer expects. poll() throws at that offset again and again.',
    fix: 'seek() behind it (the exception has partition and offset), or use a deserializer that hands failures on, and a dead-letter topic.',
  },
  requestTooLarge: {
    title: 'The message is … bytes when serialized which is larger than …, max.request.size',
    means: 'The producer itself refuses a record above max.request.size, before any broker sees it.',
    fix: 'Raise max.request.size with max.message.bytes of the topic, or make the record smaller.',
  },
  configException: {
    title: 'ConfigException / Failed to construct kafka …',
    means: 'Configs do not go together, or a value is none. The message names the config.',
    fix: 'Mend it. The Lab refuses the same combinations in the same words.',
  },
  logTruncation: {
    title: 'LogTruncationException',
    means: 'Records that the consumer had read are gone: the log was cut behind an unclean election.',
    fix: 'Decide where to go on; what was done with the lost records stays done. Look for unclean elections.',
  },
  isrShrunk: {
    title: 'Shrinking ISR from … to …',
    means: 'A follower did not keep up for replica.lag.time.max.ms, and the leader asks to go on without it.',
    fix: 'See the follower: slow disk, garbage collection, network, or it is dead. Below min.insync.replicas writes with acks=all are refused.',
  },
  diskFull: {
    title: 'No space left on device',
    means: 'A log directory is full: the broker takes it off line, and stops if it was the only one.',
    fix: 'Make room beside the logs, never by deleting segment files by hand; then restart. Shorten retention before it starts to write again.',
  },
  tooManyFiles: {
    title: 'Too many open files',
    means: 'The broker may open no more: each segment takes three files, each connection one.',
    fix: 'Raise nofile to 100 000 or more for the service.',
  },
  outOfMap: {
    title: 'OutOfMemoryError: Map failed',
    means: 'The kernel allows no more memory maps: each index is two.',
    fix: 'Raise vm.max_map_count.',
  },
  wakeup: {
    title: 'WakeupException',
    means: 'Another thread called wakeup(): it is how a poll() is ended on purpose.',
    fix: 'Nothing, if the application is shutting down.',
  },
  sslHandshake: {
    title: 'SSL handshake failed',
    means: 'The two sides do not agree on certificates, names or versions; or one side does not speak TLS.',
    fix: 'Check that the port speaks what security.protocol says, the truststore, the host name in the certificate, and dates.',
  },
} as const satisfies Readonly<Record<string, TroubleText>>;
export type ClientTrouble = keyof typeof clientTroubles;
