import { invalidValue } from '../../shared/clientExceptions.ts';
import { configRule, type ConfigPlace, type ConfigRule } from './kafkaConfigs.ts';

/** Configs whose validator has a sentence of its own, which comes with the general one before it. */
const OF_ITS_OWN: Readonly<Record<string, string>> = {
  'auto.offset.reset':
    "The value must be either 'earliest', 'latest', 'none' or of the format 'by_duration:<PnDTnHnMn.nS.>'.",
  'share.acknowledgement.mode': "The value must either be 'implicit' or 'explicit'.",
  'compression.gzip.level': 'Value must be between 1 and 9 or equal to -1',
};

/**
 * What the constructor of a client throws for a value that its config does not take; null: this is not known. Kafka: `ConfigDef.parseType`,
 * `ConfigDef.Range`, `ValidString`, `CaseInsensitiveValidString` (4.2).
 */
export function badValueException(
  place: ConfigPlace,
  name: string,
  written: string | number | boolean,
): string | null {
  const rule = configRule(place, name);
  if (rule === null || (place !== 'producer' && place !== 'consumer')) return null;
  const value = String(written).trim();
  const reason = reasonOf(rule, name, value);
  return reason === null ? null : invalidValue(name, value, reason);
}

function reasonOf(rule: ConfigRule, name: string, value: string): string | null {
  const own = OF_ITS_OWN[name];
  switch (rule.type) {
    case 'boolean':
      return 'Expected value to be either true or false';
    case 'integer':
    case 'decimal': {
      const { min, max, java } = rule;
      if (!isNumber(value, java)) return `Not a number of type ${java}`;
      if (own !== undefined) return own;
      return Number(value) < min ? `Value must be at least ${min}` : `Value must be no more than ${max}`;
    }
    case 'choice':
      if (own !== undefined) return `Invalid value \`${value}\` for configuration ${name}. ${own}`;
      return rule.anyCase === true
        ? `String must be one of (case insensitive): ${rule.values.join(', ').toUpperCase()}`
        : `String must be one of: ${rule.values.join(', ')}`;
    case 'text':
    case 'list':
      return null;
  }
}

const INT_MAX = 2_147_483_647;
const LONG_MAX = 9_223_372_036_854_775_807n;

function isNumber(text: string, java: 'INT' | 'LONG' | 'DOUBLE'): boolean {
  if (java === 'DOUBLE') return text !== '' && Number.isFinite(Number(text));
  if (!/^[+-]?[0-9]{1,19}$/.test(text)) return false;
  const exact = BigInt(text);
  const most = java === 'INT' ? BigInt(INT_MAX) : LONG_MAX;
  return exact <= most && exact >= -most - 1n;
}
