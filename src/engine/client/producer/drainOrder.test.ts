import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  drainNode,
  reenqueueIndex,
  shouldStopDrain,
  type DrainCandidate,
  type DrainState,
} from './drainOrder.ts';

const LIMIT = 1000;

function queue(
  sizeBytes: number,
  flags: { muted?: boolean; backingOff?: boolean; stopsDrain?: boolean } = {},
) {
  const { muted = false, backingOff = false, stopsDrain = false } = flags;
  return { muted, head: { sizeBytes, backingOff, stopsDrain } };
}

const EMPTY: DrainCandidate = { muted: false, head: null };

describe('the batches of one request', () => {
  test('[S4] one a partition, in turn from where the last drain ended', () => {
    const candidates = [queue(100), queue(100), queue(100)];
    expect(drainNode(candidates, 1, LIMIT)).toEqual({ taken: [1, 2, 0], drainIndex: 0 });
    expect(drainNode(candidates, 0, LIMIT)).toEqual({ taken: [0, 1, 2], drainIndex: 2 });
  });

  test('[S4] up to max.request.size, and the next drain begins with what did not fit', () => {
    const candidates = [queue(400), queue(600), queue(1), queue(1)];
    expect(drainNode(candidates, 0, LIMIT)).toEqual({ taken: [0, 1], drainIndex: 2 });
  });

  test('[drain-estimate] asks with the size that is expected of a batch, and adds up what it came to', () => {
    const compressed = (sizeBytes: number, sentBytes: number): DrainCandidate => {
      const { muted, head } = queue(sizeBytes);
      return { muted, head: { ...head, sentBytes } };
    };
    // By what is expected of them two would be too much; by what they came to all three fit.
    const candidates = [compressed(700, 200), compressed(700, 200), compressed(600, 200)];
    expect(drainNode(candidates, 0, LIMIT)).toEqual({ taken: [0, 1, 2], drainIndex: 2 });
    // The last is asked for with its estimate.
    const larger = [compressed(700, 200), compressed(700, 350), compressed(600, 10)];
    expect(drainNode(larger, 0, LIMIT)).toEqual({ taken: [0, 1], drainIndex: 2 });
  });

  test('[S4] the first batch goes whatever its size', () => {
    expect(drainNode([EMPTY, queue(5000), queue(1)], 0, LIMIT)).toEqual({ taken: [1], drainIndex: 2 });
  });

  test('[S4] skips muted, empty and backing-off partitions', () => {
    const candidates = [queue(1, { muted: true }), EMPTY, queue(1, { backingOff: true }), queue(1)];
    expect(drainNode(candidates, 0, LIMIT)).toEqual({ taken: [3], drainIndex: 3 });
  });

  test('[ID9] a batch that must wait for others ends the drain, and is looked at first next time', () => {
    const candidates = [queue(1), queue(1, { stopsDrain: true }), queue(1)];
    expect(drainNode(candidates, 0, LIMIT)).toEqual({ taken: [0], drainIndex: 1 });
    expect(drainNode(candidates, 1, LIMIT)).toEqual({ taken: [], drainIndex: 1 });
  });

  test('[S4] nothing to drain is no drain', () => {
    expect(drainNode([], 3, LIMIT)).toEqual({ taken: [], drainIndex: 3 });
  });

  test('[S4] a drain index from before partitions moved away is still a place', () => {
    expect(drainNode([queue(1), queue(1)], 5, LIMIT)).toEqual({ taken: [1, 0], drainIndex: 0 });
  });

  test('[S4] never takes a partition twice nor exceeds the limit with more than one batch', () => {
    const candidate = fc.record({
      muted: fc.boolean(),
      head: fc.option(
        fc.record({
          sizeBytes: fc.integer({ min: 61, max: 1500 }),
          backingOff: fc.boolean(),
          stopsDrain: fc.boolean(),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 8 }), fc.nat(20), (candidates, start) => {
        const { taken } = drainNode(candidates, start, LIMIT);
        expect(new Set(taken).size).toBe(taken.length);
        const sizeBytes = taken.reduce((sum, index) => sum + candidates[index]!.head!.sizeBytes, 0);
        expect(taken.length < 2 || sizeBytes <= LIMIT).toBe(true);
      }),
    );
  });
});

describe('an idempotent producer', () => {
  const IDLE: DrainState = {
    sendAllowed: true,
    baseSequence: null,
    firstInFlightSequence: null,
    inFlightWithOlderEpoch: false,
    hasUnresolvedSequence: false,
  };

  test('[ID9] sends new batches behind others that are in flight', () => {
    expect(shouldStopDrain(IDLE)).toBe(false);
    expect(shouldStopDrain({ ...IDLE, firstInFlightSequence: 10 })).toBe(false);
  });

  test('[ID9] sends a batch again only if none before it is open', () => {
    expect(shouldStopDrain({ ...IDLE, baseSequence: 10, firstInFlightSequence: 10 })).toBe(false);
    expect(shouldStopDrain({ ...IDLE, baseSequence: 11, firstInFlightSequence: 10 })).toBe(true);
    expect(shouldStopDrain({ ...IDLE, baseSequence: 11 })).toBe(false);
  });

  test('[ID9] holds new batches while sequences are in doubt, but not those that have theirs', () => {
    for (const doubt of [{ inFlightWithOlderEpoch: true }, { hasUnresolvedSequence: true }]) {
      expect(shouldStopDrain({ ...IDLE, ...doubt })).toBe(true);
      expect(shouldStopDrain({ ...IDLE, ...doubt, baseSequence: 10, firstInFlightSequence: 10 })).toBe(false);
    }
  });

  test('[ID9] sends nothing without a producer id', () => {
    expect(shouldStopDrain({ ...IDLE, sendAllowed: false })).toBe(true);
  });

  test('[ID9] puts failed batches back in the order of their sequences, before new ones', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99), { maxLength: 5 }), fc.nat(3), (failed, fresh) => {
        const queued: (number | null)[] = Array.from({ length: fresh }, () => null);
        for (const sequence of failed) queued.splice(reenqueueIndex(queued, sequence), 0, sequence);
        expect(queued.slice(0, failed.length)).toEqual([...failed].sort((a, b) => a - b));
        expect(queued.slice(failed.length).every((sequence) => sequence === null)).toBe(true);
      }),
    );
  });
});
