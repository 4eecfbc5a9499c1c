import type {
  BrokerView,
  ConsumerView,
  ControllerView,
  EntityKey,
  ProducerView,
  QueueBrokerView,
  QueueClientView,
} from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import type { IconName } from '../../ui/icons.tsx';
import { linkOf, nameOf, type ClusterModel } from '../clusterModel.ts';
import type { CommandBody } from '../SimulationContext.tsx';

/** What is broken or mended by a deed: sections of the menu, in this order. */
export const ACTION_GROUPS = ['application', 'process', 'disk', 'network', 'connections'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** Something that may be done to what has the focus. Data: the menu, the inspector and the keys share it. */
export interface EntityAction {
  readonly id: string;
  readonly group: ActionGroup;
  readonly label: string;
  readonly icon: IconName;
  readonly body: CommandBody;
}

/** How many times slower a disk becomes by one deed. */
export const SLOW_DISK_FACTOR = 100;

export function entityActions(
  m: Catalogue['stage'],
  cluster: ClusterModel,
  key: EntityKey,
): readonly EntityAction[] {
  return [...ownActions(m, cluster, key), ...linkActions(m, cluster, key)];
}

function ownActions(m: Catalogue['stage'], cluster: ClusterModel, key: EntityKey): readonly EntityAction[] {
  const broker = cluster.brokers.find((candidate) => candidate.key === key);
  if (broker !== undefined) return brokerActions(m, broker);
  const producer = cluster.producers.find((candidate) => candidate.key === key);
  if (producer !== undefined) return [...producerActions(m, producer), ...clientActions(m, producer)];
  const consumer = cluster.consumers.find((candidate) => candidate.key === key);
  if (consumer !== undefined) return [...consumerActions(m, consumer), ...clientActions(m, consumer)];
  const controller = cluster.controllers.find((candidate) => candidate.key === key);
  if (controller !== undefined) return controllerActions(m, controller);
  const queueBroker = cluster.queueBrokers.find((candidate) => candidate.key === key);
  if (queueBroker !== undefined) return queueBrokerActions(m, queueBroker);
  const queueClient = cluster.queueClients.find((candidate) => candidate.key === key);
  return queueClient === undefined ? [] : clientActions(m, queueClient);
}

function brokerActions(m: Catalogue['stage'], view: BrokerView): readonly EntityAction[] {
  const broker = view.nodeId;
  const a = m.actions;
  const process = (id: string, label: string, icon: IconName, body: CommandBody): EntityAction => ({
    id,
    group: 'process',
    label,
    icon,
    body,
  });
  const disk = (id: string, label: string, icon: IconName, body: CommandBody): EntityAction => ({
    id,
    group: 'disk',
    label,
    icon,
    body,
  });
  const runs = view.process === 'running' || view.process === 'starting' || view.process === 'stopping';
  if (!runs) {
    return [
      process('start', a.start, 'play', { kind: 'StartBroker', broker }),
      ...(view.hasDiskFailed
        ? [disk('replaceDisk', a.replaceDisk, 'mend', { kind: 'ReplaceDisk', broker })]
        : []),
    ];
  }
  const mayStop = view.process !== 'stopping' && view.pausedSinceUs === null;
  return [
    process('kill', a.kill, 'bolt', { kind: 'KillBroker', broker }),
    ...(mayStop ? [process('stop', a.stop, 'pause', { kind: 'StopBroker', broker })] : []),
    pauseAction(m, view),
    process('power', a.cutPower, 'power', { kind: 'CutPower', broker }),
    ...(view.rack === null
      ? []
      : [process('rack', a.cutRack(view.rack), 'power', { kind: 'CutPower', rack: view.rack })]),
    view.diskFactor === 1
      ? disk('slowDisk', a.slowDisk(SLOW_DISK_FACTOR), 'clock', {
          kind: 'SlowDisk',
          broker,
          factor: SLOW_DISK_FACTOR,
        })
      : disk('mendDisk', a.mendDisk, 'mend', { kind: 'MendDisk', broker }),
    disk('failDisk', a.failDisk, 'bolt', { kind: 'FailDisk', broker }),
  ];
}

function producerActions(m: Catalogue['stage'], view: ProducerView): readonly EntityAction[] {
  if (view.process !== 'running') return [];
  const producer = view.clientId;
  const application = (id: string, label: string, icon: IconName, body: CommandBody): EntityAction => ({
    id,
    group: 'application',
    label,
    icon,
    body,
  });
  return [
    view.paused
      ? application('resume', m.actions.resume, 'play', { kind: 'ResumeWorkload', producer })
      : application('pause', m.actions.pause, 'pause', { kind: 'PauseWorkload', producer }),
    ...[1, 10].map((count) =>
      application(`send${count}`, m.actions.send(count), 'producer', {
        kind: 'SendRecords',
        producer,
        count,
      }),
    ),
    ...transactionalCalls(view).map(([kind, label, icon]) =>
      application(kind, m.actions[label], icon, { kind, producer }),
    ),
  ];
}

type TransactionalKind = 'BeginTransaction' | 'CommitTransaction' | 'AbortTransaction';
type TransactionalLabel = 'beginTransaction' | 'commitTransaction' | 'abortTransaction';

/** What a transactional producer may be told as it stands. */
function transactionalCalls({
  transaction,
}: ProducerView): readonly (readonly [TransactionalKind, TransactionalLabel, IconName])[] {
  switch (transaction?.state) {
    case 'READY':
      return [['BeginTransaction', 'beginTransaction', 'play']];
    case 'IN_TRANSACTION':
      return [
        ['CommitTransaction', 'commitTransaction', 'check'],
        ['AbortTransaction', 'abortTransaction', 'close'],
      ];
    case 'ABORTABLE_ERROR':
      return [['AbortTransaction', 'abortTransaction', 'close']];
    default:
      return [];
  }
}

function consumerActions(m: Catalogue['stage'], view: ConsumerView): readonly EntityAction[] {
  if (view.process !== 'running') return [];
  const consumer = view.clientId;
  const isStalled = view.stalledSinceUs !== null;
  return [
    {
      id: 'stall',
      group: 'application',
      label: isStalled ? m.actions.unstall : m.actions.stall,
      icon: isStalled ? 'play' : 'pause',
      body: { kind: isStalled ? 'UnstallConsumer' : 'StallConsumer', consumer },
    },
    ...(view.positions.length === 0 ? [] : placeActions(view)),
  ];
}

/** What its application may call between two calls of poll(), for all partitions that it has. */
function placeActions({ clientId, paused }: ConsumerView): readonly EntityAction[] {
  const all = { consumer: clientId, partitions: null };
  const isPaused = paused !== undefined;
  const group = 'application';
  return [
    {
      id: 'pausePartitions',
      group,
      label: isPaused ? 'resume()' : 'pause()',
      icon: isPaused ? 'play' : 'pause',
      body: { kind: isPaused ? 'ResumePartitions' : 'PausePartitions', ...all },
    },
    {
      id: 'seekToBeginning',
      group,
      label: 'seekToBeginning()',
      icon: 'stepBack',
      body: { kind: 'Seek', ...all, to: 'beginning', value: 0 },
    },
    {
      id: 'seekToEnd',
      group,
      label: 'seekToEnd()',
      icon: 'stepForward',
      body: { kind: 'Seek', ...all, to: 'end', value: 0 },
    },
  ];
}

function clientActions(
  m: Catalogue['stage'],
  view: ProducerView | ConsumerView | QueueClientView,
): readonly EntityAction[] {
  const client = view.key;
  if (view.process !== 'running' && view.process !== 'closing') {
    const body = { kind: 'StartClient', client } as const;
    return [{ id: 'start', group: 'process', label: m.actions.start, icon: 'play', body }];
  }
  return [
    {
      id: 'kill',
      group: 'process',
      label: m.actions.kill,
      icon: 'bolt',
      body: { kind: 'KillClient', client },
    },
    {
      id: 'close',
      group: 'process',
      label: m.actions.close,
      icon: 'close',
      body: { kind: 'CloseClient', client },
    },
    pauseAction(m, view),
  ];
}

function queueBrokerActions(m: Catalogue['stage'], view: QueueBrokerView): readonly EntityAction[] {
  const runs = view.process === 'running';
  return [
    {
      id: runs ? 'kill' : 'start',
      group: 'process',
      label: runs ? m.actions.kill : m.actions.start,
      icon: runs ? 'bolt' : 'play',
      body: queueBrokerDeed(view),
    },
  ];
}

function queueBrokerDeed({ name, process }: QueueBrokerView): CommandBody {
  return { kind: process === 'running' ? 'KillQueueBroker' : 'StartQueueBroker', queueBroker: name };
}

/** SIGSTOP and SIGCONT. */
function pauseAction(
  m: Catalogue['stage'],
  view: BrokerView | ControllerView | ProducerView | ConsumerView | QueueClientView,
): EntityAction {
  const node = view.key;
  return view.pausedSinceUs === null
    ? {
        id: 'pauseProcess',
        group: 'process',
        label: m.actions.pauseProcess,
        icon: 'pause',
        body: { kind: 'PauseProcess', node, forUs: null },
      }
    : {
        id: 'resumeProcess',
        group: 'process',
        label: m.actions.resumeProcess,
        icon: 'play',
        body: { kind: 'ResumeProcess', node },
      };
}

function controllerActions(m: Catalogue['stage'], view: ControllerView): EntityAction[] {
  const { nodeId: controller, process } = view;
  const a = m.actions;
  const action = (id: string, label: string, icon: IconName, body: CommandBody): EntityAction => ({
    id,
    group: 'process',
    label,
    icon,
    body,
  });
  if (process !== 'running' && process !== 'starting')
    return [action('start', a.start, 'play', { kind: 'StartController', controller })];
  return [
    action('kill', a.kill, 'bolt', { kind: 'KillController', controller }),
    action('stop', a.stop, 'pause', { kind: 'StopController', controller }),
    pauseAction(m, view),
    action('power', a.cutPower, 'power', { kind: 'CutControllerPower', controller }),
  ];
}

/** Links are between processes: a partition or a group has none. */
function linkActions(m: Catalogue['stage'], cluster: ClusterModel, key: EntityKey): EntityAction[] {
  const { controllers, producers, consumers } = cluster;
  const isProcess = [cluster.brokers, controllers, producers, consumers].some((list) =>
    list.some((view) => view.key === key),
  );
  if (!isProcess) return [];
  const brokers = cluster.brokers.map((broker) => broker.key);
  const others = key.startsWith('broker:')
    ? [
        ...brokers.filter((other) => other !== key),
        ...cluster.controllers.filter(({ active }) => active).map((controller) => controller.key),
        ...cluster.producers.map((producer) => producer.key),
        ...cluster.consumers.map((consumer) => consumer.key),
      ]
    : key.startsWith('controller:')
      ? [
          ...brokers,
          ...cluster.controllers
            .filter((controller) => controller.key !== key)
            .map((controller) => controller.key),
        ]
      : brokers;
  return others.flatMap((other): EntityAction[] => {
    const isFaulty = linkOf(cluster.links, key, other) !== null;
    const between: readonly [string, string] = [key, other];
    const name = spokenNode(m, other);
    return [
      {
        id: `link ${other}`,
        group: 'network',
        label: isFaulty ? m.actions.mendLinkTo(name) : m.actions.cutLinkTo(name),
        icon: isFaulty ? 'mend' : 'cut',
        body: { kind: isFaulty ? 'MendLink' : 'CutLink', between },
      },
      {
        id: `connections ${other}`,
        group: 'connections',
        label: m.actions.resetConnectionsWith(name),
        icon: 'close',
        body: { kind: 'ResetConnections', between },
      },
    ];
  });
}

/** `broker 2`, `controller 101`, `pay-api`: as it stands inside a sentence. */
export function spokenNode(m: Catalogue['stage'], key: EntityKey): string {
  const name = nameOf(key);
  const full = key.startsWith('broker:')
    ? m.broker.name(Number(name))
    : key.startsWith('controller:')
      ? m.controller.name(Number(name))
      : null;
  return full === null ? name : full.charAt(0).toLowerCase() + full.slice(1);
}

/** What C does: crash what runs, start what does not. */
export function crashOrStart(cluster: ClusterModel, key: EntityKey): CommandBody | null {
  const broker = cluster.brokers.find((candidate) => candidate.key === key);
  if (broker === undefined) {
    const queueBroker = cluster.queueBrokers.find((candidate) => candidate.key === key);
    if (queueBroker !== undefined) return queueBrokerDeed(queueBroker);
    const controller = cluster.controllers.find((candidate) => candidate.key === key);
    if (controller === undefined) return null;
    const runs = controller.process === 'running' || controller.process === 'starting';
    return { kind: runs ? 'KillController' : 'StartController', controller: controller.nodeId };
  }
  const gone = broker.process === 'killed' || broker.process === 'stopped' || broker.process === 'powerless';
  return { kind: gone ? 'StartBroker' : 'KillBroker', broker: broker.nodeId };
}
