import type {
  BrokerView,
  ConsumerView,
  EntityView,
  InFlightColumns,
  LedgerView,
  PartitionView,
  ProducerView,
  ReplicaView,
  StorageView,
  WaitView,
} from '../../bridge/frame.ts';
import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { NO_FLOWS, NO_REPLICAS } from '../../state/simulationState.ts';

/** Stills with names: for snapshot tests and for looking at. They obey the model, and are no fixtures of it. */
export interface ExampleFrame {
  readonly name: string;
  readonly title: string;
  readonly state: SimulationState;
}

const SECOND = 1_000_000;
const MS = 1000;

interface Flight {
  readonly rpc: number;
  readonly from: string;
  readonly to: string;
  readonly progress: number;
  readonly records?: number;
  readonly correlationId?: number;
  readonly flags?: number;
}

const NODE_KEYS = [
  'broker:1',
  'broker:2',
  'broker:3',
  'controller:101',
  'producer:pay-api',
  'consumer:ledger-1',
];
const LATENCY_US = 500;

function flights(nowUs: number, list: readonly Flight[]): InFlightColumns {
  const sent = list.map(({ progress }) => nowUs - progress * LATENCY_US);
  return {
    count: list.length,
    nodeKeys: NODE_KEYS,
    rpc: Uint8Array.from(list.map(({ rpc }) => rpc)),
    source: Uint16Array.from(list.map(({ from }) => NODE_KEYS.indexOf(from))),
    target: Uint16Array.from(list.map(({ to }) => NODE_KEYS.indexOf(to))),
    sentAtUs: Float64Array.from(sent),
    deliverAtUs: Float64Array.from(sent.map((at) => at + LATENCY_US)),
    correlationId: Float64Array.from(list.map(({ correlationId }) => correlationId ?? 0)),
    records: Float64Array.from(list.map(({ records }) => records ?? 0)),
    sizeBytes: Float64Array.from(list.map(({ records }) => 70 + 100 * (records ?? 0))),
    flags: Uint8Array.from(list.map(({ flags }) => flags ?? 0)),
  };
}

/** Nothing is wrong with the process or its clock. */
const SOUND = { pausedSinceUs: null, clockOffsetMs: 0 } as const;

function broker(nodeId: number, nowUs: number, more: Partial<BrokerView> = {}): BrokerView {
  return {
    kind: 'broker',
    key: `broker:${nodeId}`,
    nodeId,
    rack: null,
    process: 'running',
    sinceUs: 0,
    fenced: false,
    inControlledShutdown: false,
    brokerEpoch: 4 + nodeId,
    lastHeartbeatUs: nowUs - 760 * MS,
    sessionEndsUs: nowUs - 760 * MS + 9 * SECOND,
    requestQueueSize: 0,
    busyIoThreads: 1,
    ioThreads: 8,
    leaderCount: nodeId === 1 ? 1 : 0,
    diskFactor: 1,
    hasDiskFailed: false,
    logDirs: [{ path: '/var/lib/kafka/data', hasFailed: false, capacityBytes: null, isFull: false }],
    retentionCheck: { nextUs: nowUs + 41 * SECOND, intervalUs: 300 * SECOND },
    ...SOUND,
    ...more,
  };
}

function partition(more: Partial<PartitionView>): PartitionView {
  return {
    kind: 'partition',
    key: 'partition:payments-0',
    name: 'payments-0',
    topic: 'payments',
    partition: 0,
    leader: 1,
    leaderEpoch: 7,
    partitionEpoch: 11,
    replicas: [1, 2, 3],
    isr: [1, 2, 3],
    elr: [],
    lastKnownElr: [],
    recovery: 'RECOVERED',
    minIsr: 2,
    effectiveMinIsr: 2,
    highWatermark: 1482,
    configs: { 'min.insync.replicas': '2' },
    ...more,
  };
}

function batches(upTo: number, from = 1400): number[] {
  const pairs: number[] = [];
  for (let base = Math.max(0, Math.ceil((from - 2) / 4) * 4 + 2); base < upTo; base += 4) {
    pairs.push(base, Math.min(4, upTo - base));
  }
  return pairs;
}

function replica(
  brokerId: number,
  logEndOffset: number,
  highWatermark: number,
  more: Partial<ReplicaView> = {},
): ReplicaView {
  return {
    kind: 'replica',
    key: `replica:payments-0:${brokerId}`,
    partition: 'payments-0',
    broker: brokerId,
    role: brokerId === 1 ? 'leader' : 'follower',
    leaderEpoch: 7,
    logStartOffset: 0,
    highWatermark,
    logEndOffset,
    flushedOffset: 1200,
    batches: batches(logEndOffset),
    epochs: [
      { epoch: 6, startOffset: 0 },
      { epoch: 7, startOffset: 1462 },
    ],
    storage: storageOf(logEndOffset),
    maximalIsr: null,
    followers: null,
    ...more,
  };
}

/** Small segments of a topic that is kept for a minute. */
export function storageOf(logEndOffset: number): StorageView {
  const segments = [0, 540, 1080].map((baseOffset, i) => ({
    baseOffset,
    sizeBytes: (i < 2 ? 540 : logEndOffset - baseOffset) * 110,
    firstTimestampMs: i * 13_500,
    maxTimestampMs: i < 2 ? i * 13_500 + 13_400 : 38_000,
    offsetIndexEntries: i < 2 ? 14 : 10,
    timeIndexEntries: i < 2 ? 15 : 10,
  }));
  return {
    logDir: '/var/lib/kafka/data',
    isOffline: false,
    sizeBytes: logEndOffset * 110,
    segmentCount: segments.length,
    segments,
    deleted: [],
    compaction: null,
    limits: {
      isDeleted: true,
      isCompacted: false,
      retentionMs: 60_000,
      retentionBytes: null,
      segmentBytes: 1_048_576,
      segmentMs: 13_400,
      indexIntervalBytes: 4096,
    },
  };
}

function producer(nowUs: number, more: Partial<ProducerView> = {}): ProducerView {
  return {
    kind: 'producer',
    key: 'producer:pay-api',
    clientId: 'pay-api',
    rack: null,
    running: true,
    process: 'running',
    ...SOUND,
    paused: false,
    acks: 'all',
    idempotent: true,
    producerId: 4001,
    producerEpoch: 0,
    maxInFlight: 5,
    inFlight: [
      {
        correlationId: 3121,
        broker: 1,
        partition: 'payments-0',
        records: 4,
        attempt: 1,
        sentAtUs: nowUs - 4 * MS,
        timesOutUs: nowUs + 30 * SECOND,
      },
    ],
    accumulatedRecords: 2,
    retryAtUs: null,
    retryAttempt: 0,
    lastError: null,
    deliveryEndsUs: nowUs + 119 * SECOND,
    acked: 482,
    failed: 0,
    configs: { acks: 'all' },
    ...more,
  };
}

function consumer(position: number, highWatermark: number): ConsumerView {
  return {
    kind: 'consumer',
    key: 'consumer:ledger-1',
    clientId: 'ledger-1',
    rack: null,
    positions: [{ partition: 'payments-0', position, highWatermark }],
    delivered: position - 1000,
    process: 'running',
    stalledSinceUs: null,
    ...SOUND,
  };
}

const LEDGER: LedgerView = {
  produced: 492,
  inFlight: 2,
  uncommitted: 8,
  committed: 482,
  failed: 0,
  lost: 0,
  expired: 0,
  acked: 482,
  lostAfterAck: 0,
  storedThoughFailed: 0,
  duplicated: 0,
  outOfOrder: 0,
  aborted: 0,
  read: 478,
  readThenLost: 0,
};

let seqOfRow = 100;
function row(timeUs: number, event: TraceEvent, causeSeq = 0): TraceRow {
  seqOfRow += 1;
  return { timeUs, seq: seqOfRow, causeSeq, event };
}

const P = 'payments-0';
const KILL_2: TraceRow = {
  timeUs: 30 * SECOND,
  seq: 80,
  causeSeq: 0,
  event: { kind: 'CommandApplied', command: 'KillBroker', target: 'broker:2' },
};
const CRASH_TRACE: readonly TraceRow[] = [
  {
    timeUs: 12 * SECOND,
    seq: 40,
    causeSeq: 0,
    event: { kind: 'CommandApplied', command: 'StopBroker', target: 'broker:3' },
  },
  { timeUs: 12 * SECOND, seq: 40, causeSeq: 40, event: { kind: 'ControlledShutdownStarted', broker: 3 } },
  row(12 * SECOND + 40 * MS, { kind: 'IsrShrunk', partition: P, isr: [1, 2], removed: [3], elr: [] }, 40),
  row(12 * SECOND + 60 * MS, { kind: 'BrokerStopped', broker: 3 }, 40),
  KILL_2,
  { timeUs: 30 * SECOND, seq: 80, causeSeq: 80, event: { kind: 'BrokerKilled', broker: 2 } },
  row(
    36 * SECOND + 1 * MS,
    {
      kind: 'RecordsAppended',
      partition: P,
      broker: 1,
      role: 'leader',
      baseOffset: 1482,
      count: 4,
      leaderEpoch: 7,
    },
    70,
  ),
  row(
    36 * SECOND + 2 * MS,
    {
      kind: 'RecordsAppended',
      partition: P,
      broker: 1,
      role: 'leader',
      baseOffset: 1486,
      count: 4,
      leaderEpoch: 7,
    },
    70,
  ),
  row(39 * SECOND + 204 * MS, { kind: 'BrokerFenced', broker: 2, silentForMs: 9750 }, 80),
  row(39 * SECOND + 204 * MS, { kind: 'IsrShrunk', partition: P, isr: [1], removed: [2], elr: [2] }, 80),
  row(
    40 * SECOND + 1 * MS,
    {
      kind: 'ProduceRefused',
      partition: P,
      broker: 1,
      producer: 'pay-api',
      correlationId: 3123,
      error: 'NOT_ENOUGH_REPLICAS',
      isrSize: 1,
      minIsr: 2,
    },
    108,
  ),
  row(
    40 * SECOND + 2 * MS,
    {
      kind: 'ProduceRetried',
      producer: 'pay-api',
      partition: P,
      count: 4,
      attempt: 5,
      error: 'NOT_ENOUGH_REPLICAS',
      backoffMs: 800,
    },
    109,
  ),
];

const EMPTY_SCENARIO: SimulationState['scenario'] = {
  title: null,
  description: null,
  sources: [],
  openAtUs: null,
  kafkaVersion: '4.2',
  seed: 7,
  untilUs: 60 * SECOND,
  features: { 'eligible.leader.replicas.version': 1 },
  configs: {},
  network: { latencyUs: 250, latencyAcrossRacksUs: 500, bandwidthBitsPerSecond: 10_000_000_000, links: [] },
  times: {
    requestUs: 20,
    requestPerKiBUs: 1,
    networkThreadUs: 0,
    networkThreadPerKiBUs: 0,
    appendUs: 10,
    appendPerKiBUs: 0.5,
    fsyncUs: 5000,
    brokerStartUs: 2 * SECOND,
    pageCacheExpireUs: 30 * SECOND,
    recoveryPerMiBUs: 2000,
    remoteCopyPerMiBUs: 10_000,
    remoteReadUs: 50_000,
  },
  controllers: [{ nodeId: 101 }],
  brokers: [],
  topics: [],
  quotas: [],
  producers: [],
  consumers: [],
  commands: [],
};

const MARK_KINDS: Readonly<Record<string, SimulationState['marks'][number]['kind']>> = {
  CommandApplied: 'command',
  BrokerFenced: 'fencing',
  LeaderElected: 'election',
  PartitionOffline: 'election',
  IsrShrunk: 'isr',
  ProduceRefused: 'error',
};

function marksOf(trace: readonly TraceRow[]): SimulationState['marks'] {
  return trace.flatMap(({ timeUs, seq, event }) => {
    const kind = MARK_KINDS[event.kind];
    return kind === undefined ? [] : [{ kind, timeUs, seq, event, untilUs: timeUs, untilSeq: seq }];
  });
}

function state(
  nowUs: number,
  entities: readonly EntityView[],
  more: Partial<SimulationState> = {},
): SimulationState {
  const base: readonly EntityView[] = [
    {
      kind: 'cluster',
      key: 'cluster',
      activeController: 101,
      kafkaVersion: '4.2',
      eligibleLeaderReplicas: true,
      metadataLogEndOffset: 52,
    },
    {
      kind: 'controller',
      key: 'controller:101',
      nodeId: 101,
      active: true,
      ...SOUND,
      process: 'running',
      sinceUs: 0,
      raftState: 'Leader',
      epoch: 1,
      leader: 101,
      logEndOffset: 52,
      highWatermark: 52,
    },
  ];
  const trace = more.trace ?? [];
  return {
    status: 'ready',
    failure: null,
    failureDetail: null,
    scenario: EMPTY_SCENARIO,
    commands: [],
    entities: new Map([...base, ...entities].map((entity) => [entity.key, entity])),
    inFlight: flights(nowUs, []),
    flows: NO_FLOWS,
    replicas: NO_REPLICAS,
    trace,
    marks: marksOf(trace),
    waits: [],
    ledger: LEDGER,
    metrics: { names: [], timesUs: new Float64Array(0), values: [] },
    violations: [],
    nowUs,
    after: 0,
    eventCount: 48_211,
    exploredUs: nowUs,
    ...more,
  };
}

function wait(more: Partial<WaitView> & Pick<WaitView, 'key' | 'who' | 'what' | 'sinceUs'>): WaitView {
  return {
    partition: P,
    broker: 1,
    correlationId: null,
    requiredOffset: null,
    currentOffset: null,
    attempt: null,
    error: null,
    endsUs: null,
    ...more,
  };
}

function healthy(): SimulationState {
  const now = 8 * SECOND + 412 * MS;
  return state(
    now,
    [
      broker(1, now),
      broker(2, now, { lastHeartbeatUs: now - 1240 * MS }),
      broker(3, now, { lastHeartbeatUs: now - 1800 * MS }),
      partition({ highWatermark: 1482 }),
      replica(1, 1490, 1482, {
        maximalIsr: null,
        followers: [
          { broker: 2, logEndOffset: 1486, lastCaughtUpUs: now - 2 * MS },
          { broker: 3, logEndOffset: 1482, lastCaughtUpUs: now - 3 * MS },
        ],
      }),
      replica(2, 1486, 1482),
      replica(3, 1486, 1478),
      producer(now),
      consumer(1478, 1482),
    ],
    {
      inFlight: flights(now, [
        { rpc: 0, from: 'producer:pay-api', to: 'broker:1', progress: 0.4, records: 4, correlationId: 3122 },
        { rpc: 0, from: 'broker:1', to: 'producer:pay-api', progress: 0.7, flags: 1, correlationId: 3119 },
        { rpc: 1, from: 'broker:2', to: 'broker:1', progress: 0.55 },
        { rpc: 1, from: 'broker:1', to: 'broker:3', progress: 0.35, records: 4, flags: 1 },
        { rpc: 6, from: 'broker:3', to: 'controller:101', progress: 0.5 },
        { rpc: 1, from: 'consumer:ledger-1', to: 'broker:1', progress: 0.3 },
      ]),
      trace: [
        row(now - 90 * MS, {
          kind: 'RecordsAppended',
          partition: P,
          broker: 1,
          role: 'leader',
          baseOffset: 1478,
          count: 4,
          leaderEpoch: 7,
        }),
        row(now - 80 * MS, {
          kind: 'HighWatermarkAdvanced',
          partition: P,
          broker: 1,
          role: 'leader',
          from: 1478,
          to: 1482,
        }),
        row(now - 79 * MS, {
          kind: 'RecordsAcknowledged',
          producer: 'pay-api',
          partition: P,
          count: 4,
          baseOffset: 1478,
          latencyMs: 3.4,
        }),
      ],
      waits: [
        wait({
          key: 'w1',
          who: 'broker:1',
          what: 'ProduceForHighWatermark',
          correlationId: 3120,
          requiredOffset: 1486,
          currentOffset: 1482,
          sinceUs: now - 3 * MS,
          endsUs: now + 30 * SECOND,
        }),
        wait({
          key: 'w2',
          who: 'consumer:ledger-1',
          what: 'ConsumerFetch',
          requiredOffset: 1482,
          currentOffset: 1482,
          sinceUs: now - 250 * MS,
          endsUs: now + 250 * MS,
        }),
      ],
    },
  );
}

function secondBrokerFenced(): SimulationState {
  const now = 41 * SECOND + 318 * MS;
  return state(
    now,
    [
      broker(1, now),
      broker(2, now, {
        process: 'killed',
        sinceUs: 30 * SECOND,
        fenced: true,
        sessionEndsUs: null,
        lastHeartbeatUs: 29 * SECOND + 454 * MS,
      }),
      broker(3, now, {
        process: 'stopped',
        sinceUs: 12 * SECOND,
        fenced: true,
        sessionEndsUs: null,
        inControlledShutdown: false,
      }),
      partition({ isr: [1], elr: [2], highWatermark: 1482, partitionEpoch: 12 }),
      replica(1, 1490, 1482, { maximalIsr: null, followers: [] }),
      replica(2, 1482, 1482, { role: 'offline' }),
      replica(3, 1462, 1462, { role: 'offline', leaderEpoch: 6, epochs: [{ epoch: 6, startOffset: 0 }] }),
      producer(now, {
        inFlight: [
          {
            correlationId: 3121,
            broker: 1,
            partition: P,
            records: 4,
            attempt: 1,
            sentAtUs: 31 * SECOND,
            timesOutUs: 61 * SECOND,
          },
          {
            correlationId: 3122,
            broker: 1,
            partition: P,
            records: 4,
            attempt: 1,
            sentAtUs: 36 * SECOND,
            timesOutUs: 66 * SECOND,
          },
          {
            correlationId: 3123,
            broker: 1,
            partition: P,
            records: 4,
            attempt: 5,
            sentAtUs: 40 * SECOND,
            timesOutUs: 70 * SECOND,
          },
        ],
        retryAtUs: now + 186 * MS,
        retryAttempt: 5,
        lastError: 'NOT_ENOUGH_REPLICAS',
        deliveryEndsUs: now + 118 * SECOND + 700 * MS,
      }),
      consumer(1482, 1482),
    ],
    {
      inFlight: flights(now, [
        { rpc: 0, from: 'broker:1', to: 'producer:pay-api', progress: 0.45, flags: 3, correlationId: 3123 },
      ]),
      trace: CRASH_TRACE,
      commands: [
        { atUs: 12 * SECOND, kind: 'StopBroker', broker: 3 },
        { atUs: 30 * SECOND, kind: 'KillBroker', broker: 2 },
      ],
      exploredUs: 60 * SECOND,
      waits: [
        wait({
          key: 'w1',
          who: 'broker:1',
          what: 'ProduceForHighWatermark',
          correlationId: 3121,
          requiredOffset: 1486,
          currentOffset: 1482,
          sinceUs: now - 9 * SECOND,
          endsUs: now + 20_700 * MS,
        }),
        wait({
          key: 'w2',
          who: 'broker:1',
          what: 'ProduceForHighWatermark',
          correlationId: 3122,
          requiredOffset: 1490,
          currentOffset: 1482,
          sinceUs: now - 5 * SECOND,
          endsUs: now + 24_700 * MS,
        }),
        wait({
          key: 'w3',
          who: 'producer:pay-api',
          what: 'ProducerRetry',
          correlationId: 3123,
          attempt: 5,
          error: 'NOT_ENOUGH_REPLICAS',
          sinceUs: now - 614 * MS,
          endsUs: now + 186 * MS,
        }),
        wait({
          key: 'w4',
          who: 'consumer:ledger-1',
          what: 'ConsumerFetch',
          requiredOffset: 1482,
          currentOffset: 1482,
          sinceUs: now - 250 * MS,
          endsUs: now + 250 * MS,
        }),
      ],
    },
  );
}

function noLeader(): SimulationState {
  const now = 52 * SECOND + 20 * MS;
  return state(
    now,
    [
      broker(1, now, { process: 'killed', sinceUs: 43 * SECOND, fenced: true, sessionEndsUs: null }),
      broker(2, now, { fenced: false }),
      broker(3, now),
      partition({ leader: -1, leaderEpoch: 8, partitionEpoch: 13, isr: [1], elr: [], highWatermark: 1482 }),
      replica(1, 1490, 1482, { role: 'offline' }),
      replica(2, 1478, 1478, { role: 'none' }),
      replica(3, 1474, 1474, { role: 'none' }),
      producer(now, {
        inFlight: [],
        accumulatedRecords: 214,
        lastError: 'LEADER_NOT_AVAILABLE',
        retryAtUs: now + 60 * MS,
        retryAttempt: 9,
      }),
      consumer(1482, 1482),
    ],
    {
      trace: [
        row(43 * SECOND, { kind: 'CommandApplied', command: 'KillBroker', target: 'broker:1' }),
        row(43 * SECOND, { kind: 'BrokerKilled', broker: 1 }),
        row(51 * SECOND + 900 * MS, { kind: 'BrokerFenced', broker: 1, silentForMs: 9600 }, 112),
        row(
          51 * SECOND + 900 * MS,
          { kind: 'PartitionOffline', partition: P, previousLeader: 1, leaderEpoch: 8 },
          112,
        ),
      ],
      waits: [
        wait({
          key: 'w1',
          who: 'producer:pay-api',
          what: 'ProducerForMetadata',
          broker: null,
          sinceUs: now - SECOND,
          endsUs: now + 60 * MS,
        }),
      ],
      ledger: { ...LEDGER, produced: 706, inFlight: 214, uncommitted: 8 },
    },
  );
}

function followerFarBehind(): SimulationState {
  const now = 95 * SECOND;
  const start = { logStartOffset: 40_000 };
  return state(now, [
    broker(1, now),
    broker(2, now),
    broker(3, now),
    partition({ isr: [1, 2], highWatermark: 61_204, leaderEpoch: 3 }),
    replica(1, 61_206, 61_204, {
      ...start,
      batches: batches(61_206, 61_100),
      epochs: [{ epoch: 3, startOffset: 40_000 }],
    }),
    replica(2, 61_204, 61_200, {
      ...start,
      batches: batches(61_204, 61_100),
      epochs: [{ epoch: 3, startOffset: 40_000 }],
    }),
    replica(3, 50_186, 50_186, {
      ...start,
      batches: batches(50_186, 50_100),
      epochs: [{ epoch: 3, startOffset: 40_000 }],
    }),
    producer(now),
    consumer(61_200, 61_204),
    {
      kind: 'link',
      key: 'link:broker:1|broker:3',
      between: ['broker:1', 'broker:3'],
      cut: 'both',
      slow: null,
      sinceUs: now - 20 * SECOND,
      slowness: null,
    },
  ]);
}

function powerLossTruncation(): SimulationState {
  const now = 22 * SECOND + 700 * MS;
  const epochs = [
    { epoch: 4, startOffset: 0 },
    { epoch: 5, startOffset: 820 },
  ];
  return state(
    now,
    [
      broker(1, now, { sinceUs: 21 * SECOND }),
      broker(2, now),
      broker(3, now),
      partition({
        leader: 2,
        leaderEpoch: 5,
        isr: [2, 3],
        highWatermark: 824,
        minIsr: 1,
        effectiveMinIsr: 1,
      }),
      replica(1, 808, 808, {
        role: 'follower',
        flushedOffset: 808,
        epochs: [{ epoch: 4, startOffset: 0 }],
        batches: batches(808, 700),
      }),
      replica(2, 826, 824, { role: 'leader', epochs, batches: batches(826, 700) }),
      replica(3, 824, 822, { epochs, batches: batches(824, 700) }),
      producer(now, { acks: '1', idempotent: false, producerId: -1 }),
      consumer(824, 824),
    ],
    {
      trace: [
        row(9 * SECOND, {
          kind: 'RecordsAcknowledged',
          producer: 'pay-api',
          partition: P,
          count: 4,
          baseOffset: 820,
          latencyMs: 2,
        }),
        row(10 * SECOND, { kind: 'PowerLost', broker: 1 }),
        row(
          19 * SECOND,
          { kind: 'LeaderElected', partition: P, leader: 2, previousLeader: 1, leaderEpoch: 5, clean: true },
          117,
        ),
        row(
          22 * SECOND,
          { kind: 'LogTruncated', partition: P, broker: 1, from: 826, to: 808, reason: 'PowerLost' },
          117,
        ),
      ],
      ledger: { ...LEDGER, lost: 4, lostAfterAck: 4, committed: 478 },
    },
  );
}

export const EXAMPLE_FRAMES: readonly ExampleFrame[] = [
  { name: 'healthy', title: 'Healthy, RPCs on their way', state: healthy() },
  {
    name: 'second-broker-fenced',
    title: 'Second broker fenced, high watermark frozen',
    state: secondBrokerFenced(),
  },
  { name: 'no-leader', title: 'Leader crashed, leader −1', state: noLeader() },
  { name: 'follower-far-behind', title: 'Follower far behind, link cut', state: followerFarBehind() },
  { name: 'power-loss-truncation', title: 'Power lost, log shorter', state: powerLossTruncation() },
];

export function exampleFrame(name: string): SimulationState {
  const frame = EXAMPLE_FRAMES.find((candidate) => candidate.name === name);
  if (frame === undefined) throw new Error(`no example frame ${name}`);
  return frame.state;
}
