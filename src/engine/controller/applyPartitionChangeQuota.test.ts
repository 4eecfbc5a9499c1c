import { describe, expect, test } from 'vitest';
import type { ClientQuota } from '../metadata/ClientQuotas.ts';
import { quotaId } from '../metadata/ClientQuotas.ts';
import { ADMIN_CLIENT_ID, mutationMode } from './applyPartitionChangeQuota.ts';
import { ControllerMutationQuotaManager } from './ControllerMutationQuotaManager.ts';

const WINDOW = { samples: 11, windowMs: 1000 };

function quotasOf(...quotas: readonly ClientQuota[]): ReadonlyMap<string, ClientQuota> {
  return new Map(quotas.map((quota) => [quotaId(quota, quota.key), quota]));
}

const ofClient = (clientId: string, value: number): ClientQuota => ({
  user: null,
  clientId,
  key: 'controller_mutation_rate',
  value,
});

describe('which requests are refused', () => {
  test.each([
    ['CreateTopics', undefined, 'strict'],
    ['CreateTopics', 6, 'strict'],
    ['CreateTopics', 5, 'permissive'],
    ['CreatePartitions', 3, 'strict'],
    ['CreatePartitions', 2, 'permissive'],
    ['DeleteTopics', 5, 'strict'],
    ['DeleteTopics', 4, 'permissive'],
  ] as const)('[QT5] %s in version %s: %s', (request, apiVersion, mode) => {
    expect(mutationMode({ request, apiVersion })).toBe(mode);
  });
});

describe('whose quota it is', () => {
  test('[QT5] without a quota nothing is counted', () => {
    const manager = new ControllerMutationQuotaManager();
    expect(manager.record(new Map(), ADMIN_CLIENT_ID, 1e6, 'strict', 0, WINDOW)).toEqual({
      accepted: true,
      throttleMs: 0,
    });
    expect(manager).toEqual(new ControllerMutationQuotaManager());
  });

  test('[QT5] 5 a second: the burst of 55 may be overdrawn once, then the client waits until the debt is paid', () => {
    const manager = new ControllerMutationQuotaManager();
    const quotas = quotasOf(ofClient(ADMIN_CLIENT_ID, 5));
    const at = (nowMs: number, mutations: number) =>
      manager.record(quotas, ADMIN_CLIENT_ID, mutations, 'strict', nowMs, WINDOW);
    expect(at(100_000, 65)).toEqual({ accepted: true, throttleMs: 0 });
    expect(at(100_000, 1)).toEqual({ accepted: false, throttleMs: 2000 });
    expect(at(101_500, 1)).toEqual({ accepted: false, throttleMs: 500 });
    expect(at(102_000, 1)).toEqual({ accepted: true, throttleMs: 0 });
  });

  test('[QT5] permissive: what is over is done, and the client told to wait', () => {
    const manager = new ControllerMutationQuotaManager();
    const quotas = quotasOf(ofClient(ADMIN_CLIENT_ID, 5));
    const at = (mutations: number) =>
      manager.record(quotas, ADMIN_CLIENT_ID, mutations, 'permissive', 100_000, WINDOW);
    expect(at(65)).toEqual({ accepted: true, throttleMs: 2000 });
    expect(at(5)).toEqual({ accepted: true, throttleMs: 3000 });
  });

  test('[QT5] clients with quotas of their own do not pay for each other', () => {
    const manager = new ControllerMutationQuotaManager();
    const quotas = quotasOf(ofClient(ADMIN_CLIENT_ID, 1), ofClient('other', 1));
    const record = (clientId: string) => manager.record(quotas, clientId, 100, 'strict', 0, WINDOW).accepted;
    expect([record(ADMIN_CLIENT_ID), record(ADMIN_CLIENT_ID), record('other')]).toEqual([true, false, true]);
  });
});
