import { test } from './fixtures.ts';

/** First line of a test that takes too long for `npm test`: it runs with `npm run test:all`. */
export function onlyWithAll(): void {
  test.skip(process.env['HIGHWATER_TEST_ALL'] !== '1', 'with test:all');
}
