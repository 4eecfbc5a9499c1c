import { expect, test } from 'vitest';
import { ERROR_CODES, type KafkaError } from '../../protocol/Errors.ts';
import { isRetriable, needsMetadataRefresh } from './retriableErrors.ts';

const NAMES = Object.keys(ERROR_CODES) as KafkaError[];

test('[RT5] whatever asks for new metadata is retriable', () => {
  expect(NAMES.filter((name) => needsMetadataRefresh(name) && !isRetriable(name))).toEqual([]);
  expect(NAMES.filter(needsMetadataRefresh)).not.toEqual([]);
});

test.each<KafkaError>(['NONE', 'RECORD_LIST_TOO_LARGE', 'INVALID_REQUIRED_ACKS', 'MESSAGE_TOO_LARGE'])(
  '[RT5] %s is final',
  (error) => {
    expect(isRetriable(error)).toBe(false);
  },
);
