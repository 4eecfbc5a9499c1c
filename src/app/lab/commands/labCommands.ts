import { commands as m } from '../../../i18n/en/commands.ts';
import type { EntityKey } from '../../../bridge/frame.ts';
import type { Catalogue } from '../../../i18n/Catalogue.ts';
import { formatTime } from '../../../i18n/format.ts';
import { checkConfig } from '../../../scenario/configs/kafkaConfigs.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import type { Micros } from '../../../shared/units.ts';
import type { TimelineMark } from '../../../state/timelineMarks.ts';
import { entityActions, spokenNode, type EntityAction } from '../../../views/cluster/entityActions.ts';
import { linkOf, type ClusterModel } from '../../../views/clusterModel.ts';
import type { CommandVerb, PaletteGroup } from './paletteEntries.ts';

/** What a line of the palette does. Plain data: the dialog carries it out. */
export type LabDeed =
  | { readonly kind: 'apply'; readonly body: CommandBody }
  | { readonly kind: 'seek'; readonly timeUs: Micros }
  | { readonly kind: 'runToError'; readonly error: string }
  | { readonly kind: 'inspect'; readonly key: string }
  | { readonly kind: 'topic'; readonly partition: string }
  | { readonly kind: 'partition'; readonly name: string };

export interface LabCommand {
  readonly id: string;
  /** As it is found by its name: the deed and what it is done to. */
  readonly label: string;
  readonly group: PaletteGroup;
  /** One entry for all that do the same to different things. */
  readonly verb: CommandVerb;
  /** What this one does it to. */
  readonly target: string;
  /** The same on the stage; left out: it is done to nothing there. */
  readonly on?: readonly EntityKey[];
  readonly deed: LabDeed;
}

/** Every deed on every node, every node, topic and partition to look at, and the first of each thing that happened. */
export function commandsOfCluster(
  stage: Catalogue['stage'],
  cluster: ClusterModel,
  marks: readonly TimelineMark[],
): readonly LabCommand[] {
  return [...deedsOfCluster(stage, cluster), ...thingsToFind(stage, cluster), ...firstOfEach(marks)];
}

/** Every deed on every node and on every link between two. */
export function deedsOfCluster(stage: Catalogue['stage'], cluster: ClusterModel): readonly LabCommand[] {
  const keys = [...cluster.brokers, ...cluster.controllers, ...cluster.producers, ...cluster.consumers].map(
    ({ key }) => key,
  );
  return [
    ...keys.flatMap((key) =>
      entityActions(stage, cluster, key).map((action): LabCommand => ({
        id: `${key} ${action.id}`,
        label: m.deed(deedName(action), spokenNode(stage, key)),
        ...placeOfAction(stage, cluster, key, action),
        deed: { kind: 'apply', body: action.body },
      })),
    ),
    ...keys.flatMap((key) => clockCommands(stage, key)),
    ...soundLinkCommands(stage, cluster, keys),
  ];
}

/** Every node, topic and partition, to look at. */
export function thingsToFind(stage: Catalogue['stage'], cluster: ClusterModel): readonly LabCommand[] {
  const nodes = [...cluster.brokers, ...cluster.controllers, ...cluster.producers, ...cluster.consumers];
  const first = new Map<string, string>();
  for (const { topic, name } of cluster.partitions) if (!first.has(topic)) first.set(topic, name);
  return [
    ...nodes.map(({ key }) => {
      const spoken = spokenNode(stage, key);
      return toSee('inspect', key, m.inspect(spoken), { kind: 'inspect', key }, spoken);
    }),
    ...[...first].map(([topic, partition]) =>
      toSee('topic', topic, m.showTopic(topic), { kind: 'topic', partition }),
    ),
    ...cluster.partitions.map(({ name }) =>
      toSee('partition', name, m.showPartition(name), { kind: 'partition', name }),
    ),
  ];
}

function toSee(
  verb: 'inspect' | 'topic' | 'partition',
  what: string,
  label: string,
  deed: LabDeed,
  target = what,
): LabCommand {
  return { id: `${verb} ${what}`, label, group: 'show', verb: VERBS[verb], target, deed };
}

const VERBS = {
  inspect: { id: 'inspect', label: m.verbs.inspect, keys: 'I', icon: 'search' },
  topic: { id: 'topic', label: m.verbs.topic, icon: 'topic' },
  partition: { id: 'partition', label: m.verbs.partition, icon: 'topic' },
  first: { id: 'first', label: m.verbs.first, icon: 'clock' },
  cutLink: { id: 'cutLink', label: m.verbs.cutLink, keys: 'K', icon: 'cut' },
  cutOneWay: { id: 'cutOneWay', label: m.verbs.cutOneWay, icon: 'cut' },
  mendLink: { id: 'mendLink', label: m.verbs.mendLink, keys: 'K', icon: 'mend' },
  slowLink: { id: 'slowLink', label: m.verbs.slowLink, icon: 'clock' },
  drop: { id: 'drop', label: m.verbs.drop, keys: 'D', icon: 'close' },
  rack: { id: 'rack', label: m.verbs.rack, icon: 'power' },
  clock: { id: 'clock', label: m.verbs.clock, icon: 'clock' },
} satisfies Record<string, CommandVerb>;

/** Deeds that C does to what has the focus. */
const CRASH_OR_START = new Set(['kill', 'start']);

function placeOfAction(
  stage: Catalogue['stage'],
  cluster: ClusterModel,
  key: string,
  action: EntityAction,
): Pick<LabCommand, 'group' | 'verb' | 'target' | 'on'> {
  const { id, group, body, icon } = action;
  const label = deedName(action);
  const target = spokenNode(stage, key);
  if ('between' in body) {
    // From whichever end one looks, a link is one thing.
    const ends = body.between.map((node) => spokenNode(stage, node));
    const [a = '', b = ''] = ends.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    const verb =
      body.kind === 'CutLink' ? VERBS.cutLink : body.kind === 'MendLink' ? VERBS.mendLink : VERBS.drop;
    return { group: 'break', verb, target: m.between(a, b), on: body.between };
  }
  if ('rack' in body) {
    const on = cluster.brokers.filter(({ rack }) => rack === body.rack).map((broker) => broker.key);
    return { group: 'break', verb: VERBS.rack, target: body.rack, on };
  }
  const keys = CRASH_OR_START.has(id) ? { keys: 'C' } : {};
  return {
    group: group === 'application' ? 'applications' : 'break',
    verb: { id: `do ${label}`, label, icon, ...keys },
    target,
    on: [key],
  };
}

/** The menu of a thing says under which heading it stands; alone it is told. */
function deedName({ id, label }: EntityAction): string {
  return (m.deeds as Readonly<Record<string, string>>)[id] ?? label;
}

const HOUR_US = 3_600_000_000;

function clockCommands(stage: Catalogue['stage'], node: string): LabCommand[] {
  return m.clocks.map(({ label, hours }): LabCommand => ({
    id: `${node} clock ${hours}`,
    label: m.deed(label, spokenNode(stage, node)),
    group: 'break',
    verb: VERBS.clock,
    target: m.deed(label, spokenNode(stage, node)),
    on: [node],
    deed: { kind: 'apply', body: { kind: 'SetClock', node, offsetUs: hours * HOUR_US, driftPpm: 0 } },
  }));
}

/** Links that are in order now; in a large cluster those of its brokers alone would be thousands. */
const MOST_SOUND_LINKS = 200;
const SLOW = { latencyUs: 200_000, jitterUs: 100_000, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

/** What can be done to a link that is in order, besides to cut it: make it slow, cut one way of it. */
function soundLinkCommands(
  stage: Catalogue['stage'],
  cluster: ClusterModel,
  keys: readonly string[],
): LabCommand[] {
  const slow: LabCommand[] = [];
  const oneWay: LabCommand[] = [];
  keys.forEach((a, i) => {
    for (const b of keys.slice(i + 1)) {
      // Of two clients nothing goes from one to the other.
      if (!a.startsWith('broker:') || slow.length >= MOST_SOUND_LINKS || linkOf(cluster.links, a, b) !== null)
        continue;
      const target = m.between(spokenNode(stage, a), spokenNode(stage, b));
      slow.push({
        id: `slow ${a} ${b}`,
        label: m.deed(m.slowLink, target),
        group: 'break',
        verb: VERBS.slowLink,
        target,
        on: [a, b],
        deed: { kind: 'apply', body: { kind: 'SlowLink', between: [a, b], ...SLOW } },
      });
      for (const between of [
        [a, b],
        [b, a],
      ] as const) {
        const way = m.oneWay(spokenNode(stage, between[0]), spokenNode(stage, between[1]));
        oneWay.push({
          id: `cut ${between.join(' ')}`,
          label: m.deed(m.verbs.cutOneWay, way),
          group: 'break',
          verb: VERBS.cutOneWay,
          target: way,
          on: between,
          deed: { kind: 'apply', body: { kind: 'CutLink', between, direction: 'forward' } },
        });
      }
    }
  });
  return [...oneWay, ...slow];
}

/** By the error's name where there is one, else by the kind of the fact. */
function firstOfEach(marks: readonly TimelineMark[]): LabCommand[] {
  const first = new Map<string, Micros>();
  for (const { event, timeUs } of marks) {
    const what = 'error' in event ? event.error : event.kind;
    if (!first.has(what)) first.set(what, timeUs);
  }
  return [...first].map(([what, timeUs]) => ({
    id: `first ${what}`,
    label: m.goToFirst(what, formatTime(timeUs)),
    group: 'time',
    verb: VERBS.first,
    target: m.firstAt(what, formatTime(timeUs)),
    // Right after it, so that it is seen done.
    deed: { kind: 'seek', timeUs: timeUs + 1 },
  }));
}

/** What the text itself says: a config with a value, a time, the name of an error. */
export function commandsOfText(
  text: string,
  cluster: ClusterModel,
  known: readonly LabCommand[],
): readonly LabCommand[] {
  const written = text.trim();
  return [...configCommands(written, cluster), ...timeCommands(written), ...errorCommands(written, known)];
}

/** Where it stands that is there only because the text says it. */
function said(target: string): Pick<LabCommand, 'group' | 'verb' | 'target'> {
  return { group: 'said', verb: { id: 'said', label: m.groups.said, icon: 'text' }, target };
}

const CONFIG = /^([a-z][\w.]*)\s*=\s*(\S+)(?:\s+(?:for|on)\s+(.*))?$/i;

/** `acks=1 for pay-api`; without a target, for all that take it. */
function configCommands(text: string, cluster: ClusterModel): LabCommand[] {
  const [, name, written, wanted = ''] = CONFIG.exec(text) ?? [];
  if (name === undefined || written === undefined) return [];
  const isWanted = (target: string) => target.toLowerCase().includes(wanted.trim().toLowerCase());
  const command = (target: string, body: CommandBody): LabCommand => ({
    id: `config ${name} ${written} ${target}`,
    label: m.set(name, written, target),
    ...said(target),
    deed: { kind: 'apply', body },
  });
  const found: LabCommand[] = [];
  const asProducers = checkConfig('producer', name, written);
  if (asProducers.ok)
    for (const { clientId } of cluster.producers)
      if (isWanted(clientId))
        found.push(
          command(clientId, {
            kind: 'RestartProducer',
            producer: clientId,
            configs: { [name]: asProducers.value },
          }),
        );
  const asTopics = checkConfig('topic', name, written);
  if (asTopics.ok)
    for (const topic of new Set(cluster.partitions.map((partition) => partition.topic)))
      if (isWanted(topic) && !topic.startsWith('__'))
        found.push(command(topic, { kind: 'AlterTopicConfigs', topic, configs: { [name]: asTopics.value } }));
  const asBrokers = checkConfig('broker', name, written);
  if (asBrokers.ok) {
    const configs = { [name]: asBrokers.value };
    if (isWanted(m.cluster)) found.push(command(m.cluster, { kind: 'AlterClusterConfigs', configs }));
    for (const { nodeId } of cluster.brokers)
      if (isWanted(`broker ${nodeId}`))
        found.push(command(`broker ${nodeId}`, { kind: 'AlterBrokerConfigs', broker: nodeId, configs }));
  }
  return found;
}

/** `0:12.5`, `12.5s`, `90 s`, `1:02:03`. */
function timeCommands(text: string): LabCommand[] {
  const clock = /^(?:go to )?(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d+)?)$/i.exec(text);
  const seconds = /^(?:go to )?(\d+(?:\.\d+)?)\s*s$/i.exec(text);
  const value = clock
    ? Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
    : seconds
      ? Number(seconds[1])
      : null;
  if (value === null) return [];
  const timeUs = Math.round(value * 1_000_000);
  const label = m.goToTime(formatTime(timeUs));
  return [{ id: 'time', label, ...said(label), deed: { kind: 'seek', timeUs } }];
}

/** The name of an error that has not come yet. */
function errorCommands(text: string, known: readonly LabCommand[]): LabCommand[] {
  const error = /\b([A-Z]+(?:_[A-Z]+)+)\b/.exec(text)?.[1];
  if (error === undefined || known.some(({ id }) => id === `first ${error}`)) return [];
  const label = m.runToFirst(error);
  return [{ id: `error ${error}`, label, ...said(label), deed: { kind: 'runToError', error } }];
}

const MOST_SHOWN = 60;

/** Those of which each word of the text is a part, where the text begins the name first. */
export function matching<T extends { readonly label: string }>(
  all: readonly T[],
  text: string,
): readonly T[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const wanted = words.join(' ');
  const rank = ({ label }: T) => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return all
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_SHOWN);
}
