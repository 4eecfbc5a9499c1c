/**
 * Holds the engine to the field cases of `test/cases/cases.json` so that none of it can be passed over unseen.
 *
 * - Every check of a case is measured in a run, or stands on one of three lists with its reason: context (it restates its
 *   input), history (it is about versions before 4.0), pending (the engine cannot run it yet).
 * - Every contrast run of a case is played.
 * - The rule that the case pins is switched off once, and exactly the named checks fail then: no check holds by itself.
 * - How many checks are held and how many are not is written into the test file and checked.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/engine/model/ruleAreas.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import { FIELD_SCENARIOS, FieldRun } from './FieldRun.ts';
import { holdsCheck, type CaseCheck } from './holdsCheck.ts';

interface FieldCase {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly CaseCheck[];
  readonly contrast: readonly { readonly change: string; readonly expect: string }[];
}

const CASES = JSON.parse(readFileSync('test/cases/cases.json', 'utf8')) as readonly FieldCase[];

export interface CaseOutcome {
  /** Metric of a check to what the run came to. */
  readonly measured: Readonly<Record<string, unknown>>;
  /** Quantities that checks name in place of a number. */
  readonly named?: Readonly<Record<string, unknown>>;
}

export interface SwitchedOff {
  /** The rule, in words. */
  readonly rule: string;
  /** Decisions of the rules object that the engine follows instead. */
  readonly rules?: Partial<Rules>;
  /** For what is no such decision: replaces it where it stands; undone after the test. */
  readonly off?: () => void;
  /** Metrics whose checks fail without it. */
  readonly fails: readonly string[];
}

export interface CasePlan {
  readonly id: string;
  /** Ids of the rules that the case verifies; they become tags in titles. */
  readonly rules: readonly string[];
  /** Plays the scenario files of the case, each opened by name; left out while all of it is pending. */
  readonly play?: (open: (name: string) => FieldRun) => CaseOutcome;
  readonly switchedOff?: SwitchedOff;
  /** Contrast runs by the words of the case. */
  readonly contrasts?: Readonly<Record<string, () => void>>;
  /** Contrast runs that cannot be played yet, with the reason. */
  readonly contrastsPending?: Readonly<Record<string, string>>;
  readonly context?: readonly string[];
  readonly history?: readonly string[];
  /** Metric to why it cannot be measured yet. */
  readonly pending?: Readonly<Record<string, string>>;
}

export interface CaseCounts {
  readonly held: number;
  readonly context: number;
  readonly history: number;
  readonly pending: number;
}

const TIMEOUT_MS = 240_000;

/** Declares the tests of some cases, of which all have one of the prefixes. */
export function runCases(plans: readonly CasePlan[], counts: CaseCounts): void {
  const seen = { held: 0, context: 0, history: 0, pending: 0 };
  for (const plan of plans) {
    const found = CASES.find(({ id }) => id === plan.id);
    if (found === undefined) throw new Error(`there is no case ${plan.id}`);
    describe(`${plan.id} ${found.title}`, () => {
      runCase(plan, found, seen);
    });
  }

  const { held, context, history, pending } = counts;
  const sum = held + context + history + pending;
  test(`holds ${held} of ${sum} checks; ${context} context, ${history} history, ${pending} pending`, () => {
    const all = plans.flatMap(({ id }) => CASES.find((one) => one.id === id)?.checks ?? []);
    expect(all.length).toBe(sum);
    expect(seen).toEqual(counts);
  });
}

function runCase(plan: CasePlan, found: FieldCase, seen: Record<keyof CaseCounts, number>): void {
  const unknown = plan.rules.filter((rule) => !RULES.some(({ id }) => id === rule));
  if (unknown.length > 0) throw new Error(`${plan.id} names rules that there are not: ${unknown.join(', ')}`);
  const tags = plan.rules.map((rule) => `[${rule}] `).join('');
  const standing = (check: CaseCheck): keyof CaseCounts => standingOf(check, plan);
  const counted = found.checks.filter((check) => standing(check) === 'held');
  for (const kind of ['context', 'history', 'pending'] as const)
    seen[kind] += found.checks.filter((check) => standing(check) === kind).length;

  const { play, switchedOff } = plan;
  if (counted.length > 0 && (!play || !switchedOff))
    throw new Error(`${plan.id} has checks that nothing plays`);
  if (play && switchedOff) {
    test(`${tags}${counted.length} checks hold`, { timeout: TIMEOUT_MS }, () => {
      const outcome = play((name) => FieldRun.of(name));
      for (const check of counted) {
        const measured = outcome.measured[check.metric];
        const holds = holdsCheck(check, measured, outcome.named);
        expect(holds, `${describeCheck(check)}, measured ${JSON.stringify(measured)}`).toBe(true);
        expect(holdsCheck({ ...check, value: otherThan(check) }, measured, outcome.named)).toBe(false);
        seen.held += 1;
      }
      const metrics = new Set(counted.map(({ metric }) => metric));
      expect(Object.keys(outcome.measured).filter((metric) => !metrics.has(metric))).toEqual([]);
    });

    const { rule, rules, off, fails } = switchedOff;
    test(`without “${rule}” they fail: ${fails.join(', ')}`, { timeout: TIMEOUT_MS }, () => {
      off?.();
      const outcome = play((name) => FieldRun.lawless(name, rules));
      const failing = counted.filter(
        (check) => !holdsCheck(check, outcome.measured[check.metric], outcome.named),
      );
      expect([...new Set(failing.map(({ metric }) => metric))]).toEqual([...fails]);
      expect(fails.length).toBeGreaterThan(0);
    });
  }

  for (const { change, expect: expectation } of found.contrast) {
    const contrast = plan.contrasts?.[change];
    const reason = plan.contrastsPending?.[change];
    if (contrast) test(`${tags}contrast: ${change}`, { timeout: TIMEOUT_MS }, contrast);
    else if (reason) test.skip(`contrast: ${change} (pending: ${reason})`, () => undefined);
    else test(`contrast: ${change}`, () => expect.fail(`nothing plays: ${expectation}`));
  }
  for (const [metric, reason] of Object.entries(plan.pending ?? {}))
    test.skip(`${metric} (pending: ${reason})`, () => undefined);

  if (!play) return;
  test('is written as a scenario that says what it is and where it comes from', () => {
    const files = readdirSync(FIELD_SCENARIOS).filter((name) => name.startsWith(plan.id));
    expect(files).toContain(`${plan.id}.json`);
    for (const name of files) {
      const file = JSON.parse(readFileSync(`${FIELD_SCENARIOS}/${name}`, 'utf8')) as Record<string, unknown>;
      expect(Object.keys(file), name).toEqual(
        expect.arrayContaining(['title', 'description', 'sources', 'openAt', 'until']),
      );
    }
  });
}

function standingOf(check: CaseCheck, plan: CasePlan): keyof CaseCounts {
  if (plan.history?.includes(check.metric) === true) return 'history';
  if (plan.context?.includes(check.metric) === true) return 'context';
  if (Object.hasOwn(plan.pending ?? {}, check.metric)) return 'pending';
  return 'held';
}

function describeCheck(check: CaseCheck): string {
  return `${check.metric} ${check.op} ${JSON.stringify(check.value)} ${check.unit}`;
}

/** A value that what fits the check cannot fit too. */
function otherThan({ op, value }: CaseCheck): unknown {
  if (op === 'between') return [-2, -1];
  if (typeof value === 'number') return op === '>=' ? Number.MAX_VALUE : -1e9 - Math.abs(value);
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? [...(value as unknown[]), 'more'] : `not ${String(value)}`;
}
