import { expect, test } from 'vitest';
import { formatScenario } from '../formatScenario.ts';
import { parseScenario } from '../parseScenario.ts';
import type { FileQueueBroker, ScenarioFile } from '../ScenarioFile.ts';

const RABBIT: FileQueueBroker = {
  name: 'rabbit',
  exchanges: [{ name: 'dead' }, { name: 'pay', type: 'topic' }],
  queues: [
    {
      name: 'ledger',
      durable: false,
      'x-message-ttl': '30s',
      'x-max-length': 1000,
      'x-overflow': 'reject-publish',
      'x-dead-letter-exchange': 'dead',
      'x-dead-letter-routing-key': 'ledger',
    },
    { name: 'late', 'x-dead-letter-exchange': '' },
  ],
  bindings: [
    { exchange: 'dead', queue: 'late' },
    { exchange: 'pay', queue: 'ledger', key: 'pay.#' },
  ],
  publishers: [
    {
      'client.id': 'shop',
      exchange: 'pay',
      routingKey: 'pay.{n}',
      keys: 3,
      arrivals: { constant: '10/s' },
      valueBytes: 200,
      start: '1s',
      end: '9s',
      persistent: false,
      confirms: false,
    },
    { 'client.id': 'plain', routingKey: 'late' },
  ],
  consumers: [
    {
      'client.id': 'worker',
      queue: 'ledger',
      prefetch: 5,
      perMessage: '10ms',
      slow: [{ message: 7, takes: '10s' }],
      failEvery: 10,
      failThen: 'reject',
      failOnce: true,
    },
    { 'client.id': 'tail', queue: 'late', autoAck: true },
  ],
};

const fileWith = (
  queueBrokers: readonly FileQueueBroker[],
  more: Partial<ScenarioFile> = {},
): ScenarioFile => ({
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'pay' }],
  queueBrokers,
  ...more,
});

const problemsOf = (json: unknown) => {
  const parsed = parseScenario(json);
  return parsed.ok ? [] : parsed.problems.map(({ code, path, suggestion }) => [code, path, suggestion]);
};

test('a queue broker, its clients and commands on them come back as they were written', () => {
  const file = fileWith([RABBIT], {
    network: { links: [{ between: ['queueBroker:rabbit', 'queueConsumer:worker'], latency: '5ms' }] },
    commands: [
      { at: '1s', kind: 'KillQueueBroker', queueBroker: 'rabbit' },
      { at: '2s', kind: 'StartQueueBroker', queueBroker: 'rabbit' },
      { at: '3s', kind: 'PublishMessages', publisher: 'plain', count: 4 },
      { at: '4s', kind: 'KillClient', client: 'queueConsumer:worker' },
      { at: '5s', kind: 'PauseProcess', node: 'publisher:shop' },
    ],
  });
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.scenario.queueBrokers?.[0]?.queues[1]).toEqual({
    name: 'late',
    durable: true,
    messageTtlUs: null,
    maxLength: null,
    overflow: 'drop-head',
    deadLetterExchange: '',
    deadLetterRoutingKey: null,
  });
  const { queueBrokers, commands, network } = formatScenario(parsed.scenario);
  expect({ queueBrokers, commands, network }).toEqual({
    queueBrokers: file.queueBrokers,
    commands: file.commands,
    network: file.network,
  });
  const again = parseScenario(formatScenario(parsed.scenario));
  expect(again.ok && again.scenario).toEqual(parsed.scenario);
  const none = parseScenario(fileWith([]));
  expect(none.ok && 'queueBrokers' in none.scenario).toBe(false);
});

test('what it names exists, and names are not taken twice', () => {
  expect(
    problemsOf(
      fileWith([
        {
          name: 'rabbit',
          exchanges: [{ name: 'pay' }],
          queues: [{ name: 'ledger', 'x-dead-letter-exchange': 'payy' }, { name: 'ledger' }],
          bindings: [{ exchange: 'pay', queue: 'legder' }],
          publishers: [{ 'client.id': 'shop', exchange: 'pau', routingKey: 'k', keys: 2 }],
          consumers: [
            { 'client.id': 'w', queue: 'x' },
            { 'client.id': 'w', queue: 'ledger', autoAck: true, prefetch: 1 },
          ],
        },
      ]),
    ),
  ).toEqual([
    ['duplicate', 'queueBrokers[0].consumers[1].client.id', null],
    ['duplicate', 'queueBrokers[0].queues[1].name', null],
    ['unknown-exchange', 'queueBrokers[0].queues[0].x-dead-letter-exchange', 'pay'],
    ['unknown-queue', 'queueBrokers[0].bindings[0].queue', 'ledger'],
    ['unknown-exchange', 'queueBrokers[0].publishers[0].exchange', 'pay'],
    ['unknown-queue', 'queueBrokers[0].consumers[0].queue', null],
    ['auto-ack-says-nothing', 'queueBrokers[0].consumers[1].autoAck', null],
    ['keys-without-placeholder', 'queueBrokers[0].publishers[0].keys', null],
  ]);
  expect(
    problemsOf(
      fileWith([RABBIT], {
        commands: [
          { at: 0, kind: 'KillQueueBroker', queueBroker: 'rabit' },
          { at: 0, kind: 'PublishMessages', publisher: 'shopp', count: 1 },
          { at: 0, kind: 'StartClient', client: 'queueConsumer:workr' },
        ],
      }),
    ),
  ).toEqual([
    ['unknown-queue-broker', 'commands[0].queueBroker', 'rabbit'],
    ['unknown-publisher', 'commands[1].publisher', 'shop'],
    ['unknown-node', 'commands[2].client', 'queueConsumer:worker'],
  ]);
  expect(problemsOf(fileWith([{ ...RABBIT, queues: [{ name: 'q', durable: 'yes' as never }] }]))[0]).toEqual([
    'wrong-type',
    'queueBrokers[0].queues[0].durable',
    null,
  ]);
});
