import type { RuleArea, RuleEntry } from '../../src/engine/model/RuleEntry.ts';
import type { FidelityResults, RuleResult } from './results.ts';

/** As the page and MODEL.md say it; `verified` is computed. */
export type FidelityState = 'verified' | 'modelled' | 'simplified' | 'not-modelled';

export interface LedgerEntry {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly source: string;
  readonly state: FidelityState;
  readonly verified: boolean;
  readonly reason: string | null;
  readonly consequence: string | null;
  readonly controls: readonly string[];
  readonly tests: readonly string[];
}

/** Every entry with what the results make of it. */
export function ledgerOf(areas: readonly RuleArea[], results: FidelityResults): LedgerEntry[] {
  return areas.flatMap(({ area, rules }) =>
    rules.map((rule): LedgerEntry => {
      const result = results.results[rule.id];
      const state = stateOf(rule, result);
      const { id, title, source, controls = [] } = rule;
      const { reason = null, consequence = null } = rule.state === 'modelled' ? {} : rule;
      const tests = result?.tests ?? [];
      return {
        id,
        area,
        title,
        source,
        state,
        verified: state === 'verified',
        reason,
        consequence,
        controls,
        tests,
      };
    }),
  );
}

/** A rule is verified if it is modelled in full, some test carries its id, and all of those passed. */
function stateOf(rule: RuleEntry, result: RuleResult | undefined): FidelityState {
  if (rule.state === 'not modelled') return 'not-modelled';
  if (rule.state === 'simplified') return 'simplified';
  return result !== undefined && result.passed > 0 && result.failed === 0 ? 'verified' : 'modelled';
}

/** What one control is told: the least good state of its rules, and which they are. */
export interface ControlMark {
  readonly state: FidelityState;
  readonly rules: readonly string[];
}

/**
 * What a control is told of its rules. One that works in part is simplified: "not modelled" is said only where nothing of it is.
 */
function stateOfControl(rules: readonly LedgerEntry[]): FidelityState {
  if (rules.every((rule) => rule.state === 'not-modelled')) return 'not-modelled';
  if (rules.some((rule) => rule.state === 'not-modelled' || rule.state === 'simplified')) return 'simplified';
  return rules.every((rule) => rule.state === 'verified') ? 'verified' : 'modelled';
}

export function marksOf(entries: readonly LedgerEntry[]): Record<string, ControlMark> {
  const controls = [...new Set(entries.flatMap((entry) => entry.controls))].sort();
  return Object.fromEntries(
    controls.map((control): [string, ControlMark] => {
      const rules = entries.filter((entry) => entry.controls.includes(control));
      return [control, { state: stateOfControl(rules), rules: rules.map((rule) => rule.id) }];
    }),
  );
}
