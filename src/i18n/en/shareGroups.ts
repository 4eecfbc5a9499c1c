import { formatDuration, formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
const records = (count: number): string => plural(count, { one: '# record', other: '# records' });

/** Records of share groups between SPSO and SPEO. */
export const shareGroups = {
  title: 'Share groups',
  empty: 'No share group reads a partition yet.',
  heading: (group: string, partition: string) => `${group} on ${partition}`,
  loading: 'The leader waits for the share coordinator.',
  idle: (startOffset: number) => `SPSO ${n(startOffset)}. Nothing is in flight.`,
  span: (startOffset: number, endOffset: number, inFlight: number, locks: number) =>
    `SPSO ${n(startOffset)}, SPEO ${n(endOffset)}. ${n(inFlight)} of ${n(locks)} record locks.`,
  counts: (states: readonly (readonly [state: string, count: number])[]) =>
    states.map(([state, count]) => `${records(count)} ${state}`).join(', '),
  states: {
    AVAILABLE: 'available',
    ACQUIRED: 'acquired',
    ACKNOWLEDGED: 'acknowledged',
    ARCHIVED: 'archived',
  },
  columns: {
    offsets: 'Offsets',
    state: 'State',
    deliveries: 'Deliveries',
    member: 'Member',
    lock: 'Lock ends in',
  },
  offsets: (first: number, last: number) => (first === last ? n(first) : `${n(first)}–${n(last)}`),
  deliveries: (count: number, limit: number) => `${n(count)} of ${n(limit)}`,
  lock: (leftUs: number) => formatDuration(leftUs),
  more: (count: number) => plural(count, { one: '# more run of records', other: '# more runs of records' }),
};
