import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { CommandBody, Scenario } from '../../scenario/Scenario.ts';
import { deedLine } from './deedLine.ts';

const SCENARIO = scenario();

function scenario(): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
    topics: [{ name: 'orders', partitions: 1, 'replication.factor': 2 }],
    producers: [{ 'client.id': 'pay-api', workload: { topic: 'orders' } }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

describe('what a deed is on a real cluster', () => {
  test.each<[body: CommandBody, lines: readonly string[], remark: string | null]>([
    [{ kind: 'KillBroker', broker: 2 }, ['kill -9 "$pid_of_broker_2"'], 'kill'],
    [{ kind: 'StopBroker', broker: 2 }, ['kafka-server-stop.sh'], 'stop'],
    [{ kind: 'CutPower', broker: 2 }, [], 'power'],
    [
      { kind: 'PauseProcess', node: 'broker:1', forUs: 15_000_000 },
      ['kill -STOP "$pid_of_broker_1"', 'sleep 15', 'kill -CONT "$pid_of_broker_1"'],
      'pause',
    ],
    [
      { kind: 'CutLink', between: ['producer:pay-api', 'broker:1'] },
      ['iptables -A INPUT -s broker-1 -j DROP'],
      'cutLink',
    ],
    [
      {
        kind: 'SlowLink',
        between: ['broker:1', 'broker:2'],
        latencyUs: 200_000,
        jitterUs: 100_000,
        bandwidthBitsPerSecond: null,
        lossPercent: 0,
      },
      ['tc qdisc add dev eth0 root netem delay 200ms 100ms'],
      'slowLink',
    ],
    [{ kind: 'SlowDisk', broker: 1, factor: 100 }, [], 'environment'],
    [{ kind: 'StallConsumer', consumer: 'c' }, [], 'application'],
    [
      { kind: 'AlterTopicConfigs', topic: 'orders', configs: { 'retention.ms': '1000' } },
      [
        'kafka-configs.sh --bootstrap-server broker-1:9092 --alter --entity-type topics --entity-name orders --add-config retention.ms=1000',
      ],
      null,
    ],
    [
      { kind: 'DeleteTopic', topic: 'orders' },
      ['kafka-topics.sh --bootstrap-server broker-1:9092 --delete --topic orders'],
      null,
    ],
    [
      { kind: 'UnregisterBroker', broker: 2 },
      ['kafka-cluster.sh unregister --id 2 --bootstrap-server broker-1:9092'],
      null,
    ],
  ])('$kind', (body, lines, remark) => {
    expect(deedLine(body, SCENARIO)).toMatchObject({ lines, remark });
  });
});

test('whatALineReadsFromAFileComesWithIt', () => {
  const { lines, files } = deedLine(
    { kind: 'AlterPartitionReassignments', reassignments: [{ partition: 'orders-0', replicas: [2, 1] }] },
    SCENARIO,
  );
  expect(lines).toEqual([
    'kafka-reassign-partitions.sh --bootstrap-server broker-1:9092 --execute --additional --reassignment-json-file reassign-1.json',
  ]);
  expect(files.map(({ path }) => path)).toEqual(['reassign-1.json']);
  expect(JSON.parse(files[0]?.text ?? '')).toEqual({
    version: 1,
    partitions: [{ topic: 'orders', partition: 0, replicas: [2, 1] }],
  });
});
