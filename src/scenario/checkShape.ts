import { nearestName } from './nearestName.ts';
import { parseBandwidth, parseFineTime, parseRate, parseSize, parseTime, type Quantity } from './quantity.ts';
import {
  oneOf,
  pathTo,
  scenarioProblem,
  type Allowed,
  type JsonType,
  type ScenarioProblem,
  type TextForm,
} from './ScenarioProblem.ts';
import type { Field, Shape } from './shape.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Everything in which a JSON value differs from its shape. What fits is safe to read as the type of the shape. */
export function checkShape(shape: Shape, value: unknown, path: string): readonly ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  visit(shape, value, path, problems);
  return problems;
}

function visit(shape: Shape, value: unknown, path: string, problems: ScenarioProblem[]): void {
  switch (shape.kind) {
    case 'nullable':
      if (value !== null) visit(shape.of, value, path, problems);
      return;
    case 'object':
      if (isObject(value)) visitFields(shape.fields, value, path, problems);
      else problems.push(wrongType(value, path, 'object'));
      return;
    case 'map':
      visitMap(shape.of, value, path, problems);
      return;
    case 'list':
      visitList(shape, value, path, problems);
      return;
    case 'variant':
      visitVariant(shape, value, path, problems);
      return;
    case 'text':
      visitText(shape, value, path, problems);
      return;
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value))
        problems.push(wrongType(value, path, 'whole number'));
      else if (value < shape.min || value > shape.max) {
        problems.push(
          scenarioProblem('out-of-range', path, value, { kind: 'range', min: shape.min, max: shape.max }),
        );
      }
      return;
    case 'quantity':
      visitQuantity(shape.of, value, path, problems);
      return;
    case 'choice':
      visitChoice(shape.values, value, path, problems);
      return;
    case 'flag':
      if (typeof value !== 'boolean') problems.push(wrongType(value, path, 'true or false'));
      return;
    case 'configs':
      // Names and values are Kafka's, and are checked where they are read.
      if (!isObject(value)) problems.push(wrongType(value, path, 'object'));
      else {
        for (const [name, one] of Object.entries(value)) {
          if (!['string', 'number', 'boolean'].includes(typeof one))
            problems.push(wrongType(one, pathTo(path, name), 'text'));
        }
      }
      return;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongType(value: unknown, path: string, type: JsonType): ScenarioProblem {
  return scenarioProblem('wrong-type', path, value, { kind: 'type', type });
}

function visitFields(
  fields: Readonly<Record<string, Field>>,
  value: JsonObject,
  path: string,
  problems: ScenarioProblem[],
): void {
  for (const key of Object.keys(value)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined) visit(field.shape, value[key], pathTo(path, key), problems);
    else {
      const names = Object.keys(fields);
      const free = names.filter((name) => !Object.hasOwn(value, name));
      problems.push(
        scenarioProblem(
          'unknown-key',
          pathTo(path, key),
          value[key],
          oneOf(names),
          nearestName(key, free) ?? nearestName(key, names),
        ),
      );
    }
  }
  for (const [key, field] of Object.entries(fields)) {
    if (field.required && !Object.hasOwn(value, key))
      problems.push(scenarioProblem('missing-key', pathTo(path, key), undefined));
  }
}

function visitMap(of: Shape, value: unknown, path: string, problems: ScenarioProblem[]): void {
  if (!isObject(value)) {
    problems.push(wrongType(value, path, 'object'));
    return;
  }
  for (const [key, one] of Object.entries(value)) {
    if (/^(0|[1-9][0-9]{0,9})$/.test(key)) visit(of, one, pathTo(path, key), problems);
    else
      problems.push(
        scenarioProblem('not-allowed', pathTo(path, key), key, { kind: 'type', type: 'whole number' }),
      );
  }
}

function visitList(
  shape: Extract<Shape, { kind: 'list' }>,
  value: unknown,
  path: string,
  problems: ScenarioProblem[],
): void {
  if (!Array.isArray(value)) {
    problems.push(wrongType(value, path, 'list'));
    return;
  }
  const items: readonly unknown[] = value;
  if (shape.most !== undefined && items.length > shape.most) {
    problems.push(
      scenarioProblem('too-many', path, items.length, { kind: 'range', min: 0, max: shape.most }),
    );
    return;
  }
  if (shape.exactly !== undefined && items.length !== shape.exactly) {
    problems.push(scenarioProblem('bad-form', path, value, { kind: 'form', form: 'pair' }));
    return;
  }
  const seen = new Set<unknown>();
  items.forEach((item, i) => {
    visit(shape.of, item, pathTo(path, i), problems);
    if (shape.distinct === true && seen.has(item))
      problems.push(scenarioProblem('duplicate', pathTo(path, i), item));
    seen.add(item);
  });
}

function visitVariant(
  shape: Extract<Shape, { kind: 'variant' }>,
  value: unknown,
  path: string,
  problems: ScenarioProblem[],
): void {
  if (!isObject(value)) {
    problems.push(wrongType(value, path, 'object'));
    return;
  }
  const kinds = Object.keys(shape.options);
  const kind = value[shape.tag];
  const option =
    typeof kind === 'string' && Object.hasOwn(shape.options, kind) ? shape.options[kind] : undefined;
  if (option === undefined) {
    const tagPath = pathTo(path, shape.tag);
    if (!Object.hasOwn(value, shape.tag))
      problems.push(scenarioProblem('missing-key', tagPath, undefined, oneOf(kinds)));
    else visitChoice(kinds, kind, tagPath, problems);
    return;
  }
  const tag: Field = { shape: { kind: 'choice', values: kinds }, required: true };
  visitFields({ ...shape.shared, [shape.tag]: tag, ...option }, value, path, problems);
}

function visitText(
  shape: Extract<Shape, { kind: 'text' }>,
  value: unknown,
  path: string,
  problems: ScenarioProblem[],
): void {
  if (typeof value !== 'string') problems.push(wrongType(value, path, 'text'));
  else if (value.length > shape.longest || !new RegExp(shape.pattern).test(value)) {
    problems.push(scenarioProblem('bad-form', path, value, { kind: 'form', form: shape.form }));
  }
}

function visitChoice(
  values: readonly (string | number)[],
  value: unknown,
  path: string,
  problems: ScenarioProblem[],
): void {
  if ((typeof value === 'string' || typeof value === 'number') && values.includes(value)) return;
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  const near = written === null ? null : nearestName(written, values.map(String));
  problems.push(scenarioProblem('not-allowed', path, value, oneOf(values), near));
}

const QUANTITIES: Readonly<
  Record<Extract<Shape, { kind: 'quantity' }>['of'], readonly [(value: unknown) => Quantity, TextForm]>
> = {
  time: [parseTime, 'time'],
  'fine time': [parseFineTime, 'time'],
  'negative time': [(value) => parseTime(value, { negative: true }), 'negative time'],
  size: [parseSize, 'size'],
  rate: [parseRate, 'rate'],
  bandwidth: [parseBandwidth, 'bandwidth'],
};

function visitQuantity(
  of: keyof typeof QUANTITIES,
  value: unknown,
  path: string,
  problems: ScenarioProblem[],
): void {
  const [parse, form] = QUANTITIES[of];
  const read = parse(value);
  if (read.ok) return;
  const allowed: Allowed = { kind: 'form', form };
  switch (read.fault) {
    case 'not-a-quantity':
    case 'negative':
    case 'zero':
      problems.push(scenarioProblem('bad-form', path, value, allowed, read.likely));
      return;
    case 'minutes-or-months':
    case 'too-fine':
    case 'too-large':
      problems.push(scenarioProblem(read.fault, path, value, allowed, read.likely));
  }
}
