import { interestOf, isTold, type Interest } from './interestingEvents.ts';
import type { TraceEvent, TraceKind, TraceRow } from './traceEvents.ts';

/** Which facts somebody wants to read. What is null or empty asks for nothing. */
export interface EventFilter {
  /** From this on. */
  readonly interest: Interest;
  readonly kind: TraceKind | null;
  /** `broker:1`, `producer:pay-api` … */
  readonly node: string | null;
  /** A partition, or a topic with all of its partitions. */
  readonly partition: string | null;
  /** Words that all stand somewhere in the fact: in a name, an error, a number. */
  readonly text: string;
}

export function matchesEvent({ event }: TraceRow, filter: EventFilter): boolean {
  if (filter.kind !== null && event.kind !== filter.kind) return false;
  if (filter.interest !== 'rpc' && !isTold(interestOf(event), filter.interest)) return false;
  if (filter.partition !== null && !isAbout(event, filter.partition)) return false;
  if (filter.node !== null && !speaksOf(event, filter.node)) return false;
  return filter.text === '' || hasWords(event, filter.text);
}

function isAbout(event: TraceEvent, wanted: string): boolean {
  if ('topic' in event && event.topic === wanted) return true;
  if (!('partition' in event)) return false;
  const { partition } = event;
  return partition === wanted || partition.slice(0, partition.lastIndexOf('-')) === wanted;
}

/** Fields that name a node: brokers and controllers by their id, clients by their name, with or without what they are. */
const NODE_FIELDS = [
  'broker',
  'leader',
  'controller',
  'node',
  'client',
  'producer',
  'consumer',
  'source',
  'target',
  'store',
];
/** And those that name several brokers. */
const LIST_FIELDS = ['added', 'removed', 'isr', 'replicas'];

function speaksOf(event: TraceEvent, wanted: string): boolean {
  const [kind = '', name = ''] = wanted.split(':');
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  return (
    NODE_FIELDS.some((field) => {
      const value = fields[field];
      if (typeof value === 'number') return isOfKind(field, kind) && String(value) === name;
      return value === wanted || (value === name && field === kind);
    }) ||
    (kind === 'broker' &&
      LIST_FIELDS.some((field) => {
        const value = fields[field];
        return Array.isArray(value) && value.includes(Number(name));
      }))
  );
}

function isOfKind(field: string, kind: string): boolean {
  return kind === 'controller' ? field === 'controller' : kind === 'broker' && field !== 'controller';
}

function hasWords(event: TraceEvent, text: string): boolean {
  const said = JSON.stringify(event).toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
