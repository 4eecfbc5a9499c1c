import { expect, test } from 'vitest';
import type { EntityView, PartitionView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster, type ClusterModel } from '../clusterModel.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { choiceOf, lineInPlaceOf, selectedLine } from './outlineChoice.ts';
import { outlineText } from './outlineText.ts';
import {
  linesAround,
  linesInOrder,
  outlineTree,
  type OutlineFolds,
  type OutlineNode,
} from './outlineTree.ts';

const RACKS = ['a', 'b', 'c'];
const cluster = selectCluster(
  new Map(
    [...exampleFrame('second-broker-fenced').entities].map(([key, view]) => [
      key,
      view.kind === 'broker' ? { ...view, rack: RACKS[view.nodeId - 1]! } : view,
    ]),
  ),
);
const linesOf = (of: ClusterModel, folds: OutlineFolds = {}) =>
  linesInOrder(outlineTree(en.stage, of, folds));
const keysOf = (of: ClusterModel, folds: OutlineFolds = {}) => linesOf(of, folds).map(({ key }) => key);
const line = (key: string, of = cluster, folds: OutlineFolds = {}) =>
  linesOf(of, folds).find((node) => node.key === key)!;
const say = (key: string, of = cluster, folds: OutlineFolds = {}) =>
  outlineText(en.stage, of, [], line(key, of, folds).line);

/** As many brokers in three racks, topics of 40 partitions each. */
function large(brokers: number, topics: number): ClusterModel {
  const entities = exampleFrame('healthy').entities;
  const broker = selectCluster(entities).brokers[0]!;
  const partition = selectCluster(entities).partitions[0]!;
  const views: EntityView[] = [
    ...Array.from({ length: brokers }, (_, i) => ({
      ...broker,
      key: `broker:${i + 1}`,
      nodeId: i + 1,
      rack: RACKS[i % 3]!,
    })),
    ...Array.from({ length: topics * 40 }, (_, i): PartitionView => {
      const topic = `t${Math.floor(i / 40)}`;
      const name = `${topic}-${i % 40}`;
      const replicas = [0, 1, 2].map((n) => ((i + n) % brokers) + 1);
      return {
        ...partition,
        key: `partition:${name}`,
        name,
        topic,
        partition: i % 40,
        replicas,
        leader: i === 41 ? -1 : replicas[0]!,
        isr: i === 41 ? [] : replicas,
        elr: [],
      };
    }),
  ];
  return selectCluster(new Map(views.map((view) => [view.key, view])));
}

test('the cluster, its topics with their replicas, clients and groups stand under one another', () => {
  const shown = keysOf(cluster);
  expect(shown.slice(0, 8)).toEqual([
    'cluster',
    'rack:a',
    'broker:1',
    'rack:b',
    'broker:2',
    'rack:c',
    'broker:3',
    'controller:101',
  ]);
  const at = shown.indexOf('topics');
  expect(shown.slice(at)).toEqual([
    'topics',
    'topic:payments',
    'partition:payments-0',
    'replica:payments-0@1',
    'replica:payments-0@2',
    'replica:payments-0@3',
    'clients',
    'producer:pay-api',
    'consumer:ledger-1',
  ]);
});

test('what a reader opens and shuts holds, and a replica stands under its broker, too', () => {
  const folds = { 'topic:payments': false, 'broker:1': true, 'consumer:ledger-1': true };
  const shown = keysOf(cluster, folds);
  expect(shown).not.toContain('partition:payments-0');
  expect(shown).toContain('broker:1/replica:payments-0@1');
  expect(say('broker:1/replica:payments-0@1', cluster, folds)).toBe(say('replica:payments-0@1'));
  expect(say('consumer:ledger-1/payments-0', cluster, folds)).toMatch(/^payments-0: position .*, lag \d+\.$/);
  expect(new Set(shown).size).toBe(shown.length);
});

test('a line that is shut tells of what is wrong in it', () => {
  expect(say('topic:payments')).toBe('payments: 1 partition, 1 under min ISR, 1 under-replicated.');
  expect(say('rack:b')).toBe('Rack b: 1 broker, 1 not running.');
  expect(say('cluster')).toBe('Cluster: 3 brokers, 1 controller, 2 not running.');
  const big = large(30, 30);
  expect(say('topic:t1', big)).toBe(
    't1: 40 partitions, 1 without a leader, 1 under min ISR, 1 under-replicated.',
  );
});

test('of 30 brokers and 1,200 partitions only what is open is made, and then by the topic', () => {
  const big = large(30, 30);
  expect(linesOf(big).length).toBe(1 + 3 + 30 + 1 + 30);
  expect(linesOf(big, { 'topic:t3': true }).length).toBe(1 + 3 + 30 + 1 + 30 + 40);
  expect(say('partition:t3-7', big, { 'topic:t3': true })).toContain('t3-7: broker');
  // Their logs are not looked at from afar.
  const folds = { 'topic:t3': true, 'partition:t3-7': true };
  const replica = keysOf(big, folds).find((key) => key.startsWith('replica:t3-7@'))!;
  expect(say(replica, big, folds)).toMatch(/^t3-7 on broker \d+, leader\.$/);
});

test.each([
  ['broker:2', { inspected: 'broker:2', focused: 'broker:2' }],
  ['replica:payments-0@3', { inspected: 'broker:3', focused: 'broker:3', partition: 'payments-0' }],
  ['partition:payments-0', { inspected: 'partition:payments-0', partition: 'payments-0' }],
  ['topic:payments', { partition: 'payments-0' }],
  ['consumer:ledger-1', { inspected: 'consumer:ledger-1', focused: 'consumer:ledger-1' }],
  ['cluster', null],
  ['rack:a', null],
])('choosing %s on the stage', (key, choice) => {
  expect(choiceOf(cluster, line(key).line)).toEqual(choice);
});

test('the chosen line stays selected while the stage shows what it asked for, else that of what is inspected', () => {
  const lines = linesOf(cluster);
  const chosen = 'replica:payments-0@3';
  const view = { inspected: 'broker:3', partition: 'payments-0', panel: 'now' as const };
  expect(selectedLine(cluster, lines, chosen, view)).toBe(chosen);
  expect(selectedLine(cluster, lines, chosen, { ...view, inspected: 'broker:1' })).toBe('broker:1');
  expect(selectedLine(cluster, lines, null, view)).toBe('broker:3');
  expect(selectedLine(cluster, lines, chosen, { ...view, inspected: null })).toBeNull();
});

test('every thing that can be inspected has lines around it that exist', () => {
  for (const key of ['broker:1', 'controller:101', 'partition:payments-0', 'producer:pay-api'])
    for (const around of linesAround(cluster, key)) expect(keysOf(cluster)).toContain(around);
});

test.each<[string, string, (lines: readonly OutlineNode[]) => readonly OutlineNode[], string]>([
  ['shut in', 'replica:payments-0@2', () => linesOf(cluster, { 'topic:payments': false }), 'topic:payments'],
  ['gone', 'broker:2', (lines) => lines.filter(({ key }) => key !== 'broker:2'), 'rack:c'],
  [
    'gone with its rack',
    'broker:2',
    (lines) => lines.filter(({ key }) => !['broker:2', 'rack:b'].includes(key)),
    'rack:c',
  ],
  ['the last', 'consumer:ledger-1', (lines) => lines.slice(0, -1), 'producer:pay-api'],
])('where the focus goes when its line is %s', (_, gone, after, next) => {
  const lines = linesOf(cluster);
  expect(lineInPlaceOf(gone, lines, after(lines))).toBe(next);
});
