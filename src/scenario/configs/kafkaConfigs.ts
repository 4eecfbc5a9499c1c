import { ASSIGNOR_CLASSES, formatAssignors, parseAssignors } from '../../shared/assignorNames.ts';
import { parseOffsetReset } from '../../shared/offsetReset.ts';
import { nearestName } from '../nearestName.ts';
import { oneOf, type Allowed } from '../ScenarioProblem.ts';
import { BROKER_CONFIGS } from './brokerConfigs.ts';
import { CONSUMER_CONFIGS, PRODUCER_CONFIGS } from './clientConfigs.ts';
import { MODELLED_CONFIGS, MODELLED_CONTROLLER_CONFIGS } from './modelledConfigs.ts';
import { TOPIC_CONFIGS } from './topicConfigs.ts';

/** Where a config stands. The cluster-wide configs of a scenario are those of `broker`. */
export type ConfigPlace = 'topic' | 'broker' | 'producer' | 'consumer';

export type ConfigRule =
  | { readonly type: 'text' }
  | { readonly type: 'boolean' }
  | {
      readonly type: 'integer' | 'decimal';
      readonly min: number;
      readonly max: number;
      readonly java: JavaNumber;
    }
  /** `list`: several of them, with commas. `anyCase`: written in any case. */
  | { readonly type: 'choice' | 'list'; readonly values: readonly string[]; readonly anyCase?: true };

export type JavaNumber = 'INT' | 'LONG' | 'DOUBLE';

const INT_MAX = 2_147_483_647;
/** Kafka's long reaches further; a config above this is as good as endless, and is kept as text. */
const LONG_MAX = 9_223_372_036_854_775_807n;

const RULES: Readonly<Record<ConfigPlace, ReadonlyMap<string, ConfigRule>>> = {
  topic: parseConfigTable(TOPIC_CONFIGS),
  broker: parseConfigTable(BROKER_CONFIGS),
  producer: parseConfigTable(PRODUCER_CONFIGS),
  consumer: parseConfigTable(CONSUMER_CONFIGS),
};
const PLACES: readonly ConfigPlace[] = ['topic', 'broker', 'producer', 'consumer'];

export type ConfigCheck =
  /** `value` as Kafka keeps it. `modelled`: whether the engine acts on it. */
  | { readonly ok: true; readonly value: string; readonly modelled: boolean }
  | { readonly ok: false; readonly fault: 'unknown-config'; readonly likely: string | null }
  /** A config of something else: `place` says of what. */
  | {
      readonly ok: false;
      readonly fault: 'config-elsewhere';
      readonly place: ConfigPlace;
      readonly likely: string | null;
    }
  | { readonly ok: false; readonly fault: 'bad-config-value'; readonly allowed: Allowed };

/** Whether Kafka knows this config in this place, and takes this value. */
export function checkConfig(
  place: ConfigPlace,
  name: string,
  written: string | number | boolean,
): ConfigCheck {
  const rule = RULES[place].get(name);
  if (rule === undefined) return unknownConfig(place, name);
  const text = String(written).trim();
  const value = place === 'consumer' ? readConsumerConfig(name, text, rule) : readConfigValue(rule, text);
  if (value === null) return { ok: false, fault: 'bad-config-value', allowed: allowedValues(name, rule) };
  const isControllers = place === 'broker' && MODELLED_CONTROLLER_CONFIGS.includes(name);
  return { ok: true, value, modelled: isControllers || MODELLED_CONFIGS[place].includes(name) };
}

export function configNames(place: ConfigPlace): readonly string[] {
  return [...RULES[place].keys()];
}

export function configRule(place: ConfigPlace, name: string): ConfigRule | null {
  return RULES[place].get(name) ?? null;
}

/** Topic configs under the broker's name and back, where Kafka uses two. */
const SYNONYMS: readonly (readonly [string, string])[] = [
  ['max.message.bytes', 'message.max.bytes'],
  ['flush.messages', 'log.flush.interval.messages'],
  ['flush.ms', 'log.flush.interval.ms'],
  ['segment.ms', 'log.roll.ms'],
  ['segment.index.bytes', 'log.index.size.max.bytes'],
  ['file.delete.delay.ms', 'log.segment.delete.delay.ms'],
  ['min.cleanable.dirty.ratio', 'log.cleaner.min.cleanable.ratio'],
  ['replication.factor', 'default.replication.factor'],
];

function unknownConfig(place: ConfigPlace, name: string): ConfigCheck {
  const here = configNames(place);
  const other = PLACES.find((candidate) => RULES[candidate].has(name));
  if (other === undefined) return { ok: false, fault: 'unknown-config', likely: nearestName(name, here) };
  const synonym = SYNONYMS.find((pair) => pair.includes(name))?.find(
    (one) => one !== name && RULES[place].has(one),
  );
  const prefixed = [`log.${name}`, name.replace(/^log\./, '')].find((one) => RULES[place].has(one));
  return { ok: false, fault: 'config-elsewhere', place: other, likely: synonym ?? prefixed ?? null };
}

/** Two configs of consumers have a form of their own. */
function readConsumerConfig(name: string, text: string, rule: ConfigRule): string | null {
  if (name === 'auto.offset.reset') return parseOffsetReset(text) === null ? null : text;
  if (name !== 'partition.assignment.strategy') return readConfigValue(rule, text);
  const assignors = parseAssignors(text);
  return assignors && formatAssignors(assignors);
}

function allowedValues(name: string, rule: ConfigRule): Allowed {
  return name === 'partition.assignment.strategy'
    ? oneOf(Object.values(ASSIGNOR_CLASSES))
    : allowedConfigValues(rule);
}

function readConfigValue(rule: ConfigRule, text: string): string | null {
  switch (rule.type) {
    case 'text':
      return text;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() : null;
    case 'integer': {
      if (!/^[+-]?[0-9]{1,19}$/.test(text)) return null;
      const exact = BigInt(text);
      if (exact > LONG_MAX || Number(exact) < rule.min || Number(exact) > rule.max) return null;
      return String(exact);
    }
    case 'decimal': {
      if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(text)) return null;
      return Number(text) < rule.min || Number(text) > rule.max ? null : text;
    }
    case 'choice': {
      const { values, anyCase } = rule;
      return values.find((one) => one === text || (anyCase && one === inCaseOf(one, text))) ?? null;
    }
    case 'list': {
      const items = text === '' ? [] : text.split(',').map((item) => item.trim());
      const known = items.every((item) => rule.values.includes(item));
      return known && new Set(items).size === items.length ? items.join(',') : null;
    }
  }
}

function allowedConfigValues(rule: ConfigRule): Allowed {
  switch (rule.type) {
    case 'text':
      return { kind: 'form', form: 'text' };
    case 'boolean':
      return oneOf(['true', 'false']);
    case 'integer':
      return { kind: 'range', min: rule.min, max: rule.max };
    case 'decimal':
      return Number.isFinite(rule.max)
        ? { kind: 'range', min: rule.min, max: rule.max }
        : { kind: 'form', form: 'decimal' };
    case 'choice':
    case 'list':
      return oneOf(rule.values);
  }
}

/** A text in the case of another, which has but one. */
function inCaseOf(other: string, text: string): string {
  return other === other.toLowerCase() ? text.toLowerCase() : text.toUpperCase();
}

/**
 * `name b|s|i|l|d|e|E|L values`: boolean, text, int, long, double, one of, one of in any case, list of. A range `1..` ends where the type
 * does.
 */
function parseConfigTable(table: string): ReadonlyMap<string, ConfigRule> {
  const rules = new Map<string, ConfigRule>();
  for (const line of table.split('\n')) {
    const [name, type, values = '..'] = line.split(' ');
    if (name === undefined || type === undefined) continue;
    const [min, max] = values.split('..');
    if (type === 'b') rules.set(name, { type: 'boolean' });
    else if (type === 's') rules.set(name, { type: 'text' });
    else if (type === 'e' || type === 'L')
      rules.set(name, { type: type === 'e' ? 'choice' : 'list', values: values.split('|') });
    else if (type === 'E') rules.set(name, { type: 'choice', values: values.split('|'), anyCase: true });
    else {
      const end = type === 'i' ? INT_MAX : type === 'l' ? Number(LONG_MAX) : Infinity;
      const start = type === 'i' ? -INT_MAX - 1 : -end;
      rules.set(name, {
        type: type === 'd' ? 'decimal' : 'integer',
        min: min ? Number(min) : start,
        max: max ? Number(max) : end,
        java: type === 'i' ? 'INT' : type === 'l' ? 'LONG' : 'DOUBLE',
      });
    }
  }
  return rules;
}
