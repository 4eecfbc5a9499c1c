import { expect, test } from 'vitest';
import { configChanges, configFault, writtenChanges, type ConfigResource } from './configControl.ts';

const TOPIC: ConfigResource = { kind: 'topic', topic: 'orders' };
const BROKER: ConfigResource = { kind: 'broker', broker: 1 };
const CLUSTER: ConfigResource = { kind: 'cluster' };
const set = configChanges({ 'min.insync.replicas': '2' });
const remove = configChanges({}, ['min.insync.replicas']);

test.each([
  [TOPIC, set, true, null],
  [TOPIC, remove, true, null],
  [BROKER, set, true, 'Broker-level min.insync.replicas cannot be altered while ELR is enabled.'],
  [BROKER, remove, true, 'Broker-level min.insync.replicas cannot be altered while ELR is enabled.'],
  [BROKER, set, false, null],
  [BROKER, configChanges({ 'num.io.threads': '9' }), true, null],
  [CLUSTER, set, true, null],
  [CLUSTER, remove, true, 'Cluster-level min.insync.replicas cannot be removed while ELR is enabled.'],
  [CLUSTER, remove, false, null],
])('[R7] %j, %j, ELR %s', (resource, changes, elr, message) => {
  expect(configFault(resource, changes, elr)).toEqual(message && { error: 'INVALID_CONFIG', message });
});

test('[R7] [dynamic-configs] of a topic only changes are written, of brokers everything', () => {
  const current = new Map([['min.insync.replicas', '2']]);
  expect(writtenChanges(TOPIC, set, current)).toEqual([]);
  expect(writtenChanges(TOPIC, remove, current)).toEqual(remove);
  expect(writtenChanges(TOPIC, remove, undefined)).toEqual([]);
  expect(writtenChanges(CLUSTER, set, current)).toEqual(set);
  expect(writtenChanges(BROKER, remove, undefined)).toEqual(remove);
});
