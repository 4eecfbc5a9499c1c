import { DriverError } from '../cluster/DriverClient.ts';
import type { KafkaCluster } from '../cluster/KafkaCluster.ts';
import type { Command, OffsetsTarget } from '../../src/scenario/Scenario.ts';
import type { RecordedCommand } from '../recording/Recording.ts';
import { NOT_RECORDABLE } from './unrecordableBecause.ts';
import type { ScenarioClients } from './ScenarioClients.ts';

/** Whoever carries out the commands of one run. */
export interface Hands {
  readonly cluster: KafkaCluster;
  readonly clients: ScenarioClients;
  /** `performance`-like ms since the scenario's zero. */
  readonly nowMs: () => number;
}

const TRANSACTIONAL_CALLS = {
  BeginTransaction: 'beginTransaction',
  CommitTransaction: 'commitTransaction',
  AbortTransaction: 'abortTransaction',
} as const;

type Answer = string | Readonly<Record<string, string>> | null;

/** Carries out one command for real. Resolves when it is done, or answered. */
export async function carryOut(command: Command, hands: Hands): Promise<RecordedCommand> {
  const t = Math.round(hands.nowMs());
  let answer: Answer;
  try {
    answer = await doIt(command, hands);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    answer = error.error;
  }
  const done = Math.round(hands.nowMs());
  return answer === null ? { kind: command.kind, t, done } : { kind: command.kind, t, done, answer };
}

async function doIt(command: Command, { cluster, clients }: Hands): Promise<Answer> {
  const admin = async (what: string, request: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const answer = await cluster.driver.ask<Record<string, string> | null>(what, {
      bootstrap: cluster.bootstrap(),
      ...request,
    });
    return answer ?? 'NONE';
  };
  switch (command.kind) {
    case 'KillBroker':
      await cluster.killNode(command.broker);
      return null;
    case 'KillController':
      await cluster.killNode(command.controller);
      return null;
    case 'StopBroker':
      await cluster.stopNode(command.broker);
      return null;
    case 'StopController':
      await cluster.stopNode(command.controller);
      return null;
    case 'StartBroker':
      await cluster.startNodeAgain(command.broker);
      return null;
    case 'StartController':
      await cluster.startNodeAgain(command.controller);
      return null;
    case 'PauseProcess': {
      const { node } = command;
      signal(node, 'SIGSTOP', cluster, clients);
      if (command.forUs !== null)
        setTimeout(() => signal(node, 'SIGCONT', cluster, clients), command.forUs / 1000);
      return null;
    }
    case 'ResumeProcess':
      signal(command.node, 'SIGCONT', cluster, clients);
      return null;
    case 'ResetConnections':
      cluster.resetConnections(proxyName(command.between[0]), proxyName(command.between[1]));
      return null;
    case 'CutLink':
    case 'MendLink':
    case 'SlowLink': {
      const [a, b] = command.between.map(proxyName) as [string, string];
      const state =
        command.kind === 'MendLink'
          ? null
          : {
              isCut: command.kind === 'CutLink',
              latencyMs: command.kind === 'SlowLink' ? (command.latencyUs ?? 0) / 1000 : 0,
            };
      cluster.setLink(a, b, state);
      if (command.direction === undefined) cluster.setLink(b, a, state);
      return null;
    }
    case 'KillClient':
      await clients.killClient(command.client);
      return null;
    case 'CloseClient':
      await clients.closeClient(command.client);
      return null;
    case 'StartClient':
      await clients.startClient(command.client);
      return null;
    case 'StallConsumer':
      await clients.ask(`consumer:${command.consumer}`, 'consumer.stall');
      return null;
    case 'UnstallConsumer':
      await clients.ask(`consumer:${command.consumer}`, 'consumer.unstall');
      return null;
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
      // The application calls it before its next poll(); what it throws is written down with what else it was told.
      await clients.ask(`consumer:${command.consumer}`, 'consumer.call', { ...command });
      return null;
    case 'RestartProducer':
      await clients.restartProducer(command.producer, command.configs);
      return null;
    case 'PauseWorkload':
      await clients.ask(`producer:${command.producer}`, 'producer.pause');
      return null;
    case 'ResumeWorkload':
      await clients.ask(`producer:${command.producer}`, 'producer.resume');
      return null;
    case 'SetClock':
      await clients.ask(command.node, 'producer.clock', { offsetMs: command.offsetUs / 1000 });
      return null;
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      // What came of the call is written down with the producer's others.
      await clients
        .ask(`producer:${command.producer}`, `producer.${TRANSACTIONAL_CALLS[command.kind]}`)
        .catch((error: unknown) => {
          if (!(error instanceof DriverError)) throw error;
        });
      return null;
    case 'SendRecords':
      await clients.sendRecords(command.producer, command.count);
      return null;
    case 'AlterTopicConfigs':
      return admin('alterConfigs', {
        type: 'TOPIC',
        name: command.topic,
        configs: command.configs,
        remove: command.remove,
      });
    case 'AlterBrokerConfigs':
      return admin('alterConfigs', {
        type: 'BROKER',
        name: String(command.broker),
        configs: command.configs,
        remove: command.remove,
      });
    case 'AlterClusterConfigs':
      return admin('alterConfigs', {
        type: 'BROKER',
        name: '',
        configs: command.configs,
        remove: command.remove,
      });
    case 'AlterClientQuotas':
      return admin('alterQuotas', quotaChange(command));
    case 'CreateTopic':
      return admin('createTopic', { ...command });
    case 'DeleteTopic':
      return admin('deleteTopics', { topics: [command.topic] });
    case 'CreatePartitions':
      return admin('createPartitions', { ...command });
    case 'ElectLeaders':
      return admin('electLeaders', { ...command });
    case 'AlterPartitionReassignments':
      return admin('reassign', { ...command });
    case 'DeleteRecords':
      return admin('deleteRecords', { ...command });
    case 'UnregisterBroker':
      return admin('unregister', { ...command });
    case 'ResetOffsets':
      return resetOffsets(command, cluster);
    case 'KillQueueBroker':
    case 'StartQueueBroker':
    case 'PublishMessages':
    case 'AlterGroupConfigs':
    case 'DeleteGroups':
    case 'AlterShareGroupOffsets':
    case 'DeleteShareGroupOffsets':
    case 'CutPower':
    case 'CutControllerPower':
    case 'FailDisk':
    case 'ReplaceDisk':
    case 'FailLogDir':
    case 'SlowDisk':
    case 'ResizeDisk':
    case 'MendDisk':
      throw new Error(`${command.kind} cannot be recorded: ${NOT_RECORDABLE[command.kind] ?? ''}`);
  }
}

const TARGET_OPTIONS: Readonly<Record<OffsetsTarget['to'], (value: number) => readonly string[]>> = {
  earliest: () => ['--to-earliest'],
  latest: () => ['--to-latest'],
  current: () => ['--to-current'],
  offset: (offset) => ['--to-offset', String(offset)],
  'shift-by': (by) => ['--shift-by', String(by)],
  'by-duration': (ms) => ['--by-duration', `PT${String(ms / 1000)}S`],
};

/** As an operator does it: by Kafka's own tool. What it refuses it prints, and ends as if nothing was wrong. */
async function resetOffsets(
  { group, partitions, to, value }: Extract<Command, { readonly kind: 'ResetOffsets' }>,
  cluster: KafkaCluster,
): Promise<Answer> {
  const scope =
    partitions === null
      ? ['--all-topics']
      : partitions.flatMap((partition) => ['--topic', partition.replace(/-(\d+)$/, ':$1')]);
  const printed = await cluster.driver.ask<string>('tool', {
    name: 'consumer.group.ConsumerGroupCommand',
    args: [
      ...['--bootstrap-server', cluster.bootstrap(), '--group', group, '--reset-offsets', '--execute'],
      ...scope,
      ...TARGET_OPTIONS[to](value),
    ],
  });
  return /^Error: (.*)$/m.exec(printed)?.[1]?.trim() ?? 'NONE';
}

function signal(
  node: string,
  how: 'SIGSTOP' | 'SIGCONT',
  cluster: KafkaCluster,
  clients: ScenarioClients,
): void {
  if (/^(broker|controller):/.test(node)) cluster.signalNode(Number(node.slice(node.indexOf(':') + 1)), how);
  else clients.signal(node, how);
}

/** How the proxy calls a process of the scenario. */
export function proxyName(node: string): string {
  const id = node.slice(node.indexOf(':') + 1);
  return /^(broker|controller):/.test(node) ? `node:${id}` : id;
}

/** A change of client quotas as the driver takes it. */
export function quotaChange({
  user,
  clientId,
  quotas,
}: {
  readonly user: string | null;
  readonly clientId: string | null;
  readonly quotas: readonly (readonly [string, number | null])[];
}): Readonly<Record<string, unknown>> {
  const entity = {
    ...(user === null ? {} : { user: named(user) }),
    ...(clientId === null ? {} : { 'client-id': named(clientId) }),
  };
  return { entity, quotas: Object.fromEntries(quotas) };
}

/** Kafka's Admin takes null for the default entity. */
function named(name: string): string | null {
  return name === '<default>' ? null : name;
}
