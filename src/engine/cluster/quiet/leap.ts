import { Broker } from '../../broker/Broker.ts';
import { CLEANER_TIMER } from '../../broker/LogCleaner.ts';
import { SHARE_FETCH_TIMER } from '../../broker/share/shareFetch.ts';
import { Consumer } from '../../client/consumer/Consumer.ts';
import { GroupConsumer } from '../../client/consumer/group/GroupConsumer.ts';
import { Producer } from '../../client/producer/Producer.ts';
import { Controller } from '../../controller/Controller.ts';
import { skipBeats } from '../../raft/skipBeats.ts';
import { expectPresent } from '../../../shared/assert.ts';
import type { Micros, NodeIndex } from '../../../shared/units.ts';
import type { PendingTimer } from '../../node/Node.ts';
import type { Cluster } from '../Cluster.ts';
import { brokerAt, skipFetches } from './fetchLoops.ts';
import { skipMember } from './memberLoops.ts';
import { skipRefreshes } from './refreshLoops.ts';
import type { Quiet, Rhythm, Turns } from './Quiet.ts';
import { countsOf } from './rhythm.ts';

const POLL_TIMER = 'poll';

/**
 * Takes a quiet cluster to a later beat at once: every loop is where so many turns bring it. What a loop carries along and gets
 * anew with each turn (numbers of requests, times of the metadata log's last beat) is not worked out: it is right again as soon
 * as the loop has turned once.
 */
export function leap(cluster: Cluster, from: Quiet, rhythm: Rhythm, turns: Turns): void {
  const { state } = cluster;
  const forUs = turns.beats * from.metadata.beatUs;
  const shifts = new Map<string, Micros>();
  skipMetadata(cluster, from, rhythm, turns, forUs, shifts);
  for (const [i, loop] of from.fetches.entries()) {
    const count = turns.fetches[i] ?? 0;
    const byUs = count * (rhythm.fetchPeriodsUs[i] ?? 0);
    skipFetches(cluster, loop, count, byUs);
    const server = brokerAt(cluster, loop.server);
    shifts.set(timerName({ node: loop.fetcher, key: `fetcher/${server.id}` }), byUs);
  }
  for (const [i, { node, periodUs }] of from.heartbeats.entries())
    shifts.set(timerName({ node, key: 'lifecycle' }), (turns.heartbeats[i] ?? 0) * periodUs);
  for (const [i, member] of from.members.entries()) {
    const count = turns.members[i] ?? 0;
    const { server: node, sessionTimer: key, periodUs } = member;
    skipMember(cluster, member, count, forUs);
    shifts.set(timerName({ node, key }), count * periodUs);
  }
  for (const [i, { node, periodUs }] of from.commits.entries()) {
    const consumer = cluster.node(node);
    if (consumer instanceof GroupConsumer) consumer.skipCommits((turns.commits[i] ?? 0) * periodUs);
  }
  for (const [i, check] of from.checks.entries()) {
    const byUs = (turns.checks[i] ?? 0) * check.periodUs;
    shifts.set(timerName(check), byUs);
    if (check.key !== CLEANER_TIMER) continue;
    const broker = brokerAt(cluster, check.node);
    broker.process?.cleaner.skip(byUs, broker, cluster.rules);
  }
  for (const [i, { node }] of from.refreshes.entries()) {
    const { turns: count, lastUs } = turns.refreshes[i] ?? { turns: 0, lastUs: -1 };
    const client = clientAt(cluster, node);
    if (count === 0 || !client) continue;
    client.network.skipChoices(count);
    if (client instanceof Producer) skipRefreshes(cluster, client, count, lastUs);
    client.metadata.skip(count, lastUs, (n) => cluster.jitterOf(node, 'metadataBackoff', n));
  }
  const { events, correlationIds } = countsOf(from, rhythm, turns);
  state.nowUs += forUs;
  state.handledAtInstant = 1;
  state.eventCount += events;
  state.skippedEvents += events;
  state.beats += turns.beats;
  state.nextCorrelationId += correlationIds;
  state.nextSeq = Math.max(state.nextSeq, state.nowUs);
  cluster.requeue(movedTimers(cluster, from, shifts));
}

/** The log grows, and everybody has it; the controller hears of all brokers. */
function skipMetadata(
  cluster: Cluster,
  from: Quiet,
  rhythm: Rhythm,
  { beats, heartbeats, checks }: Turns,
  forUs: Micros,
  shifts: Map<string, Micros>,
): void {
  for (const [node, state] of cluster.state.nodes.entries()) {
    const fetches = rhythm.fetchesPerBeat.get(node) ?? 0;
    if (state instanceof Controller) {
      const { raft } = state;
      skipBeats(raft, beats, { fetches, flushes: rhythm.flushesPerBeat.get(node) ?? 0 }, forUs);
      state.image.replayNoOps(beats);
      for (const key of ['noOp', 'raft/appendLinger', 'raft/parkedFetches', 'raft/poll'])
        shifts.set(timerName({ node, key }), forUs);
      for (const contact of state.contacts.values()) contact.metadataOffset += beats;
      from.heartbeats.forEach(({ node: broker, dueUs, flightUs, periodUs }, i) => {
        const turns = heartbeats[i] ?? 0;
        const contact = state.contacts.get(brokerAt(cluster, broker).id);
        if (contact && turns > 0) contact.lastContactUs = dueUs + (turns - 1) * periodUs + flightUs;
      });
      const announcing = from.checks.findIndex((check) => check.node === node && check.key === 'raft/poll');
      if (announcing >= 0 && raft.state?.kind === 'Leader')
        raft.state.nextBeginQuorumUs += (checks[announcing] ?? 0) * (from.checks[announcing]?.periodUs ?? 0);
    } else if (state instanceof Broker && state.process) {
      state.image.replayNoOps(beats);
      state.quorum.skip(beats, fetches * beats, forUs);
      shifts.set(timerName({ node, key: 'metadataFetch' }), forUs);
    }
  }
}

/** Timers when they fire now, in the order in which they would: those that fire at the same µs in the order they had. */
function movedTimers(cluster: Cluster, from: Quiet, shifts: ReadonlyMap<string, Micros>): PendingTimer[] {
  const timeouts = new Map<number, Micros>();
  const shareTimeouts = new Map<number, Micros>();
  const polls = new Map<number, Micros>();
  for (const { node } of from.refreshes) {
    const client = clientAt(cluster, node);
    if (client instanceof Consumer) polls.set(node, client.pollsAtUs);
    else if (client) {
      const otherwiseUs = Math.ceil(client.sendsAtUs(cluster.nowUs));
      polls.set(node, Math.min(client.metadata.refreshAtUs ?? Infinity, otherwiseUs));
    }
  }
  for (const { server, isShare } of from.fetches) {
    const { process } = brokerAt(cluster, server);
    const { fetches } = expectPresent(isShare ? process?.shares : process?.replicas, 'a process');
    (isShare ? shareTimeouts : timeouts).set(server, fetches.nextTimeoutUs());
  }
  const ownTimes = new Map([
    ['fetchPurgatory', timeouts],
    [SHARE_FETCH_TIMER, shareTimeouts],
    [POLL_TIMER, polls],
  ]);
  return cluster
    .pendingTimers()
    .map((timer, rank) => {
      const ownUs = ownTimes.get(timer.key)?.get(timer.node);
      return { ...timer, atUs: ownUs ?? timer.atUs + (shifts.get(timerName(timer)) ?? 0), rank };
    })
    .sort((a, b) => a.atUs - b.atUs || a.rank - b.rank);
}

function clientAt(cluster: Cluster, index: NodeIndex): Consumer | Producer | null {
  const node = cluster.node(index);
  return node instanceof Consumer || node instanceof Producer ? node : null;
}

export function timerName({ node, key }: { readonly node: number; readonly key: string }): string {
  return `${node} ${key}`;
}
