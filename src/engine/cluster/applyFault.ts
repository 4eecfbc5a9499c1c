import { Broker } from '../broker/Broker.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import type { Node } from '../node/Node.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { expectPresent } from '../../shared/assert.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId, NodeIndex } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';

/** Commands that break something other than a whole broker, and those that mend it. */
export type Fault = Extract<
  CommandBody,
  {
    readonly kind:
      | 'PauseProcess'
      | 'ResumeProcess'
      | 'FailDisk'
      | 'ReplaceDisk'
      | 'SlowDisk'
      | 'MendDisk'
      | 'CutLink'
      | 'SlowLink'
      | 'MendLink'
      | 'SetClock'
      | 'KillClient'
      | 'CloseClient'
      | 'StartClient'
      | 'StallConsumer'
      | 'UnstallConsumer';
  }
>;

/** Carries out a fault, or mends one. One that finds nothing to do changes nothing. */
export function applyFault(command: Fault, cluster: Cluster): void {
  switch (command.kind) {
    case 'PauseProcess': {
      const index = indexOf(cluster, command.node);
      if (hasProcess(cluster.node(index)) && !cluster.isPaused(index)) cluster.pause(index, command.forUs);
      return;
    }
    case 'ResumeProcess':
      cluster.resume(indexOf(cluster, command.node));
      return;
    case 'FailDisk':
      onBroker(cluster, command.broker, (broker) => {
        broker.failDisk(cluster.isPaused(cluster.self), cluster);
      });
      return;
    case 'ReplaceDisk':
      onBroker(cluster, command.broker, (broker) => {
        broker.replaceDisk(cluster);
      });
      return;
    case 'SlowDisk':
      onBroker(cluster, command.broker, (broker) => {
        broker.slowDisk(command.factor, cluster);
      });
      return;
    case 'MendDisk':
      onBroker(cluster, command.broker, (broker) => {
        broker.mendDisk(cluster);
      });
      return;
    case 'CutLink': {
      const [a, b] = ends(cluster, command.between);
      if (!cluster.cutLink(a, b, command.direction ?? 'both')) return;
      const kind = command.direction === 'forward' ? 'LinkCutOneWay' : 'LinkCut';
      cluster.trace({ kind, between: command.between });
      return;
    }
    case 'SlowLink': {
      const [a, b] = ends(cluster, command.between);
      cluster.slowLink(a, b, command, command.direction ?? 'both');
      const oneWay = command.direction === 'forward';
      cluster.trace({ kind: 'LinkSlowed', between: command.between, oneWay });
      return;
    }
    case 'MendLink': {
      const [a, b] = ends(cluster, command.between);
      if (cluster.mendLink(a, b, command.direction ?? 'both'))
        cluster.trace({ kind: 'LinkMended', between: command.between });
      return;
    }
    case 'SetClock': {
      const { node, offsetUs, driftPpm } = command;
      cluster.setClock(indexOf(cluster, node), offsetUs, driftPpm);
      cluster.trace({ kind: 'ClockSet', node, offsetMs: offsetUs / MICROS_PER_MILLI, driftPpm });
      return;
    }
    case 'KillClient':
      onClient(cluster, command.client, (client) => {
        client.die('killed', cluster);
      });
      return;
    case 'CloseClient':
      onClient(cluster, command.client, (client) => {
        client.close(cluster);
      });
      return;
    case 'StartClient':
      onClient(cluster, command.client, (client) => {
        client.startProcess(cluster);
      });
      return;
    case 'StallConsumer':
      onClient(cluster, `consumer:${command.consumer}`, (client) => {
        if (client instanceof Consumer) client.stall(cluster);
      });
      return;
    case 'UnstallConsumer':
      onClient(cluster, `consumer:${command.consumer}`, (client) => {
        if (client instanceof Consumer) client.unstall(cluster);
      });
  }
}

/** All machines of a rack go dark in one instant. Controllers stand in no rack. */
export function cutPowerOfRack(rack: string, scenario: Scenario, cluster: Cluster): void {
  for (const spec of scenario.brokers) {
    if (spec.rack !== rack) continue;
    onBroker(cluster, spec.nodeId, (broker) => {
      if (broker.power !== 'powerless') broker.losePower(cluster);
    });
  }
  const clients = [
    ...scenario.producers.map((spec) => ({ name: `producer:${spec.clientId}`, rack: spec.rack })),
    ...scenario.consumers.map((spec) => ({ name: `consumer:${spec.clientId}`, rack: spec.rack })),
  ];
  for (const client of clients) {
    if (client.rack !== rack) continue;
    onClient(cluster, client.name, (node) => {
      node.die('powerless', cluster);
    });
  }
}

/** Runs a deed as a broker. If its process stood still and has ended by that, its sockets are let go. */
export function onBroker(cluster: Cluster, id: BrokerId, deed: (broker: Broker) => void): void {
  const index = expectPresent(cluster.directory.brokers.get(id), `broker ${id}`);
  cluster.act(index, (node) => {
    if (node instanceof Broker) deed(node);
  });
  if (!hasProcess(cluster.node(index))) cluster.endPause(index);
}

export function indexOf(cluster: Cluster, name: string): NodeIndex {
  const index = cluster.directory.names.indexOf(name);
  return expectPresent(index < 0 ? null : index, name);
}

function onClient(cluster: Cluster, name: string, deed: (client: Producer | Consumer) => void): void {
  const index = indexOf(cluster, name);
  cluster.act(index, (node) => {
    if (node instanceof Producer || node instanceof Consumer) deed(node);
  });
  if (!hasProcess(cluster.node(index))) cluster.endPause(index);
}

/** Whether there is a process, be it one that is still starting. */
function hasProcess(node: Node): boolean {
  return node instanceof Broker ? node.power === 'on' : node.isRunning();
}

function ends(cluster: Cluster, between: readonly [string, string]): readonly [NodeIndex, NodeIndex] {
  return [indexOf(cluster, between[0]), indexOf(cluster, between[1])];
}
