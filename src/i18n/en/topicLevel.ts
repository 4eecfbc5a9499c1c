import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
const partitions = (count: number) => plural(count, { one: '# partition', other: '# partitions' });

export const topicLevel = {
  title: (topic: string) => `Topic ${topic}`,
  choose: 'Topic that is shown',
  empty: 'No topic yet. Add one, and its partitions stand here.',
  facts: (facts: { readonly partitions: number; readonly replicationFactor: number }) =>
    `${partitions(facts.partitions)}, replication factor ${n(facts.replicationFactor)}`,
  counts: {
    withoutLeader: (count: number) => `${n(count)} without a leader`,
    underMinIsr: (count: number) => `${n(count)} under min ISR`,
    underReplicated: (count: number) => `${n(count)} under-replicated`,
    notPreferred: (count: number) => `${n(count)} not led by the preferred replica`,
  },
  configs: 'Configs of the topic',
  noConfigs: 'No config of its own: those of the brokers hold.',
  caption: (topic: string) => `Partitions of ${topic}: their replicas by broker`,
  columns: {
    partition: 'Partition',
    broker: (id: number) => `Broker ${id}`,
    brokerShort: (id: number) => `${id}`,
    ends: 'HW, LEO',
    isr: 'ISR',
    lag: (group: string) => `${group} lag`,
  },
  /** The button of a row; what stands beside it is told by the cells. */
  row: (facts: {
    readonly name: string;
    readonly leader: number;
    readonly isr: readonly number[];
    readonly replicas: number;
    readonly minIsr: number;
  }) => {
    const led = facts.leader < 0 ? 'no leader' : `leader ${facts.leader}`;
    const set = facts.isr.length === 0 ? 'nobody in the ISR' : `ISR ${facts.isr.join(', ')}`;
    const short = facts.isr.length < facts.minIsr ? `, under min.insync.replicas ${facts.minIsr}` : '';
    return `${facts.name}, ${led}, ${set} of ${plural(facts.replicas, { one: '# replica', other: '# replicas' })}${short}. Open`;
  },
  isrOf: (size: number, replicas: number) => `${n(size)} of ${n(replicas)}`,
  offsets: (highWatermark: number, logEndOffset: number) => `${n(highWatermark)}, ${n(logEndOffset)}`,
  noEnds: '–',
  lag: (count: number) => n(count),
  notCommitted: 'not read',
  behind: (count: number) => `− ${n(count)}`,
  more: (count: number) => `Show ${n(count)} more`,
  moreHealthy: (count: number) => `Show ${n(count)} more, all healthy`,
  help: 'One row is one partition. Arrow keys go from row to row, Enter opens the partition, Escape goes back.',
  legend: 'Bars of one row share an axis: the newest part of the partition’s log.',
  keys: { title: 'Topic', move: 'One partition on', open: 'Open the partition', back: 'Back' },
};
