import { configNames, configRule, type ConfigPlace, type ConfigRule } from './configs/kafkaConfigs.ts';
import {
  BANDWIDTH_PATTERN,
  POSITIVE_TIME_PATTERN,
  RATE_PATTERN,
  SIZE_PATTERN,
  TIME_PATTERN,
} from './quantity.ts';
import { SCENARIO_SHAPE } from './scenarioShape.ts';
import type { Field, Shape } from './shape.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const PLACES: readonly ConfigPlace[] = ['topic', 'broker', 'producer', 'consumer'];

/**
 * The format as JSON Schema (draft 7, which every editor knows), from the same shape that the parser checks against. What
 * needs the rest of the file (that a topic exists, that an ISR is a part of the replicas) only the parser checks.
 * `npx vitest run src/scenario/scenarioJsonSchema.test.ts -u` writes it to `public/scenario.schema.json`.
 */
export function scenarioJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Highwater scenario, format 1',
    ...toSchema(SCENARIO_SHAPE),
    definitions: {
      time: quantitySchema(POSITIVE_TIME_PATTERN, 'A number of ms, or number and unit: us ms s min h d.', 0),
      negativeTime: quantitySchema(
        TIME_PATTERN,
        'A number of ms, or number and unit: us ms s min h d. May be negative.',
        null,
      ),
      size: quantitySchema(SIZE_PATTERN, 'A number of bytes, or number and unit: B KiB MiB GiB kB MB GB.', 0),
      rate: { type: 'string', pattern: RATE_PATTERN, description: 'How many a second: 100/s.' },
      bandwidth: {
        type: 'string',
        pattern: BANDWIDTH_PATTERN,
        description: 'Number and unit: kbit/s Mbit/s Gbit/s.',
      },
      ...Object.fromEntries(PLACES.map((place) => [`${place}Configs`, configsSchema(place)])),
    },
  };
}

function toSchema(shape: Shape): JsonSchema {
  const about = shape.about === undefined || shape.about === '' ? {} : { description: shape.about };
  return { ...about, ...bodyOf(shape) };
}

function bodyOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return objectSchema(shape.fields);
    case 'map':
      return {
        type: 'object',
        patternProperties: { '^(0|[1-9][0-9]{0,9})$': toSchema(shape.of) },
        additionalProperties: false,
      };
    case 'list':
      return {
        type: 'array',
        items: toSchema(shape.of),
        ...(shape.most === undefined ? {} : { maxItems: shape.most }),
        ...(shape.exactly === undefined ? {} : { minItems: shape.exactly, maxItems: shape.exactly }),
        ...(shape.distinct === true ? { uniqueItems: true } : {}),
      };
    case 'variant': {
      const options = Object.entries(shape.options).map(([name, fields]) => {
        const tag: Field = { shape: { kind: 'choice', values: [name] }, required: true };
        return objectSchema({ ...shape.shared, [shape.tag]: tag, ...fields });
      });
      return { type: 'object', required: [shape.tag], oneOf: options };
    }
    case 'text':
      return {
        type: 'string',
        maxLength: shape.longest,
        ...(shape.pattern === '' ? {} : { pattern: shape.pattern }),
      };
    case 'integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'quantity':
      return reference(
        shape.of === 'negative time' ? 'negativeTime' : shape.of === 'fine time' ? 'time' : shape.of,
      );
    case 'choice':
      return { enum: shape.values };
    case 'flag':
      return { type: 'boolean' };
    case 'configs':
      return reference(`${shape.place}Configs`);
    case 'nullable':
      return { anyOf: [toSchema(shape.of), { type: 'null' }] };
  }
}

/** In a list of one, because draft 7 drops what stands beside a $ref. */
function reference(name: string): JsonSchema {
  return { allOf: [{ $ref: `#/definitions/${name}` }] };
}

function objectSchema(fields: Readonly<Record<string, Field>>): JsonSchema {
  const names = Object.keys(fields).filter((name) => fields[name]?.required === true);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, toSchema(field.shape)]),
    ),
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
  };
}

function quantitySchema(pattern: string, description: string, minimum: number | null): JsonSchema {
  const number = { type: 'number', ...(minimum === null ? {} : { minimum }) };
  return { description, anyOf: [number, { type: 'string', pattern }] };
}

function configsSchema(place: ConfigPlace): JsonSchema {
  const properties = Object.fromEntries(
    configNames(place).map((name) => [name, configSchema(configRule(place, name)!)]),
  );
  return {
    type: 'object',
    description: `Kafka's ${place} configs.`,
    properties,
    additionalProperties: false,
  };
}

function configSchema(rule: ConfigRule): JsonSchema {
  switch (rule.type) {
    case 'text':
      return { type: ['string', 'number', 'boolean'] };
    case 'boolean':
      return { enum: [true, false, 'true', 'false'] };
    case 'integer':
      return {
        anyOf: [
          { type: 'integer', minimum: rule.min, maximum: rule.max },
          { type: 'string', pattern: '^ *[+-]?[0-9]{1,19} *$' },
        ],
      };
    case 'decimal': {
      const range = Number.isFinite(rule.max) ? { minimum: rule.min, maximum: rule.max } : {};
      return { anyOf: [{ type: 'number', ...range }, { type: 'string' }] };
    }
    case 'choice':
      return {
        enum: rule.values.flatMap((value) => (/^-?[0-9]+$/.test(value) ? [value, Number(value)] : [value])),
      };
    case 'list':
      return { type: 'string', pattern: `^((${rule.values.join('|')})(, *(${rule.values.join('|')}))*)?$` };
  }
}
