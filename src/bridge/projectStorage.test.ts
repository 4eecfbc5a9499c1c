import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseScenarioText } from '../scenario/parseScenario.ts';
import { EngineSession } from './EngineSession.ts';
import type { ReplicaView } from './frame.ts';

const parsed = parseScenarioText(
  readFileSync('content/lessons/03-segments-and-indexes/scenario.json', 'utf8'),
);
if (!parsed.ok) throw new Error('lesson 3 has no scenario');
const { scenario } = parsed;

function replicaIn(frame: { upserts: readonly { key: string }[] }): ReplicaView | undefined {
  return frame.upserts.find(({ key }) => key === 'replica:payments-0@1') as ReplicaView | undefined;
}

test('a frame has the files of each replica; closed ones are the same objects in the next', () => {
  const engine = new EngineSession();
  engine.load(scenario, []);
  const before = replicaIn(engine.advance({ untilUs: 3_000_000, budgetMs: 1e9 }))!.storage;
  const after = replicaIn(engine.advance({ untilUs: 4_000_000, budgetMs: 1e9 }))!.storage;
  expect(before.segments.length).toBeGreaterThan(2);
  expect(after.segmentCount).toBeGreaterThan(before.segmentCount);
  expect(after.segments[0]).toBe(before.segments[0]);
  expect(after.sizeBytes).toBe(after.segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  expect(after.limits).toMatchObject({ segmentBytes: 1_048_576, retentionBytes: null, isDeleted: true });
  expect(after.segments[0]).toMatchObject({ baseOffset: 0, firstTimestampMs: 1000 });
});

test('a look-up says in numbers what it took; what is not there is null', () => {
  const engine = new EngineSession();
  engine.load(scenario, []);
  engine.advance({ untilUs: 3_000_000, budgetMs: 1e9 });
  const at = { partition: 'payments-0', broker: 1 };
  const byOffset = engine.lookUpFigures({ ...at, offset: 12_345 })!;
  expect(byOffset.segment).toBeLessThanOrEqual(12_345);
  expect(byOffset.foundOffset).toBeLessThanOrEqual(12_345);
  expect(byOffset.foundLastOffset).toBeGreaterThanOrEqual(12_345);
  expect(byOffset.entryOffset).toBeLessThanOrEqual(byOffset.foundOffset);
  expect(byOffset.scannedBytes).toBeLessThan(4096 + 2 * 1000);
  const byTime = engine.lookUpFigures({ ...at, timestampMs: 2000 })!;
  // Ten thousand a second from second 1 on; a batch has one time here, the latest of its records.
  expect(Math.abs(byTime.recordOffset - 10_000)).toBeLessThan(16);
  expect(engine.lookUpFigures({ ...at, offset: 1e9 })).toBeNull();
  expect(engine.lookUpFigures({ ...at, broker: 9, offset: 0 })).toBeNull();
  expect(engine.lookUpFigures({ ...at, timestampMs: 1e9 })).toBeNull();
});
