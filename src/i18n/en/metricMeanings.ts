import type { MetricId } from '../../shared/metricDefinitions.ts';
import { producerMetrics } from './producerMetrics.ts';

/** What each metric says, in one sentence. */
export const metricMeanings: Readonly<Record<MetricId, string>> = {
  'ReplicaManager.UnderReplicatedPartitions':
    'Partitions that this broker leads with an ISR smaller than the assignment. Silent for a partition without a leader.',
  'ReplicaManager.UnderMinIsrPartitionCount':
    'Partitions that this broker leads with fewer in-sync replicas than min.insync.replicas: acks=all is refused.',
  'ReplicaManager.AtMinIsrPartitionCount':
    'Partitions that this broker leads with just as many in-sync replicas as it takes: one more loss stops acks=all.',
  'ReplicaManager.PartitionCount': 'Replicas on this broker, led or followed.',
  'ReplicaManager.LeaderCount': 'Partitions that this broker leads.',
  'ReplicaManager.OfflineReplicaCount': 'Replicas in a log directory that failed.',
  'ReplicaManager.ReassigningPartitions':
    'Partitions that this broker leads while replicas are being added or removed.',
  'ReplicaManager.ProducerIdCount': 'Idempotent producers that the partitions on this broker remember.',
  'ReplicaManager.PartitionsWithLateTransactionsCount':
    'Partitions that this broker leads with a transaction open for longer than transaction.max.timeout.ms and 5 minutes: it hangs.',
  'ReplicaManager.IsrShrinksPerSec':
    'ISR changes that this leader asked for because a follower lagged. A broker that is fenced leaves the ISR by the controller’s doing and is not counted.',
  'ReplicaManager.IsrExpandsPerSec': 'ISR changes that this leader asked for because a follower caught up.',
  'ReplicaManager.FailedIsrUpdatesPerSec': 'ISR changes that this leader asked for and did not get.',
  'BrokerTopicMetrics.MessagesInPerSec': 'Records that producers wrote to this broker.',
  'BrokerTopicMetrics.BytesInPerSec': 'Bytes of batches that producers wrote to this broker.',
  'BrokerTopicMetrics.BytesOutPerSec': 'Bytes of batches sent to consumers.',
  'BrokerTopicMetrics.BytesRejectedPerSec':
    'Bytes of batches that were refused because they are larger than max.message.bytes: MESSAGE_TOO_LARGE.',
  'BrokerTopicMetrics.ReplicationBytesInPerSec': 'Bytes of batches copied from leaders.',
  'BrokerTopicMetrics.ReplicationBytesOutPerSec': 'Bytes of batches sent to followers.',
  'BrokerTopicMetrics.TotalProduceRequestsPerSec': 'Partitions in produce requests, written or refused.',
  'BrokerTopicMetrics.FailedProduceRequestsPerSec':
    'Partitions in produce requests that were refused for an unexpected reason, as NOT_ENOUGH_REPLICAS. Being asked for what another broker leads is not counted.',
  'BrokerTopicMetrics.NoKeyCompactedTopicRecordsPerSec':
    'Records without a key that a compacted topic refused: INVALID_RECORD.',
  'BrokerTopicMetrics.TotalFetchRequestsPerSec':
    'Partitions read for fetches, once more when a parked fetch is answered.',
  'DelayedOperationPurgatory.PurgatorySize':
    'Parked requests, once for each partition that they wait for. Produce: acks=all that waits for the high watermark.',
  'DelayedOperationPurgatory.NumDelayedOperations': 'Parked requests.',
  'DelayedProduceMetrics.ExpiresPerSec':
    'Partitions of acks=all requests that waited in vain: REQUEST_TIMED_OUT.',
  'BrokerTopicMetrics.TotalShareFetchRequestsPerSec': 'Partitions asked for in ShareFetch requests.',
  'BrokerTopicMetrics.TotalShareAcknowledgementRequestsPerSec':
    'Partitions of which records were acknowledged, by ShareAcknowledge or with a ShareFetch.',
  'DelayedShareFetchMetrics.ExpiresPerSec':
    'ShareFetch requests answered because fetch.max.wait.ms was over.',
  'ShareGroupMetrics.RecordAcknowledgement': 'Records acknowledged, by type: Accept, Release, Reject, Renew.',
  'SharePartitionMetrics.AcquisitionLockTimeoutPerSec':
    'Records whose acquisition lock ended unacknowledged.',
  'SharePartitionMetrics.InFlightMessageCount':
    'Offsets between SPSO and SPEO. At group.share.partition.max.record.locks nothing new is acquired.',
  'SharePartitionMetrics.InFlightBatchCount':
    'Batches between SPSO and SPEO that the leader keeps a state of.',
  'ShareSessionCache.ShareSessionsCount': 'Share sessions: members that fetch from this broker.',
  'ShareSessionCache.SharePartitionsCount': 'Partitions in share sessions.',
  'DelayedFetchMetrics.ExpiresPerSec':
    'Fetches answered because fetch.max.wait.ms was over. Normal when nothing is written.',
  'ReplicaFetcherManager.MaxLag':
    'Furthest that a follower on this broker was behind its leader’s high watermark at the last answer. It stays as it was when answers stop.',
  'ReplicaFetcherManager.FailedPartitionsCount': 'Partitions that this broker gave up copying.',
  'FetchSessionCache.NumIncrementalFetchSessions':
    'Fetch sessions that this broker keeps: one for each follower and consumer that fetches from it.',
  'FetchSessionCache.NumIncrementalFetchPartitionsCached': 'Partitions in fetch sessions.',
  'FetchSessionCache.IncrementalFetchSessionEvictionsPerSec':
    'Fetch sessions that had to make room for others (max.incremental.fetch.session.cache.slots): who lost one begins with a full fetch.',
  'KafkaRequestHandlerPool.RequestHandlerAvgIdlePercent':
    'Share of the last minute in which an I/O thread had nothing to do, from 0 to 1. Below 0.3 requests wait.',
  'KafkaServer.BrokerState':
    '1 starting, 2 recovery, 3 running, 6 in controlled shutdown. No value: the process does not run.',
  'RequestChannel.RequestQueueSize': 'Requests that wait for an I/O thread.',
  'RequestMetrics.RequestsPerSec': 'Requests answered.',
  'RequestMetrics.ErrorsPerSec': 'Errors in answers, by name; NONE is a success.',
  'RequestMetrics.RequestBytes': 'Size of a request.',
  'RequestMetrics.RequestQueueTimeMs': 'Time that a request waited for an I/O thread.',
  'RequestMetrics.LocalTimeMs': 'Time that an I/O thread worked on a request.',
  'RequestMetrics.RemoteTimeMs': 'Time that a request waited in the purgatory: for followers or for records.',
  'RequestMetrics.ThrottleTimeMs':
    'Time that a quota muted the connection after a request; no part of the total.',
  'RequestMetrics.ResponseQueueTimeMs': 'Time that an answer waited for a network thread.',
  'RequestMetrics.ResponseSendTimeMs': 'Time that a network thread took to send an answer.',
  'RequestMetrics.TotalTimeMs': 'Time from reading a request to sending its answer.',
  'GroupMetadataManager.NumOffsets': 'Offsets that groups have committed, one a group and partition.',
  'GroupMetadataManager.NumGroups': 'Groups of the classic protocol that this broker coordinates.',
  'GroupMetadataManager.NumGroupsPreparingRebalance': 'Groups that wait for their members to join.',
  'GroupMetadataManager.NumGroupsCompletingRebalance': 'Groups whose leader is to assign.',
  'GroupMetadataManager.NumGroupsStable': 'Groups whose members have what they were assigned.',
  'GroupMetadataManager.NumGroupsDead': 'Groups that are gone, or that moved to another broker.',
  'GroupMetadataManager.NumGroupsEmpty':
    'Groups without a member; their offsets are kept for offsets.retention.minutes.',
  'group-coordinator-metrics.group-count': 'Groups that this broker coordinates, by protocol.',
  'TransactionMarkerChannelManager.UnknownDestinationQueueSize':
    'Transaction markers that wait because their partitions have no leader. Above 0 for long: a transaction cannot complete, and readers of read_committed stand still.',
  'TransactionMarkerChannelManager.LogAppendRetryQueueSize':
    'Transactions whose markers are all written and whose completion could not be, as __transaction_state has too few in-sync replicas.',
  'BrokerTopicMetrics.RemoteLogSizeBytes':
    'Bytes in remote storage of the partitions that this broker leads.',
  'BrokerTopicMetrics.RemoteLogMetadataCount':
    'Segments in remote storage of the partitions that this broker leads.',
  'BrokerTopicMetrics.RemoteCopyLagBytes':
    'Bytes of closed segments that are not copied yet. Rising: copies are slower than what is written.',
  'BrokerTopicMetrics.RemoteCopyLagSegments': 'Closed segments that are not copied yet.',
  'BrokerTopicMetrics.RemoteCopyBytesPerSec': 'Bytes of segments that were copied to remote storage.',
  'BrokerTopicMetrics.RemoteCopyRequestsPerSec': 'Segments that a leader began to copy to remote storage.',
  'BrokerTopicMetrics.RemoteFetchBytesPerSec': 'Bytes read from remote storage for fetches.',
  'BrokerTopicMetrics.RemoteFetchRequestsPerSec':
    'Fetches that asked for what is no more on the disk, and waited for remote storage.',
  'BrokerTopicMetrics.RemoteDeleteRequestsPerSec':
    'Segments that a leader deleted from remote storage, by the limits of the whole log.',
  'LogCleanerManager.max-dirty-percent':
    'Dirty bytes in a hundred of the dirtiest compacted log, when the cleaner looked last.',
  'LogCleanerManager.time-since-last-run-ms':
    'Time since a cleaner thread last looked for a dirty log. Above log.cleaner.backoff.ms, none is alive or all are at work.',
  'LogCleanerManager.uncleanable-partitions-count':
    'Partitions that the cleaner gave up because a cleaning failed.',
  'LogCleanerManager.uncleanable-bytes': 'Dirty bytes of partitions that the cleaner gave up.',
  'LogCleaner.max-clean-time-secs': 'Longest of the last cleanings of the threads.',
  'LogCleaner.cleaner-recopy-percent':
    'Bytes in a hundred that the last cleanings wrote again: the less, the more they removed.',
  'LogCleaner.max-buffer-utilization-percent':
    'Share of a thread’s buffer that the keys of its last cleaning filled.',
  'LogCleaner.max-compaction-delay-secs':
    'By how much max.compaction.lag.ms was exceeded when a thread cleaned last.',
  'LogCleaner.DeadThreadCount': 'Cleaner threads that ended by an error.',
  'FetcherLagMetrics.ConsumerLag':
    'How far this follower was behind the leader’s high watermark at the last answer.',
  'Partition.UnderReplicated':
    '1 if this broker leads the partition and its ISR is smaller than the assignment.',
  'Partition.UnderMinIsr': '1 if this broker leads the partition and its ISR is below the minimum.',
  'Partition.LastStableOffsetLag':
    'Offsets between the last stable offset and the high watermark: so much read_committed readers cannot have yet.',
  'Partition.AtMinIsr': '1 if this broker leads the partition and its ISR is just the minimum.',
  'Partition.InSyncReplicasCount': 'Size of the ISR, on the leader; 0 elsewhere.',
  'Partition.ReplicasCount': 'Size of the assignment, on the leader; 0 elsewhere.',
  'LogManager.OfflineLogDirectoryCount': 'Log directories that failed.',
  'LogManager.LogDirectoryOffline': '1 if this log directory failed.',
  'LogManager.remainingLogsToRecover':
    'Logs of a directory that are still to be checked; only while a broker recovers after an unclean stop.',
  'LogManager.remainingSegmentsToRecover':
    'Segments that a recovery thread has still to check of the log that it is at.',
  'LogFlushStats.LogFlushRateAndTimeMs': 'How often logs were flushed to the disk, and how long it took.',
  'Log.Size': 'Bytes of this replica’s log on the disk.',
  'Log.NumLogSegments': 'Segments of this replica’s log on the disk, the active one included.',
  'Log.LogStartOffset': 'First offset of this replica’s log.',
  'Log.LogEndOffset': 'Next offset of this replica’s log.',
  'KafkaController.ActiveControllerCount': '1 on the controller that leads the quorum, 0 on the others.',
  'KafkaController.OfflinePartitionsCount': 'Partitions without a leader.',
  'KafkaController.PreferredReplicaImbalanceCount':
    'Partitions that are not led by their preferred replica, those without a leader included.',
  'KafkaController.GlobalPartitionCount': 'Partitions of the cluster.',
  'KafkaController.GlobalTopicCount': 'Topics of the cluster.',
  'KafkaController.ActiveBrokerCount': 'Registered brokers that are not fenced.',
  'KafkaController.FencedBrokerCount': 'Registered brokers that are fenced.',
  'KafkaController.NewActiveControllersCount':
    'How often this controller saw one become active, the same one again included.',
  'KafkaController.LastCommittedRecordOffset': 'Last committed offset of __cluster_metadata.',
  'ControllerStats.UncleanLeaderElectionsPerSec': 'Elections of a leader that may lack committed records.',
  'ControllerStats.ElectionFromEligibleLeaderReplicasPerSec':
    'Elections of a leader that was out of the ISR but is eligible (ELR). Since 4.1.',
  'raft-metrics.current-state':
    'What this controller is in the quorum. Kafka shows a word; here 0 unattached, 1 voted, 2 prospective, 3 prospective-voted, 4 candidate, 5 follower, 6 leader. One that resigned is unattached.',
  'raft-metrics.current-leader': 'Leader of the quorum as this controller knows it; −1 for none.',
  'raft-metrics.current-vote': 'Whom this controller voted for in the epoch; −1 for nobody.',
  'raft-metrics.current-epoch': 'Epoch of the quorum.',
  'raft-metrics.high-watermark':
    'End of what is committed of __cluster_metadata; −1 while a new leader has committed nothing.',
  'raft-metrics.log-end-offset': 'Next offset of this controller’s __cluster_metadata.',
  'raft-metrics.log-end-epoch': 'Epoch of its last record.',
  'raft-metrics.commit-latency-avg':
    'From writing a batch to committing it, divided by its records: mean of the last 30 to 60 s. On the leader only.',
  'raft-metrics.commit-latency-max': 'The longest of these times.',
  'raft-metrics.election-latency-avg':
    'From asking for votes until a leader is known: mean of the last 30 to 60 s.',
  'raft-metrics.election-latency-max': 'The longest of these times.',
  'raft-metrics.append-records-rate': 'Records that this controller wrote as the leader.',
  'raft-metrics.fetch-records-rate': 'Records that it fetched from the leader.',
  'consumer-fetch-manager-metrics.records-lag-max':
    'Furthest that a position is behind what the consumer may read: the high watermark, or the last stable offset with read_committed. Kafka’s client shows the largest value of a window; this is the present one.',
  'consumer-fetch-manager-metrics.records-lead-min':
    'Records from the log start to the position, where there are fewest. Near 0: retention is about to overtake the consumer.',
  'consumer-coordinator-metrics.assigned-partitions':
    'Partitions that this member has now. Only of consumers with a group, as the next ones.',
  'consumer-coordinator-metrics.commit-total': 'Commits that the coordinator has acknowledged.',
  'consumer-coordinator-metrics.last-rebalance-seconds-ago':
    'Time since this member’s last rebalance ended; −1: there was none.',
  'consumer-coordinator-metrics.rebalance-total': 'Rebalances that this member went through to their end.',
  'consumer-coordinator-metrics.rebalance-latency-total':
    'How long they took in all, from its first JoinGroup to the answer to its SyncGroup.',
  'consumer-coordinator-metrics.failed-rebalance-total':
    'JoinGroups and SyncGroups that failed. The first JoinGroup of a member without an id is one: it is told its id.',
  'group-coordinator-metrics.consumer-group-count':
    'Groups of the consumer protocol (KIP-848) on this coordinator, by state.',
  'group-coordinator-metrics.share-group-count': 'Share groups on this coordinator, by state.',
  'group-coordinator-metrics.num-partitions':
    'Partitions of __consumer_offsets that this coordinator has, by state.',
  'group-coordinator-metrics.offset-commit-count': 'Offsets that were committed here.',
  'group-coordinator-metrics.group-completed-rebalance-count':
    'Rebalances of classic groups that came to their end here.',
  'group-coordinator-metrics.offset-expiration-count': 'Offsets that expired here.',
  'consumer-fetch-manager-metrics.fetch-latency-avg':
    'From sending a fetch to its answer, which may have waited for fetch.max.wait.ms: mean of the last 30 to 60 s.',
  'consumer-fetch-manager-metrics.fetch-size-avg':
    'Bytes of records in an answer to a fetch: mean of the last 30 to 60 s.',
  'consumer-fetch-manager-metrics.records-per-request-avg':
    'Records in an answer to a fetch: mean of the last 30 to 60 s.',
  'consumer-fetch-manager-metrics.fetch-rate': 'Answers to fetches.',
  'consumer-fetch-manager-metrics.fetch-total': 'Answers to fetches since the process began.',
  'consumer-fetch-manager-metrics.records-consumed-rate': 'Records that were fetched.',
  'consumer-fetch-manager-metrics.records-consumed-total':
    'Records that were fetched since the process began.',
  'consumer-fetch-manager-metrics.bytes-consumed-rate': 'Bytes of records that were fetched.',
  'consumer-fetch-manager-metrics.bytes-consumed-total':
    'Bytes of records that were fetched since the process began.',
  'consumer-share-fetch-manager-metrics.fetch-latency-avg':
    'From sending a fetch to its answer, which may have waited for fetch.max.wait.ms: mean of the last 30 to 60 s.',
  'consumer-share-fetch-manager-metrics.fetch-size-avg':
    'Bytes of records in an answer to a fetch: mean of the last 30 to 60 s.',
  'consumer-share-fetch-manager-metrics.records-per-request-avg':
    'Records in an answer to a fetch: mean of the last 30 to 60 s.',
  'consumer-share-fetch-manager-metrics.fetch-rate': 'Answers to fetches.',
  'consumer-share-fetch-manager-metrics.fetch-total': 'Answers to fetches since the process began.',
  'consumer-share-fetch-manager-metrics.records-consumed-rate': 'Records that were fetched.',
  'consumer-share-fetch-manager-metrics.records-consumed-total':
    'Records that were fetched since the process began.',
  'consumer-share-fetch-manager-metrics.bytes-consumed-rate': 'Bytes of records that were fetched.',
  'consumer-share-fetch-manager-metrics.bytes-consumed-total':
    'Bytes of records that were fetched since the process began.',
  'consumer-share-fetch-manager-metrics.acknowledgements-send-rate': 'Acknowledgements that were sent.',
  'consumer-share-fetch-manager-metrics.acknowledgements-send-total':
    'Acknowledgements that were sent since the process began.',
  'consumer-coordinator-metrics.heartbeat-rate': 'Answers to heartbeats.',
  'consumer-coordinator-metrics.last-heartbeat-seconds-ago':
    'Time since the last answer to a heartbeat; −1: there was none.',
  'consumer-coordinator-metrics.heartbeat-response-time-max':
    'Longest wait for the answer to a heartbeat in the last 30 to 60 s.',
  'consumer-coordinator-metrics.commit-rate': 'Answers to commits.',
  'consumer-coordinator-metrics.commit-latency-avg':
    'From sending a commit to its answer: mean of the last 30 to 60 s.',
  'consumer-coordinator-metrics.rebalance-latency-avg':
    'How long a rebalance took this member: mean of the last 30 to 60 s.',
  'consumer-coordinator-metrics.rebalance-rate-per-hour': 'Rebalances that this member went through.',
  'consumer-coordinator-metrics.join-rate': 'JoinGroups that succeeded. Only under the classic protocol.',
  'consumer-coordinator-metrics.sync-rate': 'SyncGroups that succeeded. Only under the classic protocol.',
  'consumer-share-coordinator-metrics.heartbeat-rate': 'Answers to heartbeats.',
  'consumer-share-coordinator-metrics.last-heartbeat-seconds-ago':
    'Time since the last answer to a heartbeat; −1: there was none.',
  'consumer-share-coordinator-metrics.heartbeat-response-time-max':
    'Longest wait for the answer to a heartbeat in the last 30 to 60 s.',
  'consumer-metrics.time-between-poll-avg':
    'From one call of poll() to the next: mean of the last 30 to 60 s.',
  'consumer-metrics.time-between-poll-max':
    'The longest of these times: past max.poll.interval.ms the member is out.',
  'consumer-metrics.poll-idle-ratio-avg':
    'Of the time from the call of poll() before to the return of this one, how much was spent in this one. Near 0: the application is the bottleneck; waiting alone reads 0.5.',
  'consumer-metrics.last-poll-seconds-ago': 'Time since poll() was called last; −1: it never was.',
  'consumer-share-metrics.time-between-poll-avg':
    'From one call of poll() to the next: mean of the last 30 to 60 s.',
  'consumer-share-metrics.time-between-poll-max':
    'The longest of these times: past max.poll.interval.ms the member is out.',
  'consumer-share-metrics.poll-idle-ratio-avg':
    'Of the time from the call of poll() before to the return of this one, how much was spent in this one. Near 0: the application is the bottleneck; waiting alone reads 0.5.',
  'consumer-share-metrics.last-poll-seconds-ago': 'Time since poll() was called last; −1: it never was.',
  'consumer-fetch-manager-metrics.records-lag':
    'How far the position was behind what the consumer may read when it last took records of the partition.',
  'consumer-fetch-manager-metrics.records-lead':
    'Records from the log start to the position when it last took records of the partition.',
  ...producerMetrics,
};
