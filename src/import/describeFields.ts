/** The labels of `kafka-topics.sh --describe`, of all versions. Longer ones first, so that none hides in another. */
const LABELS = [
  'Adding Replicas',
  'Removing Replicas',
  'PartitionCount',
  'ReplicationFactor',
  'MarkedForDeletion',
  'LastKnownElr',
  'LiveObservers',
  'Partition',
  'Observers',
  'Replicas',
  'TopicId',
  'Configs',
  'Offline',
  'Leader',
  'Topic',
  'Isr',
  'Elr',
] as const;

export type DescribeLabel = (typeof LABELS)[number];
export type DescribeFields = Map<DescribeLabel, string>;

const FIRST_LABEL = new RegExp(`(?:^|[\\s>|])((?:${LABELS.join('|')}):)`);
/** What may stand before the first label: prompts, line numbers of `cat -n`, the service of `docker compose logs`. */
const PREFIX = /^[\s>]*(?:\d+\s+|[\w.-]+\s*\|\s*)?[\s>]*$/;

/** The labelled values of a line; none when it is no line of a description. */
export function splitFields(line: string): DescribeFields {
  const fields: DescribeFields = new Map();
  const first = FIRST_LABEL.exec(line);
  if (first === null) return fields;
  const start = first.index + first[0].length - (first[1] ?? '').length;
  if (!PREFIX.test(line.slice(0, start))) return fields;

  const text = line.slice(start);
  const marks = [...text.matchAll(new RegExp(`(?:^|\\s)(${LABELS.join('|')}):`, 'g'))];
  for (const [i, mark] of marks.entries()) {
    const label = mark[1] as DescribeLabel;
    const from = mark.index + mark[0].length;
    // Values of configs may hold anything; only the mark of a deleted topic stands behind them.
    const next =
      label === 'Configs'
        ? marks.find((other) => other.index > from && other[1] === 'MarkedForDeletion')
        : marks[i + 1];
    const value = text.slice(from, next?.index).trim();
    if (!fields.has(label)) fields.set(label, value);
    if (label === 'Configs') break;
  }
  return fields;
}

/** `1,2,3` as ids; empty for nothing, null for N/A, undefined for anything else. A comma left by a cut is let pass. */
export function readIds(value: string): readonly number[] | null | undefined {
  if (value === '') return [];
  if (value === 'N/A') return null;
  const items = value.replace(/,$/, '').split(',');
  const ids: number[] = [];
  for (const item of items) {
    const id = readId(item.trim());
    if (id === null) return undefined;
    if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** A whole number that Kafka could hold; null for anything else. */
export function readId(value: string): number | null {
  return /^[0-9]{1,10}$/.test(value) && Number(value) <= 2_147_483_647 ? Number(value) : null;
}

/** −1 for none; null for anything that is no leader. */
export function readLeader(value: string): number | null {
  return value === '-1' || value.toLowerCase() === 'none' ? -1 : readId(value);
}
