import { expect, test } from 'vitest';
import { tuningFormulas } from '../../i18n/en/tuningFormulas.ts';
import type { LimitFigure } from '../../shared/RunQuestions.ts';
import { whatBinds } from './whatBinds.ts';

const limit = (kind: LimitFigure['kind'], node: string, share: number): LimitFigure => ({
  kind,
  node,
  to: null,
  share,
});

test('names the busiest of each kind, what is used up first', () => {
  const limits = [
    limit('handler', 'consumer:a', 0.2),
    limit('handler', 'consumer:b', 0.7),
    limit('inFlight', 'producer:p', 0.97),
    limit('ioThreads', 'broker:1', 0.01),
  ];
  const findings = whatBinds({ limits });
  expect(findings.map(({ node, verdict }) => [node, verdict])).toEqual([
    ['producer:p', 'binds'],
    ['consumer:b', 'tight'],
    ['broker:1', 'free'],
  ]);
  expect(tuningFormulas.whatBinds.summary(findings)).toBe('What binds: requests in flight, p.');
});

test.each([
  [[limit('handler', 'consumer:b', 0.7)], 'Nothing binds. Tight: handler, b.'],
  [
    [limit('ioThreads', 'broker:1', 0.3)],
    'Nothing binds: all that comes is worked off, and there is room for more.',
  ],
  [[], 'Nothing binds: all that comes is worked off, and there is room for more.'],
])('says so when nothing binds: %#', (limits, summary) => {
  expect(tuningFormulas.whatBinds.summary(whatBinds({ limits }))).toBe(summary);
});
