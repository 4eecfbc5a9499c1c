import { expect, test } from 'vitest';
import { formatScenario } from './formatScenario.ts';
import { parseScenario } from './parseScenario.ts';

const file = (producer: object, commands: readonly object[] = []) => ({
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'out' }],
  producers: [producer],
  commands,
});
const transfer = (transaction: unknown, configs: object = { 'transactional.id': 'transfer' }) => ({
  'client.id': 'pay',
  configs,
  workload: { topic: 'out', arrivals: { constant: '10/s' }, transaction },
});
const codesOf = (json: unknown) => {
  const parsed = parseScenario(json);
  return parsed.ok ? [] : parsed.problems.map(({ code, path }) => `${code} ${path}`);
};

test('what an application does with transactions is read, and printed as it was written', () => {
  const written = { records: 10, lasts: '1s', abortEvery: 5, restartAfter: '10s' };
  const parsed = parseScenario(file(transfer(written)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.scenario.producers[0]?.workload?.transaction).toEqual({
    records: 10,
    lastsUs: 1_000_000,
    abortEvery: 5,
    restartAfterUs: 10_000_000,
  });
  expect(formatScenario(parsed.scenario).producers?.[0]?.workload?.transaction).toEqual(written);
});

test('what is left out of a transaction is not there: all records of its time, none aborted, no second process', () => {
  const parsed = parseScenario(file(transfer({ lasts: '100ms' })));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.scenario.producers[0]?.workload?.transaction).toEqual({
    records: null,
    lastsUs: 100_000,
    abortEvery: null,
    restartAfterUs: null,
  });
  expect(formatScenario(parsed.scenario).producers?.[0]?.workload?.transaction).toEqual({ lasts: '100ms' });
  const none = parseScenario(file(transfer(null)));
  expect(none.ok && 'transaction' in (none.scenario.producers[0]?.workload ?? {})).toBe(false);
});

test('a transaction needs an end, and its producer a transactional.id', () => {
  const at = 'producers[0].workload.transaction';
  expect(codesOf(file(transfer({})))).toEqual([`transaction-without-end ${at}`]);
  expect(codesOf(file(transfer({ records: 2 }, {})))).toEqual([`transaction-without-id ${at}`]);
  expect(codesOf(file(transfer({ records: 0 })))).toEqual([`out-of-range ${at}.records`]);
  const later = { at: '1s', kind: 'RestartProducer', producer: 'pay', configs: { 'transactional.id': 'x' } };
  expect(codesOf(file(transfer({ records: 2 }, {}), [later]))).toEqual([]);
});

test('transactional calls are commands on producers that have a transactional.id', () => {
  const calls = ['BeginTransaction', 'CommitTransaction', 'AbortTransaction'].map((kind, i) => ({
    at: `${i + 1}s`,
    kind,
    producer: 'pay',
  }));
  const parsed = parseScenario(file(transfer(null), calls));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(formatScenario(parsed.scenario).commands).toEqual(calls);
  expect(codesOf(file(transfer(null, {}), calls))).toEqual(
    [0, 1, 2].map((i) => `not-transactional commands[${i}].producer`),
  );
  expect(codesOf(file(transfer(null), [{ ...calls[0], producer: 'pya' }]))).toEqual([
    'unknown-producer commands[0].producer',
  ]);
});

test('a cluster may have transaction.version 0 or 1; 2 is what new ones have, and stands nowhere', () => {
  const featuresOf = (version: unknown) => {
    const parsed = parseScenario({ ...file(transfer(null)), features: { 'transaction.version': version } });
    if (!parsed.ok) return parsed.problems.map(({ code, path }) => `${code} ${path}`);
    return [parsed.scenario.features['transaction.version'], formatScenario(parsed.scenario).features];
  };
  expect(featuresOf(0)).toEqual([0, { 'transaction.version': 0 }]);
  expect(featuresOf(1)).toEqual([1, { 'transaction.version': 1 }]);
  expect(featuresOf(2)).toEqual([undefined, undefined]);
  expect(featuresOf(3)).toEqual(['not-allowed features.transaction.version']);
});
