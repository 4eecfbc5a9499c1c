import { expect, test } from 'vitest';
import { initialFetchOffset } from './initialFetchOffset.ts';

test('[F3] a log with epochs fetches from its end, one without from its watermark', () => {
  expect(initialFetchOffset(0, 120, 100)).toBe(120);
  expect(initialFetchOffset(7, 120, 100)).toBe(120);
  expect(initialFetchOffset(null, 120, 100)).toBe(100);
});
