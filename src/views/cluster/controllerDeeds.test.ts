import { expect, test } from 'vitest';
import type { ControllerView, EntityView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster } from '../clusterModel.ts';
import { entityFacts } from '../inspector/entityFacts.ts';
import { outlineRows } from '../outline/outlineRows.ts';
import { crashOrStart, entityActions } from './entityActions.ts';

function controller(nodeId: number, more: Partial<ControllerView>): ControllerView {
  return {
    kind: 'controller',
    key: `controller:${nodeId}`,
    nodeId,
    active: false,
    process: 'running',
    sinceUs: 0,
    raftState: 'Follower',
    epoch: 3,
    leader: 102,
    logEndOffset: 60,
    highWatermark: 58,
    pausedSinceUs: null,
    clockOffsetMs: 0,
    ...more,
  };
}

const views: EntityView[] = [
  controller(101, { process: 'killed', raftState: null }),
  controller(102, { active: true, raftState: 'Leader' }),
  controller(103, { highWatermark: -1 }),
];
const cluster = selectCluster(new Map(views.map((view) => [view.key, view])));
const key = 'controller:102';

test('the menu of the controllers has deeds on every one, the active first', () => {
  const actions = entityActions(en.stage, cluster, key);
  expect(actions.map(({ label }) => label)).toEqual([
    'Crash controller 102 (SIGKILL)',
    'Stop controller 102 cleanly (SIGTERM)',
    'Pause controller 102 (SIGSTOP)',
    'Cut the power of controller 102',
    'Start controller 101',
    'Crash controller 103 (SIGKILL)',
    'Stop controller 103 cleanly (SIGTERM)',
    'Pause controller 103 (SIGSTOP)',
    'Cut the power of controller 103',
  ]);
  expect(actions[1]?.body).toEqual({ kind: 'StopController', controller: 102 });
  expect(actions[4]?.body).toEqual({ kind: 'StartController', controller: 101 });
});

test('C crashes the one that runs and starts the one that does not', () => {
  expect(crashOrStart(cluster, key)).toEqual({ kind: 'KillController', controller: 102 });
  expect(crashOrStart(cluster, 'controller:101')).toEqual({ kind: 'StartController', controller: 101 });
});

test('the inspector tells the state in the quorum, the ends of the log, and how the others stand', () => {
  const facts = entityFacts(en.stage, cluster, views[1]!, null, []);
  expect(facts).toMatchObject({ title: 'Controller 102', subtitle: 'active, Leader in epoch 3' });
  expect(facts?.facts).toEqual([
    { name: 'Raft state', value: 'Leader' },
    { name: 'Quorum epoch', value: '3' },
    { name: 'Quorum leader', value: '102' },
    { name: 'Log end offset', value: '60' },
    { name: 'High watermark', value: '58' },
    { name: 'Controller 101', value: 'crashed' },
    { name: 'Controller 103', value: 'Follower in epoch 3' },
  ]);
});

test('the outline has a line for every controller', () => {
  const lines = outlineRows(en.stage, cluster, []).map(({ text }) => text);
  expect(lines).toContain('Controller 101, crashed, log end 60, HW 58.');
  expect(lines).toContain('Controller 102, active, Leader in epoch 3, log end 60, HW 58.');
  expect(lines).toContain('Controller 103, Follower in epoch 3, log end 60, HW not known.');
});
