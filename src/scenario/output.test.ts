import { expect, test } from 'vitest';
import { formatScenario } from './formatScenario.ts';
import { parseScenario } from './parseScenario.ts';

const OUT = { 'client.id': 'out', configs: { 'transactional.id': 't' }, workload: { topic: 'b' } };
const PLACE = 'consumers[0].processing.output';

function file(output: unknown, producer: object = OUT, consumer: object = {}) {
  const processing = { perRecord: '1ms', output };
  const app = { 'client.id': 'app', subscribe: ['a'], configs: { 'group.id': 'g' }, processing, ...consumer };
  return {
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'a' }, { name: 'b' }],
    producers: [producer],
    consumers: [app],
  };
}

const codesOf = (json: unknown) => {
  const parsed = parseScenario(json);
  return parsed.ok ? [] : parsed.problems.map(({ code, path }) => `${code} ${path}`);
};

test('a producer that sends what a consumer makes of its records is read, and printed as it was written', () => {
  for (const [written, restartAfterUs] of [
    [{ producer: 'out', restartAfter: '2s' }, 2_000_000],
    [{ producer: 'out' }, null],
  ] as const) {
    const parsed = parseScenario(file(written));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.scenario.consumers[0]?.output).toEqual({ producer: 'out', restartAfterUs });
    expect(formatScenario(parsed.scenario).consumers?.[0]?.processing?.output).toEqual(written);
  }
  const none = parseScenario(file(undefined, OUT, { processing: {} }));
  expect(none.ok && 'output' in (none.scenario.consumers[0] ?? {})).toBe(false);
});

test('the producer is one of the file, with a workload that says where to and nothing of its own, and with one consumer', () => {
  const output = { producer: 'out' };
  expect(codesOf(file(output))).toEqual([]);
  expect(codesOf(file({ producer: 'outt' }))).toEqual([`unknown-producer ${PLACE}.producer`]);
  expect(codesOf(file(output, { ...OUT, workload: null }))).toEqual([
    `output-without-workload ${PLACE}.producer`,
  ]);
  const busy = { ...OUT, workload: { topic: 'b', arrivals: { constant: '1/s' } } };
  expect(codesOf(file(output, busy))).toEqual([`output-of-its-own ${PLACE}.producer`]);
  const looping = { ...OUT, workload: { topic: 'b', transaction: { records: 1 } } };
  expect(codesOf(file(output, looping))).toEqual([`output-of-its-own ${PLACE}.producer`]);
  const two = file(output);
  const both = { ...two, consumers: [...two.consumers, { ...two.consumers[0], 'client.id': 'other' }] };
  expect(codesOf(both)).toEqual(['output-of-two consumers[1].processing.output.producer']);
});

test('it takes a group; and its offsets are committed by the transaction or by the consumer, not by both', () => {
  const output = { producer: 'out' };
  expect(codesOf(file(output, OUT, { configs: {}, subscribe: [], assign: ['a-0'] }))).toEqual([
    `no-group ${PLACE}`,
  ]);
  const committing = { processing: { output, commit: 'commitSync' } };
  expect(codesOf(file(output, OUT, committing))).toEqual([`output-commits-twice ${PLACE}.producer`]);
  const plain = { ...OUT, configs: {} };
  expect(codesOf(file(output, plain, committing))).toEqual([]);
});
