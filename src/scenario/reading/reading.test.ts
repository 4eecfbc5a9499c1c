import { describe, expect, test } from 'vitest';
import { formatScenario } from '../formatScenario.ts';
import { parseScenario } from '../parseScenario.ts';

const MEMBER = {
  'client.id': 'member',
  configs: { 'group.id': 'g' },
  subscribe: ['orders'],
  processing: { perRecord: '1ms', commit: 'commitSync', commitEvery: 10 },
};
const ALONE = { 'client.id': 'alone', assign: ['orders-0'] };
const WORKER = { 'client.id': 'worker', configs: { 'group.id': 's' }, subscribe: ['orders'], share: {} };

function scenario(
  commands: readonly object[],
  consumers: readonly object[] = [MEMBER, ALONE, WORKER],
): object {
  return {
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'orders', partitions: 1 }],
    consumers,
    commands,
  };
}

const COMMANDS = [
  { at: '1s', kind: 'Seek', consumer: 'alone', partitions: ['orders-0'], to: 'offset', value: 7 },
  { at: '1s', kind: 'Seek', consumer: 'member', to: 'beginning' },
  { at: '1s', kind: 'PausePartitions', consumer: 'member' },
  { at: '2s', kind: 'ResumePartitions', consumer: 'member', partitions: ['orders-0'] },
  { at: '2s', kind: 'CommitOffsets', consumer: 'member', offsets: [{ partition: 'orders-0', offset: 3 }] },
  {
    at: '3s',
    kind: 'AlterGroupConfigs',
    group: 'g',
    configs: { 'consumer.heartbeat.interval.ms': 6000 },
    remove: ['consumer.session.timeout.ms'],
  },
  { at: '3s', kind: 'DeleteGroups', groups: ['g', 's'] },
  { at: '3s', kind: 'AlterShareGroupOffsets', group: 's', offsets: [{ partition: 'orders-0', offset: 3 }] },
  { at: '3s', kind: 'DeleteShareGroupOffsets', group: 's', topics: ['orders'] },
];

describe('what consumers and groups are told', () => {
  test('is read, and written as it was', () => {
    const parsed = parseScenario(scenario(COMMANDS));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { commands, consumers } = formatScenario(parsed.scenario);
    expect(commands).toEqual(COMMANDS);
    expect(consumers?.[0]).toEqual(MEMBER);
    expect(parsed.scenario.commands[1]).toMatchObject({ partitions: null, value: 0 });
  });

  test.each([
    [{ kind: 'Seek', consumer: 'worker', to: 'end' }, 'share-has-no-position commands[0].consumer'],
    [{ kind: 'PausePartitions', consumer: 'worker' }, 'share-has-no-position commands[0].consumer'],
    [{ kind: 'ResumePartitions', consumer: 'nobody' }, 'unknown-consumer commands[0].consumer'],
    [{ kind: 'CommitOffsets', consumer: 'alone', offsets: [] }, 'no-group commands[0].consumer'],
    [
      { kind: 'AlterGroupConfigs', group: 'g', configs: { 'share.auto.offset.reset': 'by_duration:soon' } },
      'bad-config-value commands[0].configs.share.auto.offset.reset',
    ],
  ])('%j is refused: %s', (command, problem) => {
    const parsed = parseScenario(scenario([{ at: '1s', ...command }]));
    expect(parsed.ok ? [] : parsed.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([problem]);
  });

  test.each([
    [{ commitEvery: 1 }],
    [{ commit: 'commitSync', commitEvery: 1, commitWhen: 'before' }],
    [{ commit: 'commitAsync', commitEvery: 1, workers: 2 }],
  ])('commitEvery needs a commit afterwards, and no workers: %j', (processing) => {
    const parsed = parseScenario(scenario([], [{ ...MEMBER, processing }]));
    expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(['commit-every-alone']);
  });

  test.each([
    [{ ...MEMBER, processing: { heartbeats: 'eventLoop' } }, []],
    [{ 'client.id': 'solo', assign: ['t-0'], processing: { heartbeats: 'eventLoop' } }, ['no-group']],
    [{ 'client.id': 'solo', assign: ['t-0'], processing: { heartbeats: 'background' } }, []],
    [{ ...MEMBER, processing: { heartbeats: 'eventLoop', output: { producer: 'p' } } }, ['event-loop-alone']],
  ])('an event loop takes a group, and a process of its own: %j', (consumer, problems) => {
    const parsed = parseScenario(scenario([], [consumer]));
    const codes = parsed.ok ? [] : parsed.problems.map(({ code }) => code);
    expect(codes.filter((code) => /no-group|event-loop/.test(code))).toEqual(problems);
  });
});
