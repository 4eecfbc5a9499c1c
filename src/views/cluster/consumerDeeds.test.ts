import { expect, test } from 'vitest';
import type { ConsumerView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster } from '../clusterModel.ts';
import { entityActions } from './entityActions.ts';

const KEY = 'consumer:ledger';

function deedsOf(changes: Partial<ConsumerView>): string[] {
  const view: ConsumerView = {
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
  const cluster = selectCluster(new Map([[KEY, view]]));
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
