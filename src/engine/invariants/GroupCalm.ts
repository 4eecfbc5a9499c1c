import { Broker } from '../broker/Broker.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { Controller } from '../controller/Controller.ts';
import { holdsLoop } from '../client/consumer/group/eventLoop.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import { groupConsumersOf } from './groupsOf.ts';
import type { Membership } from './groupsOf.ts';
import type { RunHistory, Step } from './RunHistory.ts';

/** What changes for groups from outside, so that their time begins anew. */
const CHANGES: ReadonlySet<TraceEvent['kind']> = new Set<TraceEvent['kind']>([
  'CommandApplied',
  'BrokerStarted',
  'BrokerStopped',
  'BrokerFenced',
  'BrokerUnfenced',
  'LeaderElected',
  'IsrShrunk',
  'CoordinatorLoaded',
  'ConsumerStarted',
  'ConsumerClosed',
  'ConsumerFailed',
  'Disconnected',
  'EventLoopBlocked',
  // One that was paused for a time comes back by itself, out of its group.
  'ProcessResumed',
]);

/**
 * Since when nothing has happened to the groups of a run that they do not bring about themselves. Who waits for the ISR or for a
 * leader, or cannot reach whom it needs, is promised nothing: while brokers are cut off from each other or from their controllers,
 * stand still, or stop, it never is calm.
 */
export class GroupCalm {
  private readonly history: RunHistory;
  private step: Step = -1;
  private changedUs: Micros = 0;

  constructor(history: RunHistory) {
    this.history = history;
  }

  /** Since when it is calm. */
  sinceUs(cluster: Cluster): Micros {
    if (this.step === this.history.step) return this.changedUs;
    this.step = this.history.step;
    if (this.history.rows.some(({ kind }) => CHANGES.has(kind)) || areServersInTrouble(cluster))
      this.changedUs = cluster.nowUs;
    return this.changedUs;
  }
}

/** Kafka's promise to a group: whatever has changed, after this time each partition has an owner, and each member knows. */
export function settlingUs(members: readonly Membership[], cluster: Cluster): Micros {
  const broker = cluster.state.nodes.find((node) => node instanceof Broker);
  let rebalanceMs = 0;
  let sessionMs = 0;
  let heartbeatMs = 0;
  for (const { consumer } of members) {
    const { group } = consumer;
    const isModern = group.groupProtocol === 'consumer' && broker !== undefined;
    rebalanceMs = Math.max(rebalanceMs, group.maxPollIntervalMs);
    sessionMs = Math.max(
      sessionMs,
      isModern ? broker.config.groups.consumerGroupSessionTimeoutMs : group.sessionTimeoutMs,
    );
    heartbeatMs = Math.max(
      heartbeatMs,
      isModern ? broker.config.groups.consumerGroupHeartbeatIntervalMs : group.heartbeatIntervalMs,
    );
  }
  return (rebalanceMs + sessionMs + 2 * heartbeatMs) * MICROS_PER_MILLI;
}

/** Whether a member can do what is asked of it: its process runs, its application polls, and it reaches every broker. */
export function isAble({ index, consumer }: Membership, cluster: Cluster): boolean {
  if (!consumer.isRunning() || consumer.isClosing || consumer.stalledSinceUs !== null) return false;
  if (cluster.isPaused(index) || holdsLoop(consumer, cluster.nowUs)) return false;
  return cluster.state.nodes.every(
    (node, other) => !(node instanceof Broker) || !isCut(index, other, cluster),
  );
}

function isStopping({ process }: Broker): boolean {
  const state = process?.lifecycle.state;
  return state === 'PENDING_CONTROLLED_SHUTDOWN' || state === 'SHUTTING_DOWN';
}

function areServersInTrouble(cluster: Cluster): boolean {
  const { nodes } = cluster.state;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!(node instanceof Broker) && !(node instanceof Controller)) continue;
    if (cluster.isPaused(i) || (node instanceof Broker && isStopping(node))) return true;
    for (let other = i + 1; other < nodes.length; other++) {
      const peer = nodes[other];
      if ((peer instanceof Broker || peer instanceof Controller) && isCut(i, other, cluster)) return true;
    }
  }
  return false;
}

function isCut(a: number, b: number, { state: { network } }: Cluster): boolean {
  return network.isCut(a, b) || network.isCut(b, a);
}

/** Whether there are groups at all: else no law asks. */
export function hasGroups(cluster: Cluster): boolean {
  return groupConsumersOf(cluster).length > 0;
}
