import { expect, test } from 'vitest';
import { parseScenario, parseScenarioText } from '../scenario/parseScenario.ts';
import { describeScenarioProblem } from './describeScenarioProblem.ts';

function told(json: unknown): readonly string[] {
  const result = typeof json === 'string' ? parseScenarioText(json) : parseScenario(json);
  return result.ok ? [] : result.problems.map(describeScenarioProblem);
}

test('says where, what, what was meant and what is allowed', () => {
  const brokers = [{ 'node.id': 1 }];
  expect(told({ highwater: 1, brokers, topics: [{ name: 't', partition: 3 }] })).toEqual([
    'topics[0].partition: there is no such key. Likely meant: partitions. Allowed: name, partitions, replication.factor, replicas, configs, initial.',
  ]);
  expect(told({ highwater: 1, until: '5m' })).toEqual([
    'until: "5m" is refused: m may mean minutes, months or milliseconds. Likely meant: 5min. Allowed: a number of ms, or a text of number and unit (us ms s min h d): 250, "5s", "0.25ms".',
  ]);
  expect(told({ highwater: 1, producers: [{ 'client.id': 'p', configs: { acks: 2 } }] })).toEqual([
    'producers[0].configs.acks: Kafka does not take the value 2. ConfigException: Invalid value 2 for configuration acks: String must be one of: all, -1, 0, 1. Allowed: all, -1, 0, 1.',
  ]);
  expect(
    told({
      highwater: 1,
      producers: [{ 'client.id': 'p', configs: { acks: 1, 'enable.idempotence': true } }],
    }),
  ).toEqual([
    'producers[0].configs.acks: KafkaProducer does not start with the value "1" together with enable.idempotence. ConfigException: Must set acks to all in order to use the idempotent producer. Otherwise we cannot guarantee idempotence.',
  ]);
  expect(told([])).toEqual(['The file: [] has the wrong type. Allowed: an object { … }.']);
  expect(told('{ "seed": 1, }')).toEqual(['Line 1, column 14: the text is not JSON from “}” on.']);
  expect(told({})).toEqual(['highwater: this key is missing.']);
});

test('lists up to twenty allowed values, and says how many more there are', () => {
  const values = Array.from({ length: 22 }, (_, i) => `v${i + 1}`);
  const problem = { code: 'not-allowed', path: 'a', value: '7', suggestion: null } as const;
  const says = (count: number) =>
    describeScenarioProblem({ ...problem, allowed: { kind: 'one-of', values: values.slice(0, count) } });
  expect(says(20)).toMatch(/v19, v20\.$/);
  expect(says(22)).toMatch(/v20 and 2 more\.$/);
});
