import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RangeSet } from '../kernel/RangeSet.ts';
import { decideFates, fatesByBounds, fatesBySets } from './decideFates.ts';
import type { FateEvidence, FateSets } from './decideFates.ts';

const NONE = new RangeSet();

function evidence(given: Partial<Record<keyof FateEvidence, unknown>>): FateEvidence {
  return {
    produced: 100,
    acked: NONE,
    saidFailed: NONE,
    abandoned: NONE,
    committed: NONE,
    electable: NONE,
    everStored: NONE,
    removed: NONE,
    onTheWire: NONE,
    isTopicGone: false,
    ...given,
  } as FateEvidence;
}

const to = (end: number): RangeSet => RangeSet.of(0, end);

function flat(sets: FateSets): Record<string, readonly number[]> {
  return Object.fromEntries(
    Object.entries(sets).flatMap(([state, set]) =>
      (set as RangeSet).isEmpty ? [] : [[state, (set as RangeSet).flat]],
    ),
  );
}

describe('decideFates', () => {
  const rows: [string, Partial<Record<keyof FateEvidence, unknown>>, Record<string, readonly number[]>][] = [
    ['nothing sent yet', {}, { inFlight: [0, 100] }],
    [
      'committed, stored, and the rest on its way',
      {
        acked: to(40),
        committed: to(50),
        electable: to(70),
        everStored: to(70),
        onTheWire: RangeSet.of(70, 80),
      },
      { committed: [0, 50], uncommitted: [50, 70], inFlight: [70, 100] },
    ],
    [
      'acknowledged, and on no replica that can lead',
      { acked: to(60), committed: to(50), electable: to(50), everStored: to(60) },
      { committed: [0, 50], lost: [50, 60], inFlight: [60, 100] },
    ],
    [
      'the callback said error, and nobody stored it',
      {
        acked: to(40),
        saidFailed: RangeSet.of(50, 60),
        committed: to(50),
        electable: to(50),
        everStored: to(50),
      },
      { committed: [0, 50], failed: [50, 60], inFlight: [60, 100] },
    ],
    [
      'removed by retention',
      {
        acked: to(40),
        committed: RangeSet.of(20, 50),
        electable: RangeSet.of(20, 50),
        everStored: to(50),
        removed: to(20),
      },
      { expired: [0, 20], committed: [20, 50], inFlight: [50, 100] },
    ],
    [
      'a topic that is being deleted',
      { produced: 50, acked: to(50), everStored: to(50), isTopicGone: true },
      { expired: [0, 50] },
    ],
  ];
  it.each(rows)('%s', (_what, given, states) => {
    expect(flat(decideFates(evidence(given)))).toEqual(states);
  });

  it('comes to the same by bounds as by sets, wherever bounds are enough', () => {
    const end = fc.integer({ min: 0, max: 12 });
    const set = fc.oneof(
      { weight: 6, arbitrary: end.map(to) },
      { weight: 1, arbitrary: fc.tuple(end, end).map(([from, until]) => RangeSet.of(from, until)) },
    );
    const mostlyNone = fc.oneof({ weight: 8, arbitrary: fc.constant(NONE) }, { weight: 1, arbitrary: set });
    let byBounds = 0;
    fc.assert(
      fc.property(
        fc.record({
          produced: fc.constant(12),
          acked: set,
          saidFailed: mostlyNone,
          abandoned: mostlyNone,
          committed: set,
          electable: set,
          everStored: set,
          removed: mostlyNone,
          onTheWire: fc.oneof(
            fc.constant(NONE),
            fc.tuple(end, end).map(([from, until]) => RangeSet.of(from, until)),
          ),
          isTopicGone: fc.boolean(),
        }),
        (given) => {
          const found = fatesByBounds(given);
          if (found === null) return;
          byBounds += 1;
          expect(flat(found)).toEqual(flat(fatesBySets(given)));
        },
      ),
      { seed: 7, numRuns: 5000 },
    );
    expect(byBounds).toBeGreaterThan(100);
  });
});
