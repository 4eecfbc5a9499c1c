import type { ErrorText } from './ErrorText.ts';

const THROWS = 'The admin client throws it, and does not try again.';

/** Errors of administration: what the controller refuses. */
export const administration = {
  INVALID_TOPIC_EXCEPTION: {
    means: 'The name is none that a topic can have, or the topic is internal and may not be used so.',
    when: 'CreateTopics and Metadata: a name is empty, “.” or “..”, longer than 249 characters, or has others than letters, digits, “.”, “_” and “-”; or it collides with another in “.” and “_”.',
    client: 'It is thrown: by send() too.',
    fix: 'Choose another name.',
  },
  TOPIC_ALREADY_EXISTS: {
    means: 'There is a topic of this name.',
    when: 'CreateTopics.',
    client: THROWS,
    fix: 'Most often fine: use it. kafka-topics.sh --create --if-not-exists does not complain.',
  },
  INVALID_PARTITIONS: {
    means: 'The number of partitions is none: zero, or not more than there are.',
    when: 'CreateTopics and CreatePartitions. A topic can never have fewer partitions than it has.',
    client: THROWS,
    fix: 'Ask for more than there are, and remember that keys move with the number of partitions. For fewer, create a new topic.',
  },
  INVALID_REPLICATION_FACTOR: {
    means: 'There are not as many brokers as replicas are asked for.',
    when: 'CreateTopics and CreatePartitions: only brokers that are registered and not fenced count.',
    client: THROWS,
    fix: 'Start the brokers that are missing, or ask for fewer replicas. Single-broker clusters: offsets.topic.replication.factor and its like are 3 by default.',
  },
  INVALID_REPLICA_ASSIGNMENT: {
    means:
      'The list of replicas is none: it names a broker twice, one that there is not, or lists are of different length.',
    when: 'CreateTopics, CreatePartitions and AlterPartitionReassignments with lists given by hand.',
    client: THROWS,
    fix: 'Mend the list.',
  },
  INVALID_CONFIG: {
    means: 'A config has a value that it does not take, or must not be set there.',
    when: 'IncrementalAlterConfigs and CreateTopics: the controller checks what is written.',
    client: THROWS,
    fix: 'The message names the config. With ELR on, min.insync.replicas is set for topics and for the whole cluster, never for one broker.',
  },
  INVALID_REQUEST: {
    means: 'The request contradicts itself, or has what its version must not have.',
    when: 'Any request: fields that exclude each other, the same thing named twice, empty ids.',
    client: 'It is thrown.',
    fix: 'Read the message and the broker’s log. Of Java clients it tells of a bug or of very different versions.',
  },
  POLICY_VIOLATION: {
    means: 'A rule of this cluster forbids it.',
    when: 'CreateTopics and AlterConfigs with a create.topic.policy.class.name or alter.config.policy.class.name; DeleteRecords of a topic whose cleanup.policy is compact alone.',
    client: THROWS,
    fix: 'Ask who made the policy; the message is theirs.',
  },
  UNSUPPORTED_VERSION: {
    means:
      'The other side does not know this request in a version that both speak, or the feature it needs is off.',
    when: 'Clients older than 2.1 against brokers of 4.x; requests of features that are not finalized, as share groups with share.version 0.',
    client: 'It is thrown, and not tried again.',
    fix: 'kafka-broker-api-versions.sh shows what brokers speak, kafka-features.sh describe what is finalized. Upgrade the older side.',
  },
  NOT_CONTROLLER: {
    means: 'The controller that was asked is not the active one.',
    when: 'Brokers’ heartbeats and admin requests that reach a controller which lost the quorum’s leadership.',
    client: 'Brokers and admin clients look for the active controller and ask there.',
    fix: 'Nothing: it belongs to elections of the quorum.',
  },
  STALE_CONTROLLER_EPOCH: {
    means: 'A request came from a controller that was replaced.',
    when: 'Of clusters with ZooKeeper; in 4.x nobody answers it.',
    client: 'Never in an application.',
    fix: 'Nothing.',
  },
  OPERATION_NOT_ATTEMPTED: {
    means: 'This part of the request was not tried, because another part failed.',
    when: 'AddPartitionsToTxn when one of several partitions is refused; AlterPartition and others that come in bulk.',
    client: 'Producers look at the part that failed.',
    fix: 'See the error of the other part.',
  },
  REASSIGNMENT_IN_PROGRESS: {
    means: 'Partitions cannot be added to a topic while one of its partitions is being reassigned.',
    when: 'CreatePartitions, in clusters with ZooKeeper.',
    client: THROWS,
    fix: 'Wait until kafka-reassign-partitions.sh --list is empty.',
  },
  NO_REASSIGNMENT_IN_PROGRESS: {
    means: 'There is nothing to cancel: the partition is not being reassigned.',
    when: 'AlterPartitionReassignments with null replicas (kafka-reassign-partitions.sh --cancel).',
    client: THROWS,
    fix: 'Nothing: it is over already. See kafka-reassign-partitions.sh --list.',
  },
  PREFERRED_LEADER_NOT_AVAILABLE: {
    means: 'The preferred leader cannot lead now.',
    when: 'ElectLeaders: the first replica of the list is not in the ISR, or its broker is fenced.',
    client: 'The admin client tells it for each partition.',
    fix: 'Bring that broker back, wait until it is in the ISR, and ask again.',
  },
  ELIGIBLE_LEADERS_NOT_AVAILABLE: {
    means: 'No replica can lead, not even one that is not in sync.',
    when: 'ElectLeaders UNCLEAN when all replicas are fenced.',
    client: 'The admin client tells it for each partition.',
    fix: 'Start one of the brokers that have a replica.',
  },
  ELECTION_NOT_NEEDED: {
    means: 'The leader is the one that was asked for.',
    when: 'ElectLeaders: the preferred replica leads already; UNCLEAN when there is a leader.',
    client: 'kafka-leader-election.sh counts it as done.',
    fix: 'Nothing.',
  },
  THROTTLING_QUOTA_EXCEEDED: {
    means: 'The client has changed more than controller_mutation_rate allows.',
    when: 'CreateTopics, CreatePartitions, DeleteTopics: each partition counts (KIP-599).',
    client:
      'The admin client waits for as long as the answer says and tries again, until default.api.timeout.ms.',
    fix: 'Spread the changes out, or raise the quota of that user or client-id.',
  },
  TOPIC_DELETION_DISABLED: {
    means: 'delete.topic.enable is false.',
    when: 'DeleteTopics.',
    client: THROWS,
    fix: 'Set delete.topic.enable=true on the controllers.',
  },
  LOG_DIR_NOT_FOUND: {
    means: 'The broker has no log directory of this path.',
    when: 'AlterReplicaLogDirs (log_dirs in the file for kafka-reassign-partitions.sh).',
    client: THROWS,
    fix: 'Name one of log.dirs, exactly as it stands there.',
  },
  INVALID_UPDATE_VERSION: {
    means: 'The leader’s change of the ISR is based on a state that is over.',
    when: 'AlterPartition with a partition epoch that is not the newest; UpdateFeatures with a level that cannot be.',
    client: 'Never in an application: the leader takes the newer state and asks again if need be.',
    fix: 'Nothing.',
  },
  FEATURE_UPDATE_FAILED: {
    means: 'A feature’s level could not be changed.',
    when: 'UpdateFeatures (kafka-features.sh upgrade).',
    client: THROWS,
    fix: 'The message names the broker or the feature that stands in the way.',
  },
  RESOURCE_NOT_FOUND: {
    means: 'What the request names does not exist.',
    when: 'Deleting or describing SCRAM credentials and other resources that there are not.',
    client: THROWS,
    fix: 'Check the name.',
  },
  DUPLICATE_RESOURCE: {
    means: 'The request names the same thing twice.',
    when: 'AlterUserScramCredentials, UpdateFeatures and others with lists.',
    client: THROWS,
    fix: 'Name it once.',
  },
  UNKNOWN_CONTROLLER_ID: {
    means: 'There is no controller with this id.',
    when: 'Administration of a controller by its id.',
    client: THROWS,
    fix: 'kafka-metadata-quorum.sh describe --status lists the voters.',
  },
  MISMATCHED_ENDPOINT_TYPE: {
    means: 'The request was meant for the other kind of server: a broker, or a controller.',
    when: 'DescribeCluster with --bootstrap-server that points at a controller, or --bootstrap-controller at a broker.',
    client: THROWS,
    fix: 'Use the option that fits the port.',
  },
  UNSUPPORTED_ENDPOINT_TYPE: {
    means: 'The server does not support being asked for this kind of server.',
    when: 'DescribeCluster.',
    client: THROWS,
    fix: 'Ask a server of that kind directly.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
