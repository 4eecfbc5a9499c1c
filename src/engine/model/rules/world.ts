import type { RuleArea } from '../RuleEntry.ts';

export const world: RuleArea = {
  area: 'Machine room: time, network, disks, requests',
  rules: [
    {
      id: 'kernel-order',
      title:
        'Events happen one after the other, by time in µs and then by sequence; a run repeats to the bit',
      source: 'ours',
      files: ['kernel/EventQueue.ts', 'cluster/Cluster.ts', 'cluster/Run.ts'],
      state: 'modelled',
    },
    {
      id: 'kernel-random',
      title: 'Every purpose draws from a random stream of its own, derived from the seed',
      source: 'ours; Kafka draws from ThreadLocalRandom',
      files: ['kernel/Rng.ts', 'kernel/hash.ts'],
      state: 'modelled',
      controls: ['seed'],
    },
    {
      id: 'kernel-checkpoint',
      title: 'A checkpoint holds the whole state; its digest tells whether two runs are the same',
      source: 'ours',
      files: ['kernel/cloneState.ts', 'kernel/Digest.ts', 'kernel/SharedLog.ts', 'kernel/Derived.ts'],
      state: 'modelled',
    },
    {
      id: 'quiet-time',
      title: 'An idle cluster is gone over in leaps, and comes to what event by event would have come to',
      source: 'ours',
      files: [
        'cluster/quiet/QuietTime.ts',
        'cluster/quiet/observeQuiet.ts',
        'cluster/quiet/rhythm.ts',
        'cluster/quiet/planLeap.ts',
        'cluster/quiet/turns.ts',
        'cluster/quiet/leap.ts',
        'cluster/quiet/Quiet.ts',
        'cluster/quiet/fetchLoops.ts',
        'cluster/quiet/shareFetchLoops.ts',
        'cluster/quiet/refreshLoops.ts',
        'cluster/quiet/brokerChecks.ts',
        'cluster/quiet/controllerChecks.ts',
        'cluster/quiet/coordinatorChecks.ts',
        'cluster/quiet/memberLoops.ts',
        'client/consumer/group/steadyMember.ts',
        'raft/skipBeats.ts',
      ],
      state: 'simplified',
      reason:
        'State, trace and numbers of events are those of the run event by event. Meters of fetches and of heartbeats, and those of the quorum, go on evenly over a leap, as the loops feed them; Mean and Max of request times stay. No leap is made with more than three voters, on slow or cut links, with clocks that were set, while threads of a log cleaner take their turns at different times, while a log is flushed by the clock, while a consumer that has partitions commits by itself more often than every 20 s (auto.commit.interval.ms: each such commit is a record, though nothing has changed), while its application or one of its worker threads is at work, while a share consumer has records or under share.acquire.mode=record_limit asks brokers in turn, while a group rebalances, or where a broker has more connections of clients and members than num.io.threads. Before the first row after 20 s without one the trace tells how many periods passed.',
      consequence:
        'A rate read just after a leap may differ in its last digits from the one event by event, and requests for metadata within it are not counted. Where no leap is made, idle days take as long as their events do.',
    },
    {
      id: 'phases',
      title: 'When in its period a periodic task runs for the first time',
      source: 'KafkaScheduler; depends on when a process was started',
      files: ['broker/Broker.ts', 'controller/Controller.ts'],
      state: 'simplified',
      reason: 'Drawn from the seed for processes that run at the start; at a restart the period begins.',
      consequence:
        'Another seed shows other moments within the same bounds, as another start of a real cluster would.',
    },
    {
      id: 'network',
      title: 'A message takes its size by the bandwidth, then the latency; order on a connection is kept',
      source: 'ours',
      files: ['network/Network.ts'],
      state: 'simplified',
      reason:
        'Bandwidth is per pair of nodes, not shared by all that a network card sends; latency varies and packets are lost only on a link that was made slow.',
      consequence: 'A leader that feeds many followers is never limited by its card.',
      controls: ['network', 'latency', 'bandwidth'],
    },
    {
      id: 'cut-link',
      title: 'A cut link holds what is on it, one way or both; mended, it delivers all of it in order',
      source: 'ours, after TCP',
      files: ['cluster/Cluster.ts', 'cluster/applyFault.ts', 'network/Network.ts'],
      state: 'simplified',
      reason:
        'TCP’s growing retransmission pauses and its giving up after minutes are left out. Cut one way, the other way goes on without end, though no acknowledgement comes back for what is sent.',
      consequence:
        'After a long cut a real connection resumes up to seconds later, or is reset; cut one way, it carries no more than a window of data the other way.',
      controls: ['CutLink', 'MendLink'],
    },
    {
      id: 'reset-connections',
      title: 'Connections that are reset lose what is on the wire, either way; both ends learn it at once',
      source: 'ours, after TCP (RST); Kafka: NetworkClient.handleDisconnections, Selector',
      files: ['cluster/Cluster.ts', 'cluster/applyFault.ts'],
      state: 'simplified',
      reason:
        'All connections between the two end together; what has reached a socket is read, and an answer to it is sent and ignored where Kafka drops it.',
      consequence:
        'On a real cluster one connection of several may be reset; an ignored answer is drawn, and nobody takes it.',
      controls: ['ResetConnections'],
    },
    {
      id: 'slow-link',
      title: 'A slow link has another latency, jitter or bandwidth, one way or both; order on it is kept',
      source: 'ours, after TCP',
      files: ['network/Network.ts', 'cluster/applyFault.ts'],
      state: 'simplified',
      reason:
        'Jitter is drawn evenly for each message, by its number on the wire; all connections between two nodes share one order.',
      consequence:
        'On a real network delays come in bursts, and a late message of one connection does not hold up another.',
      controls: ['SlowLink'],
    },
    {
      id: 'wire-backlog',
      title:
        'What a connection had still to send ends with it; over a narrow link that is mended it goes at full speed',
      source: 'ours, after TCP; Selector.close, socket.send.buffer.bytes',
      files: [
        'cluster/unsentMessages.ts',
        'cluster/Cluster.ts',
        'network/Network.ts',
        'broker/ReplicaFetcher.ts',
      ],
      state: 'simplified',
      reason:
        'What the kernel has taken, 100 KiB of each direction, is still sent. The other side’s messages end at once, not when it hears of it; a message of which a part is sent begins anew; a machine without power goes on with what it had handed to its network card.',
      consequence:
        'On a narrow link the new connection may begin a flight too early, and a mended one a part of a message too late.',
      controls: ['SlowLink', 'MendLink'],
    },
    {
      id: 'lossy-link',
      title: 'Lost packets are sent again: within a round trip, or after a timeout of at least 200 ms',
      source: 'ours, after TCP (RFC 5681, RFC 6298, Linux TCP_RTO_MIN)',
      files: ['network/retransmissionUs.ts', 'network/Network.ts'],
      state: 'simplified',
      reason:
        'A loss delays its message and what comes behind it; the congestion window is left out, and at most 64 packets of a message are drawn for.',
      consequence: 'Throughput on a lossy link is higher than TCP’s; single delays are about right.',
      controls: ['SlowLink'],
    },
    {
      id: 'connections-numbered',
      title: 'The end of a connection does not end a later one to the same peer',
      source: 'ours, after TCP',
      files: ['client/network/NetworkClient.ts', 'broker/ReplicaFetcher.ts', 'cluster/Cluster.ts'],
      state: 'modelled',
    },
    {
      id: 'paused-process',
      title:
        'A paused process does nothing, and its sockets stay open; resumed, it reads them and fires what is overdue',
      source: 'ours, after SIGSTOP and SIGCONT',
      files: ['cluster/Cluster.ts', 'cluster/applyFault.ts', 'cluster/Run.ts'],
      state: 'simplified',
      reason:
        'Sockets are read before overdue timers fire; in a real process threads race. Socket buffers never fill, and work that was under way counts as done when the process goes on.',
      consequence:
        'A real broker may act on its own clock before it hears what has happened meanwhile; senders to a paused process stall when its buffers are full.',
      controls: ['PauseProcess', 'ResumeProcess'],
    },
    {
      id: 'client-processes',
      title: 'Clients die, close and start; what a dead producer held is gone, and no callback says so',
      source: 'ours; KafkaProducer.close, KafkaConsumer.close',
      files: [
        'client/ClientState.ts',
        'client/producer/Producer.ts',
        'client/producer/Outcomes.ts',
        'client/consumer/Consumer.ts',
        'cluster/applyFault.ts',
      ],
      state: 'simplified',
      reason:
        'A new process starts at once. What its application would have sent while there was none is not made up for; a consumer without a group begins by auto.offset.reset.',
      consequence: 'Real applications often replay from where their work came from.',
      controls: ['KillClient', 'CloseClient', 'StartClient'],
    },
    {
      id: 'stalled-consumer',
      title: 'An application that does not call poll() leaves answers unread, and asks for nothing',
      source: 'KafkaConsumer.poll',
      files: ['client/consumer/Consumer.ts'],
      state: 'simplified',
      reason:
        'All work of the consumer is done in poll(); there is no group, so no heartbeat thread and no max.poll.interval.ms.',
      consequence: 'A stalled member of a group would lose its partitions after five minutes.',
      controls: ['StallConsumer', 'UnstallConsumer'],
    },
    {
      id: 'rack-power',
      title: 'A rack loses power at once: its brokers lose what was not flushed, its clients what they held',
      source: 'ours',
      files: ['cluster/applyFault.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['CutPower'],
    },
    {
      id: 'disk-gone',
      title: 'A broker whose whole disk fails halts, and comes back empty on a new one',
      source: 'LogManager.handleLogDirFailure, LogDirFailureChannel',
      files: ['broker/logDirFaults.ts', 'broker/Partition.ts', 'storage/UnifiedLog.ts'],
      state: 'simplified',
      reason:
        'It halts at once, where Kafka’s does at its next read or write; all log directories are on the disk, and the metadata log too.',
      consequence: 'A disk that nobody reads or writes is noticed too early.',
      controls: ['FailDisk', 'ReplaceDisk'],
    },
    {
      id: 'slow-disk',
      title: 'A slow disk makes appends, flushes and recovery of its broker take many times longer',
      source: 'ours',
      files: ['broker/requestThreads.ts', 'broker/ReplicaFetcher.ts', 'broker/BrokerInternals.ts'],
      state: 'simplified',
      reason:
        'Appends take longer from the first one on, as if the page cache were full; reads for fetches, and when dirty pages reach the disk, stay as they are.',
      consequence:
        'A real broker hides a slow disk behind the page cache for a while, and then stalls more suddenly.',
      controls: ['SlowDisk', 'MendDisk'],
    },
    {
      id: 'killed-and-powerless',
      title: 'A killed process closes its connections; a machine without power just falls silent',
      source: 'ours, after TCP',
      files: ['broker/Broker.ts', 'cluster/Cluster.ts'],
      state: 'modelled',
      controls: ['KillBroker', 'CutPower'],
    },
    {
      id: 'rpc-sizes',
      title: 'Requests and answers have a size',
      source: 'ours, after the schemas in clients/…/message',
      files: ['protocol/requests.ts'],
      state: 'simplified',
      reason:
        'Record batches count to the byte, headers and other fields by a rounded estimate. Requests carry only fields that decide something here.',
      consequence: 'Transmission times of small requests are off by fractions of a µs at 10 Gbit/s.',
    },
    {
      id: 'request-queue',
      title: 'One request at a time per connection; I/O threads take them first come, first served',
      source: 'SocketServer, RequestChannel, KafkaRequestHandlerPool',
      files: ['broker/RequestQueue.ts', 'broker/Broker.ts'],
      state: 'modelled',
      controls: ['num.io.threads'],
    },
    {
      id: 'service-times',
      title: 'Handling a request and appending records take time by size',
      source: 'ours',
      files: [
        'broker/BrokerConfig.ts',
        'broker/Broker.ts',
        'broker/ReplicaFetcher.ts',
        'controller/Controller.ts',
      ],
      state: 'simplified',
      reason:
        'Fixed costs that the scenario sets; the disk is not shared between threads, is never busy or slow, and GC never pauses a process. The controller’s own work takes no time beyond linger and flush.',
      consequence: 'Latencies near saturation are lower and steadier than on real machines.',
      controls: ['times'],
    },
    {
      id: 'page-cache',
      title: 'Written pages reach the disk when they are 30 s old, or somebody calls fsync',
      source: 'Linux vm.dirty_expire_centisecs; UnifiedLog.flush',
      files: ['storage/PageCache.ts', 'storage/UnifiedLog.ts'],
      state: 'simplified',
      reason:
        'Age is watched in steps of a second of writing, batches are lost whole, and memory pressure or a large backlog never make the system write earlier.',
      consequence:
        'A power cut may lose up to a second more than the age says; a busy real machine often loses less.',
      controls: ['CutPower'],
    },
    {
      id: 'clocks',
      title: 'Every node has a clock for timestamps, which may be set and drift; timers go by another one',
      source: 'Time.milliseconds, Time.nanoseconds',
      files: [
        'cluster/clockOffset.ts',
        'cluster/Cluster.ts',
        'client/producer/ProducerBatch.ts',
        'node/Node.ts',
      ],
      state: 'simplified',
      reason:
        'Kafka reads the clock of the day for most timeouts, too; here only record timestamps (CreateTime) and the expiry of producer state see it. A clock that is set while a batch waits stamps all of it anew.',
      consequence:
        'A clock that jumps does not make a real client’s or broker’s timeouts fire early or late here.',
      controls: ['SetClock'],
    },
    {
      id: 'commands',
      title: 'What a reader or a scenario may do to a cluster, and what it does',
      source: 'ours; Kafka’s admin requests where it has them',
      files: ['cluster/applyCommand.ts', 'cluster/applyFault.ts'],
      state: 'modelled',
    },
    {
      id: 'initial-state',
      title:
        'A scenario begins with a cluster that has run: registered brokers, leaders, logs up to their HW',
      source: 'ours',
      files: ['cluster/buildCluster.ts'],
      state: 'simplified',
      reason:
        'Records from before the start are in batches of up to a thousand, of 110 bytes each, flushed, and of one leader epoch; a stopped broker counts as stopped cleanly.',
      consequence:
        'Divergence from before the start cannot be given; followers that lag catch up in large batches.',
    },
    {
      id: 'ledger',
      title: 'Every record handed to send() is in exactly one state, recomputed from all logs',
      source: 'ours',
      files: [
        'cluster/ledger.ts',
        'cluster/decideFates.ts',
        'storage/StoredOrdinals.ts',
        'client/producer/Outcomes.ts',
        'kernel/RangeSet.ts',
        'invariants/ledgerBalances.ts',
      ],
      state: 'modelled',
      controls: ['ledger'],
    },
    {
      id: 'business-books',
      title:
        'What became of the amounts that records move between accounts, and the balances that come of it',
      source: 'ours',
      files: [
        'client/producer/workload/transfers.ts',
        'client/producer/workload/SentNumbers.ts',
        'client/consumer/ProcessedRecords.ts',
        'cluster/business/transferStates.ts',
        'cluster/business/computeBooks.ts',
      ],
      state: 'simplified',
      reason:
        'Amounts are not in the bytes of records: what one means follows from the seed and its number. A record that retention removed counts as one that was written. What a consumer has done outlives its process, as in a database; it counts when the application is done with it.',
      consequence: 'An aborted record that retention has removed counts in the balances of the log.',
      controls: ['ledger', 'workload'],
    },
    {
      id: 'invariants',
      title:
        'Laws that hold after every event: one leader an epoch, HW never falls, committed records agree …',
      source: 'TLA+ models of KIP-966, KIP-320 and AsyncIsr',
      files: [
        'invariants/partitionInvariants.ts',
        'invariants/committedRecordInvariants.ts',
        'invariants/quorumInvariants.ts',
        'invariants/retentionInvariants.ts',
        'invariants/expiryInvariants.ts',
        'invariants/storeInvariants.ts',
        'invariants/placeOf.ts',
        'invariants/stirredPartitions.ts',
        'invariants/allInvariants.ts',
      ],
      state: 'simplified',
      reason:
        'Of two logs the newest offset that both have is compared, not every one; logs and the ledger of partitions that no row of an event names are looked at with every 64th event; and after an unclean election or a loss of power what was committed is not held to be kept.',
      consequence: 'A fault of ours there could go unnoticed.',
    },
    {
      id: 'run-laws',
      title:
        'In tests: no acknowledged record is lost unless the history of the run excuses it, and more such laws',
      source: 'TLA+ models of KIP-966, KIP-320 and AsyncIsr',
      files: [
        'invariants/RunWatch.ts',
        'invariants/RunHistory.ts',
        'invariants/excuseOf.ts',
        'invariants/electionInvariants.ts',
        'invariants/idempotenceInvariants.ts',
        'invariants/leaderInvariants.ts',
        'invariants/leadersOf.ts',
        'invariants/passedOver.ts',
        'invariants/sessionInvariants.ts',
        'invariants/strictInvariants.ts',
        'invariants/survivalInvariants.ts',
        'invariants/truncationInvariants.ts',
        'invariants/eligibleReplicaInvariants.ts',
        'invariants/isrInvariants.ts',
        'invariants/registrationInvariants.ts',
        'invariants/requestInvariants.ts',
        'invariants/retryInvariants.ts',
      ],
      state: 'modelled',
    },
  ],
};
