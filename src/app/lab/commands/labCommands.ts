import { commands as m } from '../../../i18n/en/commands.ts';
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
  readonly deed: LabDeed;
}

/** Every deed on every node, every node, topic and partition to look at, and the first of each thing that happened. */
export function commandsOfCluster(
  stage: Catalogue['stage'],
  cluster: ClusterModel,
  marks: readonly TimelineMark[],
): readonly LabCommand[] {
  const keys = [...cluster.brokers, ...cluster.controllers, ...cluster.producers, ...cluster.consumers].map(
    ({ key }) => key,
  );
  return [
    ...keys.flatMap((key) =>
      entityActions(stage, cluster, key).map((action): LabCommand => ({
        id: `${key} ${action.id}`,
        label: m.deed(action.label, spokenNode(stage, key)),
        ...placeOfAction(stage, key, action),
        deed: { kind: 'apply', body: action.body },
      })),
    ),
    ...keys.flatMap((key) => clockCommands(stage, key)),
    ...slowLinkCommands(stage, cluster, keys),
    ...thingsToFind(stage, cluster),
    ...firstOfEach(marks),
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
  inspect: { id: 'inspect', label: m.verbs.inspect, keys: 'I' },
  topic: { id: 'topic', label: m.verbs.topic },
  partition: { id: 'partition', label: m.verbs.partition },
  first: { id: 'first', label: m.verbs.first },
  cutLink: { id: 'cutLink', label: m.verbs.cutLink, keys: 'K' },
  mendLink: { id: 'mendLink', label: m.verbs.mendLink, keys: 'K' },
  slowLink: { id: 'slowLink', label: m.verbs.slowLink },
  drop: { id: 'drop', label: m.verbs.drop, keys: 'D' },
  rack: { id: 'rack', label: m.verbs.rack },
  clock: { id: 'clock', label: m.verbs.clock },
} satisfies Record<string, CommandVerb>;

/** Deeds that C does to what has the focus. */
const CRASH_OR_START = new Set(['kill', 'start']);

function placeOfAction(
  stage: Catalogue['stage'],
  key: string,
  { id, group, label, body }: EntityAction,
): Pick<LabCommand, 'group' | 'verb' | 'target'> {
  const target = spokenNode(stage, key);
  if ('between' in body) {
    // From whichever end one looks, a link is one thing.
    const ends = body.between.map((node) => spokenNode(stage, node));
    const [a = '', b = ''] = ends.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    const verb =
      body.kind === 'CutLink' ? VERBS.cutLink : body.kind === 'MendLink' ? VERBS.mendLink : VERBS.drop;
    return { group: 'break', verb, target: m.between(a, b) };
  }
  if ('rack' in body) return { group: 'break', verb: VERBS.rack, target: body.rack };
  const keys = CRASH_OR_START.has(id) ? { keys: 'C' } : {};
  return {
    group: group === 'application' ? 'applications' : 'break',
    verb: { id: `do ${label}`, label, ...keys },
    target,
  };
}

const HOUR_US = 3_600_000_000;

function clockCommands(stage: Catalogue['stage'], node: string): LabCommand[] {
  return m.clocks.map(({ label, hours }): LabCommand => ({
    id: `${node} clock ${hours}`,
    label: m.deed(label, spokenNode(stage, node)),
    group: 'break',
    verb: VERBS.clock,
    target: m.deed(label, spokenNode(stage, node)),
    deed: { kind: 'apply', body: { kind: 'SetClock', node, offsetUs: hours * HOUR_US, driftPpm: 0 } },
  }));
}

/** Links that are in order now; in a large cluster those of its brokers alone would be thousands. */
const MOST_SLOW_LINKS = 200;
const SLOW = { latencyUs: 200_000, jitterUs: 100_000, bandwidthBitsPerSecond: null, lossPercent: 0 } as const;

function slowLinkCommands(
  stage: Catalogue['stage'],
  cluster: ClusterModel,
  keys: readonly string[],
): LabCommand[] {
  const found: LabCommand[] = [];
  keys.forEach((a, i) => {
    for (const b of keys.slice(i + 1)) {
      // Of two clients nothing goes from one to the other.
      if (!a.startsWith('broker:') || found.length >= MOST_SLOW_LINKS || linkOf(cluster.links, a, b) !== null)
        continue;
      const target = m.between(spokenNode(stage, a), spokenNode(stage, b));
      found.push({
        id: `slow ${a} ${b}`,
        label: m.deed(m.slowLink, target),
        group: 'break',
        verb: VERBS.slowLink,
        target,
        deed: { kind: 'apply', body: { kind: 'SlowLink', between: [a, b], ...SLOW } },
      });
    }
  });
  return found;
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
  return { group: 'said', verb: { id: 'said', label: m.groups.said }, target };
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
