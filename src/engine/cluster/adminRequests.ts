import type { AdminRequest } from '../controller/administer.ts';
import type { CommandBody, CommandKind } from '../../scenario/Scenario.ts';

const ADMIN_COMMAND_KINDS = [
  'CreateTopic',
  'DeleteTopic',
  'CreatePartitions',
  'ElectLeaders',
  'AlterPartitionReassignments',
  'AlterTopicConfigs',
  'AlterBrokerConfigs',
  'AlterClusterConfigs',
  'AlterGroupConfigs',
  'AlterClientQuotas',
  'UnregisterBroker',
] as const satisfies readonly CommandKind[];

/** Commands that an admin client carries out. */
export type AdminCommand = Extract<CommandBody, { readonly kind: (typeof ADMIN_COMMAND_KINDS)[number] }>;

const ADMIN_KINDS: ReadonlySet<CommandKind> = new Set(ADMIN_COMMAND_KINDS);

export function isAdminKind(kind: string): boolean {
  return ADMIN_KINDS.has(kind as CommandKind);
}

export function isAdminCommand(command: CommandBody): command is AdminCommand {
  return isAdminKind(command.kind);
}

/** The request of Kafka's protocol that a command stands for. */
export function adminRequestOf(command: AdminCommand): AdminRequest {
  switch (command.kind) {
    case 'CreateTopic':
      return { ...command, kind: 'CreateTopics' };
    case 'DeleteTopic':
      return { kind: 'DeleteTopics', topic: command.topic };
    case 'CreatePartitions':
    case 'AlterPartitionReassignments':
    case 'UnregisterBroker':
      return command;
    case 'AlterClientQuotas': {
      const { user, clientId, quotas } = command;
      return { kind: 'AlterClientQuotas', entity: { user, clientId }, quotas };
    }
    case 'ElectLeaders':
      return { kind: 'ElectLeaders', election: command.electionType, partitions: command.partitions };
    case 'AlterTopicConfigs': {
      const resource = { kind: 'topic', topic: command.topic } as const;
      return {
        kind: 'IncrementalAlterConfigs',
        resource,
        configs: command.configs,
        remove: command.remove ?? [],
      };
    }
    case 'AlterBrokerConfigs': {
      const resource = { kind: 'broker', broker: command.broker } as const;
      return {
        kind: 'IncrementalAlterConfigs',
        resource,
        configs: command.configs,
        remove: command.remove ?? [],
      };
    }
    case 'AlterGroupConfigs': {
      const resource = { kind: 'group', group: command.group } as const;
      return {
        kind: 'IncrementalAlterConfigs',
        resource,
        configs: command.configs,
        remove: command.remove ?? [],
      };
    }
    case 'AlterClusterConfigs': {
      const resource = { kind: 'cluster' } as const;
      return {
        kind: 'IncrementalAlterConfigs',
        resource,
        configs: command.configs,
        remove: command.remove ?? [],
      };
    }
  }
}
