const TEXTS = new Map<string, string>();

/**
 * The same text, of which there is one: texts that are put together stand at places of their own, and to compare two of them is to read
 * them. For names that are looked up with each request; each is kept for good.
 */
export function oneText(text: string): string {
  let one = TEXTS.get(text);
  if (one === undefined) {
    // The name of a field is one of which there is one in the whole program.
    one = Object.keys({ [text]: true })[0] ?? text;
    TEXTS.set(one, one);
  }
  return one;
}
