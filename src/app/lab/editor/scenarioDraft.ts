import { fieldsOf, KeptText } from '../../../state/keptText.ts';
import type { Plain } from './fileChanges.ts';
import { followRun, firstText, type TextState } from './textState.ts';

const KEY = 'highwater.lab.draft';

/** The text as it was left, with its comments and with what was typed and not applied; then what happened since. Over closing and a reload. */
export function readText(runs: Plain, kept = new KeptText()): TextState {
  const { text, format, base, aside } = fieldsOf(kept.readJson(KEY));
  if (typeof text !== 'string' || (format !== 'json' && format !== 'yaml')) return firstText(runs);
  // Before there was a base, what was kept was always a text that had not run.
  const file = base === undefined ? runs : (base as Plain);
  const put = fieldsOf(aside);
  return followRun(
    {
      ...firstText(file, format),
      text,
      aside: typeof put.text === 'string' ? { text: put.text, value: (put.value ?? null) as Plain } : null,
    },
    runs,
  );
}

export function keepText({ text, format, base, aside }: TextState, kept = new KeptText()): void {
  kept.write(KEY, JSON.stringify({ text, format, base, ...(aside === null ? {} : { aside }) }));
}
