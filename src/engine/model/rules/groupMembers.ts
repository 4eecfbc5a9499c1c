import type { RuleArea } from '../RuleEntry.ts';

const HERE = 'client/consumer/group';

export const groupMembers: RuleArea = {
  area: 'Members of groups, classic protocol',
  rules: [
    {
      id: 'consumer-join',
      title:
        'A member finds its coordinator, joins, syncs and asks for committed offsets, all on a connection of its own',
      source: 'AbstractCoordinator, ConsumerCoordinator, ConsumerNetworkClient',
      files: [
        `${HERE}/GroupConsumer.ts`,
        `${HERE}/GroupConfig.ts`,
        `${HERE}/ConsumerCoordinator.ts`,
        `${HERE}/CoordinatorChannel.ts`,
        `${HERE}/coordinatorLookup.ts`,
        `${HERE}/joinGroup.ts`,
        `${HERE}/syncGroup.ts`,
        `${HERE}/handleAnswer.ts`,
        `${HERE}/committedOffsets.ts`,
        `${HERE}/Generation.ts`,
      ],
      state: 'simplified',
      reason:
        'The application calls poll() with a timeout of 100 ms and without a pause; what it does not catch ends it, and it closes. Two connections to one broker share a wire.',
      consequence:
        'While its coordinator is unknown a member goes on with what is buffered every 100 ms; another poll timeout is another rate.',
      controls: ['consumer group', 'group.id', 'subscribe'],
    },
    {
      id: 'consumer-join-errors',
      title:
        'What a member does about each error of JoinGroup and SyncGroup: at once, after a back-off, or not at all',
      source: 'AbstractCoordinator.JoinGroupResponseHandler, SyncGroupResponseHandler, joinGroupIfNeeded',
      files: [`${HERE}/joinGroup.ts`, `${HERE}/rejoin.ts`, `${HERE}/syncGroup.ts`],
      state: 'modelled',
    },
    {
      id: 'consumer-leader',
      title:
        'The leader assigns by metadata of all topics of the group, and joins again when one of them has other partitions',
      source: 'ConsumerCoordinator.onLeaderElected, MetadataSnapshot, KIP-814',
      files: [`${HERE}/leaderAssignment.ts`],
      state: 'simplified',
      reason: 'The metadata of a client say nothing of the racks of replicas.',
      consequence: 'client.rack decides from which replica a consumer reads, and no assignment.',
      controls: ['partition.assignment.strategy'],
    },
    {
      id: 'consumer-rebalance-protocol',
      title:
        'Eager members revoke all before JoinGroup; cooperative ones what they are not given again, and then join once more',
      source: 'ConsumerCoordinator.onJoinPrepare, onJoinComplete, KIP-429',
      files: [`${HERE}/rebalanceProtocol.ts`, `${HERE}/assignmentChange.ts`, `${HERE}/changeAssignment.ts`],
      state: 'modelled',
      controls: ['partition.assignment.strategy'],
    },
    {
      id: 'consumer-generation-lost',
      title:
        'ILLEGAL_GENERATION costs the generation, UNKNOWN_MEMBER_ID the member id too; partitions are lost, not revoked',
      source: 'AbstractCoordinator.resetStateOnResponseError, ConsumerRebalanceListener.onPartitionsLost',
      files: [`${HERE}/rejoin.ts`, `${HERE}/heartbeats.ts`, `${HERE}/Generation.ts`],
      state: 'modelled',
    },
    {
      id: 'consumer-heartbeat',
      title:
        'Heartbeats go out every heartbeat.interval.ms from the JoinGroup’s answer until the next one, whatever the application does',
      source: 'AbstractCoordinator.HeartbeatThread, Heartbeat, KIP-62',
      files: [`${HERE}/Heartbeat.ts`, `${HERE}/heartbeats.ts`],
      state: 'simplified',
      reason:
        'The thread acts when something is due; Kafka’s looks every retry.backoff.ms while nobody polls.',
      consequence: 'Heartbeats of an application at work come up to 100 ms earlier than on a cluster.',
      controls: ['heartbeat.interval.ms', 'session.timeout.ms'],
    },
    {
      id: 'consumer-event-loop',
      title:
        'A client with one event loop sends no heartbeat, fetch or commit while its handler works: session.timeout.ms decides',
      source:
        'asyncio and Node.js clients (aiokafka, kafkajs); GroupCoordinator for what the silence leads to',
      files: [`${HERE}/eventLoop.ts`, `${HERE}/GroupConsumer.ts`],
      state: 'simplified',
      reason:
        'It is a Java consumer without its heartbeat thread: the loop turns between two polls, and not between the records of one.',
      consequence:
        'A handler that waits for something and lets the loop turn meanwhile blocks nothing in such a client: take workers for it here.',
      controls: ['processing.heartbeats', 'StallConsumer'],
    },
    {
      id: 'consumer-poll-interval',
      title:
        'A member that does not poll for max.poll.interval.ms leaves its group, and joins again when it polls',
      source: 'AbstractCoordinator.handlePollTimeoutExpiry, KIP-62',
      files: [`${HERE}/heartbeats.ts`, `${HERE}/leaveGroup.ts`],
      state: 'modelled',
      controls: ['max.poll.interval.ms'],
    },
    {
      id: 'consumer-static-member',
      title: 'A static member never leaves by itself: it only stops its heartbeats',
      source: 'AbstractCoordinator.maybeLeaveGroup, KIP-345',
      files: [`${HERE}/leaveGroup.ts`, `${HERE}/heartbeats.ts`],
      state: 'modelled',
      controls: ['group.instance.id'],
    },
    {
      id: 'consumer-auto-commit',
      title:
        'enable.auto.commit commits inside poll() what the polls before have returned, before a rebalance, and at close()',
      source: 'ConsumerCoordinator.maybeAutoCommitOffsetsAsync, onJoinPrepare, close',
      files: [`${HERE}/commits.ts`, `${HERE}/committableOffset.ts`],
      state: 'modelled',
      controls: ['enable.auto.commit', 'auto.commit.interval.ms'],
    },
    {
      id: 'consumer-commit',
      title:
        'commitSync tries again what may pass, for default.api.timeout.ms; commitAsync does not; a generation that is gone fails both',
      source: 'ConsumerCoordinator.commitOffsetsSync, OffsetCommitResponseHandler',
      files: [`${HERE}/Commit.ts`, `${HERE}/commits.ts`, `${HERE}/GroupConsumer.ts`],
      state: 'simplified',
      reason: 'The application catches what a commit throws, and polls again.',
      consequence: 'One that ends by a CommitFailedException goes on here.',
      controls: ['default.api.timeout.ms', 'commit'],
    },
    {
      id: 'consumer-commit-order',
      title: 'Commit before work: at most once. Work before commit: at least once',
      source: 'KafkaConsumer, javadoc',
      files: [`${HERE}/ApplicationSpec.ts`, `${HERE}/GroupConsumer.ts`],
      state: 'modelled',
      controls: ['commit'],
    },
    {
      id: 'commit-left-out',
      title: 'A commit of all positions has nothing of a partition whose position is being validated',
      source: 'SubscriptionState.allConsumed, FetchStates.AWAIT_VALIDATION',
      files: ['client/consumer/group/commits.ts'],
      state: 'modelled',
    },
    {
      id: 'commit-per-record',
      title: 'An application may commit every so many records, and says just what it has done with',
      source: 'KafkaConsumer.commitSync(Map), commitAsync(Map, …)',
      files: ['client/consumer/group/RecordCommits.ts', 'client/consumer/group/GroupConsumer.ts'],
      state: 'modelled',
      controls: ['commitEvery'],
    },
    {
      id: 'commit-offsets',
      title: 'commitSync() with offsets of its own',
      source: 'KafkaConsumer.commitSync(Map)',
      files: ['client/consumer/calls/carryOutCalls.ts', 'client/consumer/group/GroupConsumer.ts'],
      state: 'modelled',
      controls: ['CommitOffsets'],
    },
    {
      id: 'consumer-close',
      title: 'close() commits, waits for open commits, and leaves the group, for 30 s at most',
      source: 'ClassicKafkaConsumer.close, ConsumerCoordinator.close',
      files: [`${HERE}/GroupConsumer.ts`, `${HERE}/leaveGroup.ts`],
      state: 'simplified',
      reason: 'The application first ends what it works on; fetch sessions are left to the broker.',
      consequence: 'A broker keeps the session of a closed consumer until its slot is wanted.',
      controls: ['CloseClient'],
    },
    {
      id: 'consumer-offset-reset',
      title:
        'A committed offset wins; without one auto.offset.reset decides: earliest, latest, by_duration, or an exception',
      source: 'OffsetFetcher, AutoOffsetResetStrategy, KIP-1106',
      files: [
        'client/consumer/offsetReset.ts',
        'client/consumer/positions.ts',
        `${HERE}/committedOffsets.ts`,
        `${HERE}/startsAtCommitted.ts`,
      ],
      state: 'modelled',
      controls: ['auto.offset.reset'],
    },
    {
      id: 'consumer-workers',
      title:
        'An application that hands records to threads of its own polls on, and commits what it has handed over, done or not',
      source: 'KafkaConsumer (javadoc: decouple consumption and processing)',
      files: [`${HERE}/WorkerPool.ts`, `${HERE}/ApplicationSpec.ts`],
      state: 'simplified',
      reason:
        'Every record takes a worker the same time, and records of one partition are done side by side.',
      consequence:
        'An application that keeps the order of keys among its workers is slower where keys are few.',
      controls: ['processing.workers'],
    },
  ],
};
