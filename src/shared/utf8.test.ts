import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Bytes } from './utf8.ts';

test('[PP2] writes every well-formed text as TextEncoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([...utf8Bytes(text)]).toEqual([...new TextEncoder().encode(text)]);
    }),
  );
});

test('[PP2] writes every code point as TextEncoder does', () => {
  const encoder = new TextEncoder();
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += codePoint < 0x11000 ? 1 : 97) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const text = String.fromCodePoint(codePoint);
    if (utf8Bytes(text).join() !== encoder.encode(text).join()) expect.fail(`code point ${codePoint}`);
  }
});

test.each([
  ['a high surrogate at the end', 'a\ud83d', [0x61, 0x3f]],
  ['a low surrogate alone', '\ude00b', [0x3f, 0x62]],
  ['a high surrogate before a letter', '\ud83dz', [0x3f, 0x7a]],
  ['two high surrogates before a low one', '\ud83d\ud83d\ude00', [0x3f, 0xf0, 0x9f, 0x98, 0x80]],
])('[PP2] writes ? for %s, as Java does', (_, text, bytes) => {
  expect([...utf8Bytes(text)]).toEqual(bytes);
});
