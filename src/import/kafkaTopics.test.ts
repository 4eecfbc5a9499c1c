import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportNotice } from '../scenario/ImportReport.ts';
import { LIMITS } from '../scenario/limits.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import { importKafkaTopics, type ImportedTopics } from './kafkaTopics.ts';
import type { FoundPartition } from './readDescription.ts';

interface ExpectedTopic {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  readonly topicId?: string;
  readonly leaders: Readonly<Record<string, number | null>>;
  readonly replicas: Readonly<Record<string, readonly number[]>>;
  readonly isr: Readonly<Record<string, readonly number[]>>;
  readonly elr?: Readonly<Record<string, readonly number[]>> | null;
  readonly lastKnownElr?: Readonly<Record<string, readonly number[]>> | null;
  readonly configs?: Readonly<Record<string, string>>;
  readonly adding?: Readonly<Record<string, readonly number[]>>;
  readonly removing?: Readonly<Record<string, readonly number[]>>;
}
interface Sample {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  readonly difficulty: 'easy' | 'medium' | 'hard';
  readonly expected: {
    readonly brokers: readonly number[];
    readonly topics: readonly ExpectedTopic[];
    readonly ignored: readonly { readonly contains: string }[];
    readonly errors: readonly { readonly level: string; readonly what: string; readonly contains?: string }[];
    readonly brokersInNoIsr?: readonly number[];
  };
}

const FIELD = new URL('../../test/field/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', FIELD), 'utf8')) as readonly Sample[];
const samples = manifest.filter((sample) => sample.kind === 'topics');
const required = samples.filter((sample) => sample.difficulty !== 'hard');
const textOf = (sample: Sample) => readFileSync(new URL(sample.file, FIELD), 'utf8');

/** Hard samples that are left to a later issue, with the reason. */
const LATER: Readonly<Record<string, string>> = {};

/** Which notices answer each entry of `errors` in the manifest; its wording is free. */
const ANSWERS: Readonly<Record<string, readonly object[]>> = {
  'topics-02-spaces-truncated-tail': [
    { code: 'partitions-missing', topic: 'dev-root-channel_6', announced: 1, listed: [] },
  ],
  'topics-10-leader-minus-one-then-none': [
    { code: 'described-twice', topic: 'weblog' },
    { code: 'no-leader', partitions: [0, 1, 2], of: 3, emptyIsr: true },
  ],
  'topics-11-scale-in-two-brokers-gone': [{ code: 'no-leader', partitions: [0, 1, 4], of: 5 }],
  'topics-12-wrapped-header-consumer-offsets': [
    { code: 'partitions-missing', announced: 50, listed: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { code: 'no-leader', of: 50, emptyIsr: false },
  ],
  'topics-14-under-replicated-with-counts': [
    { code: 'under-replicated', partitions: [0, 1, 2, 3, 4, 5], of: 6, missing: [3] },
  ],
  'topics-16-edited-no-topic-in-rows': [
    { code: 'no-partition-count', topics: ['rf1-demo', 'rf2-demo'] },
    { code: 'no-leader', topic: 'rf1-demo', partitions: [0] },
  ],
  'topics-19-reassignment-in-progress': [
    { code: 'reassignment', partitions: [0, 1], listed: 4, replicationFactor: 3 },
  ],
  'topics-21-128-partitions-one-broker-out': [{ code: 'under-replicated', of: 128, missing: [4] }],
  'topics-22-nonpreferred-leader-zk': [{ code: 'under-replicated', partitions: [0, 1], missing: [103] }],
  'topics-26-elr-and-lastknownelr-values': [
    { code: 'nobody-electable', partitions: [1] },
    { code: 'under-min-isr', partitions: [0, 1, 2], of: 3, minIsr: 3 },
  ],
  'topics-27-error-and-stacktrace-only': [
    { code: 'tool-error', text: "Topic 'ordres' does not exist as expected" },
  ],
};

function byPartition<T>(
  rows: readonly FoundPartition[],
  pick: (row: FoundPartition) => T,
): Record<string, T> {
  return Object.fromEntries(rows.map((row) => [row.partition, pick(row)]));
}

function expectTopics(imported: ImportedTopics, expected: readonly ExpectedTopic[]): void {
  expect(imported.found.topics.map((topic) => topic.name)).toEqual(expected.map((topic) => topic.name));
  for (const [i, wanted] of expected.entries()) {
    const topic = imported.found.topics[i]!;
    const rows = topic.partitions;
    expect(topic.partitionCount).toBe(wanted.partitions);
    expect(topic.replicationFactor).toBe(wanted.replicationFactor);
    if (wanted.topicId !== undefined) expect(topic.topicId).toBe(wanted.topicId);
    if (wanted.configs !== undefined) expect(topic.configs).toEqual(wanted.configs);
    expect(byPartition(rows, (row) => (row.leader === -1 ? null : row.leader))).toEqual(wanted.leaders);
    expect(byPartition(rows, (row) => row.replicas)).toEqual(wanted.replicas);
    expect(byPartition(rows, (row) => row.isr)).toEqual(wanted.isr);
    if (wanted.elr === null) expect(rows.every((row) => row.elr === null)).toBe(true);
    else if (wanted.elr !== undefined) expect(byPartition(rows, (row) => row.elr)).toEqual(wanted.elr);
    if (wanted.lastKnownElr === null) expect(rows.every((row) => row.lastKnownElr === null)).toBe(true);
    else if (wanted.lastKnownElr !== undefined)
      expect(byPartition(rows, (row) => row.lastKnownElr)).toEqual(wanted.lastKnownElr);
    for (const key of ['adding', 'removing'] as const) {
      const stated = rows.filter((row) => row[key] !== null);
      expect(byPartition(stated, (row) => row[key])).toEqual(wanted[key] ?? {});
    }
  }
}

function expectSample(sample: Sample): void {
  const text = textOf(sample);
  const imported = importKafkaTopics(text);
  const { expected } = sample;
  expect(imported.found.brokers).toEqual(expected.brokers);
  expectTopics(imported, expected.topics);
  if (expected.brokersInNoIsr !== undefined)
    expect(imported.found.brokersInNoIsr).toEqual(expected.brokersInNoIsr);

  for (const { contains } of expected.ignored) {
    expect(
      imported.ignored.filter((one) => one.text.includes(contains)),
      `ignored: ${contains}`,
    ).not.toEqual([]);
  }
  const lines = text.split(/\r\n|\n|\r/);
  for (const one of imported.ignored) expect(lines[one.line - 1]).toContain(one.text);

  const answers = ANSWERS[sample.id] ?? [];
  expect(answers.length, `answers to ${JSON.stringify(expected.errors)}`).toBe(expected.errors.length);
  for (const [i, error] of expected.errors.entries()) {
    const notice = imported.notices.find((one) => matches(one, { level: error.level, ...answers[i] }));
    expect(notice, `${error.what}\n${JSON.stringify(imported.notices)}`).toBeDefined();
    if (error.contains !== undefined) expect(JSON.stringify(notice)).toContain(error.contains);
  }
  // What the manifest calls whole is not told to be broken.
  if (expected.errors.length === 0)
    expect(imported.notices.filter((one) => one.level !== 'info')).toEqual([]);

  if (expected.topics.length === 0) expect(imported.scenario).toBeNull();
  else expectRunnable(imported, expected.topics);
}

function matches(notice: ImportNotice, wanted: object): boolean {
  const fields = notice as unknown as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(fields[key]) === JSON.stringify(value),
  );
}

function expectRunnable(imported: ImportedTopics, expected: readonly ExpectedTopic[]): void {
  const parsed = parseScenario(imported.scenario);
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  if (!parsed.ok) return;
  const described = expected.filter((topic) => Object.keys(topic.replicas).length > 0);
  expect(parsed.scenario.topics.map((topic) => topic.name)).toEqual(described.map((topic) => topic.name));
  for (const [i, wanted] of described.entries()) {
    const topic = parsed.scenario.topics[i]!;
    expect(topic.partitions.length).toBe(wanted.partitions);
    for (const [partition, replicas] of Object.entries(wanted.replicas)) {
      const spec = topic.partitions[Number(partition)]!;
      expect(spec.replicas).toEqual(replicas);
      expect(spec.initial).toMatchObject({
        leader: wanted.leaders[partition] ?? -1,
        isr: wanted.isr[partition],
        logEndOffset: 0,
        elr: (wanted.elr?.[partition] ?? []).filter((id) => !wanted.isr[partition]!.includes(id)),
      });
    }
  }
}

describe('samples of what people paste', () => {
  test('every easy and medium one is here', () => {
    expect(
      required
        .map((sample) => sample.difficulty)
        .sort()
        .join(),
    ).toBe('easy,easy,easy,easy,medium,medium,medium,medium,medium,medium');
    expect(required.filter((sample) => Object.hasOwn(LATER, sample.id))).toEqual([]);
  });

  for (const sample of samples) {
    const reason = LATER[sample.id];
    test.skipIf(reason !== undefined)(
      `${sample.difficulty} ${sample.id}${reason === undefined ? '' : ` (${reason})`}`,
      () => {
        expectSample(sample);
      },
    );
  }
});

describe('importKafkaTopics', () => {
  const header = 'Topic: t\tPartitionCount: 1\tReplicationFactor: 3\tConfigs: ';
  const row = '\tTopic: t\tPartition: 0\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3';
  const codes = (text: string) => importKafkaTopics(text).notices.map((one) => one.code);

  test('adds no clients, and proposes them', () => {
    const { scenario, notices } = importKafkaTopics(`${header}\n${row}\n`);
    expect(scenario).toEqual({
      highwater: 1,
      'kafka.version': '4.2',
      brokers: [1, 2, 3].map((id) => ({ 'node.id': id })),
      topics: [{ name: 't', 'replication.factor': 3 }],
    });
    expect(notices).toContainEqual({ level: 'info', code: 'add-clients', topic: 't' });
    expect(notices).toContainEqual({ level: 'info', code: 'logs-empty' });
  });

  test('a broker that leads nothing and is in the ISR of no led partition is stopped', () => {
    const { scenario } = importKafkaTopics(
      `${row}\n\tTopic: t\tPartition: 1\tLeader: none\tReplicas: 4,5\tIsr: 4`,
    );
    expect(scenario?.brokers?.filter((one) => one.state === 'stopped').map((one) => one['node.id'])).toEqual([
      4, 5,
    ]);
  });

  test('leaves out configs that Kafka 4 does not take, and says so', () => {
    const { scenario, notices, ignored } = importKafkaTopics(
      `${header}message.format.version=2.8,segment.bytes=1000,my.config=1,retention.ms=5\n${row}`,
    );
    expect(scenario?.topics?.[0]?.configs).toEqual({ 'retention.ms': 5 });
    expect(notices.filter((one) => 'name' in one).map((one) => one.code)).toEqual([
      'config-removed',
      'config-value',
      'config-unknown',
    ]);
    expect(ignored.map((one) => [one.line, one.text, one.why])).toEqual([
      [1, 'message.format.version=2.8', 'config-refused'],
      [1, 'segment.bytes=1000', 'config-refused'],
      [1, 'my.config=1', 'config-refused'],
    ]);
  });

  test('tells what contradicts Kafka, and makes a cluster that can be', () => {
    const { scenario, notices } = importKafkaTopics(
      '\tTopic: t\tPartition: 0\tLeader: 2\tReplicas: 1,2\tIsr: 1,9\tElr: 1\tLastKnownElr: ',
    );
    expect(notices.flatMap((one) => (one.code === 'contradiction' ? [[one.what, one.brokers]] : []))).toEqual(
      [
        ['isr-not-a-replica', [9]],
        ['leader-not-in-isr', [2]],
        ['in-isr-and-elr', [1]],
      ],
    );
    expect(parseScenario(scenario)).toMatchObject({
      ok: true,
      scenario: { topics: [{ partitions: [{ initial: { leader: 2, isr: [2, 1], elr: [] } }] }] },
    });
  });

  test('places the partitions that are not listed, and says so', () => {
    const { scenario, notices } = importKafkaTopics(
      `${header.replace('PartitionCount: 1', 'PartitionCount: 3')}\n${row}`,
    );
    expect(scenario?.topics?.[0]?.partitions).toBe(3);
    expect(notices).toContainEqual({
      level: 'warn',
      code: 'replicas-placed',
      topic: 't',
      partitions: [1, 2],
    });
  });

  test('a row that is cut off is left out', () => {
    const { ignored, notices } = importKafkaTopics(
      `${header}\n${row}\n\tTopic: t\tPartition: 1\tLeader: 2\tRepl`,
    );
    expect(ignored).toMatchObject([{ line: 3, why: 'row-incomplete' }]);
    expect(notices).toContainEqual({
      level: 'warn',
      code: 'row-incomplete',
      topic: 't',
      text: 'Topic: t\tPartition: 1\tLeader: 2\tRepl',
    });
  });

  test.each([
    ['', 'nothing-found'],
    ['hello\nTopic: of the day\n', 'nothing-found'],
    ['Topic: t\tPartitionCount: 3\tReplicationFactor: 1\tConfigs: ', 'no-partitions'],
    ['x'.repeat(LIMITS.pastedCharacters + 1), 'too-long'],
    [row.replace('Partition: 0', 'Partition: 2000000000'), 'too-many-partitions'],
    [
      Array.from(
        { length: 101 },
        (_, i) => `Topic: t\tPartition: ${i}\tLeader: ${i}\tReplicas: ${i}\tIsr: ${i}`,
      ).join('\n'),
      'too-many-brokers',
    ],
  ])('says why nothing can be imported (%#)', (text, code) => {
    const { scenario, notices } = importKafkaTopics(text);
    expect(scenario).toBeNull();
    expect(notices.filter((one) => one.level === 'error').map((one) => one.code)).toEqual([code]);
  });

  test('no text makes it throw, and what it makes can be run', () => {
    const texts = samples.map(textOf);
    const mutated = fc
      .tuple(
        fc.constantFrom(...texts),
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 1, noNaN: true }),
            fc.nat(40),
            fc.oneof(
              fc.string({ maxLength: 6 }),
              fc.constantFrom(
                '\r\n',
                '\t',
                ',',
                ':',
                '|',
                'Topic: ',
                'Partition: ',
                '-1',
                '9999999999',
                'Isr: ',
              ),
            ),
          ),
          { maxLength: 6 },
        ),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([text, edits, end]) => {
        let result = text;
        for (const [where, length, put] of edits) {
          const at = Math.floor(where * result.length);
          result = result.slice(0, at) + put + result.slice(at + length);
        }
        return end > 0.5 ? result : result.slice(0, Math.floor(end * 2 * result.length));
      });
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: mutated }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
        (text) => {
          const imported = importKafkaTopics(text);
          expect(imported.notices.filter((one) => one.code === 'scenario-refused')).toEqual([]);
          expect(imported.scenario === null).toBe(imported.notices.some((one) => one.level === 'error'));
          if (imported.scenario !== null) expect(parseScenario(imported.scenario).ok).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test('a megabyte takes no more than a moment', () => {
    const rows = Array.from(
      { length: 9000 },
      (_, i) => `\tTopic: t\tPartition: ${i}\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\tElr: \tLastKnownElr: `,
    );
    const started = performance.now();
    expect(importKafkaTopics(rows.join('\n')).found.topics[0]?.partitionCount).toBe(9000);
    for (const noise of ['1 ', '\t', 'a.b ', 'Topic: ', ',', '$ ', '-', 'Isr: 1,'])
      importKafkaTopics(noise.repeat(Math.floor(900_000 / noise.length)));
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('codes of one paste are told in the order of reading', () => {
    expect(codes(`${row}\n${row}`)).toEqual([
      'partition-described-twice',
      'no-header',
      'elr-not-shown',
      'logs-empty',
      'add-clients',
    ]);
  });
});
