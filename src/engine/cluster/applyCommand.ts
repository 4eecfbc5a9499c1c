import { Broker } from '../broker/Broker.ts';
import { failLogDir, resizeDisk } from '../broker/logDirFaults.ts';
import { Producer } from '../client/producer/Producer.ts';
import { administer } from '../controller/administer.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { exhaustive } from '../../shared/assert.ts';
import { targetOfCommand } from '../../shared/targetOfCommand.ts';
import type { NodeIndex, TopicPartition } from '../../shared/units.ts';
import { applyFault, cutPowerOfRack, onBroker } from './applyFault.ts';
import { adminRequestOf, isAdminCommand, type AdminCommand } from './adminRequests.ts';
import type { Cluster, DeferredDeed } from './Cluster.ts';
import { producerConfigOf } from './configs.ts';
import { callConsumer, isConsumerCall } from './consumerCalls.ts';
import { activeControllerOf, controllerOf } from './ledger.ts';
import { applyToQueues } from './applyToQueues.ts';
import { administerGroups } from './groupAdmin.ts';
import { resetOffsets } from './resetOffsets.ts';
import { indexOf, onServers, serverOf, stopServer } from './servers.ts';

const TRANSACTIONAL_CALLS = {
  BeginTransaction: 'beginTransaction',
  CommitTransaction: 'commitTransaction',
  AbortTransaction: 'abortTransaction',
} as const;

/**
 * Carries out a command. One that finds nothing to do (a broker that is down already) leaves its row and changes nothing. What a
 * process must do itself waits until it goes on, if it stands still.
 */
export function applyCommand(command: CommandBody, scenario: Scenario, cluster: Cluster): void {
  cluster.intervene(() => {
    cluster.trace({ kind: 'CommandApplied', command: command.kind, target: targetOfCommand(command) });
    const doer = doerOf(command, cluster);
    if (doer !== null && cluster.isPaused(doer)) cluster.defer(doer, command);
    else carryOut(command, scenario, cluster);
  });
}

/** A deed that waited for its process to go on: the consequence of the command that was given then. */
export function carryOutDeferred(deed: DeferredDeed, scenario: Scenario, cluster: Cluster): void {
  cluster.intervene(() => {
    carryOut(deed.command, scenario, cluster);
  }, deed.seq);
}

function carryOut(command: CommandBody, scenario: Scenario, cluster: Cluster): void {
  if (isAdminCommand(command)) {
    askController(cluster, command);
    return;
  }
  if (isConsumerCall(command)) {
    callConsumer(command, cluster);
    return;
  }
  switch (command.kind) {
    case 'KillBroker':
    case 'KillController':
      onServers(cluster, serverOf(command, cluster), (server) => {
        if (server.power === 'on') server.kill(cluster);
      });
      return;
    case 'StopBroker':
    case 'StopController':
      stopServer(cluster, serverOf(command, cluster));
      return;
    case 'StartBroker':
    case 'StartController':
      onServers(cluster, serverOf(command, cluster), (server) => {
        server.boot(cluster);
      });
      return;
    case 'CutControllerPower':
    case 'CutPower':
      if ('rack' in command) cutPowerOfRack(command.rack, scenario, cluster);
      else
        onServers(cluster, serverOf(command, cluster), (server) => {
          if (server.power !== 'powerless') server.losePower(cluster);
        });
      return;
    case 'PauseProcess':
    case 'ResumeProcess':
    case 'FailDisk':
    case 'ReplaceDisk':
    case 'SlowDisk':
    case 'MendDisk':
    case 'CutLink':
    case 'SlowLink':
    case 'MendLink':
    case 'ResetConnections':
    case 'SetClock':
    case 'KillClient':
    case 'CloseClient':
    case 'StartClient':
    case 'StallConsumer':
    case 'UnstallConsumer':
      applyFault(command, cluster);
      return;
    case 'FailLogDir':
      onBroker(cluster, command.broker, (broker) => {
        const logDir = command.logDir ?? broker.config.logDirs[0] ?? '';
        failLogDir(broker, logDir, cluster.isPaused(cluster.self), cluster);
      });
      return;
    case 'ResizeDisk':
      onBroker(cluster, command.broker, (broker) => {
        const logDir = command.logDir ?? broker.config.logDirs[0] ?? '';
        resizeDisk(broker, logDir, command.capacityBytes, cluster);
      });
      return;
    case 'DeleteRecords':
      askLeader(cluster, command);
      return;
    case 'DeleteGroups':
    case 'AlterShareGroupOffsets':
    case 'DeleteShareGroupOffsets':
      administerGroups(command, cluster);
      return;
    case 'ResetOffsets':
      resetOffsets(command.group, command.partitions, command, cluster);
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
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      onProducer(cluster, command.producer, (producer) => {
        producer.callTransaction(TRANSACTIONAL_CALLS[command.kind], cluster);
      });
      return;
    case 'SendRecords':
      onProducer(cluster, command.producer, (producer) => {
        producer.sendRecords(command.count, cluster);
      });
      return;
    case 'KillQueueBroker':
    case 'StartQueueBroker':
    case 'PublishMessages':
      applyToQueues(command, cluster);
      return;
    default:
      exhaustive(command);
  }
}

/** The process that carries a command out itself, so that it cannot while it stands still; null for what others do to it. */
function doerOf(command: CommandBody, cluster: Cluster): NodeIndex | null {
  if (isAdminCommand(command)) return activeNode(cluster);
  if (isConsumerCall(command)) return indexOf(cluster, `consumer:${command.consumer}`);
  switch (command.kind) {
    case 'StopBroker':
    case 'StopController':
      return serverOf(command, cluster);
    case 'DeleteRecords':
      return leaderNode(cluster, command.partition);
    case 'RestartProducer':
    case 'PauseWorkload':
    case 'ResumeWorkload':
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
    case 'SendRecords':
      return indexOf(cluster, `producer:${command.producer}`);
    case 'PublishMessages':
      return indexOf(cluster, `publisher:${command.publisher}`);
    case 'CloseClient':
      return indexOf(cluster, command.client);
    case 'StallConsumer':
    case 'UnstallConsumer':
      return indexOf(cluster, `consumer:${command.consumer}`);
    default:
      return null;
  }
}

/** An admin client's request, which the active controller carries out at once; while there is none, nobody answers. */
function askController(cluster: Cluster, command: AdminCommand): void {
  const controller = activeControllerOf(cluster);
  cluster.act(activeNode(cluster) ?? 0, () => {
    administer(controller, adminRequestOf(command), cluster);
  });
}

/**
 * An admin client's request to the leader of a partition. It learns from the metadata who that is: an unknown partition is
 * refused there, and without a leader nobody answers.
 */
function askLeader(
  cluster: Cluster,
  { partition: topicPartition, offset }: Extract<CommandBody, { readonly kind: 'DeleteRecords' }>,
): void {
  const refuse = (error: string, message: string): void => {
    cluster.trace({
      kind: 'AdminRequestFailed',
      request: 'DeleteRecords',
      resource: topicPartition,
      error,
      message,
    });
  };
  const entry = controllerOf(cluster)?.image.partitions.get(topicPartition);
  if (!entry) {
    refuse('UNKNOWN_TOPIC_OR_PARTITION', 'This server does not host this topic-partition.');
    return;
  }
  const leader = leaderNode(cluster, topicPartition);
  const outcome = { isAnswered: false };
  if (leader !== null)
    cluster.act(leader, (node) => {
      if (node instanceof Broker)
        outcome.isAnswered = node.deleteRecords({ topicPartition, topic: entry.topic, offset }, cluster);
    });
  if (!outcome.isAnswered) refuse('REQUEST_TIMED_OUT', `No leader of ${topicPartition} answers.`);
}

function leaderNode(cluster: Cluster, partition: TopicPartition): NodeIndex | null {
  const leader = controllerOf(cluster)?.image.partitions.get(partition)?.registration.leader ?? -1;
  return leader < 0 ? null : indexOf(cluster, `broker:${leader}`);
}

function activeNode(cluster: Cluster): NodeIndex | null {
  const controller = activeControllerOf(cluster);
  return controller && (cluster.directory.controllers.get(controller.nodeId) ?? null);
}

function onProducer(cluster: Cluster, clientId: string, deed: (producer: Producer) => void): void {
  cluster.act(indexOf(cluster, `producer:${clientId}`), (node) => {
    if (node instanceof Producer) deed(node);
  });
}
