import { formatDuration, formatNumber, formatTime } from '../format.ts';
import { partitionRanges } from '../partitionRanges.ts';
import { joinAnd, plural } from '../plural.ts';

const n = formatNumber;
const records = (count: number) => plural(count, { one: '# record', other: '# records' });

const CONTROLLER_PROCESS = {
  starting: 'starting',
  running: 'running',
  stopped: 'stopped',
  killed: 'crashed',
  powerless: 'without power',
};

export const stage = {
  label: (partition: string) => `Live cluster, ${partition}`,
  roleDescription: 'cluster picture',
  keyboardHelp:
    'Arrow keys move between brokers, producers, consumers and controllers. Enter shows one closer. Space plays and pauses, full stop takes the next event.',
  /** Of the picture of the whole cluster. */
  map: (counts: { readonly brokers: number; readonly partitions: number }) =>
    `The whole cluster: ${plural(counts.brokers, { one: '# broker', other: '# brokers' })}, ${plural(counts.partitions, { one: '# partition', other: '# partitions' })}`,
  mapKeyboardHelp:
    'Arrow keys move between brokers, their replicas, clients and controllers. Enter on a replica goes nearer to its partition. Space plays and pauses, full stop takes the next event.',
  partitionFacts: (facts: {
    readonly replicationFactor: number;
    readonly leaderEpoch: number;
    readonly partitionEpoch: number;
  }) => [
    `RF ${facts.replicationFactor}`,
    `leader epoch ${n(facts.leaderEpoch)}`,
    `partition epoch ${n(facts.partitionEpoch)}`,
  ],
  partitionChoice: 'Partition',
  noPartition: 'No topic yet',
  emptyTitle: (brokers: number) => (brokers === 0 ? 'No brokers yet' : 'No topic yet'),
  emptyText: (brokers: number) =>
    brokers === 0
      ? 'This scenario has no brokers. Load one that has.'
      : 'Add a topic, and its replicas stand here.',
  loading: 'Starting the cluster',
  failed: 'The simulation stopped',
  hero: (partition: string, speed: string) => `${partition}, running now, 1\u00a0s shows ${speed}`,
  heroStands: (partition: string) => `${partition}, at one instant`,
  moreBrokers: (ids: readonly number[]) =>
    ids.length <= 6
      ? `no replica on ${joinAnd(ids.map(String))}`
      : `+ ${n(ids.length)} brokers without a replica`,
  more: (count: number) => `+ ${n(count)} more`,
  brokersWithoutRoom: (count: number) => plural(count, { one: '+ # more broker', other: '+ # more brokers' }),

  log: {
    picture: (partition: string, leader: number) =>
      leader < 0 ? `Replicas of ${partition}: no leader` : `Replicas of ${partition}: broker ${leader} leads`,
    hw: (offset: number, side: 'inside' | 'left' | 'right') =>
      `${side === 'left' ? '◂ ' : ''}HW ${n(offset)}${side === 'right' ? ' ▸' : ''}`,
    toTheEnd: 'To the end',
    lso: (offset: number) => `◇ LSO ${n(offset)}`,
    leo: (offset: number) => `LEO ${n(offset)}`,
    logStart: (offset: number) => `log start ${n(offset)}`,
    offset: 'offset',
    committed: 'committed: consumers may read',
    notCommitted: 'not committed',
    unreachable: 'on disk, not reachable',
    behindHw: (count: number) => `${records(count)} behind the HW`,
    empty: 'empty log',
    frozen: 'frozen',
    frozenWhy: (isr: number, min: number) => `ISR ${isr} < min ${min}`,
    held: 'waits',
    heldBy: (brokers: readonly number[]) => `for broker ${joinAnd(brokers.map(String))}, in the ISR`,
    noLeader: 'no leader',
    noLeaderWhy: 'nobody appends',
    isr: 'ISR',
    isrOf: (facts: { readonly size: number; readonly replicas: number; readonly minIsr: number }) =>
      `${facts.size} of ${facts.replicas}, needs ${facts.minIsr}`,
    position: (facts: { readonly name: string; readonly position: number; readonly lag: number }) =>
      `${facts.name} at ${n(facts.position)}, lag ${n(facts.lag)}`,
    positionShort: (facts: { readonly name: string; readonly lag: number }) =>
      `${facts.name}, lag ${n(facts.lag)}`,
    epochFrom: (epoch: number, offset: number) => `epoch ${n(epoch)} from ${n(offset)}`,
    truncated: 'truncated',
    lost: 'acknowledged, then gone',
    /** Short lines: they stand in the narrow place beside the water line. */
    noFetch: (brokers: readonly number[]) => [
      'no Fetch',
      `from ${joinAnd(brokers.map(String))}:`,
      'HW stays',
    ],
    refused: (correlationId: number, stored: boolean) =>
      `#${correlationId} refused${stored ? '' : ', not stored'}`,
  },

  broker: {
    name: (id: number) => `Broker ${id}`,
    rack: (rack: string) => `rack ${rack}`,
    leader: (epoch: number) => `leader, epoch ${n(epoch)}`,
    follower: (epoch: number) => `follower, epoch ${n(epoch)}`,
    noReplica: 'no replica here',
    process: {
      starting: (time: string) => `starting since ${time}`,
      running: () => 'running',
      stopping: (time: string) => `stopping since ${time}`,
      stopped: (time: string) => `stopped ${time}`,
      killed: (time: string) => `crashed ${time}`,
      powerless: (time: string) => `power lost ${time}`,
    },
    paused: (time: string) => `paused since ${time}`,
    diskFailed: (time: string) => `disk failed ${time}`,
    slowDisk: (factor: number) => `disk ${n(factor)}× slower`,
    clock: (offset: string, ahead: boolean) => `clock ${offset} ${ahead ? 'ahead' : 'behind'}`,
    stoppedFromStart: 'not running',
    controlledShutdown: 'controlled shutdown',
    inIsr: 'in ISR',
    leads: (count: number) => `leads ${n(count)}`,
    outOfIsr: 'out of ISR',
    fenced: (time: string | null) => (time === null ? 'fenced' : `fenced ${time}`),
    inElr: (text: string) => `${text}, in ELR`,
    inElrAlone: 'in ELR',
    heartbeat: 'heartbeat',
    session: 'session',
    spoken: (parts: readonly string[]) => parts.join(', '),
  },

  producer: {
    name: (id: string) => `Producer ${id}`,
    identity: (acks: string, producerId: number, epoch: number) =>
      producerId < 0 ? `acks=${acks}` : `acks=${acks}, PID ${producerId} e${epoch}`,
    inFlight: 'in flight',
    inFlightSpoken: (count: number, most: number) => `${count} of ${most} in flight`,
    waiting: 'waiting',
    waitingRecords: (count: number) => records(count),
    retryIn: 'retry in',
    delivery: 'delivery',
    acked: (count: number) => `${n(count)} acked`,
    failed: (count: number) => `${n(count)} failed`,
    paused: 'paused',
    closing: 'closing',
    closed: 'closed',
    killed: 'crashed',
    powerless: 'no power',
    processPaused: 'process paused',
  },

  consumer: {
    name: (id: string) => `Consumer ${id}`,
    delivered: (count: number) => `${n(count)} read`,
    lag: (lag: number) => `lag ${n(lag)}`,
    noPosition: 'no position yet',
    stalled: 'does not poll',
  },

  controller: {
    active: 'active',
    paused: 'paused',
    /** It leads the quorum and has not yet read what it must. */
    catchingUp: 'leader, not active',
    raft: {
      Unattached: 'unattached',
      Prospective: 'prospective',
      Candidate: 'candidate',
      Leader: 'leader',
      Follower: 'follower',
      Resigned: 'resigned',
    },
    process: CONTROLLER_PROCESS,
    epochAndEnd: (epoch: number, logEnd: number) => `epoch ${n(epoch)}, LEO ${n(logEnd)}`,
    epochAndEndShort: (epoch: string, logEnd: string) => `e${epoch} · ${logEnd}`,
    name: (id: number) => `Controller ${id}`,
    spoken: (id: number, standing: string, ends: string) => `Controller ${id}, ${standing}, ${ends}`,
    /** What it is in the quorum, or why it is not in it. */
    standing: (c: {
      readonly active: boolean;
      readonly raftState: string | null;
      readonly process: string;
      readonly epoch: number;
      readonly pausedSinceUs: number | null;
    }) =>
      c.raftState === null
        ? CONTROLLER_PROCESS[c.process as keyof typeof CONTROLLER_PROCESS]
        : `${c.active ? 'active, ' : ''}${c.raftState} in epoch ${n(c.epoch)}${c.pausedSinceUs === null ? '' : ', process paused'}`,
    ends: (logEnd: number, highWatermark: number) =>
      `log end ${n(logEnd)}, HW ${highWatermark < 0 ? 'not known' : n(highWatermark)}`,
  },

  actions: {
    of: (name: string) => `Deeds on ${name}`,
    kill: 'Crash (SIGKILL)',
    stop: 'Stop cleanly (SIGTERM)',
    start: 'Start',
    cutPower: 'Cut the power of its machine',
    cutLinkTo: (name: string) => `Cut the link to ${name}`,
    mendLinkTo: (name: string) => `Mend the link to ${name}`,
    resetConnectionsWith: (name: string) => `Reset the connections with ${name} (RST)`,
    groups: {
      application: 'Application',
      process: 'Process',
      disk: 'Disk',
      network: 'Links',
      connections: 'Drop what is under way',
    },
    cutRack: (rack: string) => `Cut the power of rack ${rack}`,
    pauseProcess: 'Pause (SIGSTOP)',
    resumeProcess: 'Go on (SIGCONT)',
    close: 'Close',
    stall: 'Stop calling poll()',
    unstall: 'Call poll() again',
    slowDisk: (factor: number) => `Make it ${n(factor)} times slower`,
    mendDisk: 'Make it fast again',
    failDisk: 'Take it away',
    replaceDisk: 'Put in an empty one',
    pause: 'Stop handing over records',
    resume: 'Hand over records again',
    beginTransaction: 'Begin a transaction',
    commitTransaction: 'Commit the transaction',
    abortTransaction: 'Abort the transaction',
    send: (count: number) => `Send ${records(count)} now`,
    inspect: 'Look closer',
    failed: (reason: string) => `Not done: ${reason}`,
  },

  keys: {
    title: 'In the picture',
    play: 'play, pause',
    next: 'one step on: the next event worth reading, RPC or event, as chosen',
    previous: 'one step back',
    nextMark: 'to the next mark of the timeline',
    previousMark: 'to the mark before',
    oneEvent: 'exactly one event on',
    pacing: 'event-paced or steady',
    crash: 'crash or start the broker or controller in focus',
    cut: 'cut or mend a link of what has the focus',
    drop: 'drop what is under way to or from what has the focus',
    inspect: 'look closer',
    why: 'why is it so',
    nearer: 'the logs twice as near (or the wheel, or two fingers)',
    farther: 'the logs twice as far',
    fit: 'the logs as they fit, at their end',
    older: 'older records (or drag the picture)',
    newer: 'newer records',
    outline: 'outline of the cluster as text',
    mute: 'narration on or off',
    verbosity: 'how much is told',
    arrows: 'move the focus in the picture',
    enter: 'look closer',
    escape: 'one level back',
  },

  rpc: {
    sentArrives: (sent: string, flight: string) => `sent ${sent}, arrives + ${flight}`,
    arrives: (flight: string) => `+ ${flight}`,
    rate: (bytesPerSecond: number) => `${formatNumber(bytesPerSecond / 1_000_000)} MB/s`,
    cut: 'cut',
    slow: 'slow',
    oneWay: (what: string, from: string, to: string) => `${what} ${from} → ${to}`,
  },

  waits: {
    title: 'Who waits for what',
    nobody: 'Nothing waits.',
    nobodyNext: (remaining: string) => `Nothing waits. Next: heartbeat in ${remaining}.`,
    showThread: (what: string) => `Show in the picture: ${what}`,
    more: (count: number) => plural(count, { one: '+ # more waits', other: '+ # more wait' }),
    timesOutIn: 'times out in',
    noEnd: 'until an event',
    who: {
      produce: (id: number) => `Produce #${id}`,
      producer: (id: string) => `Producer ${id}`,
      consumer: (id: string) => `Consumer ${id}`,
      broker: (id: number | string) => `Broker ${id}`,
      controller: (id: string) => `Controller ${id}`,
      activeController: 'Controller',
    },
    what: {
      ProduceForHighWatermark: (w: { readonly required: number; readonly current: number }) =>
        `for HW ≥ ${n(w.required)}, stands at ${n(w.current)}`,
      ProducerRetry: (w: {
        readonly correlationId: number | null;
        readonly attempt: number;
        readonly error: string | null;
      }) =>
        `to retry${w.correlationId === null ? '' : ` #${w.correlationId}`}, attempt ${w.attempt}${w.error === null ? '' : `, after ${w.error}`}`,
      ProducerForMetadata: () => 'for metadata: it knows no leader',
      ProducerForResponse: (w: { readonly correlationId: number | null; readonly broker: number | null }) =>
        `for the answer${w.correlationId === null ? '' : ` to #${w.correlationId}`}${w.broker === null ? '' : ` from broker ${w.broker}`}`,
      answers: (count: number) => `for the answers to ${n(count)} requests`,
      ConsumerFetch: (w: { readonly required: number | null }) =>
        w.required === null
          ? 'fetch, nothing below the HW'
          : `fetch at ${n(w.required)}, nothing below the HW`,
      FollowerFetch: (w: { readonly required: number | null; readonly broker: number | null }) =>
        `fetch${w.required === null ? '' : ` at ${n(w.required)}`}, ${w.broker === null ? 'its leader' : `broker ${w.broker}`} has nothing newer`,
      FollowerBackoff: (w: { readonly broker: number | null }) =>
        `to ask ${w.broker === null ? 'its leader' : `broker ${w.broker}`} again`,
      FencingOfBroker: (w: { readonly broker: number | null }) =>
        `for a heartbeat of broker ${w.broker ?? '?'}, then fences it`,
      BrokerStart: () => 'to finish its start',
      ControlledShutdown: () => 'to hand over its leaders',
      IsrChange: (w: { readonly partition: string | null }) =>
        `for the controller to change the ISR${w.partition === null ? '' : ` of ${w.partition}`}`,
    },
  },

  metadata: {
    title: '__cluster_metadata',
    list: 'Records of __cluster_metadata',
    caption: 'Records of the metadata log, the newest first',
    empty: 'No controller has a log.',
    ends: ({ controller, end, highWatermark }: { controller: number; end: number; highWatermark: number }) =>
      `As controller ${controller} has it. Log end ${formatNumber(end)}, high watermark ${formatNumber(highWatermark)}.`,
    offset: 'Offset',
    epoch: 'Epoch',
    record: 'Type and fields',
    state: 'State',
    range: (from: string, to: string) => `${from} to ${to}`,
    committed: 'committed',
    uncommitted: 'not committed',
    highWatermark: (offset: number) =>
      `high watermark ${formatNumber(offset)}: what stands below is committed`,
    older: (count: number) =>
      `${plural(count, { one: '# older record is', other: '# older records are' })} not listed.`,
    note: 'Topics stand by name where Kafka writes the topic id. Records that a snapshot holds may be gone from the log.',
  },

  ledger: {
    title: 'Ledger',
    states: {
      produced: 'produced',
      inFlight: 'in flight',
      uncommitted: 'uncommitted',
      committed: 'committed',
      failed: 'failed',
      lost: 'lost',
      expired: 'expired',
    },
    cross: {
      acked: 'acked',
      lostAfterAck: 'lost after the ack',
      storedThoughFailed: 'stored though failed',
      duplicated: 'duplicated',
      outOfOrder: 'out of order',
      aborted: 'aborted',
      read: 'read',
      readThenLost: 'read, then lost',
    },
    meaning: {
      produced: 'every record handed to send()',
      inFlight: 'held by a live client or on the wire',
      uncommitted: 'in a log that counts, not below the HW',
      committed: 'in the leader’s log, below the HW',
      failed: 'never stored, and the callback said so or the client died',
      lost: 'called a success or once stored, and on no replica that can lead',
      expired: 'removed by retention or deletion after it was committed',
      acked: 'the callback said success',
      lostAfterAck: 'the callback said success, and they are lost',
      storedThoughFailed: 'the callback said error, and they are in the log',
      duplicated: 'copies beyond the first',
      outOfOrder: 'stored after a record that was sent later',
      aborted: 'in the log, in a transaction that was aborted',
      read: 'delivered to a consumer',
      readThenLost: 'delivered to a consumer, and lost',
    },
    equation: 'produced = in flight + uncommitted + committed + failed + lost + expired',
    across: 'across them',
    open: (name: string, count: number) => `${records(count)} ${name}: open the list`,
    listTitle: (name: string, count: number) => `${records(count)} ${name}`,
    range: (facts: {
      readonly producer: string;
      readonly first: number;
      readonly count: number;
      readonly partition: string;
    }) =>
      facts.count === 1
        ? `record ${n(facts.first)} of ${facts.producer}, ${facts.partition}`
        : `records ${n(facts.first)}–${n(facts.first + facts.count - 1)} of ${facts.producer}, ${facts.partition}`,
    atOffset: (offset: number) => (offset < 0 ? 'in no log' : `from offset ${n(offset)}`),
    none: 'No records.',
    cutShort: (count: number) => `The first ${n(count)} ranges.`,
    close: 'Close the list',
    loading: 'Reading the logs.',
  },

  transport: {
    label: 'Transport',
    toStart: 'To the start',
    play: 'Play',
    pause: 'Pause',
    now: (time: string) => `Time ${time}`,
    scrubber: 'Time of the run',
    scrubberValue: (time: string, explored: string) => `${time} of ${explored} explored`,
    pacing: 'Pacing',
    eventPaced: 'Event-paced',
    steady: 'Steady',
    speed: 'Speed',
    oneSecondShows: (amount: string) => `1 s shows ${amount}`,
    askedFor: (amount: string) => `(asked for ${amount})`,
    skipped: (amount: string) => `⋯ ${amount}`,
    quiet: (amount: string) => `Nothing worth telling in ${amount}: all goes its way`,
    dots: 'single RPCs',
    ribbons: 'ribbons',
    engraved: {
      rpc: 'RPC',
      linger: 'linger',
      fetchWait: 'fetch wait',
      session: 'session',
      retention: 'retention',
    },
    mark: { command: 'command', change: 'change', error: 'error' },
    markAt: (what: string, time: string) => `${what} at ${time}`,
  },

  inspector: {
    title: 'Inspector',
    close: 'Close',
    why: 'Why?',
    noWhy: 'Nothing in the trace speaks of it yet.',
    ends: 'It ends',
    endsIn: (remaining: string) => `in ${remaining}, by itself`,
    endsByEvent: 'when something happens',
    nothing:
      'Choose a broker, a controller, a producer or a consumer in the picture, or the partition above it.',
    transaction: {
      state: 'Transaction',
      waitsIn: 'Waits in',
      partitions: 'Partitions in it',
      coordinator: 'Coordinator',
      error: 'Its error',
    },
    facts: {
      process: 'Process',
      brokerEpoch: 'Broker epoch',
      rack: 'Rack',
      leads: 'Leads',
      lastHeartbeat: 'Last heartbeat',
      requestQueue: 'Request queue',
      ioThreads: 'I/O threads busy',
      logStart: 'Log start',
      logEnd: 'Log end offset',
      flushed: 'Flushed below',
      highWatermark: 'High watermark',
      isr: 'ISR',
      elr: 'ELR',
      epochs: 'Leader, partition epoch',
      acks: 'acks',
      idempotence: 'Idempotence',
      producerId: 'Producer ID, epoch',
      acked: 'Acknowledged',
      failed: 'Failed',
      held: 'Held',
      lastError: 'Last error',
      position: 'Position',
      lag: 'Lag',
      delivered: 'Delivered',
      role: 'Role',
      metadata: 'Metadata log end',
      replicas: 'Replicas',
      adding: 'To come',
      removing: 'To go',
      raftState: 'Raft state',
      quorumEpoch: 'Quorum epoch',
      quorumLeader: 'Quorum leader',
      group: 'Group',
      memberState: 'Member',
      memberId: 'member.id',
      generation: 'Generation',
      coordinator: 'Coordinator',
    },
    /** Where a member stands, in Kafka's words, and whether it assigns. */
    memberState: (state: string, isLeader: boolean) => (isLeader ? `${state}, leader` : state),
    /** Next offset to read, and the one that the group has committed; null: none. */
    positionAndCommitted: (position: string, committed: number | null) =>
      committed === null ? position : `${position}, committed ${n(committed)}`,
    quorum: {
      title: 'kafka-metadata-quorum describe',
      noLeader: 'No controller leads the quorum: nothing is decided until one is elected.',
      replication: 'Replication of __cluster_metadata',
      maxFollowerLag: 'MaxFollowerLag',
      maxFollowerLagTimeMs: 'MaxFollowerLagTimeMs',
      currentVoters: 'CurrentVoters',
      currentObservers: 'CurrentObservers',
      columns: [
        'NodeId',
        'LogEndOffset',
        'Lag',
        'LastFetchTimestamp',
        'LastCaughtUpTimestamp',
        'Status',
      ] as readonly string[],
      ids: (ids: readonly number[]) => `[${ids.join(', ')}]`,
      more: (count: number) => `${plural(count, { one: '# more row', other: '# more rows' })}.`,
    },
    ledBy: (leader: number) => (leader < 0 ? 'No leader' : `Led by broker ${leader}`),
    ofPartition: (name: string) => `Look closer at ${name}`,
    on: 'on',
    off: 'off',
    none: 'none',
    ofMost: (value: number, most: number) => `${n(value)} of ${n(most)}`,
    pair: (a: number, b: number) => `${n(a)}, ${n(b)}`,
    set: (ids: readonly number[]) => `{${ids.join(', ')}}`,
    partitions: (count: number) => plural(count, { one: '# partition', other: '# partitions' }),
    changes: (isr: readonly number[]) => `asks for ISR {${isr.join(', ')}}`,
  },

  beside: {
    store: (name: string) => `Database ${name}`,
    queueBroker: (name: string) => `Queue broker ${name}`,
    publisher: (id: string) => `Publisher ${id}`,
    consumer: (id: string) => `Consumer of a queue ${id}`,
    rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
    transactions: (count: number) => plural(count, { one: '# transaction', other: '# transactions' }),
    transactionsName: 'transactions',
    publishedName: 'published',
    held: 'in hand',
    done: 'done',
    failed: 'rolled back',
    refusedName: 'refused',
    refused: (count: number) => (count === 0 ? '' : `${n(count)} refused`),
    atWork: 'at work',
    published: (count: number) => `${n(count)} published`,
    confirmed: 'confirmed',
    unroutable: 'without a queue',
    inHand: (held: number, done: number) => `${n(held)} in hand, ${n(done)} done`,
    writers: 'written to by',
    down: 'down',
    killed: 'killed',
    closed: 'closed',
    paused: 'paused',
    notConnected: 'not connected',
  },

  outline: {
    roles: { L: 'leader', F: 'follower in sync', E: 'eligible leader', '–': 'out of sync' },
  },

  narration: {
    verbosity: { errors: 'errors only', changes: 'changes', everything: 'everything' },
    verbosityNow: (name: string) => `Narration: ${name}.`,
    muted: 'Narration off.',
    unmuted: 'Narration on.',
    at: (timeUs: number, sentence: string) => `${formatTime(timeUs)}. ${sentence}`,
    /** A group reads all again that it had stopped reading. */
    readAgain: (group: string, partitions: readonly string[], pausedUs: number) =>
      `Group ${group}: ${joinAnd(partitionRanges(partitions))} ${partitions.length === 1 ? 'is' : 'are'} read again. Paused: ${formatNumber(pausedUs / 1_000_000, 2)} partition-seconds.`,
    ended: (timeUs: number) => `The run stopped at ${formatTime(timeUs)}.`,
  },

  time: formatTime,
  duration: formatDuration,
};
