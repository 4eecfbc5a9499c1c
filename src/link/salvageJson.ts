/** What a JSON text that breaks off still holds. */
export interface SalvagedJson {
  /** The value with everything after the last complete part left out; undefined when nothing is complete. */
  readonly value: unknown;
  /** Keys of the outermost object whose values are complete. */
  readonly completeKeys: ReadonlySet<string>;
}

/** Nothing of ours is nested as deep: deeper is no link, and would overflow whoever walks it. */
const DEEPEST = 32;
/** A mark, a text or a literal. A number at the very end may be half a number, so something must follow it. */
const PART =
  /\s*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[\s,\]}]))/y;

/** Reads a JSON text up to where it breaks off or stops being JSON. Never throws. */
export function salvageJson(text: string): SalvagedJson {
  const closers: string[] = [];
  const completeKeys = new Set<string>();
  let outerKey = '';
  let lastKey = '""';
  let isAfterColon = false;
  let end = 0;
  const endValue = (): void => {
    end = PART.lastIndex;
    isAfterColon = false;
    if (closers.length === 1) completeKeys.add(outerKey);
  };
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part !== null; part = PART.exec(text)) {
    const [, mark, string] = part;
    if (mark === '{' || mark === '[') {
      if (closers.length === DEEPEST) break;
      closers.push(mark === '{' ? '}' : ']');
      end = PART.lastIndex;
      isAfterColon = false;
    } else if (mark === '}' || mark === ']') {
      if (closers.at(-1) !== mark) break;
      closers.pop();
      endValue();
      if (closers.length === 0) break;
    } else if (mark === ':') {
      isAfterColon = true;
      if (closers.length === 1) outerKey = String(parsed(lastKey));
    } else if (string !== undefined && closers.at(-1) === '}' && !isAfterColon) {
      lastKey = string;
    } else if (mark === undefined) {
      endValue();
    }
  }
  return { value: parsed(text.slice(0, end) + closers.reverse().join('')), completeKeys };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
