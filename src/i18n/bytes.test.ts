import { expect, test } from 'vitest';
import { BYTE_FIELD_NAMES } from '../shared/ByteField.ts';
import { bytesOfLogs } from './en/bytes.ts';

const { meaning, problem } = bytesOfLogs;

test('each field of a batch has a sentence of its own', () => {
  const field = {
    start: 0,
    end: 1,
    value: null,
    reading: { kind: 'plain' },
    rule: 'RB1',
    fields: [],
  } as const;
  const sentences = BYTE_FIELD_NAMES.map((name) => meaning({ ...field, name }));
  expect(new Set(sentences).size).toBe(BYTE_FIELD_NAMES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test.each([
  [
    { code: 'wrong-crc', position: 17, field: 'crc', found: 1, expected: 0xefd2117e },
    'Byte 17: The checksum is 0x00000001, and that of the bytes is 0xefd2117e: they were changed or torn.',
  ],
  [
    { code: 'truncated', position: 612, field: 'batch', found: 1, expected: 68 },
    'Byte 612: batch needs 68 bytes, and 1 is left.',
  ],
  [
    { code: 'bad-line', position: 4, field: 'leader-epoch-checkpoint', found: '5 x', expected: null },
    'Byte 4: This line is not one of such a file: 5 x',
  ],
  [
    { code: 'no-codec', position: 61, field: 'records', found: 'zstd', expected: null },
    'Byte 61: The records are compressed with zstd, which is not at hand.',
  ],
] as const)('%j is said in words', (of, sentence) => {
  expect(problem(of)).toBe(sentence);
});
