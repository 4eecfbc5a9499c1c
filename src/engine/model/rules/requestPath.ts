import type { RuleArea } from '../RuleEntry.ts';

export const requestPath: RuleArea = {
  area: 'Quotas',
  rules: [
    {
      id: 'QT1',
      title: 'A rate over 11 windows of a second, and how long a client over its quota is muted',
      source: 'SampledStat, Rate, SimpleRate, QuotaUtils, KIP-13',
      files: ['protocol/quota/SampledRate.ts', 'protocol/quota/throttleTime.ts'],
      state: 'modelled',
      controls: ['quota.window.num', 'quota.window.size.seconds'],
    },
    {
      id: 'QT2',
      title: 'Which quota binds a client: eight levels of user and client.id, the most special first',
      source: 'ClientQuotaManager.DefaultQuotaCallback, KIP-55, KIP-546',
      files: ['metadata/ClientQuotas.ts'],
      state: 'modelled',
    },
    {
      id: 'QT5',
      title: 'A bucket of tokens for creating and deleting partitions: debt is paid by the next request',
      source: 'TokenBucket, ControllerMutationQuotaManager, KIP-599',
      files: ['protocol/quota/TokenBucket.ts', 'controller/ControllerMutationQuota.ts'],
      state: 'simplified',
      reason: 'The arithmetic is there; no request that creates or deletes partitions asks it yet.',
      consequence: 'controller_mutation_rate never refuses anything.',
    },
  ],
};
