import { expect, test } from 'vitest';
import { embedAddress, fullAddress, isEmbedded } from './embed.ts';

test.each([
  ['https://x.org/a/#/l/1.abc.0', 'https://x.org/a/?embed=1#/l/1.abc.0'],
  ['https://x.org/a/?theme=dark#/lab', 'https://x.org/a/?theme=dark&embed=1#/lab'],
  ['https://x.org/', 'https://x.org/?embed=1'],
  ['https://x.org/?embed=1#/lab', 'https://x.org/?embed=1#/lab'],
])('%s is embedded as %s', (address, embedded) => {
  expect(embedAddress(address)).toBe(embedded);
  expect(isEmbedded(embedded)).toBe(true);
  if (!isEmbedded(address)) expect(fullAddress(embedded)).toBe(address);
});

test.each(['https://x.org/?embed=0#/lab', 'https://x.org/?embed=12', 'https://x.org/#/embed=1'])(
  '%s is no embedded page',
  (address) => {
    expect(isEmbedded(address)).toBe(false);
  },
);
