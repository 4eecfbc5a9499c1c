/**
 * A language nobody speaks, to find what other languages would break: every letter has an accent, so what has none was left out of the
 * catalogue; and every text is two fifths longer, so what has no room for it shows. `?locale=pseudo` in the address puts it on.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** In the same order; each is one unit of UTF-16. */
const ACCENTED = 'åƀçďéƒĝĥîĵķļɱñöþǫŕšťûṽŵẋýžÅƁÇĎÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŤÛṼŴẊÝŽ';
const FILLING = 'öñé ťŵö ťĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥť ñîñé ťéñ ';

/** Of a text: accents on every letter, and two fifths more of it. A text without letters stays as it is. */
export function pseudoText(text: string): string {
  if (!/[a-z]/i.test(text)) return text;
  const accented = text.replaceAll(/[a-z]/gi, (letter) => ACCENTED.charAt(LETTERS.indexOf(letter)));
  const more = Math.ceil(text.length * 0.4);
  const filling = FILLING.repeat(Math.ceil(more / FILLING.length)).slice(0, more);
  return `${accented} ${filling.trim()}`;
}

const done = new WeakSet<object>();

/** Changes every text below an object, and what its functions answer. Once, however often it is asked. */
export function pseudoInPlace(catalogue: object): void {
  if (done.has(catalogue)) return;
  done.add(catalogue);
  const texts = catalogue as Record<string, unknown>;
  for (const key of Object.keys(texts)) {
    const value = texts[key];
    if (typeof value === 'string') texts[key] = pseudoText(value);
    else if (typeof value === 'function') texts[key] = wrapped(value as (...args: unknown[]) => unknown);
    else if (typeof value === 'object' && value !== null) pseudoInPlace(value);
  }
}

function wrapped(words: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  if (done.has(words)) return words;
  const own = (...args: unknown[]): unknown => {
    const answer = words(...args);
    if (typeof answer === 'string') return pseudoText(answer);
    return Array.isArray(answer)
      ? answer.map((item: unknown) => (typeof item === 'string' ? pseudoText(item) : item))
      : answer;
  };
  done.add(own);
  return own;
}

/** Every catalogue, where it stands: those that are loaded, and each later one as it comes. The build fills the list. */
export function speakPseudo(): void {
  const holder = globalThis as { hwTexts?: unknown[] };
  const put = (part: unknown): void => {
    if (typeof part === 'object' && part !== null) pseudoInPlace(part);
  };
  for (const part of holder.hwTexts ?? []) put(part);
  holder.hwTexts = Object.assign([], {
    push: (...parts: unknown[]) => {
      for (const part of parts) put(part);
      return 0;
    },
  });
}
