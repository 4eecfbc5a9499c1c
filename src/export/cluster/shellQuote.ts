const NEEDS_NO_QUOTES = /^[A-Za-z0-9_./:=,@%+-]+$/;

/** One word of a POSIX shell: any text at all, quoted only where it must be. */
export function shellQuote(text: string): string {
  if (NEEDS_NO_QUOTES.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command line. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}

/** What a comment may hold: one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
