import { kafkaRules } from '../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../src/engine/rules/Rules.ts';
import { PLANTED_FAULTS } from './plantedFaults.ts';

/** Kafka's rules; or, where the environment names one, with a planted fault among them: then tests are to fail. */
export const rulesUnderTest: Rules = rulesNamed(process.env['PLANTED_FAULT']);

function rulesNamed(name: string | undefined): Rules {
  if (name === undefined || name === '') return kafkaRules;
  const fault = PLANTED_FAULTS.find((one) => one.name === name);
  if (!fault) throw new Error(`no planted fault is called ${name}`);
  return fault.rules;
}
