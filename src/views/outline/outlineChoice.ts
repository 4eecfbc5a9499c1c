import type { EntityKey } from '../../bridge/frame.ts';
import { placeOfWhy } from '../cluster/askWhy.ts';
import { nameOf, type ClusterModel } from '../clusterModel.ts';
import type { StageViewState } from '../SimulationContext.tsx';
import { lookUp } from './clusterLookup.ts';
import type { OutlineLine, OutlineNode } from './outlineTree.ts';

/** What the stage shows when a line is chosen; null: the line stands for others, which one opens and shuts. */
export function choiceOf(cluster: ClusterModel, line: OutlineLine): Partial<StageViewState> | null {
  switch (line.of) {
    case 'broker':
    case 'controller':
    case 'client':
    case 'beside':
      return { inspected: line.key, focused: line.key };
    case 'topic': {
      const first = lookUp(cluster).topics.find(({ topic }) => topic === line.topic)?.partitions[0];
      return first === undefined ? null : { partition: first.name };
    }
    case 'partition':
      return { inspected: `partition:${line.partition}`, partition: line.partition };
    case 'replica': {
      const place = placeOfWhy(`replica:${line.partition}@${line.broker}`);
      return { ...place, focused: place.inspected };
    }
    case 'position':
      return { inspected: line.client, focused: line.client, partition: line.partition };
    case 'group':
      return { panel: 'groups' };
    case 'member': {
      const key = consumerOf(cluster, line);
      return key === null ? null : { inspected: key, focused: key };
    }
    case 'committed':
      return { panel: 'groups', partition: line.partition };
    default:
      return null;
  }
}

/** What the stage rings while the focus is on a line. */
export function pointedAtBy(cluster: ClusterModel, line: OutlineLine): readonly EntityKey[] {
  switch (line.of) {
    case 'broker':
    case 'controller':
    case 'client':
    case 'beside':
      return [line.key];
    case 'rack':
      return cluster.brokers.filter(({ rack }) => rack === line.rack).map(({ key }) => key);
    case 'partition':
      return (lookUp(cluster).partitionOf.get(line.partition)?.replicas ?? []).map(
        (broker) => `replica:${line.partition}@${broker}`,
      );
    case 'replica':
      return [`replica:${line.partition}@${line.broker}`];
    case 'position':
      return [line.client];
    case 'group':
      return (lookUp(cluster).groupOf.get(line.key)?.members ?? []).map(
        ({ clientId }) => `consumer:${clientId}`,
      );
    case 'member': {
      const key = consumerOf(cluster, line);
      return key === null ? [] : [key];
    }
    case 'link':
      return [...(cluster.links.find(({ key }) => key === line.key)?.between ?? [])];
    default:
      return [];
  }
}

/**
 * The line that is marked as selected: the one that was chosen here as long as the stage still shows what it asked for, else the line
 * of what is inspected there.
 */
export function selectedLine(
  cluster: ClusterModel,
  lines: readonly OutlineNode[],
  chosen: string | null,
  view: Pick<StageViewState, 'inspected' | 'partition' | 'panel'>,
): string | null {
  const line = lines.find(({ key }) => key === chosen)?.line;
  const asked = line === undefined ? null : choiceOf(cluster, line);
  if (asked !== null) {
    const { inspected = view.inspected, partition = view.partition, panel = view.panel } = asked;
    if (inspected === view.inspected && partition === view.partition && panel === view.panel) return chosen;
  }
  return lines.find(({ key }) => key === view.inspected)?.key ?? null;
}

/**
 * Where the focus goes when its line has gone or stands in one that was shut: to the line that shut it in, else to the next that is
 * still there, else to the one before.
 */
export function lineInPlaceOf(
  gone: string,
  before: readonly OutlineNode[],
  now: readonly OutlineNode[],
): string | null {
  const stillThere = new Map(now.map((node) => [node.key, node]));
  const at = before.findIndex(({ key }) => key === gone);
  const around = before
    .slice(0, Math.max(0, at))
    .findLast((node) => stillThere.has(node.key) && linesUnder(node).includes(gone));
  const shut = around === undefined ? undefined : stillThere.get(around.key);
  if (shut !== undefined && shut.hasChildren && shut.children.length === 0) return shut.key;
  const next = before.slice(at + 1).find(({ key }) => stillThere.has(key));
  const previous = before.slice(0, Math.max(0, at)).findLast(({ key }) => stillThere.has(key));
  return next?.key ?? previous?.key ?? now[0]?.key ?? null;
}

function linesUnder(node: OutlineNode): readonly string[] {
  return node.children.flatMap((child) => [child.key, ...linesUnder(child)]);
}

function consumerOf(
  cluster: ClusterModel,
  line: Extract<OutlineLine, { readonly of: 'member' }>,
): EntityKey | null {
  const member = lookUp(cluster)
    .groupOf.get(line.group)
    ?.members.find(({ memberId }) => memberId === line.memberId);
  const key = `consumer:${member?.clientId ?? ''}`;
  return cluster.consumers.some((consumer) => nameOf(consumer.key) === nameOf(key)) ? key : null;
}
