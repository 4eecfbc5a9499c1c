/** What is needed of localStorage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's storage made safe: it may be missing, blocked or full. Then nothing is kept over a reload and nothing fails;
 * `trouble` tells why the last write was not kept, and null that it was.
 */
export class KeptText {
  trouble: 'no-storage' | 'full' | null = null;
  private readonly storage: TextStorage | null;

  constructor(storage: TextStorage | null = browserStorage()) {
    this.storage = storage;
    this.trouble = storage === null ? 'no-storage' : null;
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
      this.trouble = this.storage === null ? 'no-storage' : null;
    } catch (error) {
      this.trouble = isFull(error) ? 'full' : 'no-storage';
    }
  }

  remove(key: string): void {
    try {
      this.storage?.removeItem(key);
    } catch {
      this.trouble = 'no-storage';
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

/** Firefox has a name of its own for it. */
function isFull(error: unknown): boolean {
  const name = error instanceof Error ? error.name : '';
  return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED';
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
