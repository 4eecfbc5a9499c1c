import type { FileCommand } from '../ScenarioFile.ts';
import { formatGroupConfigs } from './groupConfigs.ts';
import type { ReadingCommand, ReadingKind } from './readingCommands.ts';

type WithoutTime<Body> = Body extends unknown ? Omit<Body, 'at' | 'after'> : never;

export function formatReadingCommand(
  command: ReadingCommand,
): WithoutTime<Extract<FileCommand, { readonly kind: ReadingKind }>> {
  switch (command.kind) {
    case 'Seek':
      return {
        kind: command.kind,
        consumer: command.consumer,
        ...partitionsUnlessAll(command.partitions),
        to: command.to,
        ...(command.value === 0 ? {} : { value: command.value }),
      };
    case 'PausePartitions':
    case 'ResumePartitions':
      return { kind: command.kind, consumer: command.consumer, ...partitionsUnlessAll(command.partitions) };
    case 'CommitOffsets':
      return { kind: command.kind, consumer: command.consumer, offsets: command.offsets };
    case 'AlterGroupConfigs':
      return {
        kind: command.kind,
        group: command.group,
        ...(Object.keys(command.configs).length === 0
          ? {}
          : { configs: formatGroupConfigs(command.configs) }),
        ...(command.remove === undefined ? {} : { remove: command.remove }),
      };
    case 'DeleteGroups':
      return { kind: command.kind, groups: command.groups };
    case 'AlterShareGroupOffsets':
      return { kind: command.kind, group: command.group, offsets: command.offsets };
    case 'DeleteShareGroupOffsets':
      return { kind: command.kind, group: command.group, topics: command.topics };
  }
}

function partitionsUnlessAll(partitions: readonly string[] | null): {
  readonly partitions?: readonly string[];
} {
  return partitions === null ? {} : { partitions };
}
