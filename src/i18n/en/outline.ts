import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
/** `2 brokers`; what there is none of is not told. */
const counted = (counts: readonly (readonly [count: number, one: string, other: string])[]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, one, other]) => plural(count, { one: `# ${one}`, other: `# ${other}` }))
    .join(', ');
interface Troubles {
  readonly withoutLeader: number;
  readonly underMinIsr: number;
  readonly underReplicated: number;
}
/** What is wrong inside of a line that is shut stands on that line. */
const troubles = ({ withoutLeader, underMinIsr, underReplicated }: Troubles) =>
  [
    withoutLeader === 0 ? '' : `${n(withoutLeader)} without a leader`,
    underMinIsr === 0 ? '' : `${n(underMinIsr)} under min ISR`,
    underReplicated === 0 ? '' : `${n(underReplicated)} under-replicated`,
  ]
    .filter((part) => part !== '')
    .map((part) => `, ${part}`)
    .join('');
const records = (count: number) => plural(count, { one: '# record', other: '# records' });

export const outline = {
  title: 'Outline of the cluster',
  close: 'Hide the outline',
  help: 'Arrow keys go from line to line, right opens and left shuts one, letters find one by its name. Enter chooses it on the stage, Escape goes back there.',
  unfold: 'Open or shut',
  /** By which letters find the line. */
  names: {
    cluster: 'Cluster',
    rack: (rack: string) => `Rack ${rack}`,
    broker: (id: number) => `Broker ${id}`,
    controller: (id: number) => `Controller ${id}`,
    link: 'Link',
    topics: 'Topics',
    clients: 'Clients',
    outside: 'Outside of Kafka',
    groups: 'Groups',
    group: (id: string) => `Group ${id}`,
    producer: (id: string) => `Producer ${id}`,
    consumer: (id: string) => `Consumer ${id}`,
  },
  cluster: (counts: { readonly brokers: number; readonly online: number; readonly controllers: number }) =>
    `Cluster: ${counted([
      [counts.brokers, 'broker', 'brokers'],
      [counts.controllers, 'controller', 'controllers'],
    ])}${counts.online < counts.brokers ? `, ${n(counts.brokers - counts.online)} not running` : ''}.`,
  rack: (facts: { readonly rack: string; readonly brokers: number; readonly online: number }) =>
    `Rack ${facts.rack}: ${counted([[facts.brokers, 'broker', 'brokers']])}${
      facts.online < facts.brokers ? `, ${n(facts.brokers - facts.online)} not running` : ''
    }.`,
  topics: (facts: { readonly topics: number; readonly partitions: number; readonly troubles: Troubles }) =>
    `Topics: ${n(facts.topics)}, with ${counted([[facts.partitions, 'partition', 'partitions']])}${troubles(facts.troubles)}.`,
  topic: (facts: { readonly name: string; readonly partitions: number; readonly troubles: Troubles }) =>
    `${facts.name}: ${counted([[facts.partitions, 'partition', 'partitions']])}${troubles(facts.troubles)}.`,
  clients: (counts: { readonly producers: number; readonly consumers: number }) =>
    `Clients: ${counted([
      [counts.producers, 'producer', 'producers'],
      [counts.consumers, 'consumer', 'consumers'],
    ])}.`,
  outside: (counts: {
    readonly databases: number;
    readonly queueBrokers: number;
    readonly queueClients: number;
  }) =>
    `Outside of Kafka: ${counted([
      [counts.databases, 'database', 'databases'],
      [counts.queueBrokers, 'queue broker', 'queue brokers'],
      [counts.queueClients, 'client of queues', 'clients of queues'],
    ])}.`,
  groups: (count: number) => `Groups: ${n(count)}.`,
  member: (facts: {
    readonly id: string;
    readonly state: string | null;
    readonly epoch: number | null;
    readonly partitions: readonly string[];
  }) =>
    `${facts.id}${facts.state === null ? '' : `, ${facts.state}`}${
      facts.epoch === null ? '' : `, member epoch ${n(facts.epoch)}`
    }. ${facts.partitions.length === 0 ? 'No partitions.' : `Assigned ${facts.partitions.join(', ')}.`}`,
  committed: (facts: { readonly partition: string; readonly offset: number; readonly lag: number }) =>
    `${facts.partition} committed ${n(facts.offset)}, lag ${n(facts.lag)}.`,
  position: (facts: { readonly partition: string; readonly position: number; readonly lag: number }) =>
    facts.position < 0
      ? `${facts.partition}: no position yet.`
      : `${facts.partition}: position ${n(facts.position)}, lag ${n(facts.lag)}.`,
  /** Of more than can be told in one breath. */
  lagOfAll: (facts: { readonly partitions: number; readonly lag: number }) =>
    `${counted([[facts.partitions, 'partition', 'partitions']])}, lag ${n(facts.lag)} in all.`,
  /** While the picture does not draw it, nothing is known of its log. */
  replicaFromAfar: (facts: { readonly partition: string; readonly broker: number; readonly role: string }) =>
    `${facts.partition} on broker ${facts.broker}, ${facts.role}.`,
  replica: (facts: {
    readonly partition: string;
    readonly broker: number;
    readonly role: string;
    readonly leaderEpoch: number;
    readonly logEndOffset: number;
    readonly highWatermark: number;
    readonly uncommitted: number;
  }) =>
    `${facts.partition} on broker ${facts.broker}, ${facts.role}, epoch ${n(facts.leaderEpoch)}. Log end offset ${n(facts.logEndOffset)}, high watermark ${n(facts.highWatermark)}${
      facts.uncommitted > 0 ? `, ${records(facts.uncommitted)} not committed` : ''
    }.`,
  inSync: (facts: { readonly size: number; readonly replicas: number; readonly minIsr: number }) =>
    `In sync: ${facts.size} of ${facts.replicas}, needs ${facts.minIsr}.`,
  offlineReplica: 'not reachable',
  partition: (facts: { readonly name: string; readonly leader: number; readonly leaderEpoch: number }) =>
    facts.leader < 0
      ? `${facts.name}: no leader, epoch ${n(facts.leaderEpoch)}.`
      : `${facts.name}: broker ${facts.leader} leads, epoch ${n(facts.leaderEpoch)}.`,
  group: (facts: {
    readonly id: string;
    readonly state: string;
    readonly generation: number;
    readonly members: readonly string[];
    readonly coordinator: number;
    readonly committed: string;
  }) =>
    `Group ${facts.id}, ${facts.state}, generation ${n(facts.generation)}, coordinator broker ${facts.coordinator}. ${
      facts.members.length === 0 ? 'No members.' : `Members: ${facts.members.join(', ')}.`
    }${facts.committed === '' ? '' : ` ${facts.committed}`}`,
  producer: (facts: {
    readonly id: string;
    readonly acks: string;
    readonly inFlight: number;
    readonly accumulated: number;
    readonly acked: number;
    readonly failed: number;
    readonly lastError: string | null;
    readonly state: string | null;
  }) =>
    `Producer ${facts.id},${facts.state === null ? '' : ` ${facts.state},`} acks=${facts.acks}. ${facts.inFlight} in flight, ${records(facts.accumulated)} waiting. ${n(facts.acked)} acknowledged, ${n(facts.failed)} failed.${
      facts.lastError === null ? '' : ` Last error ${facts.lastError}.`
    }`,
  consumer: (facts: {
    readonly id: string;
    readonly positions: string;
    readonly delivered: number;
    readonly state: string | null;
  }) =>
    `Consumer ${facts.id}${facts.state === null ? '' : `, ${facts.state}`}. ${facts.positions} ${n(facts.delivered)} read.`,
  controller: (id: number, standing: string, ends: string) => `Controller ${id}, ${standing}, ${ends}.`,
  link: (facts: {
    readonly a: string;
    readonly b: string;
    readonly what: 'cut' | 'slow';
    readonly oneWay: boolean;
    /** null: told already. */
    readonly since: string | null;
  }) =>
    `Link ${facts.oneWay ? `from ${facts.a} to ${facts.b}` : `between ${facts.a} and ${facts.b}`}${
      facts.oneWay ? ', that way only,' : ','
    } ${facts.what}${facts.since === null ? '' : ` since ${facts.since}`}.`,
};
