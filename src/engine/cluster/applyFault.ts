import { Broker } from '../broker/Broker.ts';
import { failDisk, replaceDisk } from '../broker/logDirFaults.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import { Producer } from '../client/producer/Producer.ts';
import { QueueClient } from '../queueBroker/QueueClient.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { expectPresent } from '../../shared/assert.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { BrokerId } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { hasProcess, indexOf, onServers, pairsOf, rolesOf, serverOf } from './servers.ts';

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
      | 'ResetConnections'
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
      for (const index of rolesOf(cluster, indexOf(cluster, command.node)))
        if (hasProcess(cluster.node(index)) && !cluster.isPaused(index)) cluster.pause(index, command.forUs);
      return;
    }
    case 'ResumeProcess':
      for (const index of rolesOf(cluster, indexOf(cluster, command.node))) cluster.resume(index);
      return;
    case 'FailDisk':
      onBroker(cluster, command.broker, (broker) => {
        failDisk(broker, cluster.isPaused(cluster.self), cluster);
      });
      return;
    case 'ReplaceDisk':
      onBroker(cluster, command.broker, (broker) => {
        replaceDisk(broker, cluster);
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
      const direction = command.direction ?? 'both';
      const isCut = pairsOf(cluster, command.between).map(([a, b]) => cluster.cutLink(a, b, direction));
      if (!isCut.includes(true)) return;
      const kind = command.direction === 'forward' ? 'LinkCutOneWay' : 'LinkCut';
      cluster.trace({ kind, between: command.between });
      return;
    }
    case 'ResetConnections':
      cluster.trace({ kind: 'ConnectionsReset', between: command.between });
      for (const [a, b] of pairsOf(cluster, command.between)) cluster.resetConnections(a, b);
      return;
    case 'SlowLink': {
      for (const [a, b] of pairsOf(cluster, command.between))
        cluster.slowLink(a, b, command, command.direction ?? 'both');
      const oneWay = command.direction === 'forward';
      cluster.trace({ kind: 'LinkSlowed', between: command.between, oneWay });
      return;
    }
    case 'MendLink': {
      const direction = command.direction ?? 'both';
      const isMended = pairsOf(cluster, command.between).map(([a, b]) => cluster.mendLink(a, b, direction));
      if (isMended.includes(true)) cluster.trace({ kind: 'LinkMended', between: command.between });
      return;
    }
    case 'SetClock': {
      const { node, offsetUs, driftPpm } = command;
      cluster.setClock(indexOf(cluster, node), offsetUs, driftPpm);
      cluster.trace({ kind: 'ClockSet', node, offsetMs: offsetUs / MICROS_PER_MILLI, driftPpm });
      return;
    }
    case 'KillClient':
      onQueueClient(cluster, command.client, (client) => {
        client.end('killed', cluster);
      });
      onProcessOfClient(cluster, command.client, (client) => {
        client.die('killed', cluster);
      });
      return;
    case 'CloseClient':
      onQueueClient(cluster, command.client, (client) => {
        client.end('closed', cluster);
      });
      onClient(cluster, whoCloses(cluster, command.client), (client) => {
        client.close(cluster);
      });
      return;
    case 'StartClient':
      onQueueClient(cluster, command.client, (client) => {
        client.startProcess(cluster);
      });
      onProcessOfClient(cluster, command.client, (client) => {
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

/** All machines of a rack go dark in one instant. Controllers stand in no rack, but for those that are brokers too. */
export function cutPowerOfRack(rack: string, scenario: Scenario, cluster: Cluster): void {
  for (const spec of scenario.brokers) {
    if (spec.rack !== rack) continue;
    onServers(cluster, serverOf({ broker: spec.nodeId }, cluster), (server) => {
      if (server.power !== 'powerless') server.losePower(cluster);
    });
  }
  const clients = [
    ...scenario.producers.map((spec) => ({ name: `producer:${spec.clientId}`, rack: spec.rack })),
    ...scenario.consumers.map((spec) => ({ name: `consumer:${spec.clientId}`, rack: spec.rack })),
  ];
  for (const client of clients) {
    if (client.rack !== rack) continue;
    onProcessOfClient(cluster, client.name, (node) => {
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

/** What befalls the process of a client befalls its consumer and its producer, if it has both: the producer first. */
function onProcessOfClient(
  cluster: Cluster,
  name: string,
  deed: (client: Producer | Consumer) => void,
): void {
  const { names } = cluster.directory;
  const roles = rolesOf(cluster, indexOf(cluster, name)).map((index) => names[index] ?? name);
  for (const role of roles.sort().reverse()) onClient(cluster, role, deed);
}

/** Of a consumer and a producer in one process the consumer is closed first, and has the producer follow. */
function whoCloses(cluster: Cluster, name: string): string {
  const { names } = cluster.directory;
  const roles = rolesOf(cluster, indexOf(cluster, name)).map((index) => names[index] ?? name);
  return roles.sort()[0] ?? name;
}

/** Nothing, where it is a client of Kafka. */
function onQueueClient(cluster: Cluster, name: string, deed: (client: QueueClient) => void): void {
  cluster.act(indexOf(cluster, name), (node) => {
    if (node instanceof QueueClient) deed(node);
  });
}

function onClient(cluster: Cluster, name: string, deed: (client: Producer | Consumer) => void): void {
  const index = indexOf(cluster, name);
  cluster.act(index, (node) => {
    if (node instanceof Producer || node instanceof Consumer) deed(node);
  });
  if (!hasProcess(cluster.node(index))) cluster.endPause(index);
}
