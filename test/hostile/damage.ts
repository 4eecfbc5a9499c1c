/** A stream of numbers from a seed, each from 0 up to 1: the same damage every time. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STRANGE = [
  '',
  '\u0000',
  '\uD800',
  '\u202E',
  '\uFEFF',
  '😀',
  '"',
  '\\',
  '\n',
  '\t',
  '%00',
  '../',
  '<script>',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  'null',
  '{}',
  '[]',
  '#/l/',
  '.',
  ':',
  '&',
  '９',
];

/** A text with one to four things done to it that mail programs, editors and people with bad intent do. */
export function damageText(text: string, next: () => number): string {
  let damaged = text;
  for (let times = 1 + Math.floor(next() * 4); times > 0; times--) {
    const at = Math.floor(next() * (damaged.length + 1));
    const length = Math.floor(next() ** 3 * damaged.length);
    const strange = STRANGE[Math.floor(next() * STRANGE.length)] ?? '';
    const before = damaged.slice(0, at);
    switch (Math.floor(next() * 8)) {
      case 0:
        damaged = before;
        break;
      case 1:
        damaged = damaged.slice(at);
        break;
      case 2:
        damaged = before + damaged.slice(at + length);
        break;
      case 3:
        damaged = before + strange + damaged.slice(at);
        break;
      case 4:
        damaged = before + strange + damaged.slice(at + 1);
        break;
      case 5:
        damaged = before + damaged.slice(at, at + Math.min(length, 400)) + damaged.slice(at);
        break;
      case 6:
        damaged = damaged.replaceAll(' ', '\u00A0').replaceAll('\t', '    ');
        break;
      default:
        damaged = before + damaged.slice(at).toUpperCase();
    }
  }
  return damaged;
}

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '1s',
  '-1s',
  'x'.repeat(300),
  [],
  {},
  [[]],
  { __proto__: 1 },
  'broker:1',
  'payments-0',
  '\u0000',
];

/** A JSON value with one to three of its parts replaced, taken out, doubled or given a name that nothing has. */
export function damageJson(value: unknown, next: () => number): unknown {
  const copy = structuredClone(value);
  for (let times = 1 + Math.floor(next() * 3); times > 0; times--) {
    let at = copy;
    for (let depth = 0; depth < 8; depth++) {
      const keys = typeof at === 'object' && at !== null ? Object.keys(at) : [];
      const key = keys[Math.floor(next() * keys.length)];
      if (key === undefined) break;
      const parent = at as Record<string, unknown>;
      const child = parent[key];
      if (typeof child === 'object' && child !== null && next() < 0.75) {
        at = child;
        continue;
      }
      hurt(parent, key, next);
      break;
    }
  }
  return copy;
}

function hurt(parent: Record<string, unknown>, key: string, next: () => number): void {
  const strange = VALUES[Math.floor(next() * VALUES.length)];
  switch (Math.floor(next() * 5)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else Reflect.deleteProperty(parent, key);
      break;
    case 1:
      if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
      else parent[`${key}x`] = parent[key];
      break;
    case 2:
      if (typeof parent[key] === 'string') parent[key] = damageText(parent[key], next);
      else parent[key] = strange;
      break;
    default:
      parent[key] = structuredClone(strange);
  }
}

/** Bytes with one to four things done to them that disks, copies and people do. */
export function damageBytes(bytes: Uint8Array, next: () => number): Uint8Array {
  let damaged = bytes.slice();
  for (let times = 1 + Math.floor(next() * 4); times > 0; times--) {
    const at = Math.floor(next() * (damaged.length + 1));
    const length = Math.floor(next() ** 3 * damaged.length);
    switch (Math.floor(next() * 5)) {
      case 0:
        damaged = damaged.slice(0, at);
        break;
      case 1:
        damaged = Uint8Array.of(...damaged.slice(0, at), ...damaged.slice(at + length));
        break;
      case 2:
        damaged.fill(0, at, at + length);
        break;
      case 3:
        damaged = Uint8Array.of(...damaged.slice(0, at), 0xff, 0x7f, 0x80, 0, ...damaged.slice(at));
        break;
      default:
        // Within a header more often than elsewhere.
        if (damaged.length > 0) damaged[Math.floor(next() ** 2 * damaged.length)] = Math.floor(next() * 256);
    }
  }
  return damaged;
}
