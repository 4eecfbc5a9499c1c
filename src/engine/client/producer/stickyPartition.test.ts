import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cumulativeWeights, placeByLoad, stickySwitch, weightedPartition } from './stickyPartition.ts';

test('[PP5] stays below batch.size, and up to twice that inside an open batch', () => {
  expect(stickySwitch(4095, 4096, true)).toBe('keep');
  expect(stickySwitch(4096, 4096, false)).toBe('keep');
  expect(stickySwitch(8191, 4096, false)).toBe('keep');
});

test('[PP5] leaves at a batch boundary from batch.size on, and anywhere from twice that', () => {
  expect(stickySwitch(4096, 4096, true)).toBe('switch');
  expect(stickySwitch(8192, 4096, true)).toBe('switch');
  expect(stickySwitch(8192, 4096, false)).toBe('force');
});

test('[PP6] a choice among mostly empty queues is the one by all their weights', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 0, 0, 1, 2, 5), { minLength: 1, maxLength: 12 }),
      fc.nat(2),
      fc.nat(0x7fffffff),
      (sizes, without, drawn) => {
        const partitionCount = sizes.length + without;
        const weights = cumulativeWeights(sizes, partitionCount);
        const places = sizes.map((_, place) => place);
        const queued = places.flatMap((place) => {
          const size = sizes[place] ?? 0;
          return size === 0 ? [] : [{ place, size }];
        });
        expect(placeByLoad(drawn, sizes.length, partitionCount, queued)).toBe(
          weights && weightedPartition(drawn, weights, places),
        );
      },
    ),
  );
});
