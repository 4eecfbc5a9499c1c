import { describe, expect, test } from 'vitest';
import type { LedgerView, PartitionView, ReplicaView } from '../../../bridge/frame.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../../../views/gallery/exampleFrames.ts';
import { placeLogArea } from '../../../views/log/placeLogArea.ts';
import { equalUpTo } from './equalParts.ts';
import { compareLedgers, ledgerSentences } from './ledgerDifference.ts';
import { sharedWindow } from './sharedWindow.ts';
import { configOf, ownersOf, withConfig } from './withConfig.ts';

const { ledger } = exampleFrame(EXAMPLE_FRAMES[0]!.name);
const zero = Object.fromEntries(Object.keys(ledger).map((name) => [name, 0])) as unknown as LedgerView;
const replica = [...exampleFrame('healthy').entities.values()].find(
  (view): view is ReplicaView => view.kind === 'replica',
)!;
const of = (changes: Partial<ReplicaView>): ReplicaView => ({
  ...replica,
  batches: [0, 10, 10, 10],
  epochs: [{ epoch: 0, startOffset: 0 }],
  logStartOffset: 0,
  logEndOffset: 20,
  highWatermark: 20,
  ...changes,
});

describe('what the ledgers say of each other', () => {
  const kept = { ...zero, produced: 100, committed: 100, acked: 100 };
  const lost = { ...kept, committed: 88, lost: 12, lostAfterAck: 12 };
  test.each([
    ['the same', kept, kept, ['same']],
    ['one lost what the other kept', lost, kept, ['lostButKept a 12', 'lostAfterAck', 'committed']],
    ['the other way round', kept, lost, ['lostButKept b 12', 'lostAfterAck', 'committed']],
    ['both lost some', lost, { ...lost, lost: 3 }, ['lost']],
    [
      'what was never handed over was not kept',
      lost,
      { ...kept, produced: 90 },
      ['produced', 'lost', 'lostAfterAck', 'committed'],
    ],
    [
      'what failed was not kept',
      lost,
      { ...kept, committed: 95, failed: 5 },
      ['lost', 'lostAfterAck', 'failed', 'committed'],
    ],
  ])('%s', (_, a, b, expected) => {
    expect(
      ledgerSentences(a, b).map((one) =>
        one.kind === 'same'
          ? 'same'
          : one.kind === 'differs'
            ? one.name
            : `${one.kind} ${one.side} ${one.records}`,
      ),
    ).toEqual(expected);
  });

  test('what is wrong in one of the two comes first, and zeros stay in sight', () => {
    const names = compareLedgers(kept, lost).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['produced', 'lost', 'lostAfterAck']);
    expect(names).toHaveLength(15);
    expect(names).toContain('duplicated');
  });
});

describe('up to where two logs are the same', () => {
  test.each([
    ['all of it', of({}), of({}), 20],
    ['one is longer', of({}), of({ logEndOffset: 30, batches: [0, 10, 10, 10, 20, 10] }), 20],
    ['other batches', of({}), of({ batches: [0, 10, 10, 5, 15, 5] }), 15],
    [
      'another epoch',
      of({}),
      of({
        epochs: [
          { epoch: 0, startOffset: 0 },
          { epoch: 1, startOffset: 12 },
        ],
      }),
      12,
    ],
    ['another high watermark', of({}), of({ highWatermark: 8 }), 8],
    ['one brings only its newest batches', of({}), of({ batches: [10, 10] }), 20],
    ['one is not there', of({}), undefined, null],
  ])('%s', (_, a, b, expected) => {
    expect(equalUpTo(a, b)).toBe(expected);
  });
});

test('both are drawn on one stretch of offsets, in which the end of each is in sight', () => {
  const partition = { highWatermark: 0 } as PartitionView;
  const side = (end: number) => ({
    partition: { ...partition, highWatermark: end },
    replicas: [of({ logEndOffset: end, highWatermark: end })],
  });
  const window = sharedWindow(placeLogArea('phone', 700, 400, 1), [side(1000), side(100)]);
  expect(window).toEqual({ from: 88, to: 1004 });
});

describe('one config otherwise', () => {
  const parsed = parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    topics: [{ name: 't', partitions: 1, 'replication.factor': 1 }],
    producers: [{ 'client.id': 'p', configs: { acks: 'all' } }],
    consumers: [{ 'client.id': 'c', assign: ['t-0'] }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { scenario } = parsed;
  test.each([
    ['producer:p', 'acks', '1'],
    ['topic:t', 'min.insync.replicas', '1'],
    ['cluster', 'min.insync.replicas', '1'],
    ['broker:1', 'num.io.threads', '2'],
    ['consumer:c', 'max.poll.records', '7'],
  ])('of %s', (owner, name, value) => {
    expect(ownersOf(scenario)).toContain(owner);
    const changed = withConfig(scenario, owner, name, value);
    if (!changed.ok) throw new Error(JSON.stringify(changed.problems));
    expect(configOf(changed.scenario, owner, name)).toBe(value);
    expect(configOf(scenario, owner, name)).not.toBe(value);
  });

  test('what Kafka refuses is told', () => {
    expect(withConfig(scenario, 'producer:p', 'acks', '7')).toMatchObject({ ok: false });
  });
});
