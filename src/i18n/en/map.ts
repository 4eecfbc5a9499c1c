import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

export const map = {
  label: (counts: { readonly brokers: number; readonly partitions: number }) =>
    `The whole cluster: ${plural(counts.brokers, { one: '# broker', other: '# brokers' })}, ${plural(counts.partitions, { one: '# partition', other: '# partitions' })}`,
  keyboardHelp:
    'Arrow keys move between brokers, their replicas, clients and controllers. Enter on a replica goes nearer to its partition. Space plays and pauses, full stop takes the next event.',
  leads: (count: number) => `leads ${n(count)}`,
  moreHealthy: (count: number) => `+ ${n(count)} more, all healthy`,
  more: (count: number) => `+ ${n(count)} more`,
  moreProducers: (count: number) => plural(count, { one: '+ # more producer', other: '+ # more producers' }),
  moreReaders: (count: number) => plural(count, { one: '+ # more reader', other: '+ # more readers' }),
  lag: (count: number) => `lag ${n(count)}`,
  inFlight: (count: number, most: number) => `${count} of ${most}`,
  group: (id: string) => `Group ${id}`,
  members: (count: number) => plural(count, { one: '# member', other: '# members' }),
  bar: (facts: {
    readonly partition: string;
    readonly broker: number;
    readonly role: string;
    readonly logEndOffset: number;
    readonly highWatermark: number;
    readonly troubles: readonly string[];
  }) =>
    `${facts.partition} on broker ${facts.broker}, ${[facts.role, ...facts.troubles].join(', ')}. Log end offset ${n(facts.logEndOffset)}, high watermark ${n(facts.highWatermark)}.`,
  offline: 'not reachable',
  cannotFetch: 'cannot fetch',
  awaited: 'a Produce waits for its high watermark',
  legend: {
    title: 'Legend',
    committed: 'committed',
    open: 'above HW',
    awaited: 'HW waits',
    cannotFetch: 'cannot fetch',
    offline: 'not reachable',
  },
};
