import { Broker } from '../broker/Broker.ts';
import { activeControllerOf } from '../cluster/ledger.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros } from '../../shared/units.ts';
import type { Invariant } from './Invariant.ts';

/** A last heartbeat may still have been on its way, and a check begun. */
const GRACE_US = 1000 * MICROS_PER_MILLI;

/**
 * A broker whose process has ended is fenced once its session is over: at most an eighth of it later (B3). Counts only the time
 * during which one and the same controller was active in one epoch, and ran: each activation begins all sessions anew (Q14).
 */
export function deadBrokersAreFenced(): Invariant {
  let activation: string | null = null;
  let controllerSinceUs: Micros = 0;
  return {
    name: 'DeadBrokersAreFenced',
    check(cluster) {
      const active = activeControllerOf(cluster);
      const node = active && cluster.directory.controllers.get(active.nodeId);
      const controller = typeof node === 'number' && !cluster.isPaused(node) ? active : null;
      const now = controller && `${controller.name} in ${controller.curClaimEpoch}`;
      if (now === null || now !== activation) {
        activation = now;
        controllerSinceUs = cluster.nowUs;
      }
      if (!controller) return null;
      const patienceUs = controller.config.sessionTimeoutUs * 1.125 + GRACE_US;
      for (const broker of cluster.state.nodes) {
        if (!(broker instanceof Broker) || broker.power === 'on') continue;
        // A heartbeat that a cut link held back comes when its sender is long dead, and begins a session.
        const heardUs = controller.contacts.get(broker.id)?.lastContactUs ?? 0;
        const deadForUs = cluster.nowUs - Math.max(broker.powerSinceUs, controllerSinceUs, heardUs);
        if (deadForUs > patienceUs && controller.image.brokers.get(broker.id)?.fenced === false)
          return `${broker.name} is dead for ${Math.round(deadForUs / MICROS_PER_MILLI)} ms and not fenced`;
      }
      return null;
    },
  };
}
