import { describe, expect, test } from 'vitest';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { ERROR_CODES, type KafkaError } from '../../src/engine/protocol/Errors.ts';
import vectors from './vectors-1.json';

const { isRetriable, needsMetadataRefresh } = rulesUnderTest;

const codes: Readonly<Record<string, number>> = ERROR_CODES;

describe('errors', () => {
  const list = vectors.errors.list as [string, number, string][];
  let ran = 0;

  for (const [name, code, kind] of list) {
    test(`[RT5] ${name} (${code}): ${kind}`, () => {
      const error = name as KafkaError;
      expect(isRetriable(error)).toBe(kind.startsWith('retriable'));
      expect(needsMetadataRefresh(error)).toBe(kind === 'retriable+refresh metadata');
      // Errors that the model does not know yet have no code.
      expect(codes[name] ?? code).toBe(code);
      ran += 1;
    });
  }

  test('runs all 31', () => {
    expect(list).toHaveLength(31);
    expect(ran).toBe(31);
  });
});
