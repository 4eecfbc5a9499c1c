import { GroupConsumer } from '../../src/engine/client/consumer/group/GroupConsumer.ts';
import { consumerConfigOf, groupConfigOf } from '../../src/engine/cluster/configs.ts';
import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { Envelope, NodeContext } from '../../src/engine/node/Node.ts';
import type {
  CommittedPartition,
  FetchPartition,
  JoinGroupMember,
  JoinGroupRequest,
  Request,
  Response,
} from '../../src/engine/protocol/requests.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from '../../src/engine/protocol/requests.ts';
import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { RecordBatch } from '../../src/engine/storage/RecordBatch.ts';
import type { ConfigMap } from '../../src/scenario/Scenario.ts';
import type { TraceEvent, TraceKind } from '../../src/shared/traceEvents.ts';

const BROKER = 1;
const BROKER_NODE = 0;
const PRODUCER_NODE = 2;
const RECORD_BYTES = 100;
const NOTHING_FETCHED: Response = {
  kind: 'FetchResponse',
  error: 'NONE',
  sessionId: 0,
  throttleTimeMs: 0,
  partitions: [],
};

/** A log as the scripted broker has it: records of 100 bytes, each a batch of its own, at offsets from `start` to `end`. */
export interface ScriptedLog {
  start: number;
  highWatermark: number;
  /** What a reader of committed records may read; left out: all below the high watermark. */
  readonly lastStableOffset?: number;
  /** Timestamps by offset, for lookups by time. */
  readonly times?: ReadonlyMap<number, number>;
}

export interface MemberOptions {
  readonly configs?: ConfigMap;
  readonly subscribe?: readonly string[];
  readonly assign?: readonly string[];
  readonly partitions?: number;
  readonly perRecordMs?: number;
  readonly commit?: 'none' | 'sync' | 'async';
  readonly commitsBefore?: boolean;
  readonly workers?: number;
  readonly sharesLoop?: true;
  readonly commitEvery?: number;
  readonly log?: ScriptedLog;
  /** The clock at the start. */
  readonly clockMs?: number;
}

interface Event {
  readonly atUs: number;
  readonly seq: number;
  readonly deed: () => void;
}

/**
 * One member and a broker that leads every partition and coordinates the group, without any delay between them. What the
 * coordinator says can be scripted by `answers`; left alone, it takes the member as the only one, and keeps its offsets.
 */
export class MemberTestContext {
  readonly consumer: GroupConsumer;
  readonly rows: { readonly atMs: number; readonly event: TraceEvent }[] = [];
  readonly requests: { readonly atMs: number; readonly request: Request; readonly connection: number }[] = [];
  readonly committed = new Map<string, number>();
  readonly log: ScriptedLog;
  nowUs = 0;
  readonly self = 1;
  readonly rules = kafkaRules;
  readonly directory = {
    names: ['broker:1', 'consumer:c', 'producer:p'],
    brokers: new Map([[BROKER, BROKER_NODE]]),
    brokerIds: new Map([[BROKER_NODE, BROKER]]),
    controllers: new Map<number, number>(),
    controllerIds: new Map<number, number>(),
    companions: new Map<number, number>(),
  };
  /** What is answered to a request in place of the usual; null: nothing, `undefined`: the usual. */
  answers: (request: Request) => Response | null | undefined = () => undefined;
  private readonly events: Event[] = [];
  private readonly timers = new Map<string, number>();
  private seq = 0;
  private generation = 0;
  private readonly partitionCount: number;
  private readonly startMs: number;

  constructor(options: MemberOptions = {}) {
    const configs = { 'group.id': 'g', 'auto.offset.reset': 'earliest', ...options.configs };
    const group = groupConfigOf(configs);
    if (!group) throw new Error('a member has a group');
    const { subscribe = options.assign ? [] : ['t'], assign = [] } = options;
    this.partitionCount = options.partitions ?? 1;
    this.log = options.log ?? { start: 0, highWatermark: 1_000_000 };
    this.startMs = options.clockMs ?? 0;
    this.consumer = new GroupConsumer(
      'c',
      consumerConfigOf(configs),
      group,
      { subscribe, assign },
      ['t'],
      [BROKER],
      {
        perRecordUs: (options.perRecordMs ?? 0) * 1000,
        commit: options.commit ?? 'none',
        commitsBefore: options.commitsBefore ?? false,
        workers: options.workers ?? 0,
        ...(options.sharesLoop && { sharesLoop: true as const }),
        ...(options.commitEvery !== undefined && { commitEvery: options.commitEvery }),
      },
    );
  }

  get ctx(): NodeContext {
    return this as unknown as NodeContext;
  }

  start(): this {
    this.consumer.start(this.ctx);
    return this;
  }

  /** Lets everything happen up to and with this instant. */
  runTo(ms: number): this {
    for (;;) {
      const next = this.next();
      if (next === null || next.atUs > ms * 1000) break;
      this.nowUs = Math.max(this.nowUs, next.atUs);
      next.deed();
    }
    this.nowUs = ms * 1000;
    return this;
  }

  /** Lets all happen that is due before this instant, but nothing at it. */
  runBefore(ms: number): this {
    return this.runTo(ms - 0.001);
  }

  traced<K extends TraceKind>(
    kind: K,
  ): { readonly atMs: number; readonly event: Extract<TraceEvent, { kind: K }> }[] {
    return this.rows.flatMap(({ atMs, event }) =>
      event.kind === kind ? [{ atMs, event: event as Extract<TraceEvent, { kind: K }> }] : [],
    );
  }

  sent<K extends Request['kind']>(
    kind: K,
  ): { readonly atMs: number; readonly request: Extract<Request, { kind: K }> }[] {
    return this.requests.flatMap(({ atMs, request }) =>
      request.kind === kind ? [{ atMs, request: request as Extract<Request, { kind: K }> }] : [],
    );
  }

  /** The connection to the broker breaks, for all or for one of its connections. */
  disconnect(
    connection: number,
    reason: 'ConnectionClosed' | 'ConnectionRefused' = 'ConnectionClosed',
  ): void {
    this.consumer.onDisconnected(BROKER_NODE, reason, this.ctx, connection);
  }

  // NodeContext, as far as a consumer uses it

  clockMs(): number {
    return this.startMs + Math.floor(this.nowUs / 1000);
  }

  jitter(): number {
    return 0.5;
  }

  rng(purpose: string): Rng {
    return new Rng(1, purpose);
  }

  request(_target: number, request: Request, connection = 0): number {
    this.seq += 1;
    const correlationId = this.seq;
    this.requests.push({ atMs: this.nowUs / 1000, request, connection });
    const scripted = this.answers(request);
    const response = scripted === undefined ? this.usual(request) : scripted;
    if (response !== null) this.reply(correlationId, connection, response);
    else if (request.kind === 'FetchRequest' && scripted === undefined)
      this.reply(correlationId, connection, NOTHING_FETCHED, request.maxWaitMs);
    return correlationId;
  }

  private reply(correlationId: number, connection: number, response: Response, afterMs = 0): void {
    const envelope = { source: BROKER_NODE, correlationId, connection } as Envelope;
    this.seq += 1;
    this.events.push({
      atUs: this.nowUs + afterMs * 1000,
      seq: this.seq,
      deed: () => {
        this.consumer.receiveResponse(response, envelope, this.ctx);
      },
    });
  }

  setTimer(key: string, delayUs: number): void {
    this.timers.set(key, this.nowUs + delayUs);
  }

  cancelTimer(key: string): void {
    this.timers.delete(key);
  }

  trace(event: TraceEvent): void {
    this.rows.push({ atMs: this.nowUs / 1000, event });
  }

  closeConnections(): void {
    return;
  }

  closeConnection(): void {
    return;
  }

  befell(): void {
    return;
  }

  private next(): { readonly atUs: number; readonly deed: () => void } | null {
    this.events.sort((a, b) => a.atUs - b.atUs || a.seq - b.seq);
    const [event] = this.events;
    const [timer] = [...this.timers].sort((a, b) => a[1] - b[1]);
    if (event && (!timer || event.atUs <= timer[1]))
      return {
        atUs: event.atUs,
        deed: () => {
          this.events.splice(this.events.indexOf(event), 1);
          event.deed();
        },
      };
    if (!timer) return null;
    return {
      atUs: timer[1],
      deed: () => {
        this.timers.delete(timer[0]);
        this.consumer.onTimer(timer[0], this.ctx);
      },
    };
  }

  private usual(request: Request): Response | null {
    switch (request.kind) {
      case 'ApiVersionsRequest':
        return { kind: 'ApiVersionsResponse' };
      case 'MetadataRequest':
        return this.metadata(request.topics);
      case 'FindCoordinatorRequest':
        return { kind: 'FindCoordinatorResponse', error: 'NONE', nodeId: BROKER };
      case 'JoinGroupRequest':
        return this.joined(request);
      case 'SyncGroupRequest':
        return {
          kind: 'SyncGroupResponse',
          error: 'NONE',
          protocolType: 'consumer',
          protocolName: request.protocolName,
          assignment: request.assignments.find(({ memberId }) => memberId === request.memberId)
            ?.assignment ?? {
            assignedPartitions: [],
            userData: null,
          },
        };
      case 'HeartbeatRequest':
        return { kind: 'HeartbeatResponse', error: 'NONE' };
      case 'LeaveGroupRequest':
        return { kind: 'LeaveGroupResponse', error: 'NONE', members: [] };
      case 'OffsetCommitRequest':
        for (const partition of request.partitions) this.keep(partition);
        return {
          kind: 'OffsetCommitResponse',
          partitions: request.partitions.map(({ topicPartition }) => ({ topicPartition, error: 'NONE' })),
        };
      case 'OffsetFetchRequest':
        return {
          kind: 'OffsetFetchResponse',
          error: 'NONE',
          partitions: (request.partitions ?? []).map((topicPartition) => ({
            topicPartition,
            error: 'NONE',
            committedOffset: this.committed.get(topicPartition) ?? -1,
            committedLeaderEpoch: -1,
            metadata: '',
          })),
        };
      case 'ListOffsetsRequest':
        return {
          kind: 'ListOffsetsResponse',
          partitions: request.partitions.map(({ topicPartition, timestamp }) => ({
            topicPartition,
            timestamp,
            error: 'NONE',
            offset: this.offsetFor(timestamp, request.isolationLevel === 'READ_COMMITTED'),
          })),
        };
      case 'FetchRequest':
        return this.fetched(request.partitions);
      default:
        throw new Error(request.kind);
    }
  }

  private metadata(topics: readonly string[]): Response {
    return {
      kind: 'MetadataResponse',
      brokers: [BROKER],
      controller: BROKER,
      topics: topics.map((topic) => ({
        topic,
        error: 'NONE',
        partitions: Array.from({ length: this.partitionCount }, (_, partition) => ({
          topicPartition: `${topic}-${partition}`,
          partition,
          leader: BROKER,
          leaderEpoch: 0,
        })),
      })),
    };
  }

  private joined(request: JoinGroupRequest): Response {
    const failed = {
      generationId: -1,
      protocolType: null,
      protocolName: null,
      leader: '',
      skipAssignment: false,
    };
    if (request.memberId === '' && request.groupInstanceId === null)
      return {
        kind: 'JoinGroupResponse',
        error: 'MEMBER_ID_REQUIRED',
        ...failed,
        memberId: 'c-1',
        members: [],
      };
    this.generation += 1;
    const memberId = request.memberId === '' ? 'c-static' : request.memberId;
    const [protocol] = request.protocols;
    if (!protocol) throw new Error('no protocol');
    const member: JoinGroupMember = {
      memberId,
      groupInstanceId: request.groupInstanceId,
      metadata: protocol.metadata,
    };
    return {
      kind: 'JoinGroupResponse',
      error: 'NONE',
      generationId: this.generation,
      protocolType: 'consumer',
      protocolName: protocol.name,
      leader: memberId,
      skipAssignment: false,
      memberId,
      members: [member],
    };
  }

  private keep({ topicPartition, committedOffset }: CommittedPartition): void {
    this.committed.set(topicPartition, committedOffset);
  }

  private offsetFor(timestamp: number, isCommitted: boolean): number {
    const { start, highWatermark, lastStableOffset, times } = this.log;
    if (timestamp === EARLIEST_TIMESTAMP) return start;
    if (timestamp === LATEST_TIMESTAMP)
      return isCommitted ? (lastStableOffset ?? highWatermark) : highWatermark;
    for (const [offset, time] of times ?? []) if (time >= timestamp && offset < highWatermark) return offset;
    return -1;
  }

  /** Up to 500 records at once; null: none now. */
  private fetched(partitions: readonly FetchPartition[]): Response | null {
    const { start, highWatermark } = this.log;
    const answers = partitions.flatMap(({ topicPartition, fetchOffset }) => {
      const isOut = fetchOffset < start || fetchOffset > highWatermark;
      const count = isOut ? 0 : Math.min(500, highWatermark - fetchOffset);
      if (!isOut && count === 0) return [];
      return [
        {
          topicPartition,
          error: isOut ? ('OFFSET_OUT_OF_RANGE' as const) : ('NONE' as const),
          highWatermark,
          logStartOffset: start,
          batches: count === 0 ? [] : [batchAt(fetchOffset, count)],
          divergingEpoch: null,
          currentLeader: null,
          preferredReadReplica: null,
          cutBytes: 0,
        },
      ];
    });
    if (answers.length === 0) return null;
    return { kind: 'FetchResponse', error: 'NONE', sessionId: 0, throttleTimeMs: 0, partitions: answers };
  }
}

function batchAt(baseOffset: number, count: number): RecordBatch {
  return Object.freeze({
    baseOffset,
    count,
    sizeBytes: count * RECORD_BYTES,
    leaderEpoch: 0,
    maxTimestampMs: 0,
    producerId: -1,
    producerEpoch: -1,
    baseSequence: -1,
    origin: PRODUCER_NODE,
    firstOrdinal: baseOffset,
  });
}
