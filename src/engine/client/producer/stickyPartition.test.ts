import { expect, test } from 'vitest';
import { stickySwitch } from './stickyPartition.ts';

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
