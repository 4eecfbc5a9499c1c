import type { ConfigMap } from './Scenario.ts';
import type { FileConfigs } from './ScenarioFile.ts';

/** Numbers and booleans bare, where they are read back as the same text. */
export function formatConfigs(configs: ConfigMap): FileConfigs {
  return Object.fromEntries(Object.entries(configs).map(([name, value]) => [name, formatConfigValue(value)]));
}

function formatConfigValue(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?[0-9]/.test(value) && String(Number(value)) === value ? Number(value) : value;
}

export function configsUnlessEmpty(configs: ConfigMap): { readonly configs?: FileConfigs } {
  return Object.keys(configs).length === 0 ? {} : { configs: formatConfigs(configs) };
}
