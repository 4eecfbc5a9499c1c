import { formatCommand } from '../../scenario/formatScenario.ts';
import type { Command, ConfigMap, LinkSlowness, Scenario } from '../../scenario/Scenario.ts';
import { MICROS_PER_SECOND, type BrokerId } from '../../shared/units.ts';
import { clusterShell, fileInContainer, tool } from './clusterShell.ts';
import { producerPropertiesPath } from './clientFiles.ts';
import type { ClusterFile } from './ClusterFile.ts';
import type { ClusterPlan, ServerPlan } from './clusterPlan.ts';
import { serverOf, serviceOf } from './clusterPlan.ts';
import type { CommandRemark } from './ClusterWords.ts';
import { baseNetem, slowNetem } from './farLinks.ts';
import { propertiesText } from './propertiesText.ts';
import { shellQuote } from './shellQuote.ts';
import { partitionOf } from './topicPartition.ts';

/** What one command of the scenario is on a real cluster. */
export interface CommandStep {
  /** The command in one line, as the scenario file has it. */
  readonly title: string;
  /** Nothing of it can be done. */
  readonly isNotDone: boolean;
  readonly remarks: readonly CommandRemark[];
  /** Shell lines that take no time. */
  readonly now: readonly string[];
  /** Lines that end before the next one begins, while the script goes on. */
  readonly tools: readonly string[];
  /** Services whose machines send otherwise from now on. */
  readonly machines: readonly string[];
  readonly files: readonly ClusterFile[];
}

/** What the steps before have come to. */
export interface StepContext {
  readonly scenario: Scenario;
  readonly plan: ClusterPlan;
  /** How many partitions a topic has by now. */
  readonly partitionCounts: Map<string, number>;
  /** How often a producer was restarted with other configs. */
  readonly restarts: Map<string, number>;
  /** Number of the step, for names of files. */
  readonly number: number;
}

const OWN_FOLDER = '/tmp/highwater';

type Doing = Partial<Omit<CommandStep, 'title'>>;

/** One command; notes in `context` what later ones need to know. */
export function commandStep(command: Command, context: StepContext): CommandStep {
  return {
    title: titleOf(command),
    isNotDone: false,
    remarks: [],
    now: [],
    tools: [],
    machines: [],
    files: [],
    ...doing(command, context),
  };
}

function doing(command: Command, context: StepContext): Doing {
  const { plan, scenario } = context;
  switch (command.kind) {
    case 'KillBroker':
      return onServer(plan, command.broker, ({ service }) => ({ now: [clusterShell.kill(service)] }));
    case 'KillController':
      return onServer(plan, command.controller, ({ service }) => ({ now: [clusterShell.kill(service)] }));
    case 'StopBroker':
      return onServer(plan, command.broker, ({ service }) => ({ now: [clusterShell.stop(service)] }));
    case 'StopController':
      return onServer(plan, command.controller, ({ service }) => ({ now: [clusterShell.stop(service)] }));
    case 'StartBroker':
      return onServer(plan, command.broker, (server) => startServer(plan, server));
    case 'StartController':
      return onServer(plan, command.controller, (server) => startServer(plan, server));
    case 'CutPower':
      return cutPower(
        'rack' in command ? servicesOfRack(plan, command.rack) : [nodeService(plan, command.broker)],
      );
    case 'CutControllerPower':
      return cutPower([nodeService(plan, command.controller)]);
    case 'PauseProcess':
      return onService(plan, command.node, (service) => ({
        now: [
          clusterShell.docker('pause', service),
          ...(command.forUs === null
            ? []
            : [
                `{ sleep ${command.forUs / MICROS_PER_SECOND}; ${clusterShell.docker('unpause', service)}; } &`,
              ]),
        ],
      }));
    case 'ResumeProcess':
      return onService(plan, command.node, (service) => ({ now: [clusterShell.docker('unpause', service)] }));
    case 'FailDisk':
      return onServer(plan, command.broker, ({ service, logDirs }) =>
        failFolders(
          service,
          logDirs.map(({ path }) => path),
        ),
      );
    case 'FailLogDir':
      return onServer(plan, command.broker, ({ service, logDirs }) => {
        const dir = logDirs.find(({ named }) => named !== null && named === command.logDir) ?? logDirs[0];
        return failFolders(service, dir === undefined ? [] : [dir.path]);
      });
    case 'ReplaceDisk':
      return onServer(plan, command.broker, ({ service, logDirs }) => ({
        now: [
          clusterShell.emptyFolders(
            service,
            logDirs.map(({ path }) => path),
          ),
        ],
      }));
    case 'SlowDisk':
    case 'MendDisk':
      return { isNotDone: true, remarks: ['slowDisk'] };
    case 'ResizeDisk':
      return { isNotDone: true, remarks: ['resizeDisk'] };
    case 'BeginTransaction':
    case 'CommitTransaction':
    case 'AbortTransaction':
      return { isNotDone: true, remarks: ['transactions'] };
    case 'SetClock':
      return { isNotDone: true, remarks: ['setClock'] };
    case 'ResetConnections':
      return { isNotDone: true, remarks: ['resetConnections'] };
    case 'CutLink':
      return changeLink(command, plan, () => 'cut');
    case 'MendLink':
      return changeLink(command, plan, (a, b) => baseNetem(scenario, a, b) ?? 'whole');
    case 'SlowLink':
      return changeLink(command, plan, (a, b) => slowNetem(scenario, a, b, command satisfies LinkSlowness));
    case 'KillClient':
      return onService(plan, command.client, (service) => ({ now: [clusterShell.kill(service)] }));
    case 'CloseClient':
      return onService(plan, command.client, (service) => ({ now: [clusterShell.stop(service)] }));
    case 'StartClient':
      return onService(plan, command.client, (service) => ({
        now: [...powerOn(plan, service), clusterShell.docker('start', service)],
      }));
    case 'StallConsumer':
      return onService(plan, `consumer:${command.consumer}`, (service) => ({
        now: [clusterShell.inside(service, ['touch', `${OWN_FOLDER}/stalled`])],
      }));
    case 'UnstallConsumer':
      return onService(plan, `consumer:${command.consumer}`, (service) => ({
        now: [clusterShell.inside(service, ['rm', '-f', `${OWN_FOLDER}/stalled`])],
      }));
    case 'PauseWorkload':
      return onService(plan, `producer:${command.producer}`, (service) => ({
        now: [clusterShell.tell(service, 'pause')],
      }));
    case 'ResumeWorkload':
      return onService(plan, `producer:${command.producer}`, (service) => ({
        now: [clusterShell.tell(service, 'resume')],
      }));
    case 'KillQueueBroker':
    case 'StartQueueBroker':
    case 'PublishMessages':
      return NO_QUEUE_BROKER;
    case 'SendRecords':
      return onService(plan, `producer:${command.producer}`, (service) => ({
        now: [clusterShell.tell(service, `send ${command.count}`)],
      }));
    case 'RestartProducer':
      return onService(plan, `producer:${command.producer}`, (service) => {
        const restarts = (context.restarts.get(command.producer) ?? 0) + 1;
        context.restarts.set(command.producer, restarts);
        return { now: [clusterShell.restartWith(service, producerPropertiesPath(service, restarts))] };
      });
    case 'AlterTopicConfigs':
      return alterConfigs(
        ['--entity-type', 'topics', '--entity-name', command.topic],
        command,
        context.number,
      );
    case 'AlterBrokerConfigs':
      return alterConfigs(
        ['--entity-type', 'brokers', '--entity-name', String(command.broker)],
        command,
        context.number,
      );
    case 'AlterClusterConfigs':
      return alterConfigs(['--entity-type', 'brokers', '--entity-default'], command, context.number);
    case 'AlterClientQuotas':
      return { tools: quotaTools(command) };
    case 'CreateTopic':
      return createTopicStep(command, context);
    case 'DeleteTopic':
      context.partitionCounts.delete(command.topic);
      return { tools: [tool('kafka-topics.sh', '--delete', '--topic', command.topic)] };
    case 'CreatePartitions':
      return createPartitions(command, context);
    case 'ElectLeaders':
      return electLeaders(command, context.number);
    case 'AlterPartitionReassignments':
      return reassign(command, context.number);
    case 'DeleteRecords':
      return deleteRecords(command, context.number);
    case 'Seek':
    case 'PausePartitions':
    case 'ResumePartitions':
    case 'CommitOffsets':
      return { isNotDone: true, remarks: ['consumerCalls'] };
    case 'AlterGroupConfigs':
      return alterConfigs(
        ['--entity-type', 'groups', '--entity-name', command.group],
        command,
        context.number,
      );
    case 'DeleteGroups':
      return { tools: command.groups.map((group) => deleteGroup(group, scenario)) };
    case 'AlterShareGroupOffsets':
      return { isNotDone: true, remarks: ['shareOffsets'] };
    case 'DeleteShareGroupOffsets':
      return {
        tools: [
          tool(
            'kafka-share-groups.sh',
            '--group',
            command.group,
            '--delete-offsets',
            ...command.topics.flatMap((topic) => ['--topic', topic]),
          ),
        ],
      };
    case 'ResetOffsets':
      return { tools: [resetOffsets(command)] };
    case 'UnregisterBroker':
      return { tools: [tool('kafka-cluster.sh', 'unregister', '--id', String(command.broker))] };
  }
}

type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

/** `KillBroker broker=1`. */
function titleOf(command: Command): string {
  const { at: _at, after: _after, kind, ...rest } = formatCommand(command);
  const parts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [kind, ...parts].join(' ');
}

function onServer(plan: ClusterPlan, nodeId: number, what: (server: ServerPlan) => Doing): Doing {
  const server = serverOf(plan, nodeId);
  return server === null ? NO_SUCH_NODE : what(server);
}

function onService(plan: ClusterPlan, node: string, what: (service: string) => Doing): Doing {
  const service = serviceOf(plan, node);
  return service === null ? NO_SUCH_NODE : what(service);
}

/** The export is of Kafka. */
const NO_QUEUE_BROKER: Doing = { isNotDone: true, remarks: ['queueBroker'] };
const NO_SUCH_NODE: Doing = { isNotDone: true, remarks: ['noSuchNode'] };

function nodeService(plan: ClusterPlan, nodeId: number): string | null {
  return serverOf(plan, nodeId)?.service ?? null;
}

function startServer(plan: ClusterPlan, { service }: ServerPlan): Doing {
  return { now: [...powerOn(plan, service), clusterShell.docker('start', service)] };
}

/** A machine without power is silent until something is started on it. */
function powerOn(plan: ClusterPlan, service: string): string[] {
  return plan.shapesNetwork ? [`power on ${service}`] : [];
}

function servicesOfRack({ servers, clients }: ClusterPlan, rack: string): string[] {
  return [...servers, ...clients].filter((one) => one.rack === rack).map(({ service }) => service);
}

/** Silence first, so that nobody hears the process end. */
function cutPower(services: readonly (string | null)[]): Doing {
  const known = services.flatMap((service) => service ?? []);
  if (known.length === 0) return NO_SUCH_NODE;
  return {
    remarks: ['cutPower'],
    now: [
      ...known.map((service) => `power off ${service}`),
      ...known.map((service) => clusterShell.kill(service)),
    ],
  };
}

/** As Kafka's own system tests do it: what is open stays open, everything else fails. */
function failFolders(service: string, folders: readonly string[]): Doing {
  return {
    remarks: ['failDisk'],
    now: [clusterShell.inside(service, ['chmod', '-R', '000', ...folders], 'root')],
  };
}

function changeLink(
  { between: [a, b], direction }: CommandOf<'CutLink' | 'MendLink' | 'SlowLink'>,
  plan: ClusterPlan,
  state: (a: string, b: string) => string,
): Doing {
  const from = serviceOf(plan, a);
  const to = serviceOf(plan, b);
  if (from === null || to === null) return NO_SUCH_NODE;
  if (from === to) return { isNotDone: true, remarks: ['sameMachine'] };
  const words = shellQuote(state(a, b));
  const ways =
    direction === 'forward'
      ? [[from, to]]
      : [
          [from, to],
          [to, from],
        ];
  return {
    now: ways.map((way) => `link ${way.join(' ')} ${words}`),
    machines: ways.map(([sender]) => sender ?? from),
  };
}

interface ConfigChange {
  readonly configs: ConfigMap;
  readonly remove?: readonly string[];
}

/** IncrementalAlterConfigs. The tool refuses to remove what is not set, so removals are a call of their own. */
export function alterConfigs(
  entity: readonly string[],
  { configs, remove }: ConfigChange,
  number: number,
): Doing {
  const entries = Object.entries(configs);
  const isPlain = entries.every(([, value]) => /^[^\s=[\]]+$/.test(value));
  const path = `configs-${number}.properties`;
  const add = isPlain
    ? [
        '--add-config',
        entries.map(([name, value]) => `${name}=${value.includes(',') ? `[${value}]` : value}`).join(','),
      ]
    : ['--add-config-file', fileInContainer(path)];
  return {
    files: isPlain ? [] : [{ path: `files/${path}`, text: propertiesText(configs) }],
    tools: [
      ...(entries.length === 0 ? [] : [tool('kafka-configs.sh', '--alter', ...entity, ...add)]),
      ...(remove ?? []).map((name) =>
        tool('kafka-configs.sh', '--alter', ...entity, '--delete-config', name),
      ),
    ],
  };
}

interface QuotaChange {
  readonly user: string | null;
  readonly clientId: string | null;
  readonly quotas: readonly (readonly [string, number | null])[];
}

/** Quotas of a user, a client id, or both. */
export function quotaTools({ user, clientId, quotas }: QuotaChange): string[] {
  const entity = [...entityOf('users', user), ...entityOf('clients', clientId)];
  const set = quotas.filter(([, value]) => value !== null).map(([key, value]) => `${key}=${value ?? ''}`);
  const removed = quotas.filter(([, value]) => value === null).map(([key]) => key);
  return [
    tool(
      'kafka-configs.sh',
      '--alter',
      ...entity,
      ...(set.length === 0 ? [] : ['--add-config', set.join(',')]),
      ...(removed.length === 0 ? [] : ['--delete-config', removed.join(',')]),
    ),
  ];
}

function entityOf(type: string, name: string | null): string[] {
  if (name === null) return [];
  return ['--entity-type', type, ...(name === '<default>' ? ['--entity-default'] : ['--entity-name', name])];
}

export interface TopicToCreate {
  readonly topic: string;
  readonly replicas: readonly (readonly BrokerId[])[] | null;
  /** −1: the default. */
  readonly partitions: number;
  readonly replicationFactor: number;
  readonly configs: ConfigMap;
}

/** CreateTopics. A value that the tool cannot read from its arguments is set just after. */
export function createTopic(created: TopicToCreate, number: number): Doing {
  const { topic, replicas, partitions, replicationFactor, configs } = created;
  const isInline = ([, value]: readonly [string, string]) => /^[^\s=]+$/.test(value);
  const inline = Object.entries(configs).filter(isInline);
  const others = Object.entries(configs).filter((entry) => !isInline(entry));
  const later = alterConfigs(
    ['--entity-type', 'topics', '--entity-name', topic],
    { configs: Object.fromEntries(others) },
    number,
  );
  const create = tool(
    'kafka-topics.sh',
    ...['--create', '--topic', topic],
    ...(replicas === null
      ? [
          ...(partitions === -1 ? [] : ['--partitions', String(partitions)]),
          ...(replicationFactor === -1 ? [] : ['--replication-factor', String(replicationFactor)]),
        ]
      : ['--replica-assignment', assignment(replicas)]),
    ...inline.flatMap(([name, value]) => ['--config', `${name}=${value}`]),
  );
  return {
    remarks: others.length > 0 ? ['configFile'] : [],
    tools: [create, ...(later.tools ?? [])],
    files: later.files ?? [],
  };
}

/** `1:2:3,2:3:1`. */
function assignment(replicas: readonly (readonly BrokerId[])[]): string {
  return replicas.map((brokers) => brokers.join(':')).join(',');
}

function createTopicStep(command: CommandOf<'CreateTopic'>, context: StepContext): Doing {
  const { topic, partitions, replicas } = command;
  const count = replicas?.length ?? (partitions === -1 ? defaultPartitions(context.scenario) : partitions);
  context.partitionCounts.set(topic, count);
  return createTopic(command, context.number);
}

function defaultPartitions({ configs }: Scenario): number {
  return Number(configs['num.partitions'] ?? '1');
}

/** The tool wants the lists of all partitions, and leaves out those that there are already. */
function createPartitions(
  { topic, count, replicas }: CommandOf<'CreatePartitions'>,
  { partitionCounts }: StepContext,
): Doing {
  const existing = partitionCounts.get(topic) ?? 0;
  partitionCounts.set(topic, count);
  const first = replicas?.[0];
  const all =
    replicas === null || first === undefined
      ? []
      : ['--replica-assignment', assignment([...Array.from({ length: existing }, () => first), ...replicas])];
  return {
    tools: [tool('kafka-topics.sh', '--alter', '--topic', topic, '--partitions', String(count), ...all)],
  };
}

function electLeaders({ electionType, partitions }: CommandOf<'ElectLeaders'>, number: number): Doing {
  const election = ['--election-type', electionType.toLowerCase()];
  if (partitions === null)
    return { tools: [tool('kafka-leader-election.sh', ...election, '--all-topic-partitions')] };
  const path = `elect-${number}.json`;
  const json = { partitions: partitions.map(partitionOf) };
  return {
    files: [{ path: `files/${path}`, text: `${JSON.stringify(json, null, 2)}\n` }],
    tools: [tool('kafka-leader-election.sh', ...election, '--path-to-json-file', fileInContainer(path))],
  };
}

function deleteRecords({ partition, offset }: CommandOf<'DeleteRecords'>, number: number): Doing {
  const path = `delete-records-${number}.json`;
  const json = { version: 1, partitions: [{ ...partitionOf(partition), offset }] };
  return {
    files: [{ path: `files/${path}`, text: `${JSON.stringify(json, null, 2)}\n` }],
    tools: [tool('kafka-delete-records.sh', '--offset-json-file', fileInContainer(path))],
  };
}

/** There is a tool for each type of group. */
function deleteGroup(group: string, { consumers }: Scenario): ReturnType<typeof tool> {
  const isShare = consumers.some(({ share, configs }) => share && configs['group.id'] === group);
  return tool(isShare ? 'kafka-share-groups.sh' : 'kafka-consumer-groups.sh', '--group', group, '--delete');
}

function resetOffsets({ group, partitions, to, value }: CommandOf<'ResetOffsets'>): ReturnType<typeof tool> {
  const topics =
    partitions === null
      ? ['--all-topics']
      : partitions.map(partitionOf).flatMap(({ topic, partition }) => ['--topic', `${topic}:${partition}`]);
  const target = {
    earliest: ['--to-earliest'],
    latest: ['--to-latest'],
    current: ['--to-current'],
    offset: ['--to-offset', String(value)],
    'shift-by': ['--shift-by', String(value)],
    'by-duration': ['--by-duration', `PT${value / 1000}S`],
  }[to];
  return tool(
    'kafka-consumer-groups.sh',
    '--group',
    group,
    '--reset-offsets',
    ...topics,
    ...target,
    '--execute',
  );
}

function reassign({ reassignments }: CommandOf<'AlterPartitionReassignments'>, number: number): Doing {
  const started = reassignments.flatMap(({ partition, replicas }) =>
    replicas === null ? [] : [{ ...partitionOf(partition), replicas }],
  );
  const cancelled = reassignments.flatMap(({ partition, replicas }) =>
    replicas === null ? [{ ...partitionOf(partition), replicas: [] }] : [],
  );
  const parts = [
    { path: `reassign-${number}.json`, partitions: started, how: ['--execute', '--additional'] },
    { path: `cancel-${number}.json`, partitions: cancelled, how: ['--cancel', '--preserve-throttles'] },
  ].filter(({ partitions }) => partitions.length > 0);
  return {
    files: parts.map(({ path, partitions }) => ({
      path: `files/${path}`,
      text: `${JSON.stringify({ version: 1, partitions }, null, 2)}\n`,
    })),
    tools: parts.map(({ path, how }) =>
      tool('kafka-reassign-partitions.sh', ...how, '--reassignment-json-file', fileInContainer(path)),
    ),
  };
}
