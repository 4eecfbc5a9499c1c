import type { TraceEvent, TraceRow } from '../../shared/traceEvents.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';

/** A stretch of time in which one member had a partition, or nobody had. */
export interface OwnershipBar {
  readonly fromUs: Micros;
  /** null: it goes on. */
  readonly toUs: Micros | null;
  /** client.id; null: nobody reads. */
  readonly owner: string | null;
}

export interface PartitionHistory {
  readonly partition: TopicPartition;
  /** From its first owner on, without a gap, oldest first. */
  readonly bars: readonly OwnershipBar[];
}

/**
 * - `asks`, `syncs`, `heartbeat`, `leaves`: a request left the member. A heartbeat of KIP-848 is one, too.
 * - `joined`: the answer to a JoinGroup. `assigned`: onPartitionsAssigned, with what is new. `revoked`, `lost`: the other callbacks.
 * - `epoch`: its state or epoch changed (KIP-848).
 * - `rejoins`: it heard that it has to join again. `removed`: the coordinator took it out.
 * - `exceeds`: it has not polled for max.poll.interval.ms. `blocked`: its handler has the event loop, and a heartbeat is due.
 */
export type MemberStepKind =
  | 'starts'
  | 'asks'
  | 'syncs'
  | 'heartbeat'
  | 'leaves'
  | 'joined'
  | 'assigned'
  | 'revoked'
  | 'lost'
  | 'epoch'
  | 'rejoins'
  | 'removed'
  | 'exceeds'
  | 'blocked'
  | 'ends';

export interface MemberStep {
  readonly atUs: Micros;
  readonly kind: MemberStepKind;
  /** Generation or member epoch; null: the step has none. */
  readonly epoch: number | null;
  readonly partitions: readonly TopicPartition[];
  /** A state, a reason, an assignor: in Kafka's words; empty: none. */
  readonly detail: string;
}

export interface MemberHistory {
  readonly clientId: string;
  /** A, B, C …: in the order in which the members were first seen. */
  readonly letter: string;
  readonly steps: readonly MemberStep[];
  /** From asking until it has an answer with an assignment. */
  readonly waits: readonly { readonly fromUs: Micros; readonly toUs: Micros | null }[];
}

export interface GroupStateSpan {
  readonly fromUs: Micros;
  readonly toUs: Micros | null;
  readonly state: string;
  readonly generation: number;
  readonly reason: string;
}

export interface GroupHistory {
  readonly groupId: string;
  /** By topic and number. */
  readonly partitions: readonly PartitionHistory[];
  readonly members: readonly MemberHistory[];
  readonly states: readonly GroupStateSpan[];
}

/** What happens to a client from outside, and when: the causes that are drawn through all groups. */
export interface GroupCause {
  readonly atUs: Micros;
  readonly clientId: string;
  readonly kind: 'starts' | 'closes' | 'dies' | 'fails' | 'stalls' | 'pauses';
}

const SHOWN: ReadonlySet<TraceEvent['kind']> = new Set<TraceEvent['kind']>([
  'GroupStateChanged',
  'GroupMemberRemoved',
  'GroupRequestSent',
  'RejoinRequested',
  'GroupJoined',
  'MembershipChanged',
  'PartitionsAssigned',
  'PartitionsRevoked',
  'PartitionsLost',
  'LeaveGroupSent',
  'PollIntervalExceeded',
  'EventLoopBlocked',
  'ConsumerStarted',
  'ConsumerClosed',
  'ConsumerFailed',
  'ConsumerStalled',
  'ConsumerUnstalled',
  'ProcessPaused',
  'ProcessResumed',
  'ClientDied',
]);

/** Whether the history of groups is made of facts of this kind. */
export function tellsOfGroups(kind: TraceEvent['kind']): boolean {
  return SHOWN.has(kind);
}

interface OpenGroup {
  readonly partitions: Map<TopicPartition, OpenBar[]>;
  readonly members: Map<string, OpenMember>;
  readonly states: GroupStateSpan[];
}

interface OpenBar {
  readonly fromUs: Micros;
  toUs: Micros | null;
  readonly owner: string | null;
}

interface OpenMember {
  readonly steps: MemberStep[];
  readonly waits: { readonly fromUs: Micros; toUs: Micros | null }[];
  /** It speaks the protocol of KIP-848. */
  isNext: boolean;
}

/**
 * Who had which partition when, and what each member did for it: from the facts of a run, oldest first. A partition is owned from
 * onPartitionsAssigned to onPartitionsRevoked, onPartitionsLost or the end of the process; between two owners nobody reads.
 *
 * `groupOf` says to which group a client belongs: facts of processes do not name it. Groups stand in the order of their members in it.
 */
export function groupHistories(
  rows: readonly TraceRow[],
  groupOf: ReadonlyMap<string, string>,
): readonly GroupHistory[] {
  const groups = new Map<string, OpenGroup>();
  for (const [clientId, groupId] of groupOf) memberOf(groupIn(groups, groupId), clientId);
  const cut = new Map<string, readonly TopicPartition[]>();
  for (const { timeUs, event } of rows) note(groups, groupOf, cut, timeUs, event);
  return [...groups].map(([groupId, group]) => ({
    groupId,
    partitions: [...group.partitions]
      .sort(([a], [b]) => comparePartitions(a, b))
      .map(([partition, bars]) => ({ partition, bars })),
    members: [...group.members].map(([clientId, member], i) => ({
      clientId,
      letter: memberLetter(i),
      steps: member.steps,
      waits: member.waits,
    })),
    states: group.states.map((span, i) => ({ ...span, toUs: group.states[i + 1]?.fromUs ?? null })),
  }));
}

function note(
  groups: Map<string, OpenGroup>,
  groupOf: ReadonlyMap<string, string>,
  cut: Map<string, readonly TopicPartition[]>,
  atUs: Micros,
  event: TraceEvent,
): void {
  switch (event.kind) {
    case 'GroupStateChanged':
      groupIn(groups, event.group).states.push({
        fromUs: atUs,
        toUs: null,
        state: event.state,
        generation: event.generation,
        reason: event.reason,
      });
      // Who was told of nothing by now gets nothing.
      if (event.state === 'Stable')
        for (const member of groupIn(groups, event.group).members.values())
          if (member.isNext) endWait(member, atUs);
      return;
    case 'GroupMemberRemoved': {
      const clientId = clientOfMember(groupIn(groups, event.group), event.member);
      if (clientId !== null) step(groups, event.group, clientId, atUs, 'removed', { detail: event.reason });
      return;
    }
    case 'GroupRequestSent':
      noteRequest(groups, event.group, event.consumer, atUs, event.request);
      return;
    case 'RejoinRequested':
      step(groups, event.group, event.consumer, atUs, 'rejoins', { detail: event.reason });
      return;
    case 'GroupJoined':
      step(groups, event.group, event.consumer, atUs, 'joined', {
        epoch: event.generation,
        detail: event.protocol,
      });
      return;
    case 'MembershipChanged':
      step(groups, event.group, event.consumer, atUs, 'epoch', {
        epoch: event.memberEpoch,
        detail: event.reason === '' ? event.state : `${event.state}, ${event.reason}`,
      });
      return;
    case 'PartitionsAssigned': {
      const { partitions, generation } = event;
      step(groups, event.group, event.consumer, atUs, 'assigned', { epoch: generation, partitions });
      const member = memberOf(groupIn(groups, event.group), event.consumer);
      // Under KIP-848 a member is first told that it has nothing yet.
      if (partitions.length > 0 || !member.isNext) endWait(member, atUs);
      for (const partition of partitions) own(groupIn(groups, event.group), partition, event.consumer, atUs);
      return;
    }
    case 'PartitionsRevoked':
    case 'PartitionsLost': {
      const { partitions } = event;
      const kind = event.kind === 'PartitionsLost' ? 'lost' : 'revoked';
      step(groups, event.group, event.consumer, atUs, kind, { partitions });
      for (const partition of partitions)
        disown(groupIn(groups, event.group), partition, event.consumer, atUs);
      return;
    }
    case 'LeaveGroupSent': {
      const member = step(groups, event.group, event.consumer, atUs, 'leaves', { detail: event.reason });
      endWait(member, atUs);
      return;
    }
    case 'PollIntervalExceeded':
      step(groups, event.group, event.consumer, atUs, 'exceeds', { detail: `${event.sinceMs} ms` });
      return;
    case 'EventLoopBlocked':
      step(groups, event.group, event.consumer, atUs, 'blocked', { detail: `${event.sinceMs} ms` });
      return;
    case 'ConsumerStarted': {
      const groupId = groupOf.get(event.consumer);
      if (groupId !== undefined) step(groups, groupId, event.consumer, atUs, 'starts');
      return;
    }
    case 'ConsumerClosed':
    case 'ConsumerFailed':
      endProcess(groups, groupOf, event.consumer, atUs, event.kind === 'ConsumerFailed' ? event.error : '');
      return;
    case 'ClientDied':
      endProcess(groups, groupOf, clientIdOf(event.client), atUs, event.cause);
      return;
    case 'ConsumerStalled':
    case 'ProcessPaused':
      stop(groups, groupOf, cut, 'node' in event ? clientIdOf(event.node) : event.consumer, atUs);
      return;
    case 'ConsumerUnstalled':
    case 'ProcessResumed':
      goOn(groups, groupOf, cut, 'node' in event ? clientIdOf(event.node) : event.consumer, atUs);
      return;
    default:
      return;
  }
}

function noteRequest(
  groups: Map<string, OpenGroup>,
  groupId: string,
  clientId: string,
  atUs: Micros,
  request: Extract<TraceEvent, { kind: 'GroupRequestSent' }>['request'],
): void {
  if (request === 'LeaveGroup') return;
  const kind = request === 'JoinGroup' ? 'asks' : request === 'SyncGroup' ? 'syncs' : 'heartbeat';
  const known = memberOf(groupIn(groups, groupId), clientId);
  if (request === 'ConsumerGroupHeartbeat') known.isNext = true;
  // The first heartbeat of KIP-848 asks to join.
  const isFirst = request === 'ConsumerGroupHeartbeat' && isOutside(known);
  const member = step(groups, groupId, clientId, atUs, isFirst ? 'asks' : kind);
  if ((kind === 'asks' || isFirst) && member.waits.at(-1)?.toUs !== null)
    member.waits.push({ fromUs: atUs, toUs: null });
}

function isOutside({ steps }: OpenMember): boolean {
  for (let i = steps.length - 1; i >= 0; i--) {
    const { kind } = steps[i]!;
    if (kind === 'starts' || kind === 'ends' || kind === 'leaves' || kind === 'removed') return true;
    if (kind === 'asks' || kind === 'assigned') return false;
  }
  return true;
}

function step(
  groups: Map<string, OpenGroup>,
  groupId: string,
  clientId: string,
  atUs: Micros,
  kind: MemberStepKind,
  facts: Partial<MemberStep> = {},
): OpenMember {
  const member = memberOf(groupIn(groups, groupId), clientId);
  member.steps.push({ atUs, kind, epoch: null, partitions: [], detail: '', ...facts });
  return member;
}

function own(group: OpenGroup, partition: TopicPartition, owner: string, atUs: Micros): void {
  const bars = group.partitions.get(partition) ?? [];
  group.partitions.set(partition, bars);
  const last = bars.at(-1);
  if (last?.owner === owner && last.toUs === null) return;
  if (last !== undefined) last.toUs = atUs;
  bars.push({ fromUs: atUs, toUs: null, owner });
}

/** Only what it still has: another member may have it by now. */
function disown(group: OpenGroup, partition: TopicPartition, owner: string, atUs: Micros): void {
  const bars = group.partitions.get(partition);
  const last = bars?.at(-1);
  if (bars === undefined || last?.owner !== owner) return;
  last.toUs = atUs;
  bars.push({ fromUs: atUs, toUs: null, owner: null });
}

function ownedIn(group: OpenGroup, clientId: string): readonly TopicPartition[] {
  return [...group.partitions].flatMap(([partition, bars]) =>
    bars.at(-1)?.owner === clientId ? [partition] : [],
  );
}

function endProcess(
  groups: Map<string, OpenGroup>,
  groupOf: ReadonlyMap<string, string>,
  clientId: string,
  atUs: Micros,
  detail: string,
): void {
  const groupId = groupOf.get(clientId);
  if (groupId === undefined) return;
  endWait(step(groups, groupId, clientId, atUs, 'ends', { detail }), atUs);
  const group = groupIn(groups, groupId);
  for (const partition of ownedIn(group, clientId)) disown(group, partition, clientId, atUs);
}

/** It still counts as the owner, and does not read. */
function stop(
  groups: Map<string, OpenGroup>,
  groupOf: ReadonlyMap<string, string>,
  cut: Map<string, readonly TopicPartition[]>,
  clientId: string,
  atUs: Micros,
): void {
  const groupId = groupOf.get(clientId);
  if (groupId === undefined) return;
  const group = groupIn(groups, groupId);
  const owned = ownedIn(group, clientId);
  cut.set(clientId, owned);
  for (const partition of owned) disown(group, partition, clientId, atUs);
}

/** What nobody was given meanwhile it reads again. */
function goOn(
  groups: Map<string, OpenGroup>,
  groupOf: ReadonlyMap<string, string>,
  cut: Map<string, readonly TopicPartition[]>,
  clientId: string,
  atUs: Micros,
): void {
  const groupId = groupOf.get(clientId);
  const owned = cut.get(clientId);
  cut.delete(clientId);
  if (groupId === undefined || owned === undefined) return;
  const group = groupIn(groups, groupId);
  for (const partition of owned)
    if (group.partitions.get(partition)?.at(-1)?.owner === null) own(group, partition, clientId, atUs);
}

function endWait({ waits }: OpenMember, atUs: Micros): void {
  const last = waits.at(-1);
  if (last?.toUs === null) last.toUs = atUs;
}

function groupIn(groups: Map<string, OpenGroup>, groupId: string): OpenGroup {
  let group = groups.get(groupId);
  if (group === undefined) {
    group = { partitions: new Map(), members: new Map(), states: [] };
    groups.set(groupId, group);
  }
  return group;
}

function memberOf(group: OpenGroup, clientId: string): OpenMember {
  let member = group.members.get(clientId);
  if (member === undefined) {
    member = { steps: [], waits: [], isNext: false };
    group.members.set(clientId, member);
  }
  return member;
}

/** A member id of the classic protocol begins with the client id. */
function clientOfMember(group: OpenGroup, memberId: string): string | null {
  for (const clientId of group.members.keys()) if (memberId.startsWith(`${clientId}-`)) return clientId;
  return null;
}

/** `consumer:ledger-1` is ledger-1. */
export function clientIdOf(node: string): string {
  return node.slice(node.indexOf(':') + 1);
}

/** A … Z, AA, AB … */
export function memberLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : memberLetter(Math.floor(index / 26) - 1) + last;
}

/** By topic, and by number within it. */
export function comparePartitions(a: TopicPartition, b: TopicPartition): number {
  const [topicA, topicB] = [a.slice(0, a.lastIndexOf('-')), b.slice(0, b.lastIndexOf('-'))];
  if (topicA !== topicB) return topicA < topicB ? -1 : 1;
  return Number(a.slice(a.lastIndexOf('-') + 1)) - Number(b.slice(b.lastIndexOf('-') + 1));
}

/** What happened to the processes of members, oldest first. */
export function groupCauses(
  rows: readonly TraceRow[],
  groupOf: ReadonlyMap<string, string>,
): readonly GroupCause[] {
  return rows.flatMap(({ timeUs: atUs, event }): GroupCause[] => {
    const cause = causeOf(event);
    return cause === null || !groupOf.has(cause.clientId) ? [] : [{ atUs, ...cause }];
  });
}

function causeOf(event: TraceEvent): Omit<GroupCause, 'atUs'> | null {
  switch (event.kind) {
    case 'ConsumerStarted':
      return { clientId: event.consumer, kind: 'starts' };
    case 'ConsumerClosed':
      return { clientId: event.consumer, kind: 'closes' };
    case 'ConsumerFailed':
      return { clientId: event.consumer, kind: 'fails' };
    case 'ClientDied':
      return { clientId: clientIdOf(event.client), kind: 'dies' };
    case 'ConsumerStalled':
      return { clientId: event.consumer, kind: 'stalls' };
    case 'ProcessPaused':
      return { clientId: clientIdOf(event.node), kind: 'pauses' };
    default:
      return null;
  }
}

export interface PauseFigures {
  /** Over all partitions: how long nobody had each. */
  readonly pausedUs: Micros;
  readonly partitions: number;
  readonly stopped: number;
  /** Partitions that have another owner at the end than at the start. */
  readonly moved: number;
}

/** What a stretch of time cost a group. */
export function pauseFigures({ partitions }: GroupHistory, fromUs: Micros, toUs: Micros): PauseFigures {
  let pausedUs = 0;
  let stopped = 0;
  let moved = 0;
  for (const { bars } of partitions) {
    let paused = 0;
    for (const bar of bars)
      if (bar.owner === null)
        paused += Math.max(0, Math.min(bar.toUs ?? toUs, toUs) - Math.max(bar.fromUs, fromUs));
    pausedUs += paused;
    if (paused > 0) stopped += 1;
    const before = ownerBefore(bars, fromUs) ?? bars[0]?.owner ?? null;
    const after = ownerBefore(bars, toUs);
    if (before !== null && after !== null && before !== after) moved += 1;
  }
  return { pausedUs, partitions: partitions.length, stopped, moved };
}

/** Who had it last, at an instant or before. */
function ownerBefore(bars: readonly OwnershipBar[], atUs: Micros): string | null {
  return bars.findLast(({ fromUs, owner }) => fromUs <= atUs && owner !== null)?.owner ?? null;
}
