import type { RuleArea } from '../RuleEntry.ts';

export const quorum: RuleArea = {
  area: 'Controller quorum (KRaft)',
  rules: [
    {
      id: 'Q1',
      title: 'Controllers are voters, brokers observers; all of them fetch one log from the leader',
      source: 'KafkaRaftClient, QuorumState, KIP-595',
      files: [
        'raft/KafkaRaftClient.ts',
        'raft/RaftVoter.ts',
        'raft/RaftObserver.ts',
        'raft/RaftState.ts',
        'raft/raftTransitions.ts',
        'raft/pollVoter.ts',
        'raft/raftRequests.ts',
        'raft/followerFetches.ts',
        'raft/learnQuorumNews.ts',
        'raft/reactToRaftResponse.ts',
      ],
      state: 'modelled',
      controls: ['controller', 'KillController', 'StartController'],
    },
    {
      id: 'Q2',
      title: 'Timers of the quorum: fetch 2 s, election 1 to 2 s, check of the quorum 3 s, linger 25 ms …',
      source: 'QuorumConfig, LeaderState, KafkaRaftManager',
      files: [
        'raft/RaftConfig.ts',
        'raft/electionTimeout.ts',
        'raft/checkQuorum.ts',
        'raft/leaderAnnouncements.ts',
        'raft/raftConnections.ts',
        'cluster/configs.ts',
      ],
      state: 'modelled',
      controls: [
        'controller.quorum.election.timeout.ms',
        'controller.quorum.fetch.timeout.ms',
        'controller.quorum.append.linger.ms',
      ],
    },
    {
      id: 'Q3',
      title: 'What a majority of the voters has is committed; the leader counts what it has flushed',
      source: 'LeaderState.maybeUpdateHighWatermark',
      files: [
        'raft/majority.ts',
        'raft/quorumHighWatermark.ts',
        'raft/leaderFetches.ts',
        'raft/replicaProgress.ts',
        'raft/commitMetadata.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'Q4',
      title: 'A new leader writes a LeaderChange record, and exposes nothing before that is committed',
      source: 'LeaderState, KafkaRaftClient.onBecomeLeader',
      files: ['raft/quorumHighWatermark.ts', 'raft/raftTransitions.ts'],
      state: 'modelled',
    },
    {
      id: 'Q5',
      title:
        'A follower without its leader for 2 s asks for pre-votes, which nobody gives who hears the leader',
      source: 'FollowerState, ProspectiveState, KIP-996',
      files: ['raft/canGrantVote.ts', 'raft/isLogUpToDate.ts', 'raft/chooseFetchTarget.ts'],
      state: 'modelled',
      controls: ['KillController', 'CutLink'],
    },
    {
      id: 'Q6',
      title: 'A majority of pre-votes makes a candidate of the next epoch; a lost pre-vote changes nothing',
      source: 'KafkaRaftClient.pollProspective, EpochElection, KIP-996',
      files: ['raft/voteTally.ts', 'raft/elections.ts', 'raft/raftTransitions.ts'],
      state: 'modelled',
    },
    {
      id: 'Q7',
      title: 'One vote an epoch, written to quorum-state before it is given, for a log at least as good',
      source: 'QuorumState, FileQuorumStateStore',
      files: [
        'raft/canGrantVote.ts',
        'raft/initialRaftState.ts',
        'raft/raftRequestError.ts',
        'raft/elections.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'Q8',
      title:
        'A leader without fetches of a majority for 3 s resigns; who resigns names its successors in order',
      source:
        'LeaderState.timeUntilCheckQuorumExpires, ResignedState, KafkaRaftClient.endEpochElectionBackoff',
      files: [
        'raft/checkQuorum.ts',
        'raft/endQuorumBackoff.ts',
        'raft/leaderAnnouncements.ts',
        'raft/pollVoter.ts',
      ],
      state: 'modelled',
      controls: ['StopController', 'CutLink'],
    },
    {
      id: 'Q9',
      title:
        'A parked Fetch is answered by new records, after 500 ms, and from 4.1 on by a new high watermark',
      source: 'KafkaRaftClient.handleFetchRequest, KIP-1166',
      files: ['raft/leaderFetches.ts', 'raft/ParkedFetches.ts'],
      state: 'modelled',
      controls: ['kafka.version'],
    },
    {
      id: 'Q10',
      title: 'Records of the controller are gathered for 25 ms, written together and flushed',
      source: 'BatchAccumulator, KafkaRaftClient.maybeAppendBatches',
      files: ['raft/writeMetadata.ts', 'raft/flushMetadata.ts', 'raft/KafkaRaftClient.ts'],
      state: 'simplified',
      reason:
        'All that was gathered is one batch without a limit of 8 MiB, and there are no metadata transactions (KIP-868). While the disk flushes, other requests are answered; Kafka’s thread waits for it.',
      consequence: 'A slow disk delays votes and answers of a real controller, and not those here.',
      controls: ['controller.quorum.append.linger.ms'],
    },
    {
      id: 'Q11',
      title: 'A log that differs from the leader’s is cut where both end the same epoch',
      source: 'RaftLog.validateOffsetAndEpoch, RaftLog.truncateToEndOffset',
      files: ['raft/validateRaftFetch.ts', 'raft/RaftLog.ts', 'raft/RaftObserver.ts'],
      state: 'modelled',
    },
    {
      id: 'Q12',
      title:
        'Idle leaders write NoOp records every 500 ms; snapshots of the log are made, old ones deleted, and fetched by who is behind',
      source:
        'QuorumController.registerWriteNoOpRecord, SnapshotGenerator, KafkaRaftLog.maybeClean, KafkaRaftClient.handleFetchSnapshotRequest, KIP-630',
      files: [
        'controller/Controller.ts',
        'metadata/MetadataSnapshot.ts',
        'metadata/snapshotRecords.ts',
        'raft/snapshotReason.ts',
        'raft/firstKeptSnapshot.ts',
        'raft/metadataSnapshots.ts',
        'raft/committedImage.ts',
        'raft/fetchSnapshot.ts',
        'raft/snapshotSlices.ts',
        'raft/RaftLog.ts',
        'raft/validateRaftFetch.ts',
        'broker/publishMetadata.ts',
      ],
      state: 'simplified',
      reason:
        'Making, writing and loading a snapshot takes no time. A metadata record counts 60 bytes everywhere. FetchSnapshot asks for slices of 8 MiB by position, and they take their time on the wire; the contents count as a whole with the last one. The log has no segments: what is before its start is gone at once, where Kafka keeps it until the segment of metadata.log.segment.bytes is full. Only controllers make snapshots: the copy of a broker is whole in any case (metadata-copies). The age of a snapshot counts from when it was made, not from its last record.',
      consequence:
        'With metadata.max.retention.bytes below one segment Kafka deletes all old snapshots, and here only as many as needed. A restart with a large log takes no longer.',
      controls: [
        'metadata.max.idle.interval.ms',
        'metadata.log.max.record.bytes.between.snapshots',
        'metadata.log.max.snapshot.interval.ms',
        'metadata.max.retention.bytes',
        'metadata.max.retention.ms',
      ],
    },
    {
      id: 'Q13',
      title:
        'Brokers apply only what is committed; without a majority nothing is decided, and leaders serve on',
      source: 'MetadataLoader, KafkaRaftClient, BrokerMetadataPublisher',
      files: ['raft/RaftObserver.ts', 'broker/Broker.ts', 'broker/ControllerChannel.ts'],
      state: 'modelled',
      controls: ['KillController'],
    },
    {
      id: 'Q14',
      title:
        'A new active controller gives every unfenced broker a new session, and undoes what was not committed',
      source: 'QuorumController.claim, QuorumController.renounce, ClusterControlManager.activate',
      files: ['controller/Controller.ts', 'controller/DeferredResponses.ts', 'controller/notController.ts'],
      state: 'modelled',
      controls: ['KillController', 'StopController'],
    },
    {
      id: 'controller-channel',
      title: 'Brokers send their requests to the active controller, and again to the next one when it fails',
      source: 'NodeToControllerChannelManagerImpl, RaftControllerNodeProvider',
      files: [
        'broker/ControllerChannel.ts',
        'broker/BrokerLifecycleManager.ts',
        'broker/AlterPartitionManager.ts',
      ],
      state: 'modelled',
    },
    {
      id: 'combined-roles',
      title: 'process.roles=broker,controller: one process is broker and controller, and dies as one',
      source: 'KafkaRaftServer, SharedServer',
      files: ['cluster/servers.ts', 'cluster/buildCluster.ts', 'cluster/Cluster.ts', 'raft/localFetches.ts'],
      state: 'simplified',
      reason:
        'The broker reads the log of its own controller by a Fetch over the loopback that takes no time; in Kafka both share it in memory. The two share neither threads nor disk.',
      consequence: 'A busy combined broker slows its controller in Kafka, and not here.',
    },
    {
      id: 'controller-quorum',
      title: 'The voters of the quorum, and how their disks and timers spread',
      source: 'VoterSet, KIP-853; the spread is ours',
      files: ['raft/followerFlush.ts', 'raft/reactToRaftResponse.ts', 'cluster/buildCluster.ts'],
      state: 'simplified',
      reason:
        'The voters stand in the scenario and never change. A run begins with the first controller leading. A flush of a follower takes half to one and a half of fsync, so that followers do not hear their leader at the same µs. A node whose request was refused without news waits the retry back-off, where Kafka’s asks the next voter at once. A controller that resigns fails its waiting requests at once, not with its next record.',
      consequence:
        'Voters cannot be added or removed. Elections fail by split votes about as often as with disks that differ that much.',
      controls: ['controller'],
    },
    {
      id: 'quorum-description',
      title:
        'kafka-metadata-quorum describe: how far each voter and observer is, and when it was last caught up',
      source: 'MetadataQuorumCommand, LeaderState.ReplicaState, KafkaRaftClient.describeQuorum, KIP-836',
      files: ['raft/replicaProgress.ts', 'raft/leaderFetches.ts'],
      state: 'modelled',
      controls: ['kafka-metadata-quorum'],
    },
    {
      id: 'metadata-log',
      title: 'Everything the controller decides is a record in a log',
      source: 'QuorumController, BrokerMetadataPublisher, MetadataImage',
      files: ['raft/RaftLog.ts', 'controller/Controller.ts', 'metadata/MetadataImage.ts'],
      state: 'modelled',
    },
    {
      id: 'metadata-records',
      title: 'The records of the metadata log and their fields',
      source: 'PartitionRecord, PartitionChangeRecord, PartitionRegistration',
      files: ['metadata/records.ts', 'metadata/PartitionRegistration.ts'],
      state: 'simplified',
      reason:
        'A partition record carries the whole registration instead of the fields that changed; log directories are not named, and a topic’s id is the offset of its record. Of control records there is only LeaderChange.',
      consequence:
        'Sizes of metadata records differ a little. What they lead to is the same as far as it is modelled.',
    },
    {
      id: 'metadata-copies',
      title: 'Each broker keeps a copy of the metadata log on its disk',
      source: 'KafkaRaftLog',
      files: ['broker/Broker.ts', 'raft/RaftObserver.ts'],
      state: 'simplified',
      reason:
        'What is committed survives every stop, power loss too, and takes no time to read, so that it needs no snapshots; what is not committed yet is dropped and fetched again.',
      consequence: 'A broker with a large metadata log starts faster here.',
    },
  ],
};
