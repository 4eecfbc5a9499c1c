import { DEFAULTS } from '../../src/scenario/defaults.ts';
import type {
  Command,
  InitialPartition,
  PartitionSpec,
  Scenario,
  Workload,
} from '../../src/scenario/Scenario.ts';

/** Commands that a recording cannot carry out, and why. */
export const NOT_RECORDABLE: Readonly<Partial<Record<Command['kind'], string>>> = {
  AlterGroupConfigs: 'the driver has no such call yet',
  DeleteGroups: 'the driver has no such call yet',
  AlterShareGroupOffsets: 'the driver has no such call yet',
  DeleteShareGroupOffsets: 'the driver has no such call yet',
  KillQueueBroker: 'a queue broker is not Kafka',
  StartQueueBroker: 'a queue broker is not Kafka',
  PublishMessages: 'a queue broker is not Kafka',
  CutPower: 'what the page cache held cannot be taken from a process of this machine',
  CutControllerPower: 'what the page cache held cannot be taken from a process of this machine',
  FailDisk: 'a disk cannot be taken away without privileges',
  ReplaceDisk: 'a disk cannot be taken away without privileges',
  FailLogDir: 'a disk cannot be taken away without privileges',
  SlowDisk: 'a disk cannot be made slow without privileges',
  ResizeDisk: 'a volume cannot be given a size without privileges',
  MendDisk: 'a disk cannot be made slow without privileges',
};

/** Digits of what the driver writes into a value. */
const LEAST_VALUE_BYTES = 8;

/** Why a scenario cannot be run on real processes; null when it can. */
export function unrecordableBecause({
  commands,
  topics,
  network,
  producers,
  consumers,
  queueBrokers,
  untilUs,
}: Scenario): string | null {
  if (queueBrokers !== undefined)
    return 'a queue broker cannot be recorded: only Kafka runs, and the rest of the scenario shares its network';
  const looping = producers.filter(({ workload }) => workload?.transaction !== undefined);
  if (
    commands.some(
      (command) =>
        command.kind === 'SendRecords' && looping.some(({ clientId }) => clientId === command.producer),
    )
  )
    return 'SendRecords cannot be recorded on a producer whose workload has transactions: two threads would share one';
  for (const command of commands) {
    const reason = NOT_RECORDABLE[command.kind] ?? lostInProxy(command) ?? notSettable(command);
    if (reason !== null)
      return `${command.kind} at ${String(command.atUs / 1_000_000)} s cannot be recorded: ${reason}`;
  }
  if (topics.some(({ partitions }) => partitions.some((partition) => !isNew(partition))))
    return 'topics with an initial state cannot be recorded: a real cluster begins empty';
  if (
    network.bandwidthBitsPerSecond !== DEFAULTS.bandwidthBitsPerSecond ||
    network.links.some(({ bandwidthBitsPerSecond }) => bandwidthBitsPerSecond !== undefined)
  )
    return 'a bandwidth cannot be recorded: the proxy between the processes can only delay and hold back';
  const small = producers.find(
    ({ workload }) =>
      workload !== null && workload.values === undefined && workload.valueBytes < LEAST_VALUE_BYTES,
  );
  if (small)
    return `values of ${String(small.workload?.valueBytes)} bytes (producer ${small.clientId}) cannot be recorded: a record's number stands in its value, in ${String(LEAST_VALUE_BYTES)} bytes`;
  const made = producers.find(({ workload }) => workload?.values !== undefined && !isGivenByHand(workload));
  if (made)
    return `values of a kind (producer ${made.clientId}) can be recorded of records that SendRecords hands over for a partition of the workload, without headers, tombstones and sizes that differ`;
  const onLoop = consumers.find(({ heartbeats }) => heartbeats === 'eventLoop');
  if (onLoop)
    return `an event loop (consumer ${onLoop.clientId}) cannot be recorded: a Java consumer has a thread for its heartbeats`;
  if (untilUs === null) return 'the scenario does not say until when it runs (`until`)';
  return null;
}

/** Whoever hands over the records can make their values, which hang on their places in the partition. */
function isGivenByHand({ arrivals, partition, tombstoneEvery, valueBytesMost, headers }: Workload): boolean {
  return (
    arrivals.kind === 'none' &&
    partition !== null &&
    tombstoneEvery === null &&
    valueBytesMost === undefined &&
    headers === undefined
  );
}

function lostInProxy(command: Command): string | null {
  if (command.kind !== 'SlowLink') return null;
  const { jitterUs, bandwidthBitsPerSecond, lossPercent } = command;
  return jitterUs > 0 || bandwidthBitsPerSecond !== null || lossPercent > 0
    ? 'the proxy between the processes can only delay, all alike: no jitter, bandwidth or loss'
    : null;
}

/** A producer can be told what to stamp its records with; the clock of one process cannot be set. */
function notSettable(command: Command): string | null {
  if (command.kind !== 'SetClock') return null;
  if (!command.node.startsWith('producer:'))
    return 'the clock of one process cannot be set, only that of a producer';
  return command.driftPpm === 0
    ? null
    : 'a clock that drifts cannot be recorded: a producer is told by how much it is ahead';
}

/** As CreateTopics leaves it: led by the first replica, all in the ISR, nothing in the log. */
function isNew({ replicas, initial }: PartitionSpec): boolean {
  const { leader, leaderEpoch, isr, elr, lastKnownElr }: InitialPartition = initial;
  return (
    initial.logEndOffset === 0 &&
    leaderEpoch === 0 &&
    leader === replicas[0] &&
    isr.length === replicas.length &&
    elr.length === 0 &&
    lastKnownElr.length === 0
  );
}
