/**
 * What differs from 4.2 in other versions of Kafka that people run. Each was read in the sources of both sides (release branches
 * and tags) or in the upgrade notes. A note may belong to a rule of the ledger, and is shown with it.
 */
export interface VersionNote {
  /** Stable name, for links. */
  readonly id: string;
  readonly area:
    'Cluster' | 'Replication' | 'Producer' | 'Consumer' | 'Topics and configs' | 'Tools and metrics';
  /** Which versions are meant, as people say it: `before 3.7`, `3.x`, `4.0`. */
  readonly versions: string;
  /** How it is there. */
  readonly there: string;
  /** How it is in 4.2. */
  readonly here: string;
  /** Class, KIP or issue; where it can be looked up. */
  readonly source: string;
  /** Rule of the ledger that says how it is here. */
  readonly rule?: string;
}

export const OTHER_VERSIONS: readonly VersionNote[] = [
  {
    id: 'zookeeper',
    area: 'Cluster',
    versions: '3.x',
    there: 'Metadata may be kept in ZooKeeper, with one broker elected as the controller.',
    here: 'Metadata are a Raft log of the controllers (KRaft); zookeeper.connect does not exist.',
    source: 'upgrade notes 4.0; KIP-500',
  },
  {
    id: 'pre-vote',
    area: 'Cluster',
    versions: '3.x',
    there:
      'A controller that lost contact raises the epoch at once when it stands for election, and so can depose a healthy leader.',
    here: 'It asks first whether it would be elected (pre-vote), and disturbs nobody if not.',
    source: 'KIP-996; VoteRequest.json has PreVote since 4.0',
  },
  {
    id: 'dynamic-quorum',
    area: 'Cluster',
    versions: 'before 3.9',
    there:
      'The voters are a fixed list, controller.quorum.voters; it is changed by restarting all controllers.',
    here: 'Voters are records of the log, and are added and removed while it runs.',
    source: 'KIP-853',
  },
  {
    id: 'controller-auto-join',
    area: 'Cluster',
    versions: '4.0, 4.1',
    there: 'A new controller is added to the voters by hand, with kafka-metadata-quorum.sh.',
    here: 'controller.quorum.auto.join.enable lets it add itself; it is off unless set.',
    source: 'QuorumConfig: controller.quorum.auto.join.enable since 4.2',
  },
  {
    id: 'raft-stale-watermark',
    area: 'Cluster',
    versions: '4.0 and 3.x',
    there:
      'A follower of the metadata log learns a higher high watermark only with new records or when its fetch runs out.',
    here: 'The fetch carries the watermark that it knows, and is answered as soon as the leader’s is higher.',
    source: 'KIP-1166; FetchRequest.json has HighWatermark since 4.1',
  },
  {
    id: 'controller-fetch-size',
    area: 'Cluster',
    versions: '4.3 and later',
    there: 'How much of the metadata log one fetch brings can be set (controller.quorum.fetch.…).',
    here: 'It is fixed.',
    source: 'QuorumConfig since 4.3',
  },
  {
    id: 'metadata-version',
    area: 'Cluster',
    versions: '3.x',
    there:
      'inter.broker.protocol.version in the brokers’ files says which formats they use (with ZooKeeper).',
    here: 'The config is gone; kafka-features.sh raises metadata.version for all.',
    source: 'KIP-584, KIP-778; removed from the broker’s configs in 4.0',
  },
  {
    id: 'old-protocols',
    area: 'Cluster',
    versions: '3.x',
    there: 'Brokers still answer requests of clients as old as 0.8.',
    here: 'Old versions of the protocol are removed: clients and brokers must be 2.1 or newer to talk.',
    source: 'KIP-896; upgrade notes 4.0',
  },
  {
    id: 'control-plane-listener',
    area: 'Cluster',
    versions: '3.x',
    there: 'control.plane.listener.name gives the ZooKeeper controller’s requests a listener of their own.',
    here: 'The config does not exist.',
    source: 'KIP-291; absent from SocketServerConfigs since 4.0',
  },
  {
    id: 'jbod',
    area: 'Cluster',
    versions: 'before 3.7 with KRaft',
    there:
      'The controller is not told in which log directory a replica is, and so not which replicas went with one that failed.',
    here: 'Brokers tell the controller their directories, and lose only the replicas in the one that fails.',
    source: 'KIP-858; BrokerRegistrationRequest.json has LogDirs since 3.7',
  },
  {
    id: 'cordoned-directories',
    area: 'Cluster',
    versions: '4.3 and later',
    there: 'A log directory can be cordoned: no new replicas are placed there.',
    here: 'Every directory takes new replicas.',
    source: 'KIP-1066; upgrade notes 4.3',
  },
  {
    id: 'min-isr-freeze',
    area: 'Replication',
    versions: 'before 3.7',
    there:
      'The high watermark advances with an ISR below min.insync.replicas: a record that is refused or only acked by one replica can still be read.',
    here: 'The high watermark stands still while the ISR is below the minimum.',
    source: 'KAFKA-15583; Partition.maybeIncrementLeaderHW',
    rule: 'H2',
  },
  {
    id: 'elr-off',
    area: 'Replication',
    versions: '4.0',
    there: 'Eligible leader replicas exist, but are off unless switched on (kafka-features.sh).',
    here: 'They are on in new clusters; an upgraded cluster keeps what it had.',
    source: 'KIP-966; upgrade notes 4.1',
    rule: 'R1',
  },
  {
    id: 'elr-absent',
    area: 'Replication',
    versions: '3.x',
    there:
      'The last member of the ISR stays in it although it is gone; only that replica can lead, whether its log survived whole or not.',
    here: 'The ISR may become empty; replicas known to hold all committed records are remembered as eligible.',
    source: 'KIP-966 part 1; PartitionChangeRecord.json',
    rule: 'R3',
  },
  {
    id: 'unclean-shutdown-detection',
    area: 'Replication',
    versions: 'before 3.7',
    there: 'The controller does not hear whether a broker that comes back had stopped cleanly.',
    here: 'A broker says under which epoch it last stopped cleanly; if it did not, it leaves the ELR.',
    source: 'KIP-966; BrokerRegistrationRequest.json has PreviousBrokerEpoch since 3.7',
    rule: 'B7',
  },
  {
    id: 'shrink-bumps-epoch',
    area: 'Replication',
    versions: 'metadata.version before 3.6',
    there:
      'Every ISR shrink raises the leader epoch: followers and clients have to look for the leader again.',
    here: 'Only the partition epoch rises; nobody is disturbed.',
    source: 'KAFKA-15021; MetadataVersion.isLeaderEpochBumpRequiredOnIsrShrink',
    rule: 'I10',
  },
  {
    id: 'stale-replica-joins',
    area: 'Replication',
    versions: 'before 3.5',
    there:
      'A broker that restarted may be put back into the ISR by an AlterPartition that was meant for its life before.',
    here: 'AlterPartition carries the epoch of each member, and the controller refuses an old one (INELIGIBLE_REPLICA).',
    source: 'KIP-903; AlterPartitionRequest.json has NewIsrWithEpochs since 3.5',
    rule: 'I4',
  },
  {
    id: 'fenced-replica-joins',
    area: 'Replication',
    versions: 'before 3.3',
    there: 'A leader may take a fenced or stopping broker back into the ISR.',
    here: 'Only brokers that are unfenced and not shutting down may join.',
    source: 'KIP-841; KAFKA-13916',
    rule: 'I9',
  },
  {
    id: 'unclean-interval',
    area: 'Replication',
    versions: 'before 3.9 with KRaft',
    there:
      'unclean.leader.election.enable switched on while a partition has no leader is not acted upon by itself.',
    here: 'The controller looks every unclean.leader.election.interval.ms (5 min) for partitions that may now get a leader.',
    source: 'KAFKA-12670; unclean.leader.election.interval.ms since 3.9',
    rule: 'L5',
  },
  {
    id: 'last-known-leader-dead',
    area: 'Replication',
    versions: '4.0, with ELR on',
    there:
      'The last known leader may be elected although it is not alive: the check was left without effect.',
    here: 'Only if it is alive.',
    source: 'PartitionChangeBuilder.canElectLastKnownLeader in 4.0 and 4.1',
    rule: 'L6',
  },
  {
    id: 'linger',
    area: 'Producer',
    versions: '3.x',
    there: 'linger.ms is 0: a batch leaves as soon as the producer can send it.',
    here: 'linger.ms is 5.',
    source: 'KIP-1030; ProducerConfig',
    rule: 'S3',
  },
  {
    id: 'idempotence-default',
    area: 'Producer',
    versions: 'before 3.0',
    there:
      'acks is 1 and enable.idempotence is false unless set: acked records can be lost, and retries can write twice.',
    here: 'acks is all and enable.idempotence is true.',
    source: 'KIP-679; ProducerConfig 2.8 and 3.0',
  },
  {
    id: 'idempotence-fallback',
    area: 'Producer',
    versions: '3.x',
    there:
      'max.in.flight.requests.per.connection above 5 switches idempotence off silently, if it was not set.',
    here: 'It is an error: idempotence is no longer given up silently for this.',
    source: 'upgrade notes 4.0; ProducerConfig.postProcessAndValidateIdempotenceConfigs',
  },
  {
    id: 'uniform-partitioner',
    area: 'Producer',
    versions: 'before 3.3',
    there:
      'Records without a key stick to a partition until a batch is full or leaves; a slow broker gets more of them.',
    here: 'The partition changes after batch.size bytes, and slow brokers get fewer.',
    source: 'KIP-794; BuiltInPartitioner since 3.3',
    rule: 'PP5',
  },
  {
    id: 'rack-aware-partitioner',
    area: 'Producer',
    versions: '4.4 and later',
    there: 'partitioner.rack.aware lets records without a key go to leaders in the producer’s own rack.',
    here: 'Racks play no part in choosing a partition.',
    source: 'ProducerConfig: partitioner.rack.aware, after 4.3',
  },
  {
    id: 'leader-hint',
    area: 'Producer',
    versions: 'before 3.7',
    there:
      'After NOT_LEADER_OR_FOLLOWER a client asks for metadata and waits for its back-off before it finds the new leader.',
    here: 'The answer names the new leader, and the client goes there at once.',
    source: 'KIP-951; ProduceResponse.json has CurrentLeader since 3.7',
    rule: 'RT6',
  },
  {
    id: 'exponential-backoff',
    area: 'Producer',
    versions: 'before 3.7',
    there: 'Every retry waits for retry.backoff.ms (100 ms), however often it failed.',
    here: 'The wait doubles up to retry.backoff.max.ms (1 s), with a jitter of 20 %.',
    source: 'KIP-580; CommonClientConfigs',
    rule: 'RT1',
  },
  {
    id: 'rebootstrap',
    area: 'Producer',
    versions: '3.x',
    there:
      'A client all of whose known brokers are gone goes on asking them (metadata.recovery.strategy none; before 3.8 always).',
    here: 'It begins anew with bootstrap.servers (rebootstrap), at the latest after 5 minutes.',
    source: 'KIP-899, KIP-1102; CommonClientConfigs',
    rule: 'rebootstrap',
  },
  {
    id: 'transactions-tv2',
    area: 'Producer',
    versions: '3.x',
    there:
      'A producer adds partitions to a transaction by a request of its own, and its epoch stays the same from one to the next.',
    here: 'The leader adds the partition when it is written to, and the epoch rises with each transaction.',
    source: 'KIP-890 part 2; upgrade notes 4.0',
  },
  {
    id: 'topic-ids-in-produce',
    area: 'Producer',
    versions: '4.0 and 3.x',
    there:
      'Produce names topics by name: a topic that was deleted and made again takes records meant for the old one.',
    here: 'Produce carries topic ids, and the old id is refused.',
    source: 'KIP-516; ProduceRequest.json has TopicId since 4.1',
  },
  {
    id: 'session-timeout',
    area: 'Consumer',
    versions: 'before 3.0',
    there: 'session.timeout.ms of a consumer is 10 s.',
    here: 'It is 45 s.',
    source: 'KIP-735; ConsumerConfig',
  },
  {
    id: 'consumer-protocol',
    area: 'Consumer',
    versions: '3.x',
    there:
      'Rebalances are led by one of the consumers (JoinGroup, SyncGroup); the new protocol is a preview from 3.7 on.',
    here: 'group.protocol=consumer is there: the coordinator assigns, member by member. The client’s default is still classic.',
    source: 'KIP-848; upgrade notes 4.0',
  },
  {
    id: 'share-groups-state',
    area: 'Consumer',
    versions: '4.0, 4.1',
    there: 'Share groups (queues) are early access in 4.0 and a preview in 4.1.',
    here: 'They are ready for production.',
    source: 'KIP-932; upgrade notes 4.1, 4.2',
  },
  {
    id: 'assignment-interval',
    area: 'Consumer',
    versions: '4.3 and later',
    there:
      'The coordinator computes a new target of a group at most once in group.consumer.assignment.interval.ms (1 s by default), and the first member of a group gets epoch 2.',
    here: 'Every change of a group computes its target at once, and the first member gets epoch 1.',
    source: 'GroupMetadataManager.canComputeNextTargetAssignment, ModernGroup since 4.3',
  },
  {
    id: 'timestamp-after-max',
    area: 'Topics and configs',
    versions: '3.6 to 3.9',
    there: 'Records may carry any time in the future (message.timestamp.after.max.ms is without a limit).',
    here: 'More than an hour ahead of the broker’s clock is refused.',
    source: 'KIP-937, KIP-1030; ServerLogConfigs 3.9 and 4.0',
  },
  {
    id: 'timestamp-difference',
    area: 'Topics and configs',
    versions: '3.x',
    there: 'log.message.timestamp.difference.max.ms limits both directions (the only one before 3.6).',
    here: 'The config is gone; …before.max.ms and …after.max.ms limit each direction.',
    source: 'KIP-937; upgrade notes 4.0',
  },
  {
    id: 'message-format',
    area: 'Topics and configs',
    versions: '3.x',
    there:
      'log.message.format.version and message.format.version exist (ignored from 3.0 on where the inter-broker protocol is 3.0).',
    here: 'Both are gone; every batch is of format v2.',
    source: 'KIP-724; upgrade notes 4.0',
  },
  {
    id: 'segment-bytes',
    area: 'Topics and configs',
    versions: '3.x',
    there: 'segment.bytes may be as small as 14 bytes.',
    here: 'At least 1 MB.',
    source: 'KIP-1030; upgrade notes 4.0',
  },
  {
    id: 'recovery-threads',
    area: 'Topics and configs',
    versions: '3.x',
    there: 'num.recovery.threads.per.data.dir is 1: after a crash logs are checked one after the other.',
    here: 'It is 2.',
    source: 'KIP-1030; ServerLogConfigs 3.9 and 4.0',
  },
  {
    id: 'min-isr-at-broker',
    area: 'Topics and configs',
    versions: '4.0 and 3.x, and clusters without ELR',
    there: 'min.insync.replicas may be set for a single broker.',
    here: 'With ELR on, values of single brokers are removed; it is set for the cluster or a topic.',
    source: 'upgrade notes 4.1',
    rule: 'R7',
  },
  {
    id: 'mirror-maker-1',
    area: 'Tools and metrics',
    versions: '3.x',
    there: 'kafka-mirror-maker.sh (MirrorMaker 1) is there, deprecated.',
    here: 'It is gone; MirrorMaker 2 runs on Connect.',
    source: 'upgrade notes 4.0',
  },
  {
    id: 'elr-metric',
    area: 'Tools and metrics',
    versions: '4.0 and 3.x',
    there: 'Elections from the ELR are not counted.',
    here: 'kafka.controller:type=ControllerStats,name=ElectionFromEligibleLeaderReplicasPerSec counts them.',
    source: 'KAFKA-18954, since 4.1',
    rule: 'controller-metrics',
  },
  {
    id: 'zookeeper-metrics',
    area: 'Tools and metrics',
    versions: '3.x with ZooKeeper',
    there: 'Any broker may report kafka.controller metrics, and ZooKeeper’s session metrics exist.',
    here: 'Only controllers report kafka.controller metrics; MigratingZkBrokerCount and ZkMigrationState are gone.',
    source: 'ControllerMetadataMetrics 3.9 and 4.2',
    rule: 'controller-metrics',
  },
];
