import { Broker } from '../../broker/Broker.ts';
import { SHARE_FETCH_TIMER } from '../../broker/share/shareFetch.ts';
import { Controller } from '../../controller/Controller.ts';
import { followerFlushUs } from '../../raft/followerFlush.ts';
import { isQuorumSteady, isVoterAtRest } from '../../raft/skipBeats.ts';
import type { BrokerId, Micros, NodeIndex } from '../../../shared/units.ts';
import type { PendingTimer } from '../../node/Node.ts';
import type { Cluster } from '../Cluster.ts';
import { brokerChecks, hasQuietPartitions } from './brokerChecks.ts';
import { controllerChecks, nextSnapshotUs } from './controllerChecks.ts';
import { fetchLoopsOf } from './fetchLoops.ts';
import { timerName } from './leap.ts';
import { commitLoopsOf, memberLoopsOf, nextCommitUs } from './memberLoops.ts';
import { nextSendUs, refreshLoopsOf } from './refreshLoops.ts';
import type { CheckLoop, HeartbeatLoop, MetadataLoop, Quiet } from './Quiet.ts';

/** No idle message is larger. On a wire that takes time for it messages of different loops might wait for each other. */
const LARGEST_IDLE_BYTES = 256;
/** Timers of loops. */
const CONTROLLER_TIMERS = ['noOp', 'raft/appendLinger', 'raft/parkedFetches', 'raft/poll'];
const BROKER_TIMERS = ['lifecycle', 'metadataFetch'];

/**
 * What loops a cluster turns in, seen at a beat; null when anything else goes on. Of what is not known here it is never assumed
 * that it can be left out: a timer of another name ends every leap.
 */
export function observeQuiet(cluster: Cluster): Quiet | null {
  const { state } = cluster;
  if (!cluster.isAtRest || state.clocks.size > 0 || state.network.faultyLinks().length > 0) return null;
  const controllers = nodesOf(cluster, Controller);
  const brokers = nodesOf(cluster, Broker);
  const metadata = metadataLoop(cluster, controllers, brokers);
  if (!metadata || !hasFreeWires(cluster)) return null;
  if (!brokers.every(([, broker]) => hasQuietPartitions(broker))) return null;
  const timers = cluster.pendingTimers();
  const fetches = fetchLoopsOf(cluster, brokers);
  const heartbeats = heartbeatLoops(cluster, controllers, brokers, timers);
  const members = memberLoopsOf(cluster, timers);
  if (!fetches || !heartbeats || !members) return null;
  const commits = commitLoopsOf(cluster);
  const refreshes = refreshLoopsOf(cluster, { fetches, members, commits });
  if (!hasThreads(brokers, { fetches, refreshes, members })) return null;
  const checks = [
    ...controllers.flatMap(([node, controller]) => controllerChecks(node, controller, cluster)),
    ...brokers.flatMap(([node, broker]) => brokerChecks(node, broker, cluster)),
  ];
  return {
    atUs: state.nowUs,
    fetches,
    heartbeats,
    members,
    commits,
    checks: dueOf(checks, timers),
    refreshes,
    metadata,
    foreignUs: Math.min(
      firstForeignUs(timers, [
        ...checks,
        ...controllers.flatMap(([node]) => CONTROLLER_TIMERS.map((key) => ({ node, key }))),
        ...brokers.flatMap(([node]) => BROKER_TIMERS.map((key) => ({ node, key }))),
        ...fetches.flatMap(({ fetcher, server, isShare }) => [
          { node: fetcher, key: `fetcher/${brokerIdOf(cluster, server)}` },
          { node: server, key: isShare ? SHARE_FETCH_TIMER : 'fetchPurgatory' },
        ]),
        ...refreshes.map(({ node }) => ({ node, key: 'poll' })),
        ...members.map(({ server, sessionTimer }) => ({ node: server, key: sessionTimer })),
      ]),
      nextSendUs(cluster, refreshes),
      nextCommitUs(cluster),
      nextSnapshotUs(controllers, metadata, state.nowUs),
    ),
    events: state.eventCount,
    correlationIds: state.nextCorrelationId,
  };
}

type Indexed<Kind> = readonly [index: NodeIndex, node: Kind];

function nodesOf<Kind>(cluster: Cluster, kind: abstract new (...args: never[]) => Kind): Indexed<Kind>[] {
  return cluster.state.nodes.flatMap((node, index): Indexed<Kind>[] =>
    node instanceof kind ? [[index, node]] : [],
  );
}

function metadataLoop(
  cluster: Cluster,
  controllers: readonly Indexed<Controller>[],
  brokers: readonly Indexed<Broker>[],
): MetadataLoop | null {
  const active = controllers.find(([, controller]) => controller.isActive);
  if (!active || !controllers.every(([, { raft }]) => isVoterAtRest(raft))) return null;
  const [, { raft, config, image }] = active;
  const { endOffset } = raft.log;
  const beatUs = config.maxIdleIntervalUs;
  if (image.lastOffset !== endOffset || !isQuorumSteady(raft, beatUs)) return null;
  if (!controllers.every(([, other]) => other.raft.log.endOffset === endOffset)) return null;
  const observers = brokers.filter(([, { process }]) => process !== null);
  if (!observers.every(([, { quorum }]) => quorum.isSteady && quorum.committedEnd === endOffset)) return null;
  const followers = controllers.filter(([, controller]) => controller !== active[1]);
  const wayUs = new Map(
    followers.map(([node]) => [node, 2 * cluster.state.network.latencyUs(active[0], node)] as const),
  );
  const { appendLingerUs, fsyncUs } = config.raft;
  const slowestUs = Math.max(fsyncUs, ...[...wayUs.values()].map((us) => us + followerFlushUs(fsyncUs, 1)));
  const mostCommitUs = appendLingerUs + slowestUs;
  if (2 * mostCommitUs > beatUs) return null;
  return {
    beatUs,
    mostCommitUs,
    // The leader's own flush, and the first follower that has it, with the way there and back: with up to three, a majority.
    commitUs: (beat) => {
      const firstUs = Math.min(
        ...followers.map(
          ([node, { raft: voter }]) =>
            (wayUs.get(node) ?? 0) +
            followerFlushUs(fsyncUs, cluster.jitterOf(node, 'fsync', voter.flushCount + beat + 1)),
        ),
      );
      return appendLingerUs + (followers.length === 0 ? fsyncUs : Math.max(fsyncUs, firstUs));
    },
    endOffset,
    fetches: new Map([
      ...controllers.map(([node, controller]) => [node, controller.raft.fetchCount] as const),
      ...observers.map(([node, { quorum }]) => [node, quorum.fetchCount] as const),
    ]),
    flushes: new Map(controllers.map(([node, controller]) => [node, controller.raft.flushCount])),
  };
}

/** One a running broker, all of them registered with the active controller; null when one is about something else. */
function heartbeatLoops(
  cluster: Cluster,
  controllers: readonly Indexed<Controller>[],
  brokers: readonly Indexed<Broker>[],
  timers: readonly PendingTimer[],
): HeartbeatLoop[] | null {
  const active = controllers.find(([, controller]) => controller.isActive);
  const loops: HeartbeatLoop[] = [];
  for (const [node, { process, config, id }] of brokers) {
    if (!process) continue;
    const dueUs = timers.find((timer) => timer.node === node && timer.key === 'lifecycle')?.atUs;
    if (!active || dueUs === undefined || process.lifecycle.state !== 'RUNNING') return null;
    const [index, controller] = active;
    const registration = controller.image.brokers.get(id);
    if (registration?.fenced !== false || registration.inControlledShutdown) return null;
    const flightUs = cluster.state.network.latencyUs(node, index);
    loops.push({ node, dueUs, flightUs, periodUs: config.heartbeatIntervalUs + 2 * flightUs });
  }
  return loops;
}

/** Whether no message waits for another on its wire. */
function hasFreeWires({ state }: Cluster): boolean {
  const { network, nodes } = state;
  const servers = nodes.flatMap((node, index) =>
    node.role === 'broker' || node.role === 'controller' ? [index] : [],
  );
  return nodes.every((_, a) =>
    servers.every((b) => a === b || network.transmissionUs(a, b, LARGEST_IDLE_BYTES) === 0),
  );
}

/**
 * Whether no request waits for a thread of a broker, whatever comes at the same instant: of each connection it reads one at a time.
 * A client fetches and asks for metadata on one, a member says on another that it is there.
 */
function hasThreads(
  brokers: readonly Indexed<Broker>[],
  { fetches, refreshes, members }: Pick<Quiet, 'fetches' | 'refreshes' | 'members'>,
): boolean {
  return brokers.every(([node, { config }]) => {
    if (config.networkThreadUs > 0 || config.networkThreadPerKiBUs > 0) return false;
    const askers = new Set(refreshes.map((refresh) => refresh.node));
    for (const { server, fetcher } of fetches) if (server === node) askers.add(fetcher);
    const heartbeats = members.filter(({ server }) => server === node).length;
    return askers.size + heartbeats <= config.numIoThreads;
  });
}

/** Checks as they stand in the queue; one that does not is never due. */
function dueOf(checks: readonly Omit<CheckLoop, 'dueUs'>[], timers: readonly PendingTimer[]): CheckLoop[] {
  return checks.flatMap((check) => {
    const timer = timers.find(({ node, key }) => node === check.node && key === check.key);
    return timer ? [{ ...check, dueUs: timer.atUs }] : [];
  });
}

/** When the first timer fires that belongs to no loop. */
function firstForeignUs(
  timers: readonly PendingTimer[],
  loops: readonly { readonly node: NodeIndex; readonly key: string }[],
): Micros {
  const known = new Set(loops.map(timerName));
  return timers.find((timer) => !known.has(timerName(timer)))?.atUs ?? Infinity;
}

function brokerIdOf({ directory }: Cluster, node: NodeIndex): BrokerId {
  return directory.brokerIds.get(node) ?? -1;
}
