import { describe, expect, test } from 'vitest';
import type { BrokerView, EntityView, PartitionView, ReplicaView } from '../bridge/frame.ts';
import { FAKE_SCENARIO } from '../bridge/FakeEngineTestContext.ts';
import type { Command } from '../scenario/Scenario.ts';
import * as selectors from './selectors.ts';
import { loadingState } from './simulationState.ts';

const broker = (nodeId: number) => ({ kind: 'broker', key: `broker:${nodeId}`, nodeId }) as BrokerView;
const replica = (id: number) =>
  ({ kind: 'replica', key: `replica:payments-0:${id}`, partition: 'payments-0', broker: id }) as ReplicaView;
const partition = {
  kind: 'partition',
  key: 'partition:payments-0',
  name: 'payments-0',
  topic: 'payments',
  partition: 0,
  replicas: [3, 1, 2],
} as unknown as PartitionView;

const stateOf = (views: readonly EntityView[]) => ({
  ...loadingState(FAKE_SCENARIO),
  entities: new Map(views.map((view) => [view.key, view])),
});

const restart = (atUs: number, acks: string): Command => ({
  atUs,
  kind: 'RestartProducer',
  producer: 'pay-api',
  configs: { acks },
});

describe('selectors', () => {
  const views = [broker(2), broker(10), broker(1), replica(1), replica(2), replica(3), partition];
  const state = stateOf(views);

  test('lists are in order of ids, replicas in order of the assignment', () => {
    expect(selectors.selectBrokers(state).map((view) => view.nodeId)).toEqual([1, 2, 10]);
    expect(
      selectors
        .selectReplicas('payments-0')(state)
        .map((view) => view.broker),
    ).toEqual([3, 1, 2]);
    expect(selectors.selectReplica('payments-0', 2)(state)?.key).toBe('replica:payments-0:2');
  });

  test('a list is the same array as long as its members are the same', () => {
    const next = stateOf(views.map((view) => (view.key === 'broker:2' ? { ...broker(2) } : view)));
    expect(selectors.selectReplicas('payments-0')(next)).toBe(selectors.selectReplicas('payments-0')(state));
    expect(selectors.selectPartitions(next)).toBe(selectors.selectPartitions(state));
    expect(selectors.selectBrokers(next)).not.toBe(selectors.selectBrokers(state));
  });

  test('one entity is found by its id, and an unknown one is undefined', () => {
    expect(selectors.selectBroker(10)(state)).toBe(views[1]);
    expect(selectors.selectPartition('payments-0')(state)).toBe(partition);
    expect(selectors.selectProducer('nobody')(state)).toBeUndefined();
    expect(selectors.selectCluster(state)).toBeUndefined();
    expect(selectors.selectConsumers(state)).toEqual([]);
  });

  test('what was told last counts from its moment on, whoever told it', () => {
    const told = { ...state, commands: [restart(30, '0'), restart(90, 'all')], nowUs: 50 };
    const acks = selectors.selectToldConfig({ producer: 'pay-api' }, 'acks');
    expect(acks(told)).toBe('0');
    expect(acks({ ...told, nowUs: 10 })).toBeUndefined();
    expect(acks({ ...told, scenario: { ...FAKE_SCENARIO, commands: [restart(40, '1')] } })).toBe('1');
    expect(selectors.selectToldConfig({ producer: 'other' }, 'acks')(told)).toBeUndefined();
    expect(selectors.selectToldConfig({ topic: 'pay-api' }, 'acks')(told)).toBeUndefined();
  });
});
