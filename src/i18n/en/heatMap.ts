import { formatNumber } from '../format.ts';
import { joinAnd, plural } from '../plural.ts';

const n = formatNumber;
type Mode = 'lag' | 'leadership' | 'isr' | 'bytesIn' | 'groupLag';
const records = (count: number) => plural(count, { one: '# record', other: '# records' });

/** `38.9 KB/s`, as throughput is told: thousands, not 1,024s. */
function rate(bytesPerSecond: number): string {
  if (bytesPerSecond >= 1_000_000) return `${n(bytesPerSecond / 1_000_000, 1)} MB/s`;
  if (bytesPerSecond >= 1000) return `${n(bytesPerSecond / 1000, 1)} KB/s`;
  return `${n(bytesPerSecond)} B/s`;
}

export const heatMap = {
  title: (counts: { readonly brokers: number; readonly partitions: number; readonly replicas: number }) =>
    `${plural(counts.brokers, { one: '# broker', other: '# brokers' })}, ${plural(counts.partitions, { one: '# partition', other: '# partitions' })}, ${plural(counts.replicas, { one: '# replica', other: '# replicas' })}`,
  help: 'One cell is one replica. Arrow keys move cell by cell, Enter opens the partition, Escape comes back to the same cell.',
  empty: 'No replicas yet. Add a topic, and its replicas stand here.',
  modeLabel: 'Heat',
  modes: {
    lag: 'Follower lag',
    leadership: 'Leadership',
    isr: 'ISR',
    bytesIn: 'Bytes in',
    groupLag: 'Group lag',
  },
  group: 'Group whose lag is shown',
  arrangement: 'Rows',
  arrangements: { brokers: 'By broker', topics: 'By topic' },
  topicHelp:
    'One cell is one partition. Arrow keys move cell by cell, Enter opens the partition, Escape comes back to the same cell.',
  partitionsBy: 'one cell is one partition, and as bad as its worst replica',
  topicOf: (topic: string, partitions: number) => `${topic}  ${n(partitions)}`,
  worstFirst: 'Worst first',
  filters: {
    underMinIsr: (count: number) => `${n(count)} under min ISR`,
    underReplicated: (count: number) => `${n(count)} under-replicated`,
    withoutLeader: (count: number) => `${n(count)} without a leader`,
  },
  blocks: {
    leaders: (most: number, mode: Mode) => {
      const leaders = plural(most, { one: 'up to # leader', other: 'up to # leaders' });
      return mode === 'lag' || mode === 'isr' ? `${leaders}, height is bytes in` : leaders;
    },
    followers: (most: number, mode: Mode) => {
      const followers = plural(most, { one: 'up to # follower', other: 'up to # followers' });
      return mode === 'lag' ? `${followers}, shade is records behind` : followers;
    },
  },
  figure: {
    lag: 'behind',
    leadership: 'leads',
    isr: 'out of ISR',
    bytesIn: 'bytes in',
    groupLag: 'group lag',
  },
  /** Steps of the scale, from 0 on; null: the mode does not use the step. */
  legend: {
    lag: ['0', '1–100', '1 k', '10 k', '50 k', 'more'],
    leadership: [
      'follows',
      null,
      'preferred, leads',
      null,
      'leads, not preferred',
      'preferred, does not lead',
    ],
    isr: [null, 'in ISR', 'ISR at the minimum', 'ISR under it', 'eligible leader', 'out of ISR'],
    bytesIn: ['0', '< 1 KB/s', '< 10 KB/s', '< 100 KB/s', '< 1 MB/s', 'more'],
    groupLag: ['0, or not read', '1–100', '1 k', '10 k', '50 k', 'more'],
  } as Readonly<Record<Mode, readonly (string | null)[]>>,
  legendMarks: { stopped: 'under min ISR', outOfIsr: 'out of ISR', offline: 'broker down' },
  rackOf: (rack: string) => (rack === '' ? 'no rack' : `rack ${rack}`),
  more: (count: number) => `+${n(count)}`,
  rate,
  skew: (skew: number) => `busiest × ${n(skew, 2)} of an even share`,
  lens: {
    nothing: 'Point at a cell, or walk there with the arrow keys.',
    replica: (facts: {
      readonly partition: string;
      readonly broker: number;
      readonly leads: boolean;
      readonly inIsr: boolean;
      readonly offline: boolean;
      readonly lag: number;
    }) => {
      const role = facts.leads ? 'leader' : facts.inIsr ? 'follower in the ISR' : 'follower out of the ISR';
      const behind = facts.leads ? '' : facts.lag === 0 ? ', caught up' : `, ${records(facts.lag)} behind`;
      return `${facts.partition} on broker ${facts.broker}: ${role}${behind}${facts.offline ? ', broker down' : ''}`;
    },
    isr: (facts: {
      readonly isr: readonly number[];
      readonly writes: 'go on' | 'stop' | 'no leader' | 'edge';
    }) => {
      const set = `ISR {${facts.isr.join(', ')}}`;
      if (facts.writes === 'no leader') return `${set}: nobody leads, nothing is written or read.`;
      if (facts.writes === 'stop')
        return `${set}, under min.insync.replicas: writes with acks=all are refused.`;
      return facts.writes === 'edge'
        ? `${set}, as many as min.insync.replicas asks for: one more loss would stop writes with acks=all.`
        : `${set}: writes go on.`;
    },
    behind: (count: number) => `− ${n(count)}`,
    open: 'Open',
    topic: 'Topic',
    openTopic: (topic: string) => `Open the topic ${topic}`,
    openPartition: (partition: string) => `Open ${partition}`,
  },
  table: {
    title: 'The heat map as a table',
    broker: 'Broker',
    rack: 'Rack',
    leaders: 'Leads',
    followers: 'Follows',
    outOfIsr: 'Out of ISR',
    underMinIsr: 'Under min ISR',
    lag: 'Records behind',
    bytesIn: 'Bytes in',
    groupLag: (group: string) => `Lag of ${group}`,
    worst: 'Partitions that are not well',
    none: 'Every partition has all its replicas in the ISR.',
    partition: (facts: { readonly name: string; readonly missing: readonly number[] }) =>
      facts.missing.length === 0
        ? facts.name
        : `${facts.name}: ${plural(facts.missing.length, { one: 'broker', other: 'brokers' })} ${joinAnd(facts.missing.map(String))} out of the ISR`,
    moreWorst: (count: number) => `+ ${n(count)} more`,
  },
  keys: { title: 'Heat map', move: 'One cell on', ends: 'To the ends of a row', open: 'Open the partition' },
};
