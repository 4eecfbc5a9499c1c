import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

export const map = {
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
  noRoom: (brokers: number) =>
    `There is no room here for ${plural(brokers, { one: '# broker', other: '# brokers' })} with their replicas.`,
  toHeatMap: 'Show the heat map',
  legend: {
    title: 'Legend',
    committed: 'committed',
    open: 'above HW',
    awaited: 'HW waits',
    cannotFetch: 'cannot fetch',
    offline: 'not reachable',
    flow: (amount: number, unit: 'KB' | 'MB') => `${n(amount)} ${unit}/s`,
  },
};
