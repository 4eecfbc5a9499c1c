/**
 * Copies the state of a node for a checkpoint. One function for all nodes, so that a field cannot be forgotten: it copies
 * arrays, Maps, Sets, typed arrays and objects of any class, field by field.
 *
 * Shared instead of copied: what is frozen (configs, requests once received), and whatever has a `shareOrClone` method, which
 * answers for itself (logs share their sealed chunks). State must be a tree: no back references, no functions.
 */
export interface SelfCloning {
  shareOrClone(): unknown;
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
  // A spread keeps the shape of a plain object, and with it the speed of the code that uses it.
  const copy = (
    prototype === Object.prototype ? { ...value } : Object.assign(Object.create(prototype) as object, value)
  ) as Record<string, unknown>;
  for (const name of Object.keys(copy)) {
    const field = copy[name];
    if (typeof field === 'object' && field !== null) copy[name] = cloneValue(field);
  }
  return copy;
}
