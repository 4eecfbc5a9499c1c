/**
 * Runs a group of test vectors so that none of it can be passed over unseen.
 *
 * - Every case, and every other entry of the group, has a runner, is named as prose, or is left with a written reason.
 * - A runner must read every value of its case.
 * - A runner fails when any value under an expectation key is changed: that is tried for each of them.
 * - The number of cases that run and that are left is written into the test file and checked.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noticesPlantedFaults } from './noticedFaults.ts';

type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
type Path = readonly string[];

/** How one case is checked. `Vector` is what the case looks like. */
export interface CaseRunner {
  /** Ids of the rules of the specification that the case verifies; they become tags in the test's title. */
  readonly rules: readonly string[];
  /** Dotted paths of the values that are expectations: each of them must matter to the outcome. */
  readonly expectations: RegExp;
  readonly run: (vector: never) => void;
}

export interface LeftCase {
  /** Why the case is not run yet. */
  readonly left: string;
}

export interface GroupPlan {
  readonly file: 'vectors-1.json' | 'vectors-2.json';
  readonly group: string;
  /** By case name ("case 3" if the third has no name), or chosen by what the case looks like. */
  readonly cases: Readonly<Record<string, CaseRunner | LeftCase>> | ((vector: JsonObject) => CaseRunner);
  /** Entries of the group beside `cases`, by key. */
  readonly entries?: Readonly<Record<string, CaseRunner | LeftCase>>;
  /** Keys of the group, and of any case, that hold no expectation. */
  readonly prose: readonly string[];
  readonly runCount: number;
  readonly leftCount: number;
}

export function caseRunner<Vector>(
  rules: readonly string[],
  expectations: RegExp,
  run: (vector: Vector) => void,
): CaseRunner {
  return { rules, expectations, run };
}

export function left(reason: string): LeftCase {
  return { left: reason };
}

/** Declares the tests of a group. */
export function runVectorGroup(plan: GroupPlan): void {
  const all = JSON.parse(readFileSync(join(import.meta.dirname, plan.file), 'utf8')) as JsonObject;
  const group = all[plan.group] as JsonObject;
  const units = unitsOf(group, plan);
  let ranCount = 0;
  let leftCount = 0;

  describe(`${plan.file} ${plan.group}`, () => {
    for (const { name, vector, handling } of units) {
      if (handling === undefined) {
        test(`${name} has a runner or a reason`, () => expect.fail(`nothing is planned for "${name}"`));
      } else if ('left' in handling) {
        leftCount += 1;
        test.skip(`${name} (left: ${handling.left})`, () => undefined);
      } else {
        const tags = handling.rules.map((rule) => `[${rule}] `).join('');
        test(`${tags}${name}`, () => {
          runCase(handling, vector, plan.prose);
          ranCount += 1;
        });
      }
    }

    const attempts = units.flatMap(({ vector, handling }) =>
      handling !== undefined && 'run' in handling
        ? [() => (handling.run as (vector: Json) => void)(structuredClone(vector))]
        : [],
    );
    noticesPlantedFaults(`${plan.file} ${plan.group}`, attempts);

    test(`runs ${plan.runCount} of ${plan.runCount + plan.leftCount} cases, ${plan.leftCount} are left`, () => {
      expect(units.length).toBe(plan.runCount + plan.leftCount);
      expect(new Set(units.map(({ name }) => name)).size).toBe(units.length);
      expect(ranCount).toBe(plan.runCount);
      expect(leftCount).toBe(plan.leftCount);
      for (const { handling } of units) {
        if (handling !== undefined && 'left' in handling) expect(handling.left.length).toBeGreaterThan(20);
      }
      expect(plannedNames(plan).filter((name) => !units.some((unit) => unit.name === name))).toEqual([]);
    });
  });
}

interface Unit {
  readonly name: string;
  readonly vector: Json;
  readonly handling: CaseRunner | LeftCase | undefined;
}

function unitsOf(group: JsonObject, plan: GroupPlan): Unit[] {
  const units: Unit[] = [];
  // A group may be made of entries alone.
  ((group['cases'] ?? []) as JsonObject[]).forEach((vector, index) => {
    const name = typeof vector['name'] === 'string' ? vector['name'] : `case ${index + 1}`;
    const handling = typeof plan.cases === 'function' ? plan.cases(vector) : plan.cases[name];
    units.push({ name, vector, handling });
  });
  for (const [name, vector] of Object.entries(group)) {
    if (name !== 'cases' && !plan.prose.includes(name))
      units.push({ name, vector, handling: plan.entries?.[name] });
  }
  return units;
}

function plannedNames(plan: GroupPlan): string[] {
  const cases = typeof plan.cases === 'function' ? [] : Object.keys(plan.cases);
  return [...cases, ...Object.keys(plan.entries ?? {})];
}

function runCase(runner: CaseRunner, vector: Json, prose: readonly string[]): void {
  const run = runner.run as (vector: Json) => void;
  const leaves = leavesOf(vector).filter(({ path }) => !path.some((key) => prose.includes(key)));
  const unread = new Set(leaves.map(({ path }) => path.join('.')));
  unread.delete(''); // A case that is a single value is read by handing it over.
  run(watched(vector, [], unread));
  expect([...unread], 'values of the case that nobody read').toEqual([]);

  const expected = leaves.filter(({ path }) => runner.expectations.test(path.join('.')));
  expect(expected.length, 'expectations of the case').toBeGreaterThan(0);
  const idle = expected.filter(({ path, value }) =>
    passes(() => run(changed(vector, path, otherThan(value)))),
  );
  expect(
    idle.map(({ path }) => path.join('.')),
    'expectations that may be anything',
  ).toEqual([]);
}

function passes(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function leavesOf(value: Json, path: Path = []): { path: Path; value: Json }[] {
  if (value === null || typeof value !== 'object') return [{ path, value }];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
}

/** The same value, which strikes each leaf off `unread` when it is read. */
function watched(value: Json, path: Path, unread: Set<string>): Json {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, key) {
      const child: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return child;
      const childPath = [...path, key];
      unread.delete(childPath.join('.'));
      return watched(child as Json, childPath, unread);
    },
  });
}

function otherThan(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `not ${value}` : 'something';
}

function changed(value: Json, path: Path, leaf: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return leaf;
  const copy = structuredClone(value) as JsonObject;
  copy[key] = changed(copy[key] as Json, rest, leaf);
  return copy;
}
