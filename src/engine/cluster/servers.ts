import { Broker } from '../broker/Broker.ts';
import { Controller } from '../controller/Controller.ts';
import type { Node } from '../node/Node.ts';
import { expectPresent } from '../../shared/assert.ts';
import type { NodeIndex } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';

/** Both roles of a process, the broker first; mostly it has one. */
export function rolesOf(cluster: Cluster, index: NodeIndex): NodeIndex[] {
  const companion = cluster.directory.companions.get(index);
  if (companion === undefined) return [index];
  return cluster.directory.brokerIds.has(index) ? [index, companion] : [companion, index];
}

/**
 * What befalls the process of a broker or a controller befalls both its roles. If it stood still and has ended by that, its
 * sockets are let go.
 */
export function onServers(
  cluster: Cluster,
  index: NodeIndex,
  deed: (server: Broker | Controller) => void,
): void {
  for (const role of rolesOf(cluster, index)) {
    cluster.act(role, (server) => {
      if (server instanceof Broker || server instanceof Controller) deed(server);
    });
    if (!hasProcess(cluster.node(role))) cluster.endPause(role);
  }
}

/** SIGTERM: the broker of a process stops first, and takes the controller along then. */
export function stopServer(cluster: Cluster, index: NodeIndex): void {
  const running = rolesOf(cluster, index).find((role) => cluster.node(role).isRunning());
  if (running !== undefined) cluster.act(running, (server) => server.stopCleanly?.(cluster));
}

/** The node that a command on a broker or a controller names. */
export function serverOf(
  command: { readonly broker: number } | { readonly controller: number },
  cluster: Cluster,
): NodeIndex {
  const { brokers, controllers } = cluster.directory;
  return 'broker' in command
    ? expectPresent(brokers.get(command.broker), `broker ${command.broker}`)
    : expectPresent(controllers.get(command.controller), `controller ${command.controller}`);
}

/** The ways between two named nodes: all that lead from one process to the other, and none within one. */
export function pairsOf(
  cluster: Cluster,
  between: readonly [string, string],
): (readonly [NodeIndex, NodeIndex])[] {
  const from = rolesOf(cluster, indexOf(cluster, between[0]));
  const to = rolesOf(cluster, indexOf(cluster, between[1]));
  return from.some((a) => to.includes(a)) ? [] : from.flatMap((a) => to.map((b) => [a, b] as const));
}

export function indexOf(cluster: Cluster, name: string): NodeIndex {
  const index = cluster.directory.names.indexOf(name);
  return expectPresent(index < 0 ? null : index, name);
}

/** Whether there is a process, be it one that is still starting. */
export function hasProcess(node: Node): boolean {
  return node instanceof Broker || node instanceof Controller ? node.power === 'on' : node.isRunning();
}
