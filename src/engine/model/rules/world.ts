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
      files: ['kernel/cloneState.ts', 'kernel/Digest.ts', 'kernel/SharedLog.ts'],
      state: 'modelled',
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
        'Bandwidth is per pair of nodes, not shared by all that a network card sends; packets are never lost singly, and latency does not vary.',
      consequence:
        'A leader that feeds many followers is never limited by its card; no retransmission delays single requests.',
      controls: ['network', 'latency', 'bandwidth'],
    },
    {
      id: 'cut-link',
      title: 'A cut link holds what is on it; mended, it delivers all of it in order',
      source: 'ours, after TCP',
      files: ['cluster/Cluster.ts', 'network/Network.ts'],
      state: 'simplified',
      reason:
        'Always both ways at once; TCP’s growing retransmission pauses and its giving up after minutes are left out.',
      consequence: 'After a long cut a real connection resumes up to seconds later, or is reset.',
      controls: ['CutLink', 'MendLink'],
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
      title: 'Written pages reach the disk when they are 30 s old, or at a clean stop',
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
      id: 'flush-configs',
      title: 'flush.messages and flush.ms force an fsync by number or time',
      source: 'LogConfig, UnifiedLog.maybeFlush',
      files: [],
      state: 'not modelled',
      reason: 'The configs are not read; Kafka’s defaults never flush by them.',
      consequence: 'A cluster that sets them loses less in a power cut, and is slower, than shown.',
      controls: ['flush.messages', 'flush.ms', 'log.flush.interval.messages', 'log.flush.interval.ms'],
    },
    {
      id: 'log-segments',
      title: 'A log is a row of segments with indexes',
      source: 'UnifiedLog, LocalLog, LogSegment',
      files: ['storage/UnifiedLog.ts'],
      state: 'simplified',
      reason: 'One segment without indexes that only grows, and is cut at its end.',
      consequence:
        'No retention, no compaction, no roll; log start offsets stay where the scenario puts them.',
      controls: ['cleanup.policy', 'retention.ms', 'segment.bytes'],
    },
    {
      id: 'clocks',
      title: 'Every node has a clock, for timestamps',
      source: 'Time',
      files: ['cluster/Cluster.ts', 'node/Node.ts'],
      state: 'simplified',
      reason: 'All clocks show the same time and run alike.',
      consequence: 'Timestamps never disagree between clients and brokers.',
    },
    {
      id: 'commands',
      title: 'What a reader or a scenario may do to a cluster, and what it does',
      source: 'ours; IncrementalAlterConfigs for AlterTopicConfigs',
      files: ['cluster/applyCommand.ts', 'controller/Controller.ts'],
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
        'storage/StoredOrdinals.ts',
        'client/producer/Outcomes.ts',
        'kernel/RangeSet.ts',
        'invariants/ledgerBalances.ts',
      ],
      state: 'modelled',
      controls: ['ledger'],
    },
    {
      id: 'invariants',
      title:
        'Laws that hold after every event: one leader an epoch, HW never falls, committed records agree …',
      source: 'TLA+ models of KIP-966, KIP-320 and AsyncIsr',
      files: [
        'invariants/partitionInvariants.ts',
        'invariants/committedRecordInvariants.ts',
        'invariants/allInvariants.ts',
      ],
      state: 'simplified',
      reason:
        'Of two logs the newest offset that both have is compared, not every one; and after an unclean election or a loss of power what was committed is not held to be kept.',
      consequence: 'A fault of ours there could go unnoticed.',
    },
  ],
};
