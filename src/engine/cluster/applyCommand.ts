import { Broker } from '../broker/Broker.ts';
import { Producer } from '../client/producer/Producer.ts';
import { quotaEntityText } from '../metadata/ClientQuotas.ts';
import { Controller } from '../controller/Controller.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { exhaustive, expectPresent } from '../../shared/assert.ts';
import type { BrokerId, NodeIndex } from '../../shared/units.ts';
import type { Cluster } from './Cluster.ts';
import { producerConfigOf } from './configs.ts';

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
      case 'AlterTopicConfigs':
        cluster.act(cluster.directory.controller, (node) => {
          if (node instanceof Controller) node.alterTopicConfigs(command.topic, command.configs, cluster);
        });
        return;
      case 'AlterClientQuotas':
        cluster.act(cluster.directory.controller, (node) => {
          const { user, clientId, quotas } = command;
          if (node instanceof Controller) node.alterClientQuotas({ user, clientId }, quotas, cluster);
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
  if (command.kind === 'AlterClientQuotas') return quotaEntityText(command);
  if ('broker' in command) return `broker:${command.broker}`;
  if ('producer' in command) return `producer:${command.producer}`;
  if ('between' in command) return command.between.join(' ');
  return command.topic;
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
