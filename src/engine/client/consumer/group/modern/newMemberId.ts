import type { Rng } from '../../../../kernel/Rng.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An id as `Uuid.randomUuid().toString()` makes it: 128 bits in base64 for URLs, never with a dash in front (KIP-848). */
export function newMemberId(rng: Rng): string {
  for (;;) {
    let id = '';
    for (let i = 0; i < 21; i++) id += DIGITS.charAt(rng.int(64));
    // The last digit has two bits.
    id += DIGITS.charAt(rng.int(4) * 16);
    if (!id.startsWith('-')) return id;
  }
}
