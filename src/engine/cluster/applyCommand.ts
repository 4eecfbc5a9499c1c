import { Broker } from '../broker/Broker.ts';
import { Producer } from '../client/producer/Producer.ts';
import { administer } from '../controller/administer.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { exhaustive, expectPresent } from '../../shared/assert.ts';
import type { BrokerId, NodeIndex } from '../../shared/units.ts';
import { adminRequestOf, type AdminCommand } from './adminRequests.ts';
import type { Cluster } from './Cluster.ts';
import { producerConfigOf } from './configs.ts';
import { controllerOf } from './ledger.ts';

/** Carries out a command. One that finds nothing to do (a broker that is down already) leaves its row and changes nothing. */
export function applyCommand(command: CommandBody, scenario: Scenario, cluster: Cluster): void {
  cluster.intervene(() => {
    cluster.trace({ kind: 'CommandApplied', command: command.kind, target: targetOf(command) });
    switch (command.kind) {
      case 'KillBroker':
        onBroker(cluster, command.broker, (broker) => {
          if (broker.power === 'on') broker.kill(cluster);
        });
        return;
      case 'StopBroker':
        onBroker(cluster, command.broker, (broker) => {
          broker.stopCleanly(cluster);
        });
        return;
      case 'StartBroker':
        onBroker(cluster, command.broker, (broker) => {
          broker.boot(cluster);
        });
        return;
      case 'CutPower':
        onBroker(cluster, command.broker, (broker) => {
          if (broker.power !== 'powerless') broker.losePower(cluster);
        });
        return;
      case 'CutLink': {
        const [a, b] = ends(cluster, command.between);
        if (cluster.cutLink(a, b)) cluster.trace({ kind: 'LinkCut', between: command.between });
        return;
      }
      case 'MendLink': {
        const [a, b] = ends(cluster, command.between);
        if (cluster.mendLink(a, b)) cluster.trace({ kind: 'LinkMended', between: command.between });
        return;
      }
      case 'FailLogDir':
        onBroker(cluster, command.broker, (broker) => {
          broker.failLogDir(command.logDir ?? broker.config.logDirs[0] ?? '', cluster);
        });
        return;
      case 'CreateTopic':
      case 'DeleteTopic':
      case 'CreatePartitions':
      case 'ElectLeaders':
      case 'AlterPartitionReassignments':
      case 'AlterTopicConfigs':
      case 'AlterBrokerConfigs':
      case 'AlterClusterConfigs':
      case 'UnregisterBroker':
        askController(cluster, command);
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
  if ('reassignments' in command) return command.reassignments.map(({ partition }) => partition).join(' ');
  if (command.kind === 'ElectLeaders') return command.partitions?.join(' ') ?? 'cluster';
  if (command.kind === 'AlterClusterConfigs') return 'cluster';
  if ('producer' in command) return `producer:${command.producer}`;
  if ('between' in command) return command.between.join(' ');
  return command.topic;
}

/** An admin client's request, which the active controller carries out at once. */
function askController(cluster: Cluster, command: AdminCommand): void {
  const controller = controllerOf(cluster);
  const index = controller === null ? cluster.directory.controller : cluster.state.nodes.indexOf(controller);
  cluster.act(index, () => {
    administer(controller, adminRequestOf(command), cluster);
  });
}

function onBroker(cluster: Cluster, id: BrokerId, deed: (broker: Broker) => void): void {
  cluster.act(expectPresent(cluster.directory.brokers.get(id), `broker ${id}`), (node) => {
    if (node instanceof Broker) deed(node);
  });
}

function onProducer(cluster: Cluster, clientId: string, deed: (producer: Producer) => void): void {
  cluster.act(indexOf(cluster, `producer:${clientId}`), (node) => {
    if (node instanceof Producer) deed(node);
  });
}

function ends(cluster: Cluster, between: readonly [string, string]): readonly [NodeIndex, NodeIndex] {
  return [indexOf(cluster, between[0]), indexOf(cluster, between[1])];
}

function indexOf(cluster: Cluster, name: string): NodeIndex {
  const index = cluster.directory.names.indexOf(name);
  return expectPresent(index < 0 ? null : index, name);
}
