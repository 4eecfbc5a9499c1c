import { expect, test } from 'vitest';
import { formatScenario } from '../formatScenario.ts';
import { parseScenario } from '../parseScenario.ts';
import type { FileConsumer, ScenarioFile } from '../ScenarioFile.ts';

const WORKER: FileConsumer = {
  'client.id': 'worker',
  configs: { 'group.id': 'workers', 'share.acknowledgement.mode': 'explicit' },
  subscribe: ['jobs'],
  share: {},
};

function fileWith(consumer: FileConsumer, more: Partial<ScenarioFile> = {}): ScenarioFile {
  return {
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 'jobs' }],
    consumers: [consumer],
    ...more,
  };
}

test('a share consumer, its bad records and the configs of its group come back as they were written', () => {
  const file = fileWith(
    {
      ...WORKER,
      share: {
        failEvery: 10,
        failThen: 'reject',
        poison: [
          { partition: 'jobs-0', offset: 7, takes: '45s', then: 'accept' },
          { partition: 'jobs-0', offset: 9 },
        ],
        renewEvery: '10s',
      },
    },
    {
      features: { 'share.version': 0 },
      groups: [
        {
          'group.id': 'workers',
          configs: { 'share.auto.offset.reset': 'by_duration:PT1H', 'share.record.lock.duration.ms': 20_000 },
        },
      ],
    },
  );
  const parsed = parseScenario(file);
  if (!parsed.ok) expect.fail(JSON.stringify(parsed.problems));
  expect(parsed.scenario.consumers[0]?.share).toEqual({
    failEvery: 10,
    failThen: 'reject',
    poison: [
      { partition: 'jobs-0', offset: 7, takesUs: 45_000_000, then: 'accept' },
      { partition: 'jobs-0', offset: 9, takesUs: null, then: 'release' },
    ],
    renewEveryUs: 10_000_000,
  });
  const printed = formatScenario(parsed.scenario);
  expect(printed.groups).toEqual(file.groups);
  expect(printed.features).toEqual(file.features);
  expect(printed.consumers?.[0]?.share).toEqual(file.consumers?.[0]?.share);
  const again = parseScenario(JSON.parse(JSON.stringify(printed)));
  expect(again.ok && again.scenario).toEqual(parsed.scenario);
});

test.each<[string, ScenarioFile, readonly string[]]>([
  ['it subscribes', fileWith({ ...WORKER, subscribe: [], assign: ['jobs-0'] }), ['share-subscribes']],
  [
    'only an explicit one says anything of a record',
    fileWith({ ...WORKER, configs: { 'group.id': 'workers' }, share: { failEvery: 3 } }),
    ['share-says-nothing'],
  ],
  [
    'it has a group',
    fileWith({ ...WORKER, configs: { 'share.acknowledgement.mode': 'explicit' } }),
    ['no-group'],
  ],
  [
    'a group stands once',
    fileWith(WORKER, { groups: [{ 'group.id': 'workers' }, { 'group.id': 'workers' }] }),
    ['duplicate'],
  ],
  [
    'its reset is one that Kafka knows',
    fileWith(WORKER, {
      groups: [{ 'group.id': 'workers', configs: { 'share.auto.offset.reset': 'by_duration:1 hour' } }],
    }),
    ['bad-config-value'],
  ],
])('of a share consumer is asked that %s', (_, file, codes) => {
  const parsed = parseScenario(file);
  expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(codes);
});
