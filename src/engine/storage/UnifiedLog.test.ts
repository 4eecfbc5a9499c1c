import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOffsetOf, NO_ORIGIN } from './RecordBatch.ts';
import type { RecordBatch } from './RecordBatch.ts';
import { initialBatches, producerBatchOf, UnifiedLog } from './UnifiedLog.ts';

const NEVER_US = 1e15;

/** What differs from batch to batch here; the base offset is where the log ends. */
interface Draft {
  readonly count: number;
  readonly sizeBytes: number;
  readonly epochStep: number;
}

const DRAFTS = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 9 }),
    sizeBytes: fc.integer({ min: 62, max: 900 }),
    epochStep: fc.constantFrom(0, 0, 0, 1, 2),
  }),
  { maxLength: 30 },
);

function fill(drafts: readonly Draft[], log = new UnifiedLog(0, NEVER_US)) {
  const batches: RecordBatch[] = [];
  let leaderEpoch = 0;
  for (const { count, sizeBytes, epochStep } of drafts) {
    leaderEpoch += epochStep;
    const batch = {
      baseOffset: log.logEndOffset,
      count,
      sizeBytes,
      leaderEpoch,
      maxTimestampMs: 5,
      producerId: 7,
      producerEpoch: 0,
      baseSequence: log.logEndOffset,
      origin: 3,
      firstOrdinal: log.logEndOffset,
    };
    log.append(batch, 0);
    batches.push(batch);
  }
  return { log, batches };
}

const holding = (batches: readonly RecordBatch[], offset: number): number => {
  const index = batches.findIndex((batch) => endOffsetOf(batch) > offset);
  return index < 0 ? batches.length : index;
};

describe('a log', () => {
  test('ends where its last batch does, and holds what was appended', () => {
    fc.assert(
      fc.property(DRAFTS, (drafts) => {
        const { log, batches } = fill(drafts);
        expect(log.logEndOffset).toBe(batches.reduce((sum, batch) => sum + batch.count, 0));
        expect(Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i))).toEqual(batches);
        expect(log.latestEpoch()).toBe(batches.at(-1)?.leaderEpoch ?? -1);
      }),
    );
  });

  test('takes no batch that lies over another; after a gap, as a cleaned log has them, it does', () => {
    const { log, batches } = fill([{ count: 5, sizeBytes: 100, epochStep: 0 }]);
    expect(() => log.append({ ...batches[0]!, baseOffset: 4 }, 0)).toThrow('batch at 4 meets');
    log.append({ ...batches[0]!, baseOffset: 6 }, 0);
    expect(log.logEndOffset).toBe(11);
    expect(log.indexOf(5)).toBe(1);
    expect(log.truncateTo(6, 0)).toBe(true);
    expect([log.logEndOffset, log.batchCount]).toEqual([6, 1]);
    // Cut within a gap, it ends there.
    expect(log.truncateTo(5, 0)).toBe(true);
    expect([log.logEndOffset, log.batchCount]).toEqual([5, 1]);
  });

  test('finds the batch that holds an offset, or the first after it', () => {
    fc.assert(
      fc.property(DRAFTS, fc.nat(300), (drafts, offset) => {
        const { log, batches } = fill(drafts);
        expect(log.indexOf(offset)).toBe(holding(batches, offset));
      }),
    );
  });

  test('[F2] reads whole batches below a bound, at least one if it must, else no more bytes than asked for', () => {
    fc.assert(
      fc.property(
        DRAFTS,
        fc.nat(200),
        fc.nat(250),
        fc.nat(3000),
        fc.boolean(),
        (drafts, from, upTo, max, least) => {
          const { log, batches } = fill(drafts);
          const readable = batches.slice(holding(batches, from)).filter((batch) => batch.baseOffset < upTo);
          const read = log.read(from, upTo, max, least);
          expect(read).toEqual(readable.slice(0, read.length));
          const bytes = read.reduce((sum, batch) => sum + batch.sizeBytes, 0);
          if (!(least && read.length === 1)) expect(bytes).toBeLessThanOrEqual(max);
          if (least && readable.length > 0) expect(read.length).toBeGreaterThan(0);
          const next = readable[read.length];
          if (next && read.length > 0) expect(bytes + next.sizeBytes).toBeGreaterThan(max);
        },
      ),
    );
  });

  test('counts the bytes that could be read, as far as it matters', () => {
    fc.assert(
      fc.property(DRAFTS, fc.nat(200), fc.nat(250), fc.nat(3000), (drafts, from, upTo, enough) => {
        const { log, batches } = fill(drafts);
        const all = batches
          .slice(holding(batches, from))
          .filter((batch) => batch.baseOffset < upTo)
          .reduce((sum, batch) => sum + batch.sizeBytes, 0);
        const counted = log.readableBytes(from, upTo, enough);
        expect(counted >= enough).toBe(all >= enough);
        if (all < enough) expect(counted).toBe(all);
      }),
    );
  });

  test('[F10] takes its start along when it is cut below it: the leader’s log may end there', () => {
    const log = new UnifiedLog(52, NEVER_US);
    fill([{ count: 5, sizeBytes: 100, epochStep: 0 }], log);
    expect(log.truncateTo(20, 0)).toBe(true);
    expect([log.logStartOffset, log.highWatermark, log.logEndOffset, log.batchCount]).toEqual([
      20, 20, 20, 0,
    ]);
    expect(log.truncateTo(20, 0)).toBe(false);
    fill([{ count: 3, sizeBytes: 100, epochStep: 0 }], log);
    expect([log.logStartOffset, log.logEndOffset]).toEqual([20, 23]);
  });

  test('keeps its start when power is lost before anything was flushed', () => {
    const log = new UnifiedLog(0, NEVER_US);
    fill([{ count: 5, sizeBytes: 100, epochStep: 0 }], log);
    log.raiseLogStart(5, 0);
    log.losePower(1);
    expect([log.logStartOffset, log.highWatermark, log.logEndOffset]).toEqual([5, 5, 5]);
  });

  test('[E6] is cut at batch boundaries, and its high watermark follows', () => {
    fc.assert(
      fc.property(DRAFTS, fc.nat(200), fc.nat(200), (drafts, cut, watermark) => {
        const { log, batches } = fill(drafts);
        log.highWatermark = Math.min(watermark, log.logEndOffset);
        const before = log.highWatermark;
        const end = log.logEndOffset;
        expect(log.truncateTo(cut, 0)).toBe(cut < end);
        const kept = batches.filter((batch) => endOffsetOf(batch) <= Math.max(cut, 0) || cut >= end);
        expect(log.logEndOffset).toBe(kept.reduce((sum, batch) => sum + batch.count, 0));
        expect(log.highWatermark).toBe(Math.min(before, log.logEndOffset));
      }),
    );
  });

  test('[ID6] knows after a cut of epochs, producers and records what a log that was never longer knows', () => {
    fc.assert(
      fc.property(DRAFTS, fc.nat(30), (drafts, keep) => {
        const { log, batches } = fill(drafts);
        log.truncateTo(batches[keep]?.baseOffset ?? log.logEndOffset, 0);
        const shorter = fill(drafts.slice(0, keep)).log;
        expect(log.epochs.entries).toEqual(shorter.epochs.entries);
        expect([...log.producers.producers]).toEqual([...shorter.producers.producers]);
        expect(log.ordinals.stored.get(3)?.flat ?? []).toEqual(shorter.ordinals.stored.get(3)?.flat ?? []);
        expect(log.batchCount).toBe(shorter.batchCount);
      }),
    );
  });

  test('[F10] begins anew where it is told', () => {
    const { log } = fill([{ count: 9, sizeBytes: 100, epochStep: 1 }]);
    log.highWatermark = 9;
    log.truncateFullyAndStartAt(40, 0);
    expect([log.logStartOffset, log.highWatermark, log.logEndOffset, log.batchCount]).toEqual([
      40, 40, 40, 0,
    ]);
    expect(log.epochs.entries).toEqual([]);
    expect(log.producers.producers.size).toBe(0);
    log.append({ ...fill([{ count: 1, sizeBytes: 99, epochStep: 0 }]).batches[0]!, baseOffset: 40 }, 0);
    expect(log.logEndOffset).toBe(41);
  });

  test('[F8] raises its start, and with it the high watermark, but never beyond its end', () => {
    const { log } = fill([
      { count: 5, sizeBytes: 100, epochStep: 0 },
      { count: 5, sizeBytes: 100, epochStep: 1 },
    ]);
    log.raiseLogStart(5, 0);
    expect([log.logStartOffset, log.highWatermark]).toEqual([5, 5]);
    log.raiseLogStart(3, 0);
    expect(log.logStartOffset).toBe(5);
    log.raiseLogStart(99, 0);
    expect([log.logStartOffset, log.highWatermark, log.logEndOffset]).toEqual([10, 10, 10]);
  });

  test('[A7] keeps through a loss of power exactly what was flushed', () => {
    const log = new UnifiedLog(0, 30_000_000);
    const [first, second] = fill([
      { count: 5, sizeBytes: 100, epochStep: 0 },
      { count: 7, sizeBytes: 100, epochStep: 0 },
    ]).batches;
    log.append(first!, 0);
    log.append(second!, 20_000_000);
    log.highWatermark = 12;
    log.losePower(31_000_000);
    expect([log.logEndOffset, log.highWatermark, log.isForgiven]).toEqual([5, 5, true]);
    log.losePower(32_000_000);
    expect(log.logEndOffset).toBe(5);
  });

  test('[ID3] gives producer state what it needs of a batch', () => {
    const { batches } = fill([{ count: 5, sizeBytes: 100, epochStep: 0 }]);
    expect(producerBatchOf({ ...batches[0]!, baseSequence: 2_147_483_646 })).toMatchObject({
      baseSequence: 2_147_483_646,
      lastSequence: 2,
      baseOffset: 0,
      lastOffset: 4,
    });
    expect(producerBatchOf({ ...batches[0]!, baseSequence: -1 }).lastSequence).toBe(-1);
  });
});

describe('the records that stand in a log from the start', () => {
  test('come in batches that end at every boundary, so that all replicas cut them alike', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.nat(4000),
        fc.array(fc.nat(5000), { maxLength: 5 }),
        (from, length, boundaries) => {
          const to = from + length;
          const batches = initialBatches(from, to, boundaries, 2, -5);
          let next = from;
          for (const batch of batches) {
            expect(batch).toMatchObject({ baseOffset: next, leaderEpoch: 2, origin: NO_ORIGIN });
            expect(batch.count).toBeGreaterThan(0);
            expect(batch.count).toBeLessThanOrEqual(1000);
            next = endOffsetOf(batch);
            for (const boundary of boundaries)
              expect(boundary > batch.baseOffset && boundary < next).toBe(false);
          }
          expect(next).toBe(to);
          // A shorter log of the same partition is a prefix of the longer one.
          for (const boundary of boundaries.filter((one) => one > from && one <= to))
            expect(initialBatches(from, boundary, boundaries, 2, -5)).toEqual(
              batches.filter((batch) => batch.baseOffset < boundary),
            );
        },
      ),
    );
  });
});
