/**
 * `after`, or `before` when both say the same: what did not change keeps its identity, and whoever reads it is not woken.
 * For plain data as frames bring it; typed arrays are never the same, since their buffers go back to the worker.
 */
export function keepEqual<T>(before: T, after: T): T {
  return isSame(before, after) ? before : after;
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || ArrayBuffer.isView(b))
    return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isSame(a[key as keyof typeof a], b[key as keyof typeof b]),
  );
}
