import { checkConfigValue } from './groupConfigs.ts';
import type { ReadReport } from '../readConfigs.ts';
import type { CommandBody } from '../Scenario.ts';
import type { FileCommand } from '../ScenarioFile.ts';
import { pathTo } from '../ScenarioProblem.ts';

/** What a consumer is told, and what is asked about groups. */
export type ReadingKind =
  | 'Seek'
  | 'PausePartitions'
  | 'ResumePartitions'
  | 'CommitOffsets'
  | 'AlterGroupConfigs'
  | 'DeleteGroups'
  | 'AlterShareGroupOffsets'
  | 'DeleteShareGroupOffsets';
export type ReadingCommand = Extract<CommandBody, { readonly kind: ReadingKind }>;
type FileReadingCommand = Extract<FileCommand, { readonly kind: ReadingKind }>;

type SeekTo = Extract<CommandBody, { readonly kind: 'Seek' }>['to'];

export function readReadingCommand(
  file: FileReadingCommand,
  path: string,
  report: ReadReport,
): ReadingCommand {
  switch (file.kind) {
    case 'Seek':
      return {
        kind: file.kind,
        consumer: file.consumer,
        partitions: file.partitions ?? null,
        to: file.to as SeekTo,
        value: file.value ?? 0,
      };
    case 'PausePartitions':
    case 'ResumePartitions':
      return { kind: file.kind, consumer: file.consumer, partitions: file.partitions ?? null };
    case 'CommitOffsets':
      return { kind: file.kind, consumer: file.consumer, offsets: file.offsets };
    case 'AlterGroupConfigs': {
      const configs = Object.entries(file.configs ?? {}).map(
        ([name, value]) => [name, String(value)] as const,
      );
      for (const [name, value] of configs)
        checkConfigValue(name, value, pathTo(pathTo(path, 'configs'), name), report);
      return {
        kind: file.kind,
        group: file.group,
        configs: Object.fromEntries(configs),
        ...(file.remove && file.remove.length > 0 && { remove: file.remove }),
      };
    }
    case 'DeleteGroups':
      return { kind: file.kind, groups: file.groups };
    case 'AlterShareGroupOffsets':
      return { kind: file.kind, group: file.group, offsets: file.offsets };
    case 'DeleteShareGroupOffsets':
      return { kind: file.kind, group: file.group, topics: file.topics };
  }
}
