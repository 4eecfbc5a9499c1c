import { describe, expect, test } from 'vitest';
import { formatScenario } from '../../../scenario/formatScenario.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import {
  freeName,
  nextBrokerId,
  nextRack,
  withConsumer,
  withControllers,
  withNewBroker,
  withoutBroker,
  withoutClient,
  withProducer,
} from './editScenario.ts';

const FILE: ScenarioFile = {
  highwater: 1,
  network: { links: [{ between: ['broker:1', 'broker:3'], latency: '20ms' }] },
  brokers: [
    { 'node.id': 1, 'broker.rack': 'a' },
    { 'node.id': 2, 'broker.rack': 'b' },
    { 'node.id': 3, 'broker.rack': 'b' },
  ],
  topics: [
    {
      name: 'payments',
      partitions: 2,
      'replication.factor': 3,
      replicas: { '0': [1, 2, 3], '1': [2, 3, 1] },
      initial: { '0': { records: 100 } },
    },
    { name: 'small', replicas: { '0': [1] }, initial: { '0': { records: 7 } } },
  ],
  producers: [{ 'client.id': 'pay-api', workload: { topic: 'payments', arrivals: { constant: '10/s' } } }],
  consumers: [{ 'client.id': 'ledger-1', assign: ['payments-0'] }],
  commands: [
    { at: '1s', kind: 'KillBroker', broker: 3 },
    { at: '2s', kind: 'CutLink', between: ['broker:1', 'producer:pay-api'] },
    { at: '3s', kind: 'SendRecords', producer: 'pay-api', count: 1 },
    { at: '4s', kind: 'PauseProcess', node: 'broker:3' },
    { at: '5s', kind: 'KillBroker', broker: 1 },
  ],
};

/** Each outcome must be a scenario that runs. */
function accepted(file: ScenarioFile) {
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

describe('editScenario', () => {
  test('aNewBrokerChangesNothingOfThePartitionsThatAreThere', () => {
    const before = accepted(FILE);
    const after = accepted(withNewBroker(FILE, 4, 'c'));
    expect(after.topics).toEqual(before.topics);
    expect(after.controllers).toEqual(before.controllers);
    expect(after.brokers.at(-1)).toEqual({ nodeId: 4, rack: 'c', state: 'new', configs: {}, disks: [] });
  });

  test('aBrokerThatIsTakenOutLeavesNothingThatNamesIt', () => {
    const file = withoutBroker(FILE, 3);
    const scenario = accepted(file);
    expect(JSON.stringify(formatScenario(scenario))).not.toMatch(/broker:3|"broker":3/);
    expect(scenario.topics[0]?.partitions.map(({ replicas }) => replicas)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(scenario.network.links).toEqual([]);
    expect(scenario.commands.map(({ kind }) => kind)).toEqual(['CutLink', 'SendRecords', 'KillBroker']);
    // What stood in the logs of a partition that was not on it still does.
    expect(scenario.topics[1]?.partitions[0]?.initial.logEndOffset).toBe(7);
  });

  test('aPartitionOnThatBrokerAloneIsPlacedAnew', () => {
    const scenario = accepted(withoutBroker(FILE, 1));
    expect(scenario.topics[1]?.partitions[0]?.replicas).toEqual([2]);
    expect(scenario.topics[1]?.partitions[0]?.initial.logEndOffset).toBe(0);
  });

  test('aReplicaFindsAnotherPlaceWhereThereIsOne', () => {
    const file: ScenarioFile = {
      highwater: 1,
      brokers: [1, 2, 3, 4].map((id) => ({ 'node.id': id })),
      topics: [{ name: 't', partitions: 2, 'replication.factor': 2, replicas: { '0': [4, 1], '1': [2, 3] } }],
    };
    expect(accepted(withoutBroker(file, 4)).topics[0]?.partitions.map(({ replicas }) => replicas)).toEqual([
      [2, 1],
      [2, 3],
    ]);
  });

  test('theReplicationFactorIsNeverAboveTheBrokersThatAreLeft', () => {
    const file: ScenarioFile = {
      highwater: 1,
      brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
      topics: [{ name: 't', 'replication.factor': 2 }],
    };
    expect(accepted(withoutBroker(file, 2)).topics[0]?.partitions[0]?.replicas).toEqual([1]);
  });

  test.each([
    ['isolated', 3, [101, 102, 103]],
    ['combined', 3, [1, 2, 3]],
    ['combined', 5, [1, 2, 3]],
  ] as const)('controllers that are %s: %i', (roles, count, ids) => {
    const scenario = accepted(withControllers(FILE, count, roles));
    expect(scenario.controllers.map(({ nodeId }) => nodeId)).toEqual(ids);
  });

  test('commandsOnControllersThatAreNoMoreGo', () => {
    const three = withControllers(FILE, 3, 'isolated');
    const file = { ...three, commands: [{ at: 1, kind: 'KillController', controller: 103 } as const] };
    expect(accepted(withControllers(file, 1, 'isolated')).commands).toEqual([]);
  });

  test('clientsComeAndGoWithTheirCommandsAndLinks', () => {
    const more = withConsumer(withProducer(FILE, { 'client.id': 'p2' }), {
      'client.id': 'c2',
      assign: ['small-0'],
    });
    expect(accepted(more).producers).toHaveLength(2);
    const less = accepted(withoutClient(withoutClient(more, 'producer:pay-api'), 'consumer:c2'));
    expect(less.producers.map(({ clientId }) => clientId)).toEqual(['p2']);
    expect(less.consumers.map(({ clientId }) => clientId)).toEqual(['ledger-1']);
    expect(less.commands.map(({ kind }) => kind)).toEqual(['KillBroker', 'PauseProcess', 'KillBroker']);
  });

  test('proposesWhatIsFree', () => {
    expect(nextBrokerId(FILE)).toBe(4);
    expect(nextRack(FILE)).toBe('a');
    expect(nextRack({ highwater: 1, brokers: [{ 'node.id': 1 }] })).toBeNull();
    expect(freeName(['topic-1', 'topic-3'], 'topic')).toBe('topic-2');
  });
});
