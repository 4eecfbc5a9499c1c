import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type {
  BatchBytes,
  DirectoryAnswers,
  DirectoryQuery,
  DirectoryQueryKind,
  DirectorySource,
  DirectoryView,
} from '../../shared/LogDirectory.ts';
import type { EngineSession } from '../EngineSession.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';

function ask<Kind extends DirectoryQueryKind>(
  engine: EngineSession,
  query: Extract<DirectoryQuery, { readonly kind: Kind }>,
): NonNullable<DirectoryAnswers[Kind]> {
  const answer = engine.inspectDirectory(query);
  if (answer === null) throw new Error(`no answer to ${query.kind}`);
  return answer as NonNullable<DirectoryAnswers[Kind]>;
}

/** The first partition of an internal topic on broker 1 in which something stands. */
function internalPartition(engine: EngineSession, topic: string): DirectoryView {
  for (let index = 0; index < 50; index++) {
    const source: DirectorySource = { kind: 'replica', broker: 1, partition: `${topic}-${String(index)}` };
    const view = engine.inspectDirectory({ kind: 'overview', source }) as DirectoryView | null;
    if (view !== null && view.logEndOffset > 0) return view;
  }
  throw new Error(`nothing stands in ${topic}`);
}

/** All batches of a directory with their bytes; the export has the same ones and nothing is wrong with it. */
function allBatches(
  engine: EngineSession,
  { name, source, segments, logBytes }: DirectoryView,
): BatchBytes[] {
  const exported = ask(engine, { kind: 'export', source, missingBytes: 'refuse' });
  if (!exported.ok) throw new Error(exported.refusal);
  const opened = ask(engine, { kind: 'open', name, files: exported.files });
  expect(opened.problems).toEqual([]);
  expect(opened.logBytes).toBe(logBytes);
  return segments.flatMap(({ baseOffset }) =>
    ask(engine, { kind: 'batches', source, segment: baseOffset, from: 0, limit: 10_000 }).map(
      ({ position }) => {
        const read = ask(engine, { kind: 'batch', source, segment: baseOffset, position });
        const again = ask(engine, {
          kind: 'batch',
          source: { kind: 'opened' },
          segment: baseOffset,
          position,
        });
        expect(again.coordinatorRecords).toEqual(read.coordinatorRecords);
        expect(read.bytes?.length).toBe(read.batch.sizeBytes);
        return read;
      },
    ),
  );
}

const PAYMENTS: DirectorySource = { kind: 'replica', broker: 1, partition: 'payments-0' };

test('[aborted-index] [coordinator-bytes] transactions are found by their producer, in a run and in files; their coordinator’s log says what they are', () => {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    producers: { configs: Record<string, unknown>; workload: Record<string, unknown> }[];
  };
  const producer = file.producers[0]!;
  producer.configs = { ...producer.configs, 'transactional.id': 'pay' };
  producer.workload['transaction'] = { records: 30, abortEvery: 3 };
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: 5_000_000, after: 0 });

  const found = ask(engine, { kind: 'transactions', source: PAYMENTS, producer: ' pay ' });
  expect(found.count).toBe(found.transactions.length);
  const outcomes = found.transactions.map(({ outcome }) => outcome);
  expect(outcomes.slice(0, 6)).toEqual(['COMMIT', 'COMMIT', 'ABORT', 'COMMIT', 'COMMIT', 'ABORT']);
  let next = 0;
  for (const {
    outcome,
    firstOffset,
    lastOffset,
    batches,
    marker,
    indexEntry,
    transactionalId,
  } of found.transactions) {
    expect(transactionalId).toBe('pay');
    expect(firstOffset).toBe(next);
    const count = batches.reduce((sum, { batch }) => sum + batch.recordCount, 0);
    expect(count).toBe(batches.at(-1)!.batch.lastOffset + 1 - next);
    if (outcome === 'open' || lastOffset === null || marker === null) continue;
    // An abort drops what was not sent yet.
    if (outcome === 'COMMIT') expect(count).toBe(30);
    expect(lastOffset).toBe(next + count);
    next = lastOffset + 1;
    const bytes = ask(engine, {
      kind: 'batch',
      source: PAYMENTS,
      segment: marker.segment,
      position: marker.batch.position,
    });
    const record = bytes.fields.find(({ name }) => name === 'record');
    const type = record?.fields
      .find(({ name }) => name === 'key')
      ?.fields.find(({ name }) => name === 'controlType');
    expect(type?.reading).toEqual({ kind: 'words', words: [outcome] });
    expect(indexEntry === null).toBe(outcome === 'COMMIT');
    if (indexEntry === null) continue;
    expect(indexEntry).toMatchObject({ firstOffset, lastOffset });
    const { from, fields } = ask(engine, {
      kind: 'file',
      source: PAYMENTS,
      file: indexEntry.file,
      from: indexEntry.from,
      limit: 34,
    });
    expect(from).toBe(indexEntry.from);
    expect(fields[0]?.fields.map(({ name, value }) => [name, value])).toEqual([
      ['version', 0],
      ['producerId', found.transactions[0]?.producerId],
      ['firstOffset', firstOffset],
      ['lastOffset', lastOffset],
      ['lastStableOffset', indexEntry.lastStableOffset],
    ]);
  }

  // By producer id the same, of nobody nothing, and in files without a name.
  const producerId = String(found.transactions[0]?.producerId);
  expect(ask(engine, { kind: 'transactions', source: PAYMENTS, producer: producerId })).toEqual(found);
  expect(ask(engine, { kind: 'transactions', source: PAYMENTS, producer: '' })).toEqual(found);
  expect(ask(engine, { kind: 'transactions', source: PAYMENTS, producer: 'other' }).count).toBe(0);
  const exported = ask(engine, { kind: 'export', source: PAYMENTS, missingBytes: 'refuse' });
  if (!exported.ok) throw new Error(exported.refusal);
  ask(engine, { kind: 'open', name: 'payments-0', files: exported.files });
  const inFiles = ask(engine, { kind: 'transactions', source: { kind: 'opened' }, producer: producerId });
  expect(inFiles.transactions).toEqual(
    found.transactions.map((transaction) => ({ ...transaction, transactionalId: null })),
  );

  const coordinator = internalPartition(engine, '__transaction_state');
  const records = allBatches(engine, coordinator).flatMap(
    ({ coordinatorRecords }) => coordinatorRecords ?? [],
  );
  expect(records).toHaveLength(coordinator.logEndOffset - coordinator.logStartOffset);
  for (const { kind, key } of records) expect([kind, key]).toEqual(['TransactionLog', 'transactionalId=pay']);
  const states = records.map(({ value }) => /transactionStatus=(\w+)/.exec(value ?? '')?.[1]);
  expect(states.slice(0, 4)).toEqual(['Empty', 'Ongoing', 'PrepareCommit', 'CompleteCommit']);
  expect(records[1]?.value).toContain('transactionPartitions=[{topic=payments, partitionIds=[0]}]');
});

test('[coordinator-bytes] what stands in __consumer_offsets is read from its bytes, key by key', () => {
  const file = JSON.parse(readFileSync('content/scenarios/field/CON-17.json', 'utf8')) as unknown;
  const engine = sessionOn(readScenario(file));
  engine.seek({ timeUs: 20_000_000, after: 0 });
  const view = internalPartition(engine, '__consumer_offsets');
  const records = allBatches(engine, view).flatMap(({ coordinatorRecords }) => coordinatorRecords ?? []);
  expect(records).toHaveLength(view.logEndOffset - view.logStartOffset);
  expect(new Set(records.map(({ kind }) => kind))).toContain('OffsetCommit');
  for (const { kind, value } of records) {
    expect(kind).not.toBeNull();
    expect(value).not.toBe('');
  }
});
