/** What is needed of localStorage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage made safe: it may be missing, blocked or full. Then nothing is kept over a reload and nothing fails;
 * `isKept` tells whether the last write was.
 */
export class KeptText {
  isKept = true;
  private readonly storage: TextStorage | null;

  constructor(storage: TextStorage | null = browserStorage()) {
    this.storage = storage;
    this.isKept = storage !== null;
  }

  read(key: string): string | null {
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  write(key: string, text: string): void {
    try {
      this.storage?.setItem(key, text);
      this.isKept = this.storage !== null;
    } catch {
      this.isKept = false;
    }
  }

  remove(key: string): void {
    try {
      this.storage?.removeItem(key);
    } catch {
      this.isKept = false;
    }
  }

  /** The value of a JSON text; undefined when there is none or it is not JSON. */
  readJson(key: string): unknown {
    const text = this.read(key);
    if (text === null) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }
}

/** Reading `localStorage` itself throws where site data is blocked; in Node there is none. */
function browserStorage(): TextStorage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

/** The fields of a JSON object; none for anything else. */
export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : {};
}
