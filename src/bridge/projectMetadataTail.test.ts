import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EngineSession } from './EngineSession.ts';
import type { MetadataLogView } from './frame.ts';
import { Page, preset, readScenario, sessionOn } from './SessionTestContext.ts';

const SECOND = 1_000_000;
const scenario = readScenario(
  JSON.parse(readFileSync('content/lessons/02-cluster-anatomy/scenario.json', 'utf8')),
);
const createRefunds = {
  kind: 'CreateTopic',
  topic: 'refunds',
  partitions: 3,
  replicationFactor: 3,
  replicas: null,
  configs: { 'min.insync.replicas': '2' },
} as const;

function logOf(page: Page): MetadataLogView {
  const view = page.views.get('metadata-log');
  if (view?.kind !== 'metadataLog') throw new Error('the frame has no metadata log');
  return view;
}

function runTo(engine: EngineSession, page: Page, timeUs: number): MetadataLogView {
  page.take(engine.advance({ untilUs: timeUs, budgetMs: Infinity }));
  return logOf(page);
}

describe('the metadata log as a page sees it', () => {
  test('shows every record that the scenario stands on, without a gap', () => {
    const page = new Page();
    page.take(sessionOn(scenario).load(scenario, []));
    const { records, endOffset, highWatermark, controller } = logOf(page);
    expect(controller).toBe(101);
    expect(highWatermark).toBe(endOffset);
    expect(records.map(({ type }) => type)).toEqual([
      'LeaderChangeMessage',
      'FeatureLevelRecord',
      ...[1, 2, 3].flatMap(() => ['RegisterBrokerRecord', 'BrokerRegistrationChangeRecord']),
      'TopicRecord',
      'ConfigRecord',
      ...[0, 1, 2, 3, 4, 5].map(() => 'PartitionRecord'),
    ]);
    expect(records.at(-1)?.fields.slice(0, 4)).toEqual([
      ['topic', 'payments'],
      ['partitionId', '5'],
      ['leader', '3'],
      ['replicas', '[3,2,1]'],
    ]);
  });

  test('joins NoOpRecords in a row, and its rows stay without gap or overlap', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    runTo(engine, page, 3 * SECOND);
    page.take(engine.apply(createRefunds));
    const { records, endOffset } = runTo(engine, page, 6 * SECOND);
    const joined = records.filter(({ type }) => type === 'NoOpRecord');
    expect(joined.some(({ offset, lastOffset }) => lastOffset - offset >= 3)).toBe(true);
    records.forEach(({ offset }, i) => expect(offset).toBe((records[i - 1]?.lastOffset ?? -1) + 1));
    expect(records.at(-1)?.lastOffset).toBe(endOffset - 1);
  });

  test('shows what creating a topic writes, in the order in which it stands in the log', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    const before = runTo(engine, page, 2 * SECOND).endOffset;
    page.take(engine.apply(createRefunds));
    const { records } = runTo(engine, page, 2.2 * SECOND);
    const written = records.filter(({ offset, type }) => offset >= before && type !== 'NoOpRecord');
    expect(written.map(({ type }) => type)).toEqual([
      'TopicRecord',
      'ConfigRecord',
      'PartitionRecord',
      'PartitionRecord',
      'PartitionRecord',
    ]);
    expect(written[0]?.fields).toEqual([['name', 'refunds']]);
  });

  test('names of a change only what changed', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    runTo(engine, page, SECOND);
    page.take(engine.apply({ kind: 'KillBroker', broker: 1 }));
    const { records } = runTo(engine, page, 13 * SECOND);
    const changes = records.filter(({ type }) => type === 'PartitionChangeRecord');
    const ofPartition = (id: string) =>
      changes.find(({ fields }) => fields[1]?.[1] === id)?.fields.slice(2) ?? [];
    // Broker 1 led payments-0, and followed in payments-1.
    expect(ofPartition('0')).toEqual([
      ['leader', '2'],
      ['isr', '[2,3]'],
    ]);
    expect(ofPartition('1').map(([name]) => name)).toEqual(['isr']);
  });

  test('without a majority what is written stands above the high watermark; scrubbing takes it back', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    runTo(engine, page, SECOND);
    page.take(engine.apply({ kind: 'KillController', controller: 102 }));
    page.take(engine.apply({ kind: 'KillController', controller: 103 }));
    runTo(engine, page, 1.2 * SECOND);
    page.take(engine.apply(createRefunds));
    const stuck = runTo(engine, page, 1.5 * SECOND);
    const created = stuck.records.find(({ type, offset }) => type === 'TopicRecord' && offset > 10);
    expect(created?.offset).toBeGreaterThanOrEqual(stuck.highWatermark);
    page.take(engine.seek({ timeUs: 1.1 * SECOND, after: 0 }));
    expect(logOf(page).records.some(({ fields }) => fields[0]?.[1] === 'refunds')).toBe(false);
  });

  test('is not sent while nothing is written, and is bounded in a long run', () => {
    const quiet = preset('lose-a-record');
    const engine = sessionOn(quiet);
    const page = new Page();
    page.take(engine.load(quiet, []));
    const once = engine.advance({ untilUs: 100_000, budgetMs: Infinity });
    page.take(once);
    const again = engine.advance({ untilUs: 100_001, budgetMs: Infinity });
    expect(again.upserts.some(({ kind }) => kind === 'metadataLog')).toBe(false);
    page.take(again);
    for (let i = 0; i < 140; i++)
      page.take(
        engine.apply({
          kind: 'AlterTopicConfigs',
          topic: 'payments',
          configs: { 'retention.ms': `${i + 1}` },
        }),
      );
    const { records, endOffset } = runTo(engine, page, SECOND);
    expect(records).toHaveLength(120);
    expect(endOffset).toBeGreaterThan(140);
  });
});
