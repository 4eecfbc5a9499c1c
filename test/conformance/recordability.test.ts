import { describe, expect, it } from 'vitest';
import { slowPairsOf } from '../../conformance/cluster/slowPairsOf.ts';
import { unrecordableBecause } from '../../conformance/record/unrecordableBecause.ts';
import { quietInstantsOf } from '../../conformance/recording/quietInstants.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';

function scenarioOf(file: object): Scenario {
  const parsed = parseScenario({
    highwater: 1,
    until: '20s',
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
    topics: [{ name: 'orders', replicas: { '0': [1, 2] } }],
    producers: [{ 'client.id': 'shop', workload: { topic: 'orders' } }],
    ...file,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

const command = (at: string, kind: string, more: object = {}) => ({ at, kind, ...more });
const between = ['broker:1', 'broker:2'];

describe('what cannot be run on real processes, and why', () => {
  it.each([
    ['a disk', { commands: [command('1s', 'SlowDisk', { broker: 1, factor: 2 })] }, 'SlowDisk at 1 s'],
    ['power', { commands: [command('1500ms', 'CutPower', { broker: 1 })] }, 'CutPower at 1.5 s'],
    [
      'loss on a link',
      { commands: [command('1s', 'SlowLink', { between, latency: '5ms', lossPercent: 3 })] },
      'no jitter, bandwidth or loss',
    ],
    [
      'the clock of a broker',
      { commands: [command('1s', 'SetClock', { node: 'broker:1', offset: '1s' })] },
      'only that of a producer',
    ],
    ['a bandwidth', { network: { bandwidth: '1Mbit/s' } }, 'a bandwidth cannot'],
    [
      'a log that is there already',
      { topics: [{ name: 'orders', replicas: { '0': [1, 2] }, initial: { '0': { records: 5 } } }] },
      'initial state',
    ],
    [
      'an ISR that is not whole',
      { topics: [{ name: 'orders', replicas: { '0': [1, 2] }, initial: { '0': { isr: [1] } } }] },
      'initial state',
    ],
  ])('%s', (_, file, reason) => {
    expect(unrecordableBecause(scenarioOf(file))).toContain(reason);
  });

  it.each([
    [{ arrivals: { constant: '10/s' }, partition: 0 }, 'values of a kind'],
    [{}, 'values of a kind'],
    [{ partition: 0 }, null],
  ])('values of a kind, unless the recorder hands them over: %j', (more, reason) => {
    const workload = { topic: 'orders', values: 'json', ...more };
    const said = unrecordableBecause(scenarioOf({ producers: [{ 'client.id': 'shop', workload }] }));
    if (reason === null) expect(said).toBeNull();
    else expect(said).toContain(reason);
  });

  it('no end', () => {
    expect(unrecordableBecause({ ...scenarioOf({}), untilUs: null })).toContain('until when');
  });

  it('what processes and a proxy can do is recorded', () => {
    const commands = [
      command('1s', 'KillBroker', { broker: 1 }),
      command('2s', 'SlowLink', { between, latency: '5ms' }),
      command('3s', 'PauseProcess', { node: 'producer:shop', for: '1s' }),
      command('4s', 'SetClock', { node: 'producer:shop', offset: '3600s' }),
    ];
    expect(unrecordableBecause(scenarioOf({ commands }))).toBeNull();
  });
});

describe('how far processes are from each other', () => {
  it('the loopback is near enough by itself', () => {
    expect(slowPairsOf(scenarioOf({ network: { latency: '0.5ms' } }))).toEqual([]);
  });

  it('by a link of its own, else by racks, else as all are', () => {
    const scenario = scenarioOf({
      network: {
        latency: '2ms',
        latencyAcrossRacks: '30ms',
        links: [{ between: ['broker:1', 'producer:shop'], latency: '70ms' }],
      },
      brokers: [
        { 'node.id': 1, 'broker.rack': 'a' },
        { 'node.id': 2, 'broker.rack': 'b' },
      ],
    });
    const latencyOf = Object.fromEntries(
      slowPairsOf(scenario).map((pair) => [pair.between.join(' '), pair.latencyMs]),
    );
    expect(latencyOf).toMatchObject({
      'broker:1 producer:shop': 70,
      'broker:1 broker:2': 30,
      'broker:2 producer:shop': 2,
    });
  });
});

describe('when the replicas are looked at', () => {
  const send = { producer: 'shop', count: 1 };

  it('before each command after a quiet while, and before the end', () => {
    const commands = [
      command('1s', 'SendRecords', send),
      command('3s', 'KillBroker', { broker: 1 }),
      command('4s', 'SendRecords', send),
      command('12s', 'SendRecords', send),
    ];
    expect(quietInstantsOf(scenarioOf({ commands }))).toEqual([2_700, 11_700, 19_700]);
  });

  it('a pause that ends by itself disturbs', () => {
    const commands = [command('3s', 'PauseProcess', { node: 'broker:1', for: '6s' })];
    expect(quietInstantsOf(scenarioOf({ commands }))).toEqual([2_700, 8_700, 19_700]);
  });
});
