import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';

let inForce = rulesNamed(process.env['PLANTED_FAULT']);

/** Kafka's rules; where the environment names a planted fault, with that fault among them: then tests are to fail. */
export function rulesInForce(): Rules {
  return inForce;
}

/** Does something under other rules. */
export function underRules<T>(rules: Rules, deed: () => T): T {
  const before = inForce;
  inForce = rules;
  try {
    return deed();
  } finally {
    inForce = before;
  }
}

type Decision = (...given: never[]) => unknown;

/** Each decision as the rules in force have it at the time it is asked. */
export const rulesUnderTest = Object.fromEntries(
  Object.keys(kafkaRules).map((name) => [
    name,
    (...given: never[]) => (inForce[name as keyof Rules] as Decision)(...given),
  ]),
) as unknown as Rules;

function rulesNamed(name: string | undefined): Rules {
  if (name === undefined || name === '') return kafkaRules;
  const fault = PLANTED_FAULTS.find((one) => one.name === name);
  if (!fault) throw new Error(`no planted fault is called ${name}`);
  return fault.rules;
}
