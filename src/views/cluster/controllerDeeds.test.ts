import { expect, test } from 'vitest';
import type { BrokerView, ControllerView, EntityView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { selectCluster } from '../clusterModel.ts';
import { entityFacts } from '../inspector/entityFacts.ts';
import { outlineText } from '../outline/outlineText.ts';
import { linesInOrder, outlineTree } from '../outline/outlineTree.ts';
import { controllerFacts } from './controllerFacts.ts';
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

const labelsOf = (of: string) => entityActions(en.stage, cluster, of).map(({ label }) => label);

test('the menu of a controller has its own deeds and its links to brokers and to the other controllers', () => {
  expect(labelsOf(key)).toEqual([
    'Crash (SIGKILL)',
    'Stop cleanly (SIGTERM)',
    'Pause (SIGSTOP)',
    'Cut the power of its machine',
    'Cut the link to controller 101',
    'Reset the connections with controller 101 (RST)',
    'Cut the link to controller 103',
    'Reset the connections with controller 103 (RST)',
  ]);
  expect(labelsOf('controller:101')[0]).toBe('Start');
  const [kill, stop] = entityActions(en.stage, cluster, key);
  expect(kill?.body).toEqual({ kind: 'KillController', controller: 102 });
  expect(stop?.body).toEqual({ kind: 'StopController', controller: 102 });
});

test.each([
  [controller(1, { active: true, raftState: 'Leader' }), 'L', 'active', true],
  [controller(1, { raftState: 'Leader' }), 'L', 'leader, not active', true],
  [controller(1, {}), 'F', 'follower', true],
  [controller(1, { raftState: 'Prospective' }), 'P', 'prospective', true],
  [controller(1, { raftState: 'Candidate' }), 'C', 'candidate', true],
  [controller(1, { raftState: 'Resigned' }), 'R', 'resigned', true],
  [controller(1, { raftState: 'Unattached' }), 'U', 'unattached', true],
  [controller(1, { raftState: 'Follower', pausedSinceUs: 7 }), 'F', 'paused', true],
  [controller(1, { raftState: null, process: 'killed' }), '✕', 'crashed', false],
  [controller(1, { raftState: null, process: 'powerless' }), '✕', 'without power', false],
  [controller(1, { raftState: null, process: 'starting' }), '✕', 'starting', false],
])('a card says what the controller is: %#', (view, letter, state, online) => {
  expect(controllerFacts(en.stage.controller, view)).toMatchObject({ letter, state, online });
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
  const lines = linesInOrder(outlineTree(en.stage, cluster, {})).map(({ line }) =>
    outlineText(en.stage, cluster, [], line),
  );
  expect(lines).toContain('Controller 101, crashed, log end 60, HW 58.');
  expect(lines).toContain('Controller 102, active, Leader in epoch 3, log end 60, HW 58.');
  expect(lines).toContain('Controller 103, Follower in epoch 3, log end 60, HW not known.');
});

test.each(['partition:payments-0', 'replica:payments-0:1', 'group:readers', 'cluster', 'broker:9'])(
  'what is no process, or is not there, has no links to cut: %s',
  (of) => {
    // With whom a process would have links.
    const broker = { kind: 'broker', key: 'broker:1', nodeId: 1 } as BrokerView;
    const withBroker = selectCluster(new Map([broker, ...views].map((view) => [view.key, view])));
    expect(entityActions(en.stage, withBroker, of)).toEqual([]);
    expect(entityActions(en.stage, withBroker, key).length).toBeGreaterThan(labelsOf(key).length);
  },
);
