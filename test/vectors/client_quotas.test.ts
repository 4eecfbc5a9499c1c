import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ControllerMutationQuota } from '../../src/engine/controller/ControllerMutationQuota.ts';
import type { ControllerMutationMode } from '../../src/engine/controller/ControllerMutationQuota.ts';
import { quotaId, resolveQuota } from '../../src/engine/metadata/ClientQuotas.ts';
import type { ClientQuota } from '../../src/engine/metadata/ClientQuotas.ts';
import { SampledRate } from '../../src/engine/protocol/quota/SampledRate.ts';
import {
  boundedThrottleTimeMs,
  throttleTimeMs,
  tokenThrottleTimeMs,
} from '../../src/engine/protocol/quota/throttleTime.ts';
import { burstOf, TokenBucket } from '../../src/engine/protocol/quota/TokenBucket.ts';

const GROUPS = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'vectors-2.json'), 'utf8')) as {
    readonly groups: Readonly<Record<string, readonly unknown[]>>;
  }
).groups;

/** All cases of a group of `vectors-2.json`; their number is written at the call, so that none is passed over unseen. */
function casesOf<Case extends { readonly id: string }>(group: string, count: number): readonly Case[] {
  const cases = GROUPS[group] as readonly Case[];
  test(`${group}: ${count} cases`, () => {
    expect(cases.length).toBe(count);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(count);
  });
  return cases;
}

interface RateCase {
  readonly id: string;
  readonly quotaBytesPerSec: number;
  readonly samples: number;
  readonly windowMs: number;
  readonly events: readonly {
    readonly atMs: number;
    readonly bytes: number;
    readonly rate: number;
    readonly windowMs: number;
    readonly throttleMs: number;
  }[];
}

describe('quotaRate', () => {
  for (const vector of casesOf<RateCase>('quotaRate', 5)) {
    test(`[QT1] ${vector.id}`, () => {
      const rate = new SampledRate('Rate');
      const window = { samples: vector.samples, windowMs: vector.windowMs };
      for (const event of vector.events) {
        rate.record(event.bytes, event.atMs, window);
        const observed = rate.perSecond(event.atMs, window);
        const windowMs = rate.windowSizeMs(event.atMs, window);
        expect([observed, windowMs, throttleTimeMs(observed, vector.quotaBytesPerSec, windowMs)]).toEqual([
          event.rate,
          event.windowMs,
          event.throttleMs,
        ]);
      }
    });
  }
});

interface BucketCase {
  readonly id: string;
  readonly ratePerSec: number;
  readonly samples: number;
  readonly windowMs: number;
  readonly burst: number;
  readonly events: readonly {
    readonly atMs: number;
    readonly value: number;
    readonly tokensBefore: number;
    readonly tokensAfter: number;
  }[];
}

describe('tokenBucket', () => {
  for (const vector of casesOf<BucketCase>('tokenBucket', 2)) {
    test(`[QT5] ${vector.id}`, () => {
      const bucket = new TokenBucket();
      const window = { samples: vector.samples, windowMs: vector.windowMs };
      expect(burstOf(vector.ratePerSec, window)).toBe(vector.burst);
      for (const { atMs, value, tokensBefore, tokensAfter } of vector.events) {
        expect(bucket.available(vector.ratePerSec, atMs, window)).toBe(tokensBefore);
        bucket.spend(value, vector.ratePerSec, atMs, window);
        expect(bucket.available(vector.ratePerSec, atMs, window)).toBe(tokensAfter);
      }
    });
  }
});

interface PrecedenceCase {
  readonly id: string;
  readonly quotas: readonly {
    readonly user: string | null;
    readonly clientId: string | null;
    readonly rate: number;
  }[];
  readonly lookups: readonly { readonly user: string; readonly clientId: string; readonly expect: number }[];
}

describe('quotaPrecedence', () => {
  for (const vector of casesOf<PrecedenceCase>('quotaPrecedence', 3)) {
    test(`[QT2] ${vector.id}`, () => {
      const quotas = new Map<string, ClientQuota>();
      for (const { user, clientId, rate } of vector.quotas) {
        const quota = { user, clientId, key: 'producer_byte_rate', value: rate } as const;
        quotas.set(quotaId(quota, quota.key), quota);
      }
      for (const lookup of vector.lookups) {
        const found = resolveQuota(quotas, 'producer_byte_rate', lookup.user, lookup.clientId);
        expect(found?.limit, JSON.stringify(lookup)).toBe(lookup.expect);
        expect(resolveQuota(quotas, 'consumer_byte_rate', lookup.user, lookup.clientId)).toBeNull();
      }
    });
  }
});

interface FormulaCase {
  readonly id: string;
  readonly observed: number;
  readonly quota: number;
  readonly windowMs: number;
  readonly maxThrottleMs: number | null;
  readonly expectMs: number;
}

describe('quotaThrottleFormula', () => {
  for (const vector of casesOf<FormulaCase>('quotaThrottleFormula', 5)) {
    test(`[QT1] ${vector.id}`, () => {
      const { observed, quota, windowMs, maxThrottleMs } = vector;
      const throttleMs =
        maxThrottleMs === null
          ? throttleTimeMs(observed, quota, windowMs)
          : boundedThrottleTimeMs(observed, quota, windowMs, maxThrottleMs);
      expect(throttleMs).toBe(vector.expectMs);
    });
  }
});

interface MutationCase {
  readonly id: string;
  readonly ratePerSec: number;
  readonly samples?: number;
  readonly mode?: ControllerMutationMode;
  readonly events?: readonly {
    readonly atMs: number;
    readonly record: number | null;
    readonly accepted?: boolean;
    readonly throttleMs: number;
    readonly tokensAfter?: number;
  }[];
  readonly lookups?: readonly { readonly tokens: number; readonly throttleMs: number }[];
}

describe('controllerMutationQuota', () => {
  for (const vector of casesOf<MutationCase>('controllerMutationQuota', 3)) {
    test(`[QT5] ${vector.id}`, () => {
      const { ratePerSec, mode = 'strict' } = vector;
      const window = { samples: vector.samples ?? 0, windowMs: 1000 };
      const quota = new ControllerMutationQuota();
      expect((vector.events ?? vector.lookups ?? []).length).toBeGreaterThan(0);
      for (const event of vector.events ?? []) {
        if (event.record === null) {
          expect(quota.throttleMs(ratePerSec, event.atMs, window)).toBe(event.throttleMs);
          continue;
        }
        const decision = quota.record(event.record, ratePerSec, mode, event.atMs, window);
        expect(decision).toEqual({ accepted: event.accepted, throttleMs: event.throttleMs });
        expect(quota.tokens(ratePerSec, event.atMs, window)).toBe(event.tokensAfter);
      }
      for (const { tokens, throttleMs } of vector.lookups ?? [])
        expect(tokenThrottleTimeMs(tokens, ratePerSec)).toBe(throttleMs);
    });
  }
});
