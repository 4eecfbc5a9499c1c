import { expect, test } from 'vitest';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { mapLinks, type ProducerSpecs } from './mapLinks.ts';

const example = selectCluster(exampleFrame('healthy').entities);
const one = example.partitions[0]!;
const partition = (index: number, leader: number, replicas: readonly number[]) => ({
  ...one,
  key: `partition:payments-${index}`,
  name: `payments-${index}`,
  topic: 'payments',
  partition: index,
  leader,
  replicas,
});
const partitions = [partition(0, 1, [1, 2]), partition(1, 2, [2, 1]), partition(2, -1, [3])];
const reader = { ...example.consumers[0]!, key: 'consumer:a' };
const cluster: ClusterModel = {
  ...example,
  partitions,
  producers: [{ ...example.producers[0]!, key: 'producer:pay-api', clientId: 'pay-api', running: true }],
  consumers: [
    { ...reader, positions: [{ partition: 'payments-1', position: 0, highWatermark: 0 }] },
    { ...reader, key: 'consumer:b', positions: [{ partition: 'payments-2', position: 0, highWatermark: 0 }] },
  ],
};
const specs = (of: number | null, topic = 'payments') =>
  [{ clientId: 'pay-api', workload: { topic, partition: of } }] as unknown as ProducerSpecs;
const shown = (...args: Parameters<typeof mapLinks>) =>
  mapLinks(...args).map(({ from, to, kind, isChosen }) => `${from} ${kind} ${to}${isChosen ? ' *' : ''}`);

test('who writes, copies and reads, the chosen partition last; without a leader nobody is asked', () => {
  expect(shown(cluster, specs(null), partitions[0]!)).toEqual([
    'producer:pay-api writes broker:2',
    'broker:1 copies broker:2',
    'consumer:a reads broker:2',
    'producer:pay-api writes broker:1 *',
    'broker:2 copies broker:1 *',
  ]);
});

test.each([
  ['one partition', specs(1), ['producer:pay-api writes broker:2']],
  ['another topic', specs(null, 'orders'), []],
  ['no workload', [], []],
])('a producer of %s', (_, producers, expected) => {
  expect(shown(cluster, producers, null).filter((link) => link.startsWith('producer'))).toEqual(expected);
});
