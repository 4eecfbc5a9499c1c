import { expect, test } from 'vitest';
import { checksum } from './checksum.ts';

test('the checksum is CRC-32 by its published check value', () => {
  expect(checksum(new TextEncoder().encode('123456789'))).toBe('cbf43926');
  expect(checksum(new Uint8Array(0))).toBe('00000000');
});
