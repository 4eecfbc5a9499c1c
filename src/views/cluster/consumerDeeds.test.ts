import { expect, test } from 'vitest';
import type { ConsumerView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster } from '../clusterModel.ts';
import { entityFacts } from '../inspector/entityFacts.ts';
import { consumerState } from './clientState.ts';
import { entityActions } from './entityActions.ts';

const KEY = 'consumer:ledger';

function viewOf(changes: Partial<ConsumerView>): ConsumerView {
  return {
    kind: 'consumer',
    key: KEY,
    clientId: 'ledger',
    rack: null,
    positions: [{ partition: 'orders-0', position: 4, highWatermark: 9 }],
    delivered: 4,
    process: 'running',
    stalledSinceUs: null,
    pausedSinceUs: null,
    clockOffsetMs: 0,
    ...changes,
  };
}

function deedsOf(changes: Partial<ConsumerView>): string[] {
  const cluster = selectCluster(new Map([[KEY, viewOf(changes)]]));
  return entityActions(en.stage, cluster, KEY).flatMap(({ group, label, body }) =>
    group === 'application' ? [`${label}: ${body.kind}`] : [],
  );
}

test('a consumer can be told what its application may call, as it stands', () => {
  const stall = `${en.stage.actions.stall}: StallConsumer`;
  expect(deedsOf({})).toEqual([
    stall,
    'pause(): PausePartitions',
    'seekToBeginning(): Seek',
    'seekToEnd(): Seek',
  ]);
  expect(deedsOf({ paused: ['orders-0'] })[1]).toBe('resume(): ResumePartitions');
  expect(deedsOf({ positions: [] })).toEqual([stall]);
  expect(deedsOf({ process: 'killed' })).toEqual([]);
});

test('what it has paused is said of the partition, and of itself once that is all', () => {
  const second = { partition: 'orders-1', position: 7, highWatermark: 9 };
  const some = viewOf({ positions: [...viewOf({}).positions, second], paused: ['orders-1'] });
  const cluster = selectCluster(new Map([[KEY, some]]));
  const facts = entityFacts(en.stage, cluster, some, null, [])?.facts ?? [];
  const { paused } = en.stage.producer;
  expect(facts.filter(({ value }) => value.endsWith(`, ${paused}`)).map(({ name }) => name)).toEqual([
    'orders-1',
  ]);
  expect(consumerState(en.stage, some)).toBeNull();
  expect(consumerState(en.stage, viewOf({ paused: ['orders-0'] }))).toBe(paused);
});
