import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import { consumerCall, readOffsets, type CallFields } from './callDraft.ts';
import { EMPTY_CONSUMER, withDraftedConsumer, type ConsumerFields } from './consumerDraft.ts';
import { problemsOfDeed } from './deedOutcome.ts';
import { GROUP_CONFIG_NAMES, groupDeed, type GroupFields } from './groupDraft.ts';
import { EMPTY_QUEUE, withQueueBroker } from './queueDraft.ts';
import { EMPTY_STORE, withStore } from './storeDraft.ts';

const FILE: ScenarioFile = {
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'payments', partitions: 2 }, { name: 'retry' }, { name: 'dead' }],
};

describe('a database', () => {
  it('is what was typed, without what was not', () => {
    const typed = {
      ...EMPTY_STORE,
      name: 'db',
      latency: '5ms',
      downFrom: '20s',
      downTo: '30s',
      failCommits: '3, 7',
    };
    expect(withStore(FILE, typed).stores).toEqual([
      { name: 'db', latency: '5ms', down: [{ from: '20s', to: '30s' }], failCommits: [3, 7] },
    ]);
    expect(withStore(FILE, { ...EMPTY_STORE, name: 'db' }).stores).toEqual([{ name: 'db' }]);
    expect(parseScenario(withStore(FILE, typed)).ok).toBe(true);
  });

  it.each([{ failCommits: 'third' }, { downFrom: '20s' }, { latency: 'fast' }])(
    'is refused in the words for scenarios: %o',
    (wrong) => {
      expect(parseScenario(withStore(FILE, { ...EMPTY_STORE, name: 'db', ...wrong })).ok).toBe(false);
    },
  );
});

describe('a consumer with a database and errors', () => {
  const base = withStore(FILE, { ...EMPTY_STORE, name: 'db' });
  const parsed = (fields: Partial<ConsumerFields>) =>
    parseScenario(
      withDraftedConsumer(base, {
        ...EMPTY_CONSUMER,
        clientId: 'app',
        reads: 'group',
        subscribe: 'payments',
        commit: 'commitSync',
        ...fields,
      }),
    );

  it('writes to the database as it was asked to', () => {
    const made = parsed({
      store: 'db',
      unique: 'id',
      write: 'upsert',
      transaction: 'poll',
      offsets: 'store',
      fencing: 'generation',
      commit: 'auto',
    });
    expect(made.ok ? made.scenario.consumers[0]?.store : made.problems).toMatchObject({
      name: 'db',
      unique: 'id',
      write: 'upsert',
      transaction: 'poll',
      offsets: 'store',
      fencing: 'generation',
    });
  });

  it('sends on what fails, through a producer of its process', () => {
    const made = parsed({
      retriable: '10',
      poison: 'payments-0=42',
      attempts: '1',
      retryTopic: 'retry',
      deadLetterTopic: 'dead',
      delay: '5s',
    });
    expect(made.ok ? made.scenario.consumers[0] : made.problems).toMatchObject({
      delayUs: 5_000_000,
      errors: {
        retriablePercent: 10,
        attempts: 1,
        retryTopic: 'retry',
        deadLetterTopic: 'dead',
        producer: 'app-out',
      },
    });
    expect(made.ok && made.scenario.producers.map(({ clientId }) => clientId)).toEqual(['app-out']);
  });

  it('is a sink whose dead letters have their own name', () => {
    const made = parsed({ tolerance: 'all', fatal: '1', deadLetterTopic: 'dead' });
    expect(made.ok ? made.scenario.consumers[0]?.sink : made.problems).toMatchObject({
      deadLetterTopic: 'dead',
    });
    expect(made.ok && made.scenario.consumers[0]?.errors?.deadLetterTopic).toBeFalsy();
  });

  it('has records that its deserializer cannot read', () => {
    const made = parsed({ unreadable: 'payments-1=3', pollsAgain: '1s' });
    expect(made.ok ? made.scenario.consumers[0]?.deserialization : made.problems).toMatchObject({
      fails: [{ partition: 'payments-1', offset: 3 }],
    });
  });

  it.each([{ poison: 'payments-0' }, { retriable: 'many' }, { store: 'nowhere' }])(
    'is refused in the words for scenarios: %o',
    (wrong) => {
      expect(parsed(wrong).ok).toBe(false);
    },
  );
});

describe('a queue broker', () => {
  it('begins with an exchange, a queue, a publisher and consumers', () => {
    const file = withQueueBroker(FILE, {
      ...EMPTY_QUEUE,
      name: 'rabbit',
      consumers: 'a, b',
      deadLetterQueue: 'dlq',
    });
    const made = parseScenario(file);
    expect(made.ok ? made.scenario.queueBrokers?.[0] : made.problems).toMatchObject({
      name: 'rabbit',
      consumers: [
        { clientId: 'a', prefetch: 10 },
        { clientId: 'b', prefetch: 10 },
      ],
    });
  });

  it('is refused with a prefetch that is no number', () => {
    const file = withQueueBroker(FILE, { ...EMPTY_QUEUE, name: 'rabbit', prefetch: 'few' });
    expect(parseScenario(file).ok).toBe(false);
  });
});

const read = parseScenario({
  ...FILE,
  consumers: [{ 'client.id': 'app', configs: { 'group.id': 'fraud' }, assign: ['payments-0', 'payments-1'] }],
} as const);
if (!read.ok) throw new Error('no scenario');
const { scenario } = read;

describe('a call on a consumer', () => {
  const fields: CallFields = {
    consumer: 'app',
    call: 'seek',
    partitions: '',
    to: 'beginning',
    value: '',
    offsets: '',
  };

  it.each([
    [{}, { kind: 'Seek', partitions: null, to: 'beginning', value: 0 }],
    [
      { to: 'offset', value: '7', partitions: 'payments-0' },
      { kind: 'Seek', to: 'offset', value: 7 },
    ],
    [{ call: 'pause', partitions: 'payments-0 payments-1' }, { partitions: ['payments-0', 'payments-1'] }],
    [{ call: 'resume' }, { kind: 'ResumePartitions', partitions: null }],
    [{ call: 'commitSync', offsets: 'payments-0=7' }, { offsets: [{ partition: 'payments-0', offset: 7 }] }],
  ] as const)('from %o is %o, and may be kept in a scenario', (typed, expected) => {
    const draft = consumerCall({ ...fields, ...typed });
    expect(draft.ok && draft.deed).toMatchObject(expected);
    expect(draft.ok && problemsOfDeed(draft.deed, scenario)).toEqual([]);
  });

  it.each([
    { to: 'offset', value: 'far' },
    { to: 'timestamp', value: '-1' },
    { call: 'commitSync', offsets: '' },
    { call: 'commitSync', offsets: 'payments-0=end' },
  ] as const)('is none with %o', (typed) => {
    expect(consumerCall({ ...fields, ...typed }).ok).toBe(false);
  });

  it('reads offsets only as whole numbers', () => {
    expect(readOffsets('payments-0=1,payments-1=2')).toHaveLength(2);
    expect(readOffsets('payments-0=-1')).toBe(null);
    expect(readOffsets('payments-0')).toBe(null);
  });
});

describe('what is asked of a group', () => {
  const fields: GroupFields = {
    deed: 'AlterGroupConfigs',
    group: 'fraud',
    name: 'consumer.session.timeout.ms',
    value: '60000',
    to: 'earliest',
    partitions: '',
    offsets: '',
    topics: '',
  };

  it.each([
    [{}, { configs: { 'consumer.session.timeout.ms': '60000' } }],
    [{ value: '' }, { configs: {}, remove: ['consumer.session.timeout.ms'] }],
    [
      { deed: 'ResetOffsets', to: 'shift-by', value: '-5' },
      { to: 'shift-by', value: -5, partitions: null },
    ],
    [{ deed: 'DeleteGroups' }, { groups: ['fraud'] }],
    [{ deed: 'AlterShareGroupOffsets', offsets: 'payments-0=9' }, { offsets: [{ offset: 9 }] }],
    [{ deed: 'DeleteShareGroupOffsets', topics: 'payments, retry' }, { topics: ['payments', 'retry'] }],
  ] as const)('from %o is %o, and may be kept in a scenario', (typed, expected) => {
    const draft = groupDeed({ ...fields, ...typed });
    expect(draft.ok && draft.deed).toMatchObject(expected);
    expect(draft.ok && problemsOfDeed(draft.deed, scenario)).toEqual([]);
  });

  it.each([
    { group: ' ' },
    { deed: 'ResetOffsets', to: 'offset', value: '' },
    { deed: 'AlterShareGroupOffsets', offsets: 'payments' },
    { deed: 'DeleteShareGroupOffsets', topics: '' },
  ] as const)('is nothing with %o', (typed) => {
    expect(groupDeed({ ...fields, ...typed }).ok).toBe(false);
  });

  it('knows every config that a scenario may give to a group', () => {
    for (const name of GROUP_CONFIG_NAMES) {
      const value = { 'share.auto.offset.reset': 'earliest', 'share.isolation.level': 'read_committed' }[
        name as string
      ];
      const draft = groupDeed({ ...fields, name, value: value ?? '20000' });
      expect(draft.ok && problemsOfDeed(draft.deed, scenario), name).toEqual([]);
    }
  });
});
