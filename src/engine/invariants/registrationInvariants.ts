import { Broker } from '../broker/Broker.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { activeControllerOf } from '../cluster/ledger.ts';
import type { Controller } from '../controller/Controller.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, Epoch, Micros } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';
import type { RunHistory } from './RunHistory.ts';

/**
 * A new process is registered only when the session of the one before is over, which lasts `broker.session.timeout.ms` from the
 * last word of it (B2).
 */
export function sessionsOutlastProcesses(history: RunHistory): Invariant {
  let activation: string | null = null;
  let contacts = new Map<BrokerId, Micros>();
  const registered = new RegistrationWatch();
  return {
    name: 'SessionsOutlastProcesses',
    check(cluster) {
      const controller = activeControllerOf(cluster);
      const now = controller && activationOf(controller);
      let broken: string | null = null;
      const anew = registered.observe(controller, history);
      if (controller && now === activation) {
        for (const broker of anew) {
          const silentUs = cluster.nowUs - (contacts.get(broker) ?? -Infinity);
          if (silentUs <= controller.config.sessionTimeoutUs)
            broken = `broker ${broker} is registered anew, ${silentUs / MICROS_PER_MILLI} ms after a word from its last process`;
        }
      }
      activation = now;
      contacts = new Map();
      for (const [broker, { lastContactUs }] of controller?.contacts ?? [])
        contacts.set(broker, lastContactUs);
      return broken;
    },
  };
}

/**
 * Which brokers the active controller registered in a step. What another registers, that does not know yet that it was replaced,
 * never was; it may give the very broker epoch that the active one has given.
 */
class RegistrationWatch {
  private epochs = new Map<BrokerId, Epoch>();

  observe(controller: Controller | null, history: RunHistory): BrokerId[] {
    const anew: BrokerId[] = [];
    for (const row of history.rows) {
      if (row.kind !== 'BrokerRegistered') continue;
      const { broker, brokerEpoch } = row;
      const isStored = controller?.image.brokers.get(broker)?.brokerEpoch === brokerEpoch;
      if (isStored && this.epochs.get(broker) !== brokerEpoch) anew.push(broker);
    }
    // A broker may be registered anew under an epoch whose record was lost: what counts is what was there just before.
    this.epochs = new Map();
    for (const { broker, brokerEpoch } of controller?.image.brokers.values() ?? [])
      this.epochs.set(broker, brokerEpoch);
    return anew;
  }
}

function isUnfenced(broker: BrokerId, controller: Controller | null): boolean {
  return controller?.image.brokers.get(broker)?.fenced === false;
}

function activationOf(controller: Controller): string {
  return `${controller.nodeId}/${controller.curClaimEpoch}`;
}

/**
 * With eligible leader replicas, a broker that registers after anything but a clean stop is in no ISR and no ELR: nobody knows
 * what is left on its disk (B7).
 */
export function uncleanRestartsLeaveIsrAndElr(history: RunHistory): Invariant {
  let clean: Set<BrokerId> | null = null;
  const registered = new RegistrationWatch();
  return {
    name: 'UncleanRestartsLeaveIsrAndElr',
    check(cluster) {
      clean ??= stoppedBrokers(cluster);
      const controller = activeControllerOf(cluster);
      const anew = registered.observe(controller, history);
      for (const row of history.rows) {
        if (row.kind === 'BrokerStopped') clean.add(row.broker);
        else if (row.kind === 'DiskFailed' || row.kind === 'DiskReplaced') clean.delete(row.broker);
        else if (row.kind === 'BrokerUnfenced' && isUnfenced(row.broker, controller))
          clean.delete(row.broker);
        if (row.kind !== 'BrokerRegistered' || clean.has(row.broker)) continue;
        if (!controller?.config.eligibleLeaderReplicas || !anew.includes(row.broker)) continue;
        for (const { topicPartition, registration } of controller.image.partitions.values()) {
          const { isr, elr } = registration;
          if (isr.includes(row.broker) || elr.includes(row.broker))
            return `${topicPartition}: broker ${row.broker} registers after an unclean stop; ISR ${isr.join()}, ELR ${elr.join()}`;
        }
      }
      return null;
    },
  };
}

/** They were stopped before the run began; in which way, nobody knows. */
function stoppedBrokers(cluster: Cluster): Set<BrokerId> {
  const stopped = new Set<BrokerId>();
  for (const node of cluster.state.nodes)
    if (node instanceof Broker && node.power !== 'on') stopped.add(node.id);
  return stopped;
}

/** A broker is unfenced once it has read the metadata up to its own registration, and so knows what it is to lead and follow (B2). */
export function unfencedBrokersKnowTheirRegistration(history: RunHistory): Invariant {
  return {
    name: 'UnfencedBrokersKnowTheirRegistration',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'BrokerUnfenced') continue;
        const broker = brokerOf(cluster, row.broker);
        const controller = activeControllerOf(cluster);
        if (!isUnfenced(row.broker, controller)) continue;
        const registered = controller?.image.brokers.get(row.broker)?.brokerEpoch;
        // What has died since it asked knows nothing any more.
        if (registered === undefined || broker?.brokerEpoch !== registered || !broker.process) continue;
        if (broker.image.lastOffset < registered)
          return `broker ${row.broker} is unfenced, knows the metadata to ${broker.image.lastOffset} and was registered at ${registered}`;
      }
      return null;
    },
  };
}

/** A broker that asks to stop may do so once it leads nothing: its leaderships are moved while it still serves them (B6, KIP-841). */
export function shutdownWaitsForLeaderships(history: RunHistory): Invariant {
  return {
    name: 'ShutdownWaitsForLeaderships',
    check(cluster) {
      for (const row of history.rows) {
        if (row.kind !== 'BrokerFenced') continue;
        const lifecycle = brokerOf(cluster, row.broker)?.process?.lifecycle;
        const contactUs = activeControllerOf(cluster)?.contacts.get(row.broker)?.lastContactUs;
        // Fenced at its own word, and not for its silence.
        if (lifecycle?.state !== 'PENDING_CONTROLLED_SHUTDOWN' || contactUs !== cluster.nowUs) continue;
        for (const [topicPartition, { before, changedAt, bornAt }] of history.partitions)
          if (changedAt === history.step && bornAt !== history.step && before.leader === row.broker)
            return `${topicPartition}: broker ${row.broker} may stop, and led it until now`;
      }
      return null;
    },
  };
}

function brokerOf(cluster: Cluster, id: BrokerId): Broker | null {
  const index = cluster.directory.brokers.get(id);
  const node = index === undefined ? null : cluster.node(index);
  return node instanceof Broker ? node : null;
}
