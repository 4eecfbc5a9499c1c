/** Whether two pieces of plain data (no Maps, no cycles) are the same all through. Fields that are the same object cost nothing. */
export function isEqualData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isEqualData(a[i], b[i])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  let surplus = 0;
  for (const name in a) {
    if (!(name in b) || !isEqualData((a as Fields)[name], (b as Fields)[name])) return false;
    surplus -= 1;
  }
  for (const _name in b) surplus += 1;
  return surplus === 0;
}

type Fields = Record<string, unknown>;
