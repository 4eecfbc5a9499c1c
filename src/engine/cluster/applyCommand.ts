import { Broker } from '../broker/Broker.ts';
import { Producer } from '../client/producer/Producer.ts';
import { Controller } from '../controller/Controller.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { exhaustive, expectPresent } from '../../shared/assert.ts';
import type { NodeIndex } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { producerConfigOf } from './configs.ts';
import { activeControllerOf } from './ledger.ts';

/** Carries out a command. One that finds nothing to do (a broker that is down already) leaves its row and changes nothing. */
export function applyCommand(command: CommandBody, scenario: Scenario, cluster: Cluster): void {
  cluster.intervene(() => {
    cluster.trace({ kind: 'CommandApplied', command: command.kind, target: targetOf(command) });
    switch (command.kind) {
      case 'KillBroker':
        onProcess(cluster, cluster.directory.brokers.get(command.broker), (server) => {
          if (server.power === 'on') server.kill(cluster);
        });
        return;
      case 'KillController':
        onProcess(cluster, cluster.directory.controllers.get(command.controller), (server) => {
          if (server.power === 'on') server.kill(cluster);
        });
        return;
      case 'StopBroker':
        stopProcess(cluster, cluster.directory.brokers.get(command.broker));
        return;
      case 'StopController':
        stopProcess(cluster, cluster.directory.controllers.get(command.controller));
        return;
      case 'StartBroker':
        onProcess(cluster, cluster.directory.brokers.get(command.broker), (server) => {
          server.boot(cluster);
        });
        return;
      case 'StartController':
        onProcess(cluster, cluster.directory.controllers.get(command.controller), (server) => {
          server.boot(cluster);
        });
        return;
      case 'CutPower':
        onProcess(cluster, cluster.directory.brokers.get(command.broker), (server) => {
          if (server.power !== 'powerless') server.losePower(cluster);
        });
        return;
      case 'CutControllerPower':
        onProcess(cluster, cluster.directory.controllers.get(command.controller), (server) => {
          if (server.power !== 'powerless') server.losePower(cluster);
        });
        return;
      case 'CutLink': {
        const isCut = pairsOf(cluster, command.between).map(([a, b]) => cluster.cutLink(a, b));
        if (isCut.includes(true)) cluster.trace({ kind: 'LinkCut', between: command.between });
        return;
      }
      case 'MendLink': {
        const isMended = pairsOf(cluster, command.between).map(([a, b]) => cluster.mendLink(a, b));
        if (isMended.includes(true)) cluster.trace({ kind: 'LinkMended', between: command.between });
        return;
      }
      case 'AlterTopicConfigs':
        onActiveController(cluster, (controller) => {
          controller.alterTopicConfigs(command.topic, command.configs, cluster);
        });
        return;
      case 'RestartProducer':
        onProducer(cluster, command.producer, (producer) => {
          const given = scenario.producers.find((spec) => spec.clientId === command.producer)?.configs ?? {};
          producer.restart(
            producerConfigOf({ ...given, ...producer.changedConfigs, ...command.configs }),
            command.configs,
            cluster,
          );
        });
        return;
      case 'PauseWorkload':
        onProducer(cluster, command.producer, (producer) => {
          producer.pause(cluster);
        });
        return;
      case 'ResumeWorkload':
        onProducer(cluster, command.producer, (producer) => {
          producer.resume(cluster);
        });
        return;
      case 'SendRecords':
        onProducer(cluster, command.producer, (producer) => {
          producer.sendRecords(command.count, cluster);
        });
        return;
      default:
        exhaustive(command);
    }
  });
}

/** What a command is done to, as an entity key or a topic. */
export function targetOf(command: CommandBody): string {
  if ('broker' in command) return `broker:${command.broker}`;
  if ('controller' in command) return `controller:${command.controller}`;
  if ('producer' in command) return `producer:${command.producer}`;
  if ('between' in command) return command.between.join(' ');
  return command.topic;
}

/** Both roles of a process, the broker first; mostly it has one. */
function rolesOf(cluster: Cluster, node: NodeIndex | undefined): NodeIndex[] {
  const index = expectPresent(node, 'a server');
  const companion = cluster.directory.companions.get(index);
  if (companion === undefined) return [index];
  return cluster.directory.brokerIds.has(index) ? [index, companion] : [companion, index];
}

/** What befalls a process befalls both its roles. */
function onProcess(
  cluster: Cluster,
  node: NodeIndex | undefined,
  deed: (server: Broker | Controller) => void,
): void {
  for (const index of rolesOf(cluster, node)) {
    cluster.act(index, (server) => {
      if (server instanceof Broker || server instanceof Controller) deed(server);
    });
  }
}

/** SIGTERM: the broker of a process stops first, and the controller goes with it until then. */
function stopProcess(cluster: Cluster, node: NodeIndex | undefined): void {
  const running = rolesOf(cluster, node).find((index) => cluster.node(index).isRunning());
  if (running !== undefined) cluster.act(running, (server) => server.stopCleanly?.(cluster));
}

/** Nobody decides while no controller is active: then the deed comes to nothing. */
function onActiveController(cluster: Cluster, deed: (controller: Controller) => void): void {
  const active = activeControllerOf(cluster);
  if (!active) return;
  cluster.act(expectPresent(cluster.directory.controllers.get(active.nodeId), active.name), () => {
    deed(active);
  });
}

function onProducer(cluster: Cluster, clientId: string, deed: (producer: Producer) => void): void {
  cluster.act(indexOf(cluster, `producer:${clientId}`), (node) => {
    if (node instanceof Producer) deed(node);
  });
}

/** The wires between two named nodes: all that lead from one process to the other, and none within one. */
function pairsOf(cluster: Cluster, between: readonly [string, string]): (readonly [NodeIndex, NodeIndex])[] {
  const [from = [], to = []] = between.map((name) => withCompanion(cluster, indexOf(cluster, name)));
  return from.some((a) => to.includes(a)) ? [] : from.flatMap((a) => to.map((b) => [a, b] as const));
}

function withCompanion(cluster: Cluster, index: NodeIndex): NodeIndex[] {
  const companion = cluster.directory.companions.get(index);
  return companion === undefined ? [index] : [index, companion];
}

function indexOf(cluster: Cluster, name: string): NodeIndex {
  const index = cluster.directory.names.indexOf(name);
  return expectPresent(index < 0 ? null : index, name);
}
