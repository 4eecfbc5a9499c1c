import { describe, expect, it } from 'vitest';
import { printFact } from '../../conformance/compare/printDivergence.ts';
import { storyOf } from '../../conformance/compare/Story.ts';
import type { Story } from '../../conformance/compare/Story.ts';
import { changedPartition } from '../../conformance/recording/changedPartition.ts';
import { joinOutcomes, joinReads } from '../../conformance/recording/joinNeighbours.ts';
import type { Observations, RecordedPartition } from '../../conformance/recording/Recording.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';

const SCENARIO = scenarioOf({
  highwater: 1,
  brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
  topics: [{ name: 'orders', replicas: { '0': [1, 2] } }],
  producers: [{ 'client.id': 'shop', workload: { topic: 'orders', partition: 0 } }],
  commands: [
    { at: '1s', kind: 'ElectLeaders', electionType: 'PREFERRED' },
    { at: '2s', kind: 'DeleteTopic', topic: 'orders' },
  ],
});

function scenarioOf(file: unknown): Scenario {
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const AT_ZERO: RecordedPartition = {
  replicas: [1, 2],
  leader: 1,
  leaderEpoch: 7,
  partitionEpoch: 9,
  isr: [1, 2],
  elr: [],
  lastKnownElr: [],
};

const NOTHING: Observations = {
  commands: [],
  before: { 'orders-0': AT_ZERO },
  metadata: [],
  refusedRegistrations: [],
  producers: {},
  consumers: {},
  logs: {},
  replicas: [],
  quorum: null,
};

const tell = (observed: Partial<Observations>): Story => storyOf({ ...NOTHING, ...observed }, SCENARIO);
const lane = (story: Story, name: string): string[] => (story.get(name) ?? []).map(printFact);

describe('an assignment that overtakes metadata', () => {
  const assignments = (events: Observations['consumers'][string]): string[] =>
    lane(tell({ consumers: { reader: events } }), 'consumer reader');

  it('is told once, when its topics are known', () => {
    expect(
      assignments([
        ['assigned', 100, []],
        ['assigned', 250, ['orders-0']],
      ]),
    ).toEqual(['  0.250 s assigned orders-0']);
  });

  it('an empty assignment that stays is told', () => {
    expect(
      assignments([
        ['assigned', 100, []],
        ['assigned', 500, ['orders-0']],
        ['revoked', 1200, ['orders-0']],
        ['assigned', 1200, []],
      ]),
    ).toHaveLength(4);
  });
});

describe('what a change record leaves to the reader', () => {
  it('a change keeps what it does not name', () => {
    expect(changedPartition(AT_ZERO, { isr: [1] })).toMatchObject({
      leader: 1,
      leaderEpoch: 7,
      partitionEpoch: 10,
      isr: [1],
    });
  });

  it('a named leader starts an epoch, also when it is the same one or none', () => {
    expect(changedPartition(AT_ZERO, { leader: 2 })).toMatchObject({ leader: 2, leaderEpoch: 8 });
    expect(changedPartition(AT_ZERO, { leader: 1 })).toMatchObject({ leader: 1, leaderEpoch: 8 });
    expect(changedPartition(AT_ZERO, { leader: -1 })).toMatchObject({ leader: -1, leaderEpoch: 8 });
  });

  it('an epoch that is told counts', () => {
    expect(changedPartition(AT_ZERO, { leader: 2, leaderEpoch: 12 })).toMatchObject({ leaderEpoch: 12 });
  });
});

describe('neighbours', () => {
  it('joins outcomes of one partition that go on in records and offsets', () => {
    expect(
      joinOutcomes([
        [0, 5, 0, 100, 10],
        [0, 1, 1, 7, 11],
        [5, 2, 0, 105, 12],
        [7, 1, 0, 200, 13],
        [8, 1, 0, 'NOT_ENOUGH_REPLICAS', 14],
        [9, 1, 0, 'NOT_ENOUGH_REPLICAS', 15],
      ]),
    ).toEqual([
      [0, 7, 0, 100, 12],
      [0, 1, 1, 7, 11],
      [7, 1, 0, 200, 13],
      [8, 2, 0, 'NOT_ENOUGH_REPLICAS', 15],
    ]);
  });

  it('keeps what is far apart in time', () => {
    expect(
      joinOutcomes([
        [0, 5, 0, 0, 10],
        [5, 5, 0, 5, 900],
      ]),
    ).toHaveLength(2);
    expect(
      joinOutcomes(
        [
          [0, 5, 0, 0, 10],
          [5, 5, 0, 5, 900],
        ],
        1000,
      ),
    ).toHaveLength(1);
  });

  it('joins acks=0, which have no offsets', () => {
    expect(
      joinOutcomes([
        [0, 5, 0, -1, 10],
        [5, 5, 0, -1, 20],
      ]),
    ).toEqual([[0, 10, 0, -1, 20]]);
  });

  it('joins reads by their offsets, and keeps the time of the first', () => {
    expect(
      joinReads([
        ['read', 10, 'orders-0', 0, 3],
        ['read', 100, 'orders-0', 3, 2],
        ['read', 200, 'orders-0', 5, 1],
        ['read', 210, 'orders-0', 5, 1],
        ['assigned', 220, ['orders-0']],
        ['read', 230, 'orders-0', 6, 1],
      ]),
    ).toEqual([
      ['read', 10, 'orders-0', 0, 6],
      ['read', 210, 'orders-0', 5, 1],
      ['assigned', 220, ['orders-0']],
      ['read', 230, 'orders-0', 6, 1],
    ]);
  });
});

describe('a story', () => {
  it('counts leader epochs from zero, and knows sets of brokers by their members', () => {
    const story = tell({
      metadata: [
        [
          100,
          'PARTITION_CHANGE_RECORD',
          { topic: 'orders', partitionId: 0, isr: [2], leader: 2, eligibleLeaderReplicas: [1] },
        ],
        [
          200,
          'PARTITION_CHANGE_RECORD',
          { topic: 'orders', partitionId: 0, isr: [2, 1], eligibleLeaderReplicas: [] },
        ],
      ],
    });
    expect(lane(story, 'partition orders-0')).toEqual([
      '  0.100 s leader 2, epoch +1, isr {2}, elr {1}',
      '  0.200 s leader 2, epoch +1, isr {1 2}, elr {}',
    ]);
  });

  it('says of brokers what was decided of them', () => {
    const story = tell({
      metadata: [
        [1, 'BROKER_REGISTRATION_CHANGE_RECORD', { brokerId: 2, inControlledShutdown: 1 }],
        [2, 'BROKER_REGISTRATION_CHANGE_RECORD', { brokerId: 2, fenced: 1 }],
        [3, 'REGISTER_BROKER_RECORD', { brokerId: 2 }],
        [4, 'BROKER_REGISTRATION_CHANGE_RECORD', { brokerId: 2, fenced: -1 }],
      ],
      refusedRegistrations: [[2, 2, 'DUPLICATE_BROKER_REGISTRATION']],
    });
    expect((story.get('broker 2') ?? []).map(({ text }) => text)).toEqual([
      'in controlled shutdown',
      'fenced',
      'registered',
      'unfenced',
    ]);
    expect(lane(story, 'registration of broker 2')).toEqual([
      '  0.002 s refused: DUPLICATE_BROKER_REGISTRATION',
    ]);
  });

  it('renames producer ids by their first appearance, and hides where batches end', () => {
    const logs = (id: number) => ({
      'orders-0': {
        '1': {
          batches: [
            [0, 3, 7, id, 0, 0, 0, 0, ''],
            [3, 2, 7, id, 0, 3, 0, 3, ''],
            [5, 1, 8, id, 0, 5, 0, 5, ''],
          ] as const,
          epochs: [
            [7, 0],
            [8, 5],
          ] as const,
          checkpointedHighWatermark: 4,
        },
      },
    });
    const story = tell({ logs: logs(4) });
    expect(lane(story, 'log of orders-0 on 1')).toEqual([
      '0..4: epoch +0, shop 0..4 (id 0 epoch 0, sequences 0..4)',
      '5..5: epoch +1, shop 5..5 (id 0 epoch 0, sequences 5..5)',
      'epochs: +0 from 0, +1 from 5',
    ]);
    expect(tell({ logs: logs(90) })).toEqual(story);
  });

  it('tells a gap in records, sequences or epochs of a log', () => {
    const story = tell({
      logs: {
        'orders-0': {
          '1': {
            batches: [
              [0, 1, 7, 0, 0, 0, 0, 0, ''],
              [1, 1, 7, 0, 0, 1, 0, 2, ''],
              [2, 1, 7, 0, 1, 0, 0, 3, ''],
            ],
            epochs: [],
            checkpointedHighWatermark: null,
          },
        },
      },
    });
    expect(lane(story, 'log of orders-0 on 1')).toHaveLength(4);
  });

  it('tells each compressed batch by itself, and its bytes in a lane of the codec', () => {
    const story = tell({
      logs: {
        'orders-0': {
          '1': {
            batches: [
              [0, 2, 7, 0, 0, 0, 0, 0, '', ['gzip', 400]],
              [2, 2, 7, 0, 0, 2, 0, 2, '', ['gzip', 410]],
              [4, 2, 7, 0, 0, 4, 0, 4, ''],
            ],
            epochs: [],
            checkpointedHighWatermark: null,
          },
        },
      },
    });
    expect(lane(story, 'log of orders-0 on 1').slice(0, 3)).toEqual([
      '0..1: epoch +0, shop 0..1 (id 0 epoch 0, sequences 0..1), gzip',
      '2..3: epoch +0, shop 2..3 (id 0 epoch 0, sequences 2..3), gzip',
      '4..5: epoch +0, shop 4..5 (id 0 epoch 0, sequences 4..5)',
    ]);
    expect(lane(story, 'gzip in orders-0 on 1')).toEqual(['from 0: 400 bytes', 'from 2: 410 bytes']);
  });

  it('tells what became of clients that were tried', () => {
    const story = tell({ tried: { 'producer acks=2': 'ConfigException: no', 'consumer plain': null } });
    expect(lane(story, 'producer acks=2')).toEqual(['refused: ConfigException: no']);
    expect(lane(story, 'consumer plain')).toEqual(['starts']);
  });

  it('says which error a call got, and of which partition', () => {
    const story = tell({
      commands: [
        {
          kind: 'ElectLeaders',
          t: 1000,
          done: 1010,
          answer: { 'orders-0': 'NONE', 'orders-1': 'ELECTION_NOT_NEEDED' },
        },
        { kind: 'DeleteTopic', t: 2000, done: 2010, answer: { orders: 'UNKNOWN_TOPIC_OR_PARTITION' } },
      ],
    });
    expect(lane(story, 'answer to ElectLeaders at 1000 ms')).toEqual([
      '  1.010 s orders-1 ELECTION_NOT_NEEDED',
    ]);
    expect(lane(story, 'answer to DeleteTopic at 2000 ms')).toEqual(['  2.010 s UNKNOWN_TOPIC_OR_PARTITION']);
  });
});

describe('what compaction left', () => {
  it('says which offsets hold records, and which of them are tombstones until when', () => {
    const log = {
      batches: [],
      epochs: [],
      checkpointedHighWatermark: null,
      cleaned: {
        kept: [
          [4, 4],
          [6, 9],
        ],
        tombstones: [
          [4, 65_365],
          [9, null],
        ],
      },
    } as const;
    expect(lane(tell({ logs: { 'orders-0': { '1': log } } }), 'cleaned orders-0 on 1')).toEqual([
      'kept 4..4',
      'kept 6..9',
      ' 65.365 s tombstone 4, until its delete horizon',
      'tombstone 9',
    ]);
    const { cleaned: _, ...whole } = log;
    expect(tell({ logs: { 'orders-0': { '1': whole } } }).has('cleaned orders-0 on 1')).toBe(false);
  });
});

describe('where replicas stand', () => {
  it('each instant of a partition is a lane, each broker a fact without a time', () => {
    const story = tell({
      replicas: [
        [2_700, 'orders-0', 1, 20, 20, 0],
        [2_700, 'orders-0', 2, 20, 10, 5],
        [9_700, 'orders-0', 1, 30, 30, 0],
      ],
    });
    expect(lane(story, 'replicas of orders-0 at 2700 ms')).toEqual([
      'on 1: log end 20, high watermark 20',
      'on 2: log start 5, log end 20, high watermark 10',
    ]);
    expect(lane(story, 'replicas of orders-0 at 9700 ms')).toEqual(['on 1: log end 30, high watermark 30']);
  });
});
