import type { ErrorText } from './ErrorText.ts';

const REJOINS = 'The consumer gives its partitions up (onPartitionsLost), and joins again as a new member.';

/** Errors of consumer groups and share groups. */
export const groups = {
  COORDINATOR_LOAD_IN_PROGRESS: {
    means:
      'The coordinator is new and still reads its part of the log; it answers nothing before it is done.',
    when: 'After an election of a partition of __consumer_offsets, __transaction_state or __share_group_state.',
    client: 'Clients ask again after retry.backoff.ms.',
    fix: 'Seconds are usual. Minutes mean a log that compaction does not keep short: see the log cleaner of that broker.',
  },
  COORDINATOR_NOT_AVAILABLE: {
    means: 'There is no coordinator for this group or transactional.id now.',
    when: 'Its partition of the internal topic has no leader, the topic is just being created, or a write to it failed because too few replicas are in sync.',
    client: 'Clients look for the coordinator again, and again.',
    fix: 'Look at the internal topic with kafka-topics.sh --describe: does each partition have a leader, and min.insync.replicas in sync? On small clusters: offsets.topic.replication.factor must not be more than there are brokers.',
  },
  NOT_COORDINATOR: {
    means: 'The broker that was asked does not coordinate this group or transactional.id (any more).',
    when: 'The leader of the internal topic’s partition changed.',
    client: 'Clients look for the coordinator and ask there.',
    fix: 'Nothing: it belongs to elections.',
  },
  OFFSET_METADATA_TOO_LARGE: {
    means: 'The text that was committed with an offset is too long.',
    when: 'The coordinator compares it with offset.metadata.max.bytes (4096).',
    client: 'The commit fails with the exception.',
    fix: 'Commit less text, or raise the limit.',
  },
  INVALID_COMMIT_OFFSET_SIZE: {
    means: 'The commit is too large to be written into __consumer_offsets.',
    when: 'The coordinator’s append was refused with RECORD_LIST_TOO_LARGE or MESSAGE_TOO_LARGE.',
    client: 'The commit fails with the exception.',
    fix: 'Raise max.message.bytes of __consumer_offsets, or commit for fewer partitions at once.',
  },
  ILLEGAL_GENERATION: {
    means: 'The member speaks for a generation of its classic group that is over.',
    when: 'Heartbeat, SyncGroup, OffsetCommit after the group has rebalanced without it.',
    client: `${REJOINS} commitSync() throws CommitFailedException.`,
    fix: 'The member was too slow: see max.poll.interval.ms and how long its processing takes. Its records will be read again by others.',
  },
  INCONSISTENT_GROUP_PROTOCOL: {
    means: 'The member has no assignor in common with the others of its group, or is no consumer.',
    when: 'JoinGroup and SyncGroup: all members must share one of partition.assignment.strategy.',
    client: 'The consumer throws it from poll(), and does not try again.',
    fix: 'Change assignors in two rolling restarts: first add the new one to all, then remove the old one. Or another kind of application has this group.id.',
  },
  INVALID_GROUP_ID: {
    means: 'The group.id is empty or missing where one is needed.',
    when: 'The coordinator looks at it first. Java’s consumer refuses an empty one in its constructor, and throws this by itself from subscribe() and commits without group.id.',
    client: 'It is thrown to the application.',
    fix: 'Set group.id.',
  },
  UNKNOWN_MEMBER_ID: {
    means: 'The coordinator does not know this member (any more).',
    when: 'It was removed: no heartbeat within session.timeout.ms, no poll() within max.poll.interval.ms, or it left. Then it heartbeats, commits or syncs.',
    client: `${REJOINS} commitSync() throws CommitFailedException.`,
    fix: 'See rebalance metrics and the coordinator’s log for why it was removed: GC pauses, slow processing, a machine that stood still.',
  },
  INVALID_SESSION_TIMEOUT: {
    means: 'session.timeout.ms is not within what the broker allows.',
    when: 'JoinGroup: the coordinator compares it with group.min.session.timeout.ms (6 s) and group.max.session.timeout.ms (30 min).',
    client: 'The consumer throws it from poll().',
    fix: 'Set session.timeout.ms within the bounds.',
  },
  REBALANCE_IN_PROGRESS: {
    means: 'The classic group rebalances: the member has to join anew.',
    when: 'The answer to Heartbeat, SyncGroup and OffsetCommit from the first change of the group until it is stable.',
    client:
      'The consumer joins again with its next poll(), after it has given up what its assignor wants given up. commitSync() throws RebalanceInProgressException with the cooperative assignor, CommitFailedException with others.',
    fix: 'Belongs to every rebalance. If it does not end: some member does not rejoin within max.poll.interval.ms, or members come and go.',
  },
  NON_EMPTY_GROUP: {
    means: 'The group has members, and what was asked needs it empty.',
    when: 'Deleting a group, resetting or deleting its offsets while somebody reads.',
    client: 'The admin client throws it.',
    fix: 'Stop all members, wait for session.timeout.ms if they were killed, and try again.',
  },
  GROUP_ID_NOT_FOUND: {
    means: 'There is no such group.',
    when: 'DescribeGroups, DeleteGroups and commits of a group that nobody has used, that has expired, or is of another kind.',
    client: 'The admin client throws it; a commit fails.',
    fix: 'Check the name, and with kafka-groups.sh --list the type of the group.',
  },
  MEMBER_ID_REQUIRED: {
    means: 'A new member shall join once more, with the id that this answer brings.',
    when: 'The first JoinGroup of each dynamic member (KIP-394): so that clients which connect again and again leave no dead members behind.',
    client: 'The consumer joins again at once with the id.',
    fix: 'Nothing: it belongs to every join.',
  },
  GROUP_MAX_SIZE_REACHED: {
    means: 'The group is full.',
    when: 'Joining, when group.max.size (classic) or group.consumer.max.size, group.share.max.size members are in it.',
    client: 'The consumer throws it from poll().',
    fix: 'Look for a client that is started again and again under a new id; else raise the limit.',
  },
  FENCED_INSTANCE_ID: {
    means: 'Another process has taken over this group.instance.id.',
    when: 'Requests of a static member whose member id is not the one registered for its instance id.',
    client: 'The consumer throws it, and does not join again.',
    fix: 'Two processes have one group.instance.id. Give each its own: of a StatefulSet, the pod’s name.',
  },
  UNRELEASED_INSTANCE_ID: {
    means: 'With the consumer protocol, this group.instance.id still belongs to a member that has not left.',
    when: 'ConsumerGroupHeartbeat of a second process with the same instance id.',
    client: 'The consumer throws it.',
    fix: 'Wait until the old process has closed, or its session is over; or give each process its own instance id.',
  },
  GROUP_SUBSCRIBED_TO_TOPIC: {
    means: 'Offsets of a topic cannot be deleted while members of the group are subscribed to it.',
    when: 'OffsetDelete (kafka-consumer-groups.sh --delete-offsets).',
    client: 'The admin client throws it, for each partition.',
    fix: 'Stop the members that read the topic, or take it out of their subscriptions.',
  },
  UNSTABLE_OFFSET_COMMIT: {
    means: 'A transaction has written an offset of this partition and is still open.',
    when: 'OffsetFetch of a consumer with isolation.level=read_committed: it must not begin at an offset that may be aborted.',
    client: 'The consumer asks again until the transaction is decided.',
    fix: 'If it lasts, a transaction hangs: kafka-transactions.sh find-hanging. At the latest transaction.timeout.ms ends it.',
  },
  FENCED_MEMBER_EPOCH: {
    means: 'The member’s epoch is not the one that the coordinator has for it.',
    when: 'ConsumerGroupHeartbeat of a member that was fenced, after it was silent for longer than group.consumer.session.timeout.ms.',
    client: REJOINS,
    fix: 'As for UNKNOWN_MEMBER_ID: why was it silent?',
  },
  UNSUPPORTED_ASSIGNOR: {
    means: 'The coordinator has no assignor of this name.',
    when: 'ConsumerGroupHeartbeat with a group.remote.assignor that is not in group.consumer.assignors.',
    client: 'The consumer throws it.',
    fix: 'Use uniform or range, or leave group.remote.assignor out.',
  },
  STALE_MEMBER_EPOCH: {
    means: 'The epoch in the request is older than the member’s: it has been given a new one since.',
    when: 'OffsetCommit and OffsetFetch of the consumer protocol.',
    client: 'The consumer takes the new epoch with its next heartbeat, and commits again.',
    fix: 'Nothing, when it is rare. Often: members that stand still for longer than heartbeats take.',
  },
  INVALID_REGULAR_EXPRESSION: {
    means: 'The pattern that was subscribed to is none of RE2/J.',
    when: 'ConsumerGroupHeartbeat with a SubscriptionPattern, which the coordinator evaluates (KIP-848).',
    client: 'The consumer throws it.',
    fix: 'RE2 has no look-around and no back references: write the pattern without, or subscribe with java.util.regex.Pattern, which the client evaluates.',
  },
  INVALID_RECORD_STATE: {
    means: 'The record is not acquired by this member (any more), so it cannot be acknowledged.',
    when: 'ShareAcknowledge or ShareFetch after the acquisition lock ran out (group.share.record.lock.duration.ms): the record is available again, or another member has it.',
    client: 'The share consumer tells it in the acknowledgement commit callback.',
    fix: 'Work faster, take fewer records at once, renew the lock, or raise the lock’s duration. What was done may be done again by another.',
  },
  SHARE_SESSION_NOT_FOUND: {
    means: 'The leader does not know the member’s share session.',
    when: 'It was restarted, or the session ended with the connection.',
    client: 'The share consumer opens a new session. Acknowledgements that were on their way fail.',
    fix: 'Nothing.',
  },
  INVALID_SHARE_SESSION_EPOCH: {
    means: 'A request of a share session came out of its turn.',
    when: 'The leader counts them, as for fetch sessions.',
    client: 'The share consumer opens a new session.',
    fix: 'Nothing, when it is rare.',
  },
  SHARE_SESSION_LIMIT_REACHED: {
    means: 'The broker has as many share sessions as it keeps.',
    when: 'A new ShareFetch session, when group.share.max.share.sessions are open.',
    client: 'The share consumer tries again after a pause.',
    fix: 'Raise the limit, or have fewer share consumers per broker.',
  },
  FENCED_STATE_EPOCH: {
    means: 'The state of a share partition was initialised anew; who writes is of before.',
    when: 'The share coordinator answers it to a leader, between brokers.',
    client: 'Not in applications: the leader drops its state of the share partition and reads it anew.',
    fix: 'Nothing.',
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
