import type { ErrorText } from './ErrorText.ts';

const BETWEEN = 'Never in an application: it is between servers.';

/** Errors between brokers and controllers, and what fits nowhere else. */
export const servers = {
  UNKNOWN_SERVER_ERROR: {
    means: 'The server met an error that has no name in the protocol.',
    when: 'An exception inside the server that nobody expected. Clients give this name to codes that they do not know, and to exceptions without a code.',
    client: 'It is thrown, and not tried again.',
    fix: 'Read the server’s log at that time: the stack trace is there. Look for a known bug of this version.',
  },
  STALE_BROKER_EPOCH: {
    means: 'The request is of an earlier registration of the broker.',
    when: 'The controller answers it to heartbeats and AlterPartition of a process that has been replaced.',
    client: BETWEEN,
    fix: 'Nothing, if the broker was just restarted. Else two processes have one node.id.',
  },
  DUPLICATE_BROKER_REGISTRATION: {
    means: 'A broker with this id is registered, and its session is not over.',
    when: 'BrokerRegistration of a process that starts while the controller still takes the old one for alive: after a kill, within broker.session.timeout.ms (9 s).',
    client: `${BETWEEN} The broker tries again until initial.broker.registration.timeout.ms.`,
    fix: 'Nothing: it waits. If it does not end, two processes have one node.id.',
  },
  BROKER_ID_NOT_REGISTERED: {
    means: 'The controller knows no broker with this id.',
    when: 'UnregisterBroker of one that there is not; heartbeats of one that was unregistered while it runs.',
    client: 'The admin client throws it.',
    fix: 'Check the id. A broker that was unregistered must be restarted.',
  },
  INVALID_REGISTRATION: {
    means: 'The controller finds the broker’s registration wrong.',
    when: 'BrokerRegistration without the directories that the metadata version asks for, or with a feature the cluster cannot do without.',
    client: BETWEEN,
    fix: 'Read the controller’s log: it names what is missing.',
  },
  INELIGIBLE_REPLICA: {
    means: 'The leader wants a replica in the ISR that may not be there.',
    when: 'AlterPartition: its broker is fenced, shutting down, or was registered anew since.',
    client: `${BETWEEN} The leader gives the change up, and asks again when the replica is fine.`,
    fix: 'Nothing.',
  },
  NEW_LEADER_ELECTED: {
    means: 'The change of the ISR was made, and by it the leader has changed.',
    when: 'AlterPartition that ends a reassignment in which the leader goes.',
    client: BETWEEN,
    fix: 'Nothing.',
  },
  INCONSISTENT_VOTER_SET: {
    means: 'Who asks or who is asked is no voter of this quorum.',
    when: 'Vote, BeginQuorumEpoch and EndQuorumEpoch between controllers that are configured differently.',
    client: BETWEEN,
    fix: 'controller.quorum.voters must say the same on all controllers.',
  },
  SNAPSHOT_NOT_FOUND: {
    means: 'The snapshot of the metadata log that was asked for is gone.',
    when: 'FetchSnapshot of one that has been replaced by a newer one.',
    client: `${BETWEEN} It begins again with the newest snapshot.`,
    fix: 'Nothing.',
  },
  POSITION_OUT_OF_RANGE: {
    means: 'The position lies outside of the snapshot.',
    when: 'FetchSnapshot.',
    client: BETWEEN,
    fix: 'Nothing, when it is rare.',
  },
  INCONSISTENT_CLUSTER_ID: {
    means: 'The two servers belong to different clusters.',
    when: 'Fetch and votes of the quorum, registration of brokers: the cluster id differs.',
    client: 'A broker or controller that gets it stops.',
    fix: 'Compare cluster.id in meta.properties: one was formatted with another id.',
  },
  INVALID_VOTER_KEY: {
    means: 'Id and directory id do not name this replica of the quorum.',
    when: 'Vote, BeginQuorumEpoch and changes of voters (KIP-853), when a controller got a new disk under its old id.',
    client: BETWEEN,
    fix: 'Remove the old voter and add the new one with kafka-metadata-quorum.sh.',
  },
  DUPLICATE_VOTER: {
    means: 'It is a voter already.',
    when: 'AddRaftVoter.',
    client: 'The admin client throws it.',
    fix: 'Nothing.',
  },
  VOTER_NOT_FOUND: {
    means: 'There is no such voter.',
    when: 'RemoveRaftVoter, UpdateRaftVoter.',
    client: 'The admin client throws it.',
    fix: 'Compare id and directory id with kafka-metadata-quorum.sh describe --replication.',
  },
  UNKNOWN_SUBSCRIPTION_ID: {
    means: 'The client pushes metrics for a subscription that has changed.',
    when: 'PushTelemetry (KIP-714).',
    client: 'The client asks for the new subscription and goes on.',
    fix: 'Nothing.',
  },
  TELEMETRY_TOO_LARGE: {
    means: 'The client’s metrics are more than the broker takes at once.',
    when: 'PushTelemetry, above telemetry.max.bytes.',
    client: 'The client pushes less often.',
    fix: 'Raise telemetry.max.bytes, or subscribe to fewer metrics with kafka-client-metrics.sh.',
  },
  STREAMS_INVALID_TOPOLOGY: {
    means: 'The topology that a Kafka Streams member sent is none.',
    when: 'StreamsGroupHeartbeat (KIP-1071).',
    client: 'The Streams application stops.',
    fix: 'See the message.',
  },
  STREAMS_INVALID_TOPOLOGY_EPOCH: {
    means: 'The epoch of the topology is none.',
    when: 'StreamsGroupHeartbeat.',
    client: 'The Streams application stops.',
    fix: 'See the message.',
  },
  STREAMS_TOPOLOGY_FENCED: {
    means: 'The group has a newer topology than this member.',
    when: 'StreamsGroupHeartbeat of a member with an older version of the application.',
    client: 'The Streams application stops.',
    fix: 'Bring all instances to one version.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
