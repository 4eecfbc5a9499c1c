import type { Scenario } from '../../src/scenario/Scenario.ts';

/** Groups that the consumers of a scenario are members of, or commit for. */
export function groupsOf({ consumers }: Scenario): readonly string[] {
  const groups = consumers
    .filter(({ share }) => share === undefined)
    .map(({ configs }) => configs['group.id'] ?? '')
    .filter((group) => group !== '');
  return [...new Set(groups)].sort();
}
