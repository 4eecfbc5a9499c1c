import type { ConsumerCall } from '../client/consumer/calls/ConsumerCall.ts';
import { Consumer } from '../client/consumer/Consumer.ts';
import type { CommandBody } from '../../scenario/Scenario.ts';
import type { Cluster } from './Cluster.ts';
import { indexOf } from './servers.ts';

/** Commands that have the application of a consumer call something. */
type ConsumerCallCommand = Extract<
  CommandBody,
  { readonly kind: 'Seek' | 'PausePartitions' | 'ResumePartitions' | 'CommitOffsets' }
>;

export function isConsumerCall(command: CommandBody): command is ConsumerCallCommand {
  switch (command.kind) {
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
      return true;
    default:
      return false;
  }
}

export function callConsumer(command: ConsumerCallCommand, cluster: Cluster): void {
  cluster.act(indexOf(cluster, `consumer:${command.consumer}`), (node) => {
    if (node instanceof Consumer) node.call(Object.freeze(callOf(command)), cluster);
  });
}

function callOf(command: ConsumerCallCommand): ConsumerCall {
  switch (command.kind) {
    case 'Seek': {
      const { partitions, to, value } = command;
      if (to === 'offset') return { kind: 'seek', partitions, to, offset: value };
      if (to === 'timestamp') return { kind: 'seek', partitions, to, timestampMs: value };
      return { kind: 'seek', partitions, to };
    }
    case 'PausePartitions':
      return { kind: 'pause', partitions: command.partitions };
    case 'ResumePartitions':
      return { kind: 'resume', partitions: command.partitions };
    case 'CommitOffsets':
      return {
        kind: 'commitSync',
        offsets: command.offsets.map(({ partition, offset }) => ({
          topicPartition: partition,
          committedOffset: offset,
          committedLeaderEpoch: -1,
          committedMetadata: '',
        })),
      };
  }
}
