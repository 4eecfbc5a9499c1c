import { describe, expect, test } from 'vitest';
import { en } from '../../../i18n/en/index.ts';
import { exampleFrame } from '../../../views/gallery/exampleFrames.ts';
import { selectCluster } from '../../../views/clusterModel.ts';
import { commandsOfCluster, commandsOfText, matching } from './labCommands.ts';

const cluster = selectCluster(exampleFrame('healthy').entities);
const refused = {
  kind: 'error',
  timeUs: 5_000_000,
  seq: 1,
  untilUs: 5_000_000,
  untilSeq: 1,
  event: { kind: 'AlterPartitionFailed', partition: 'p-0', broker: 1, error: 'FENCED_LEADER_EPOCH' },
} as unknown as Parameters<typeof commandsOfCluster>[2][number];
const all = commandsOfCluster(en.stage, cluster, [refused, { ...refused, timeUs: 9_000_000 }]);
const client = cluster.producers[0]!.clientId;

describe('by name', () => {
  test.each([
    ['crash broker 2', { kind: 'apply', body: { kind: 'KillBroker', broker: 2 } }],
    ['broker 2 crash', { kind: 'apply', body: { kind: 'KillBroker', broker: 2 } }],
    ['look at broker 1', { kind: 'inspect', key: 'broker:1' }],
    ['go to first fenced_leader', { kind: 'seek', timeUs: 5_000_001 }],
  ])('%s', (text, deed) => {
    expect(matching(all, text)[0]?.deed).toEqual(deed);
  });

  test('no line is there twice, and nonsense finds nothing', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(matching(all, 'make it faster please')).toEqual([]);
  });
});

describe('by what the text says', () => {
  const deeds = (text: string) => commandsOfText(text, cluster, all).map(({ deed }) => deed);
  test.each([
    [
      `acks=1 for ${client}`,
      [{ kind: 'apply', body: { kind: 'RestartProducer', producer: client, configs: { acks: '1' } } }],
    ],
    ['acks=7', []],
    ['0:12.5', [{ kind: 'seek', timeUs: 12_500_000 }]],
    ['go to 90 s', [{ kind: 'seek', timeUs: 90_000_000 }]],
    ['1:00:01', [{ kind: 'seek', timeUs: 3_601_000_000 }]],
    ['go to first NOT_ENOUGH_REPLICAS', [{ kind: 'runToError', error: 'NOT_ENOUGH_REPLICAS' }]],
    ['FENCED_LEADER_EPOCH', []],
    ['crash', []],
  ])('%s', (text, expected) => {
    expect(deeds(text)).toEqual(expected);
  });

  test('a config that topics and brokers have is offered for each of them', () => {
    const kinds = deeds('min.insync.replicas=1').map((deed) =>
      deed.kind === 'apply' ? deed.body.kind : deed.kind,
    );
    expect(new Set(kinds)).toEqual(
      new Set(['AlterTopicConfigs', 'AlterClusterConfigs', 'AlterBrokerConfigs']),
    );
  });
});
