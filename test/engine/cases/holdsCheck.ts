/** One assertion of a field case, as `test/cases/cases.json` has it. */
export interface CaseCheck {
  readonly metric: string;
  readonly op: '==' | '<=' | '>=' | 'between' | 'approx' | 'in';
  readonly value: unknown;
  readonly unit: string;
  readonly basis: 'rule' | 'executed' | 'field' | 'derived' | 'context';
  readonly tol?: number;
  readonly note?: string;
}

/** What numbers that are arithmetic on a steady state may be off by, unless the check says otherwise. */
const DERIVED_TOLERANCE = 0.02;

/**
 * Whether a measured value is what a check says, as `test/cases/README.md` has it: rules, executed and reported behaviour
 * exactly; derived numbers within 2 %; `tol` is a distance, in the check's unit. A text that names another
 * quantity of the run stands for that.
 */
export function holdsCheck(
  check: CaseCheck,
  measured: unknown,
  named: Readonly<Record<string, unknown>> = {},
): boolean {
  const expected =
    typeof check.value === 'string' && Object.hasOwn(named, check.value) ? named[check.value] : check.value;
  switch (check.op) {
    case '==':
      if (typeof expected === 'number' && typeof measured === 'number')
        return Math.abs(measured - expected) <= distanceAllowed(check, expected);
      return asText(expected, check.unit) === asText(measured, check.unit);
    case 'approx':
      if (Array.isArray(expected) && Array.isArray(measured))
        return (
          expected.length === measured.length &&
          expected.every((value, i) => holdsCheck({ ...check, value: value as unknown }, measured[i], named))
        );
      return (
        typeof measured === 'number' &&
        typeof expected === 'number' &&
        Math.abs(measured - expected) <= (check.tol ?? DERIVED_TOLERANCE * Math.abs(expected))
      );
    case 'in': {
      // Pairs of what was and what is, and how far apart they may be: {old, old+6}.
      const distance = /^\{old, old\+(\d+)\}$/.exec(String(expected))?.[1];
      const pairs = measured as readonly (readonly [number, number])[];
      return (
        distance !== undefined &&
        pairs.length > 0 &&
        pairs.every(([before, after]) => after === before || after === before + Number(distance))
      );
    }
    case '<=':
      return typeof measured === 'number' && typeof expected === 'number' && measured <= expected;
    case '>=':
      return typeof measured === 'number' && typeof expected === 'number' && measured >= expected;
    case 'between': {
      const [low, high] = expected as readonly [number, number];
      return typeof measured === 'number' && measured >= low && measured <= high;
    }
  }
}

function distanceAllowed(check: CaseCheck, expected: number): number {
  if (check.tol !== undefined) return check.tol;
  return check.basis === 'derived' ? DERIVED_TOLERANCE * Math.abs(expected) : 0;
}

/** Members of a set are compared in any order. */
function asText(value: unknown, unit: string): string {
  return JSON.stringify(unit === 'set' && Array.isArray(value) ? [...(value as unknown[])].sort() : value);
}
