/**
 * Copies the state of a node for a checkpoint. One function for all nodes, so that a field cannot be forgotten: it copies
 * arrays, Maps, Sets, typed arrays and objects of any class, field by field.
 *
 * Shared instead of copied: what is frozen (configs, requests once received), and whatever has a `shareOrClone` method, which
 * answers for itself (logs share their sealed chunks). State must be a tree: no back references, no functions.
 *
 * A copy has the hidden class of what it was copied from: code that runs was compiled for that, and is compiled anew, and slower, for
 * each other that it meets. So an instance is made by its constructor, which without arguments anybody can call.
 */
export interface SelfCloning {
  shareOrClone(): unknown;
}

/** A class whose constructor takes arguments: another instance, to copy all fields into. */
export interface Blankable {
  blank(): object;
}

export function cloneState<T>(value: T): T {
  return cloneValue(value) as T;
}

function cloneValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return cloneArray(value);
  if (value instanceof Map) return cloneMap(value);
  if (value instanceof Set) return new Set(value);
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  if (typeof (value as Partial<SelfCloning>).shareOrClone === 'function')
    return (value as SelfCloning).shareOrClone();
  if (Object.isFrozen(value)) return value;
  return cloneObject(value);
}

function cloneArray(value: readonly unknown[]): readonly unknown[] {
  if (Object.isFrozen(value)) return value;
  const copy = new Array<unknown>(value.length);
  for (let i = 0; i < value.length; i++) copy[i] = cloneValue(value[i]);
  return copy;
}

function cloneMap(value: ReadonlyMap<unknown, unknown>): ReadonlyMap<unknown, unknown> {
  const copy = new Map<unknown, unknown>();
  for (const [key, item] of value) copy.set(key, cloneValue(item));
  return copy;
}

function cloneObject(value: object): object {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== Object.prototype) return cloneInstance(value as Fields, prototype);
  const copy: Fields = { ...value };
  for (const name of Object.keys(copy)) {
    const field = copy[name];
    if (typeof field === 'object' && field !== null) copy[name] = cloneValue(field);
  }
  return copy;
}

type Fields = Record<string, unknown>;

function cloneInstance(value: Fields, prototype: object | null): object {
  const copy = blankOf(value, prototype);
  const names = Object.keys(value);
  for (const name of names) {
    const field = value[name];
    copy[name] = typeof field === 'object' && field !== null ? cloneValue(field) : field;
  }
  // What the constructor sets and the original has not.
  const all = Object.keys(copy);
  if (all.length > names.length)
    for (const name of all) if (!Object.hasOwn(value, name)) Reflect.deleteProperty(copy, name);
  return copy;
}

function blankOf(value: object, prototype: object | null): Fields {
  if (typeof (value as Partial<Blankable>).blank === 'function')
    return (value as Blankable).blank() as Fields;
  const made = prototype?.constructor as (new () => object) | undefined;
  // Of a class that extends another the constructor may say less than it takes.
  const needsNothing = made?.length === 0 && Object.getPrototypeOf(prototype) === Object.prototype;
  return (needsNothing ? new made() : Object.create(prototype)) as Fields;
}
