import { expect, test } from 'vitest';
import { escapeXml, wrapText } from './escapeXml.ts';

test('a text is safe in content and in attributes', () => {
  expect(escapeXml('a<b & "c">\u0000')).toBe('a&lt;b &amp; &quot;c&quot;&gt;');
  expect(escapeXml('2\u202F048 → 😀')).toBe('2\u202F048 → 😀');
});

test.each([
  ['abcdef', 3, 5, ['abc', 'def']],
  ['abcdefg', 3, 2, ['abc', 'de…']],
  ['', 3, 2, []],
])('%s in lines of %d, at most %d', (text, characters, most, lines) => {
  expect(wrapText(text, characters, most)).toEqual(lines);
});
