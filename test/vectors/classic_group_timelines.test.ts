import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handleGroupRequest } from '../../src/engine/broker/coordinator/group/handleGroupRequest.ts';
import type { ReplyAddress } from '../../src/engine/node/Node.ts';
import type { GroupRequest, JoinGroupProtocol, Response } from '../../src/engine/protocol/requests.ts';
import { expectPresent } from '../../src/shared/assert.ts';
import { ClusterTestContext, NO_WORK, ONE_MS_LINKS } from '../engine/ClusterTestContext.ts';

interface TimelineEvent {
  readonly t: number;
  readonly event?: 'groupState';
  readonly member?: string;
  readonly api?: 'JoinGroup' | 'SyncGroup' | 'Heartbeat' | 'LeaveGroup';
  readonly pending?: boolean;
  readonly response?: boolean;
  readonly error?: string;
  readonly memberId?: string;
  readonly generation?: number;
  readonly leader?: string;
  readonly protocol?: string;
  readonly isLeader?: boolean;
  readonly skipAssignment?: boolean;
  readonly members?: readonly string[];
  readonly assignment?: string;
  readonly memberIdGiven?: boolean;
  readonly instanceId?: string | null;
  readonly groupAfter?: { readonly state?: string; readonly generation?: number; readonly members?: number };
}

interface Timeline {
  readonly id: string;
  readonly name: string;
  readonly config: { readonly groupInitialRebalanceDelayMs: number; readonly groupMaxSize?: number };
  readonly events: readonly TimelineEvent[];
}

/** What the names of the cases say of their clients, beside what stands in their events. */
interface ClientSettings {
  readonly rebalanceTimeoutMs?: number;
  /** Static members, with their instance ids. */
  readonly instances?: Readonly<Record<string, string>>;
  /** Assignors by member, best first. */
  readonly protocols?: Readonly<Record<string, readonly string[]>>;
  /** From when on a member sends no heartbeats: its process is gone. */
  readonly diesAtMs?: Readonly<Record<string, number>>;
  /** When a member comes back as a new process, which knows no member id. */
  readonly restartsAtMs?: Readonly<Record<string, number>>;
  /** From when on a member says something else of itself. */
  readonly changesAtMs?: Readonly<Record<string, number>>;
}

const STATIC = { A: 'i1', B: 'i2' };
const SETTINGS: Readonly<Record<string, ClientSettings>> = {
  'classic-05': { rebalanceTimeoutMs: 6000 },
  'classic-07': { diesAtMs: { A: 12_001 } },
  'classic-08': { diesAtMs: { B: 12_001 } },
  'classic-11': { rebalanceTimeoutMs: 20_000, diesAtMs: { B: 12_001 } },
  'classic-12': { rebalanceTimeoutMs: 10_000 },
  'classic-13': { rebalanceTimeoutMs: 10_000 },
  'classic-14': { instances: STATIC, restartsAtMs: { B: 20_000 } },
  'classic-15': { instances: STATIC, restartsAtMs: { A: 12_000 } },
  'classic-16': { instances: STATIC, diesAtMs: { B: 9001 }, restartsAtMs: { B: 60_000 } },
  'classic-17': { instances: STATIC },
  'classic-18': {
    protocols: { A: ['range', 'roundrobin'], B: ['roundrobin', 'range'], C: ['roundrobin', 'range'] },
  },
  'classic-19': { protocols: { A: ['range', 'cooperative-sticky'], B: ['cooperative-sticky'] } },
  'classic-20': { protocols: { A: ['range'], B: ['cooperative-sticky'] } },
  'classic-23': { changesAtMs: { B: 10_000 } },
  'classic-24': { instances: { F: 'no-such-instance' } },
};

const GROUP = 'timeline';
const HEARTBEAT_INTERVAL_MS = 3000;
/** No node of the scenario. */
const PLAYER = 99;

interface Client {
  memberIds: string[];
  /** Requests that wait, by api. */
  readonly parked: Map<string, ReplyAddress>;
  generation: number;
  isLeader: boolean;
  /** The members that it is to assign to. */
  others: readonly string[];
  nextHeartbeatMs: number;
}

/** Plays the clients of a timeline to a coordinator on one broker, which answers at once. */
class Players {
  readonly cluster: ClusterTestContext;
  readonly settings: ClientSettings;
  readonly startMs: number;
  private readonly clients = new Map<string, Client>();
  private readonly answers = new Map<number, Response | null>();
  private correlationId = 0;

  constructor(timeline: Timeline) {
    const { groupInitialRebalanceDelayMs, groupMaxSize } = timeline.config;
    this.settings = SETTINGS[timeline.id] ?? {};
    this.cluster = new ClusterTestContext({
      brokers: 1,
      network: ONE_MS_LINKS,
      times: NO_WORK,
      lawInterval: Infinity,
      configs: {
        'offsets.topic.num.partitions': 1,
        'offsets.topic.replication.factor': 1,
        'group.initial.rebalance.delay.ms': groupInitialRebalanceDelayMs,
        ...(groupMaxSize === undefined ? {} : { 'group.max.size': groupMaxSize }),
      },
    });
    this.cluster.ask(1, { kind: 'FindCoordinatorRequest', keyType: 'GROUP', key: GROUP });
    this.cluster.until('BecameLeader', { partition: '__consumer_offsets-0' });
    this.startMs = Math.ceil(this.cluster.nowMs);
    this.cluster.runUntil(this.startMs);
    const broker = this.cluster.broker(1);
    broker.answer = (replyTo, response) => {
      if (replyTo.source === PLAYER) this.answers.set(replyTo.correlationId, response);
    };
  }

  client(name: string): Client {
    const known = this.clients.get(name);
    if (known) return known;
    const client: Client = {
      memberIds: [],
      parked: new Map(),
      generation: -1,
      isLeader: false,
      others: [],
      nextHeartbeatMs: Infinity,
    };
    this.clients.set(name, client);
    return client;
  }

  /** Lets time pass; who is a member sends its heartbeats, but those that the timeline has. */
  advance(toMs: number, listed: ReadonlySet<string>): void {
    for (;;) {
      const due = [...this.clients].filter(([name, { nextHeartbeatMs }]) => {
        const diesAtMs = this.settings.diesAtMs?.[name] ?? Infinity;
        const restartsAtMs = this.settings.restartsAtMs?.[name] ?? Infinity;
        const isGone = nextHeartbeatMs >= Math.min(diesAtMs, restartsAtMs);
        return !isGone && nextHeartbeatMs <= toMs && !listed.has(`${name}/${nextHeartbeatMs}`);
      });
      const nextMs = Math.min(...due.map(([, { nextHeartbeatMs }]) => nextHeartbeatMs));
      if (nextMs === Infinity) break;
      this.cluster.runUntil(this.startMs + nextMs);
      for (const [name, client] of due) {
        if (client.nextHeartbeatMs !== nextMs) continue;
        client.nextHeartbeatMs += HEARTBEAT_INTERVAL_MS;
        expect(this.send(this.heartbeat(name)), `${name} at ${nextMs}`).toMatchObject({ error: 'NONE' });
      }
    }
    this.cluster.runUntil(this.startMs + toMs);
  }

  send(request: GroupRequest): Response | null {
    this.correlationId += 1;
    const replyTo = { source: PLAYER, correlationId: this.correlationId, connection: 0 };
    this.lastSent = replyTo;
    this.cluster.actAs(1, (broker, ctx) => {
      const process = expectPresent(broker.process, 'a process');
      handleGroupRequest(request, replyTo, { broker, process, ctx });
    });
    return this.answers.get(replyTo.correlationId) ?? null;
  }

  lastSent: ReplyAddress = { source: PLAYER, correlationId: 0, connection: 0 };

  answerTo(replyTo: ReplyAddress): Response | null {
    return this.answers.get(replyTo.correlationId) ?? null;
  }

  /** The name that a timeline gives a member id. */
  nameOf(memberId: string): string {
    for (const [name, { memberIds }] of this.clients) {
      const place = memberIds.indexOf(memberId);
      if (place >= 0) return place === 0 ? name : `${name}#${place + 1}`;
    }
    // A static member that has not heard of its id yet.
    const instance = this.group()?.members.get(memberId)?.groupInstanceId;
    const statics = Object.entries(this.settings.instances ?? {});
    return statics.find(([, id]) => id === instance)?.[0] ?? memberId;
  }

  join(name: string, atMs: number, unknownId: string): GroupRequest {
    const client = this.client(name);
    const instance = this.settings.instances?.[name] ?? null;
    const isNew = this.settings.restartsAtMs?.[name] === atMs;
    const isChanged = (this.settings.changesAtMs?.[name] ?? Infinity) <= atMs;
    return {
      kind: 'JoinGroupRequest',
      groupId: GROUP,
      sessionTimeoutMs: 45_000,
      rebalanceTimeoutMs: this.settings.rebalanceTimeoutMs ?? 300_000,
      memberId: isNew ? '' : (client.memberIds.at(-1) ?? unknownId),
      groupInstanceId: instance,
      protocolType: 'consumer',
      protocols: (this.settings.protocols?.[name] ?? ['range']).map((protocol) =>
        protocolNamed(protocol, isChanged ? ['t', 'u'] : ['t']),
      ),
      clientId: name,
      reason: '',
    };
  }

  sync(name: string, generationId: number): GroupRequest {
    const { memberIds, isLeader, others } = this.client(name);
    return {
      kind: 'SyncGroupRequest',
      groupId: GROUP,
      generationId,
      memberId: memberIds.at(-1) ?? 'nobody',
      groupInstanceId: this.settings.instances?.[name] ?? null,
      protocolType: 'consumer',
      protocolName: null,
      assignments: isLeader
        ? others.map((memberId) => ({
            memberId,
            assignment: { assignedPartitions: [], userData: this.nameOf(memberId).replace(/#.*/, '') },
          }))
        : [],
    };
  }

  heartbeat(name: string, generationId?: number): GroupRequest {
    // The process before the one that took its place.
    const isOld = name.endsWith('-old-process');
    const owner = name.replace('-old-process', '');
    const { memberIds, generation } = this.client(owner);
    return {
      kind: 'HeartbeatRequest',
      groupId: GROUP,
      generationId: generationId ?? generation,
      memberId: (isOld ? memberIds[0] : memberIds.at(-1)) ?? 'nobody',
      groupInstanceId: this.settings.instances?.[owner] ?? null,
    };
  }

  leave(name: string, memberIdGiven: boolean, groupInstanceId: string | null): GroupRequest {
    const memberId = memberIdGiven ? (this.client(name).memberIds.at(-1) ?? 'nobody') : '';
    return { kind: 'LeaveGroupRequest', groupId: GROUP, members: [{ memberId, groupInstanceId, reason: '' }] };
  }

  groupAfter(): TimelineEvent['groupAfter'] {
    const group = this.group();
    return group
      ? { state: group.state, generation: group.generationId, members: group.members.size }
      : undefined;
  }

  private group() {
    const shard = this.cluster.broker(1).process?.coordinators.groups.shards.get('__consumer_offsets-0');
    return shard?.state.groups.get(GROUP);
  }
}

function protocolNamed(name: string, topics: readonly string[]): JoinGroupProtocol {
  const metadata = { topics, userData: null, ownedPartitions: [], generationId: -1, rackId: null };
  return { name, metadata };
}

/** Sends what an event is about, or takes the answer that has come meanwhile. */
function answerOf(players: Players, event: TimelineEvent): Response | null {
  const { t, member = '', api = '', generation = -1, memberIdGiven = false, instanceId = null } = event;
  const client = players.client(member);
  const parked = client.parked.get(api);
  if (parked && event.pending !== true) {
    client.parked.delete(api);
    return players.answerTo(parked);
  }
  const request =
    api === 'JoinGroup'
      ? players.join(member, t, event.memberId === 'nobody' ? 'nobody' : '')
      : api === 'SyncGroup'
        ? players.sync(member, generation)
        : api === 'Heartbeat'
          ? players.heartbeat(member, generation)
          : players.leave(member, memberIdGiven, instanceId);
  if (api === 'JoinGroup' || api === 'LeaveGroup') client.nextHeartbeatMs = Infinity;
  const answer = players.send(request);
  if (event.pending === true) client.parked.set(api, players.lastSent);
  return answer;
}

/** What a client makes of its answer. */
function take(players: Players, { t, member = '' }: TimelineEvent, answer: Response): void {
  const client = players.client(member);
  if (answer.kind === 'JoinGroupResponse') {
    const { memberId } = answer;
    if (memberId !== '' && memberId !== 'nobody' && !client.memberIds.includes(memberId))
      client.memberIds.push(memberId);
    if (answer.error !== 'NONE') return;
    client.generation = answer.generationId;
    client.isLeader = answer.leader === memberId;
    client.others = answer.members.map((item) => item.memberId);
  } else if (answer.kind === 'SyncGroupResponse' && answer.error === 'NONE')
    client.nextHeartbeatMs = t + HEARTBEAT_INTERVAL_MS;
}

/** An answer as the timeline would write it down. */
function written(players: Players, event: TimelineEvent, answer: Response): Partial<TimelineEvent> {
  switch (answer.kind) {
    case 'JoinGroupResponse': {
      const { error, memberId } = answer;
      if (error !== 'NONE') return { error, memberId: players.nameOf(memberId) };
      return {
        error,
        memberId: players.nameOf(memberId),
        generation: answer.generationId,
        leader: players.nameOf(answer.leader),
        protocol: answer.protocolName ?? '',
        isLeader: answer.leader === memberId,
        skipAssignment: answer.skipAssignment,
        members: answer.members.map((item) => players.nameOf(item.memberId)),
      };
    }
    case 'SyncGroupResponse':
      return {
        error: answer.error,
        generation: event.generation ?? -1,
        assignment: answer.assignment.userData ?? '',
      };
    case 'HeartbeatResponse':
      return { error: answer.error, generation: event.generation ?? -1 };
    case 'LeaveGroupResponse':
      return {
        error: answer.members[0]?.error ?? answer.error,
        memberIdGiven: event.memberIdGiven ?? false,
        instanceId: event.instanceId ?? null,
      };
    default:
      return expect.fail(`a group coordinator answered ${answer.kind}`);
  }
}

const { groups } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
  readonly groups: { readonly classicGroupTimelines: readonly Timeline[] };
};
const timelines = groups.classicGroupTimelines;

test.each(timelines)('[G2] [G3] [G4] [G5] [G6] [G7] [G8] vectors-2.json classicGroupTimelines $id: $name', (timeline) => {
  const players = new Players(timeline);
  const listed = new Set(
    timeline.events.flatMap(({ api, member = '', t }) => (api === 'Heartbeat' ? [`${member}/${t}`] : [])),
  );
  for (const event of timeline.events) {
    players.advance(event.t, listed);
    if (event.event === undefined) {
      const answer = answerOf(players, event);
      if (event.pending === true) expect(answer, JSON.stringify(event)).toBeNull();
      else {
        const got = expectPresent(answer, `an answer to ${JSON.stringify(event)}`);
        take(players, event, got);
        const { t: _t, member: _member, api: _api, response: _response, groupAfter: _after, ...stated } = event;
        expect(written(players, event, got), JSON.stringify(event)).toEqual({
          ...stated,
          ...(stated.members ? { members: [...stated.members] } : {}),
        });
      }
    }
    if (event.groupAfter) expect(players.groupAfter(), JSON.stringify(event)).toEqual(event.groupAfter);
    else expect(players.groupAfter()).toBeUndefined();
  }
});

test('runs 29 of 29 cases, 0 are left', () => {
  expect(timelines.length).toBe(29);
});
