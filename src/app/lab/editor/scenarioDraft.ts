import { fieldsOf, KeptText } from '../../../state/keptText.ts';
import type { TextFormat } from './scenarioText.ts';

/** A text that was written and has not run yet. */
export interface ScenarioDraft {
  readonly text: string;
  readonly format: TextFormat;
}

const KEY = 'highwater.lab.draft';

/** Kept over closing and a reload, until it runs or is given up: nothing that was typed is lost. */
export function readDraft(kept = new KeptText()): ScenarioDraft | null {
  const { text, format } = fieldsOf(kept.readJson(KEY));
  return typeof text === 'string' && (format === 'json' || format === 'yaml') ? { text, format } : null;
}

export function keepDraft(draft: ScenarioDraft | null, kept = new KeptText()): void {
  if (draft === null) kept.remove(KEY);
  else kept.write(KEY, JSON.stringify(draft));
}
