import type { BrokerId } from './units.ts';

/** What commands name of what they are done to; each has some of it. */
export interface CommandTarget {
  readonly kind: string;
  readonly broker?: BrokerId;
  readonly controller?: BrokerId;
  readonly partition?: string;
  readonly partitions?: readonly string[] | number | null;
  readonly group?: string;
  readonly groups?: readonly string[];
  readonly reassignments?: readonly { readonly partition: string }[];
  readonly producer?: string;
  readonly consumer?: string;
  readonly client?: string;
  readonly queueBroker?: string;
  readonly publisher?: string;
  readonly node?: string;
  readonly rack?: string;
  readonly between?: readonly string[];
  readonly topic?: string;
  readonly user?: string | null;
  readonly clientId?: string | null;
}

/** What a command is done to, as an entity key, a topic, a partition, a group or whom a quota binds. */
export function targetOfCommand(command: CommandTarget): string {
  const { broker, controller, group, groups, reassignments, producer, consumer, client } = command;
  if (command.kind === 'AlterClientQuotas')
    return quotaEntityText({ user: command.user ?? null, clientId: command.clientId ?? null });
  if (broker !== undefined) return `broker:${broker}`;
  if (controller !== undefined) return `controller:${controller}`;
  if (command.kind === 'DeleteRecords') return command.partition ?? '';
  if (group !== undefined) return group;
  if (groups !== undefined) return groups.join(' ');
  if (reassignments !== undefined) return reassignments.map(({ partition }) => partition).join(' ');
  if (command.kind === 'ElectLeaders')
    return Array.isArray(command.partitions) ? command.partitions.join(' ') : 'cluster';
  if (command.kind === 'AlterClusterConfigs') return 'cluster';
  if (producer !== undefined) return `producer:${producer}`;
  if (consumer !== undefined) return `consumer:${consumer}`;
  if (client !== undefined) return client;
  if (command.queueBroker !== undefined) return `queueBroker:${command.queueBroker}`;
  if (command.publisher !== undefined) return `publisher:${command.publisher}`;
  if (command.node !== undefined) return command.node;
  if (command.rack !== undefined) return `rack:${command.rack}`;
  return command.between?.join(' ') ?? command.topic ?? '';
}

/** Whom a quota binds, as kafka-configs.sh names it: `user <default>, client-id pay-api`. */
export function quotaEntityText(entity: {
  readonly user: string | null;
  readonly clientId: string | null;
}): string {
  const parts: string[] = [];
  if (entity.user !== null) parts.push(`user ${entity.user}`);
  if (entity.clientId !== null) parts.push(`client-id ${entity.clientId}`);
  return parts.join(', ');
}
