import { commands as m } from '../../../i18n/en/commands.ts';
import type { Catalogue } from '../../../i18n/Catalogue.ts';
import { formatTime } from '../../../i18n/format.ts';
import { checkConfig } from '../../../scenario/configs/kafkaConfigs.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import type { Micros } from '../../../shared/units.ts';
import type { TimelineMark } from '../../../state/timelineMarks.ts';
import { entityActions, spokenNode } from '../../../views/cluster/entityActions.ts';
import type { ClusterModel } from '../../../views/clusterModel.ts';

/** What a line of the palette does. Plain data: the dialog carries it out. */
export type LabDeed =
  | { readonly kind: 'apply'; readonly body: CommandBody }
  | { readonly kind: 'seek'; readonly timeUs: Micros }
  | { readonly kind: 'runToError'; readonly error: string }
  | { readonly kind: 'inspect'; readonly key: string }
  | { readonly kind: 'partition'; readonly name: string };

export interface LabCommand {
  readonly id: string;
  readonly label: string;
  readonly deed: LabDeed;
}

/** Every deed on every node, every node and partition to look at, and the first of each thing that happened. */
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
      entityActions(stage, cluster, key).map((action) => ({
        id: `${key} ${action.id}`,
        label: m.deed(action.label, spokenNode(stage, key)),
        deed: { kind: 'apply', body: action.body } as const,
      })),
    ),
    ...keys.map((key) => ({
      id: `inspect ${key}`,
      label: m.inspect(spokenNode(stage, key)),
      deed: { kind: 'inspect', key } as const,
    })),
    ...cluster.partitions.map(({ name }) => ({
      id: `partition ${name}`,
      label: m.showPartition(name),
      deed: { kind: 'partition', name } as const,
    })),
    ...firstOfEach(marks),
  ];
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

const CONFIG = /^([a-z][\w.]*)\s*=\s*(\S+)(?:\s+(?:for|on)\s+(.*))?$/i;

/** `acks=1 for pay-api`; without a target, for all that take it. */
function configCommands(text: string, cluster: ClusterModel): LabCommand[] {
  const [, name, written, wanted = ''] = CONFIG.exec(text) ?? [];
  if (name === undefined || written === undefined) return [];
  const isWanted = (target: string) => target.toLowerCase().includes(wanted.trim().toLowerCase());
  const command = (target: string, body: CommandBody): LabCommand => ({
    id: `config ${name} ${written} ${target}`,
    label: m.set(name, written, target),
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
  return [{ id: 'time', label: m.goToTime(formatTime(timeUs)), deed: { kind: 'seek', timeUs } }];
}

/** The name of an error that has not come yet. */
function errorCommands(text: string, known: readonly LabCommand[]): LabCommand[] {
  const error = /\b([A-Z]+(?:_[A-Z]+)+)\b/.exec(text)?.[1];
  if (error === undefined || known.some(({ id }) => id === `first ${error}`)) return [];
  return [{ id: `error ${error}`, label: m.runToFirst(error), deed: { kind: 'runToError', error } }];
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
