/** One release of the engine, as far as it changes what a run does. */
export interface EngineRelease {
  readonly version: string;
  readonly summary: string;
  /** What the same scenario now does differently; empty when every digest stayed the same. */
  readonly behaviourChanges: readonly BehaviourChange[];
}

export interface BehaviourChange {
  /** Stable name, so that pages and tests can point at it. */
  readonly id: string;
  /** What changed, in a sentence. */
  readonly summary: string;
}

/** Oldest first. A digest that changes without an entry here fails the comparison of old links. */
export const ENGINE_CHANGELOG: readonly EngineRelease[] = [
  { version: '0.1.0', summary: 'first version', behaviourChanges: [] },
  {
    version: '0.2.0',
    summary: 'brokers, replication and the controller quorum',
    behaviourChanges: [
      {
        id: 'quorum',
        summary:
          'Controllers are a quorum with elections and a log of its own: times of decisions and broker epochs are others.',
      },
      {
        id: 'no-op-records',
        summary: 'The active controller writes a NoOp record every 500 ms, busy or not.',
      },
      {
        id: 'fetch-sessions',
        summary: 'Fetches have sessions (KIP-227): requests and answers hold what changed, and are smaller.',
      },
      {
        id: 'reader-above-watermark',
        summary:
          'A consumer between the high watermark and the end of the log waits; it was answered at once.',
      },
      {
        id: 'deposed-leader-epoch',
        summary:
          'A broker that leads no more checks the leader epoch first: FENCED_LEADER_EPOCH in place of NOT_LEADER_OR_FOLLOWER.',
      },
      { id: 'fetch-slices', summary: 'A Fetch is cut at the byte, and what is cut off counts on the wire.' },
      {
        id: 'unchanged-min-insync',
        summary: 'Setting min.insync.replicas of a topic to the value it has leaves the ELR alone.',
      },
      {
        id: 'min-insync-by-partition-0',
        summary: 'The controller counts min.insync.replicas by the replication factor of partition 0.',
      },
      {
        id: 'preferred-leaders',
        summary:
          'Leaderships return to the preferred replica every 300 s; unclean elections are looked for too.',
      },
      {
        id: 'steady-jitter',
        summary: 'The jitter of clients is a hash of the seed and a count, not a draw from a random stream.',
      },
      {
        id: 'connection-numbers',
        summary: 'Connections are numbered, so a late disconnection ends no newer one.',
      },
    ],
  },
  {
    version: '0.3.0',
    summary: 'held against Apache Kafka itself, part one',
    behaviourChanges: [
      {
        id: 'session-ends-once-more',
        summary:
          'The session of a broker that was fenced by its clean stop ends like any other, and is written as one more fencing.',
      },
      {
        id: 'epoch-without-records',
        summary: 'A broker that starts forgets a leader epoch under which nothing was written.',
      },
      {
        id: 'metadata-snapshots',
        summary:
          'Controllers make snapshots of the metadata log and delete old ones; who is far behind fetches one first.',
      },
      {
        id: 'controller-mutation-rate',
        summary:
          'Who creates or deletes more partitions than controller_mutation_rate is refused with THROTTLING_QUOTA_EXCEEDED.',
      },
      {
        id: 'large-batches-split',
        summary: 'A batch above max.message.bytes is refused; the producer splits it and sends the parts.',
      },
      {
        id: 'round-robin-order',
        summary: 'RoundRobinPartitioner takes partitions in the order of Java’s hash table.',
      },
      {
        id: 'producer-wakes-when-full',
        summary:
          'A producer looks at its open batch when it is full and not on the way there: what happens in the same microsecond may come in another order.',
      },
    ],
  },
  {
    version: '0.4.0',
    summary: 'held against Apache Kafka itself, part two',
    behaviourChanges: [
      {
        id: 'truncation-detected',
        summary:
          'A consumer asks each new leader where the epoch of its last record ended, and goes back to where the logs part (KIP-320).',
      },
      {
        id: 'one-fencing-a-pass',
        summary: 'The controller fences one silent broker a pass; the next pass comes 10 ms later.',
      },
      {
        id: 'log-cut-below-its-start',
        summary:
          'A log that is cut below its start begins where it was cut: the follower of a leader with an empty disk fetches again.',
      },
      {
        id: 'unsent-bytes',
        summary: 'What a connection had still to send ends with it, and a mended link goes at full speed.',
      },
      {
        id: 'drain-order',
        summary: 'A producer drains the partitions of a broker in the order of Java’s hash table.',
      },
      {
        id: 'segments',
        summary:
          'Logs are segments that roll by Kafka’s rules; a Fetch reads one segment at a time, and one that waits in an older segment is answered.',
      },
      {
        id: 'retention',
        summary: 'Closed segments are deleted by time and size, every 5 minutes, and the log start moves.',
      },
      {
        id: 'record-timestamps',
        summary:
          'A record too far from the broker’s clock is refused with INVALID_TIMESTAMP; LogAppendTime gives it that clock.',
      },
      {
        id: 'order-of-append-checks',
        summary: 'A batch larger than a segment is refused before anybody looks for duplicates.',
      },
    ],
  },
  {
    version: '0.5.0',
    summary: 'disks, compaction and quiet time',
    behaviourChanges: [
      {
        id: 'quiet-time',
        summary:
          'A timer that nobody waits for any more is no event, and at rest timers of one instant fire in the order in which they were set: counts of events are smaller.',
      },
      {
        id: 'record-times',
        summary: 'ListOffsets by time answers a record within a batch, not the batch’s first.',
      },
      {
        id: 'flush-configs',
        summary:
          'flush.messages, flush.ms and a roll flush a log to the disk: a loss of power takes less where they are set, and appends wait for it.',
      },
      {
        id: 'recovery-time',
        summary:
          'A broker that did not stop cleanly recovers its logs from their recovery points on before it serves anybody, 2 ms for each MiB.',
      },
      {
        id: 'producers-after-recovery',
        summary: 'After an unclean stop a log remembers the last batch of each producer, not the last five.',
      },
      {
        id: 'disks-and-remote-storage',
        summary:
          'Disks may have an end, and topics remote storage: a full log directory fails, and closed segments leave the disk once they were copied.',
      },
      {
        id: 'compaction',
        summary:
          'Compacted topics are cleaned, and deleted by their cleaner where the policy says both; batches say which keys they hold.',
      },
      {
        id: 'compacted-keys',
        summary: 'A compacted topic refuses a batch that holds a record without a key: INVALID_RECORD.',
      },
    ],
  },
  {
    version: '0.6.0',
    summary: 'transactions, consumer groups and committed offsets; workloads and clients of other kinds',
    behaviourChanges: [
      {
        id: 'write-limit',
        summary:
          'A batch has as much room as its buffer: behind a first record that is larger than batch.size a small one may fit, and one alone does not fill it.',
      },
      {
        id: 'closed-is-full',
        summary: 'A batch that was sent once counts as full: its retry does not wait for linger.ms.',
      },
      {
        id: 'groups',
        summary:
          'A consumer with a group.id commits to its coordinator, and one that subscribes is a member of its group; group.id was ignored.',
      },
      {
        id: 'transactional-producers',
        summary:
          'A producer with a transactional.id has transactions, under a coordinator; it was an idempotent one.',
      },
      {
        id: 'isolation-level',
        summary:
          'Under isolation.level=read_committed a consumer ends at the last stable offset and skips what was aborted.',
      },
      {
        id: 'compression-type',
        summary:
          'compression.type counts: batches are estimated and sized by the ratio that the scenario says.',
      },
      {
        id: 'internal-topics',
        summary: 'FindCoordinator has an internal topic created that is missing.',
      },
    ],
  },
  {
    version: '0.7.0',
    summary:
      'share groups, consume–process–produce, real compression; quiet time with groups and transactions',
    behaviourChanges: [
      {
        id: 'local-metadata-fetch',
        summary:
          'A broker that is controller too waits up to a second for its metadata fetch, so that it ends with a record: there are fewer events.',
      },
      {
        id: 'member-without-news',
        summary: 'A heartbeat of a group member that says nothing new leaves no row in the trace.',
      },
      {
        id: 'commit-failed-at-most-once',
        summary: 'An application that commits first does not work on records whose commitSync failed.',
      },
      {
        id: 'uniform-assignor-of-4.0',
        summary: 'Under kafka.version 4.0 the uniform assignor is that of 4.0.',
      },
      {
        id: 'records-lag-max-committed',
        summary: 'records-lag-max goes by the last stable offset under read_committed.',
      },
      {
        id: 'group-metadata-of-last-join',
        summary:
          'groupMetadata() gives the member of the last join, also after the heartbeat thread has reset it.',
      },
      {
        id: 'split-keyed-batches',
        summary: 'A batch with keys that is split is filled anew, record by record.',
      },
      {
        id: 'torn-batches',
        summary:
          'A loss of power leaves the beginning of a batch, up to a page, which recovery cuts and tells.',
      },
      {
        id: 'flexible-lengths',
        summary:
          'Records of consumer groups with long names or many partitions are a byte longer, as Kafka writes them.',
      },
    ],
  },
  {
    version: '0.8.0',
    summary: 'share consumers that lose their broker, stores outside Kafka, a queue broker, seek and pause',
    behaviourChanges: [
      {
        id: 'share-commit-disconnected',
        summary:
          'A share consumer commits to the broker that the records came from: where it cannot be reached the commit fails with UNKNOWN_SERVER_ERROR at once, and a connection that ends with nothing under way costs no share session.',
      },
      {
        id: 'share-state-leader-epoch',
        summary: 'Share state begins with leader epoch 0: the first leader writes no record to say it.',
      },
      {
        id: 'share-partitions-forgotten',
        summary:
          'When the last session of a share group with a broker ends, its share partitions go from memory there, and are read anew for who comes next.',
      },
      {
        id: 'group-configs-in-metadata',
        summary: 'Configs of groups are records of the metadata, and may change while it runs.',
      },
      {
        id: 'truncation-without-reset',
        summary: 'With auto.offset.reset=none a log that was truncated is a LogTruncationException.',
      },
      {
        id: 'position-no-longer-asked',
        summary: 'An answer to ListOffsets moves no position that was found in another way meanwhile.',
      },
    ],
  },
  {
    version: '0.9.0',
    summary:
      'what the swarm found: the last flush, a controller that was left; deeds given again at even distances, percentiles of request times',
    behaviourChanges: [
      {
        id: 'last-flush-serves-nobody',
        summary:
          'A broker that may stop closes its connections before it flushes its logs; it served and followed until the flush was done.',
      },
      {
        id: 'quorum-left-its-leader',
        summary:
          'A controller that a majority of the quorum has left, and that has not heard of it, answers no admin client.',
      },
    ],
  },
  {
    version: '0.10.0',
    summary: 'connections that are reset, clients with one event loop, calls of consumers as recorded',
    behaviourChanges: [
      {
        id: 'calls-of-this-instant',
        summary:
          'A look at an instant counts the calls of send() before it; whether it saw one of this very instant depended on the configs.',
      },
      {
        id: 'commit-sync-offsets',
        summary:
          'commitSync() commits what was returned when it was called; while its coordinator was looked for, it took what was there later.',
      },
      {
        id: 'fetch-without-answer',
        summary: 'A Fetch without an answer is told as IOException, which was called connectionFailure.',
      },
      {
        id: 'gzip-levels',
        summary: 'compression.gzip.level decides how large batches of real values are; it changed nothing.',
      },
    ],
  },
];
