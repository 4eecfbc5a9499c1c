import { useEffect, useState } from 'react';
import { LIMITS } from '../../../scenario/limits.ts';
import { readScenarioText, type ReadText, type TextFormat } from './scenarioText.ts';

/** A text is read this long after the last key. */
const READ_AFTER_MS = 250;

export interface LateText {
  readonly read: ReadText;
  /** The text that was read: another one may be there by now. */
  readonly of: string;
}

const TOO_LONG: ReadText = { parsed: { ok: false, problems: [] }, problems: [] };

export function isTooLong(text: string): boolean {
  return text.length > LIMITS.pastedCharacters;
}

export function readNow(text: string, format: TextFormat): ReadText {
  return isTooLong(text) ? TOO_LONG : readScenarioText(text, format);
}

/** What a text says, once nobody has typed for a moment. */
export function useReadText(text: string, format: TextFormat): LateText {
  const [late, setLate] = useState<LateText & { readonly format: TextFormat }>(() => ({
    read: readNow(text, format),
    of: text,
    format,
  }));
  useEffect(() => {
    if (late.of === text && late.format === format) return undefined;
    const timer = setTimeout(() => setLate({ read: readNow(text, format), of: text, format }), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, format, late]);
  return late;
}
