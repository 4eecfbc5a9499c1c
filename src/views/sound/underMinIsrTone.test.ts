import { expect, test } from 'vitest';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { selectCluster, selectPartition } from '../clusterModel.ts';
import { underMinIsrTone } from './underMinIsrTone.ts';

const cluster = selectCluster(exampleFrame('healthy').entities);
const partition = selectPartition(cluster, 'payments-0')!;
const end = cluster.replicas.find(({ broker }) => broker === partition.leader)!.logEndOffset;

/** With so many records that are not committed. */
const under = (lag: number, leader = partition.leader) => ({
  ...partition,
  leader,
  isr: [leader],
  effectiveMinIsr: 2,
  highWatermark: end - lag,
});
const toneOf = (lag: number) => underMinIsrTone(cluster, under(lag))!;

test('whoHasEnoughInSyncOrNoLeaderIsNotHeard', () => {
  expect(underMinIsrTone(cluster, null)).toBeNull();
  expect(underMinIsrTone(cluster, { ...under(3), isr: [1, 2] })).toBeNull();
  expect(underMinIsrTone(cluster, { ...under(3), leader: -1, isr: [] })).toBeNull();
});

test('theToneIsAsHighAsTheLagUpToAnEnd', () => {
  expect(toneOf(0).hertz).toBeCloseTo(82.4);
  expect(toneOf(31).hertz).toBeCloseTo(164.8);
  expect(toneOf(1023).hertz).toBeCloseTo(329.6);
  expect(toneOf(10_000_000).hertz).toBeCloseTo(82.4 * 2 ** 2.5);
});

test('theFirstBrokerIsLeftAndTheLastRight', () => {
  const pans = cluster.brokers.map(({ nodeId }) => underMinIsrTone(cluster, under(0, nodeId))!.pan);
  expect(pans[0]).toBe(-0.8);
  expect(pans.at(-1)).toBe(0.8);
  expect(pans).toEqual(pans.toSorted((a, b) => a - b));
});
