import type { Scenario } from '../../../scenario/Scenario.ts';
import type { Plain } from './fileChanges.ts';
import { playedFile } from './playedFile.ts';
import { keepText, readText } from './scenarioDraft.ts';
import { firstText, followRun, type TextState, type Written } from './textState.ts';

/** The text while nobody shows it, for as long as the page is there. */
export interface TextMemory {
  /** Over a reload, too. */
  readonly keeps: boolean;
  last: TextState | null;
  /** What was found elsewhere, as in a file, and cannot run as it is. */
  found: Written | null;
}

/** As it was left, and what happened in the run since. */
export function recallText(memory: TextMemory, runs: Plain): TextState {
  const { found, last, keeps } = memory;
  memory.found = null;
  if (found !== null) return { ...firstText(runs), ...found };
  if (last !== null) return followRun(last, runs);
  return keeps ? readText(runs) : firstText(runs);
}

export function rememberText(memory: TextMemory, state: TextState): void {
  memory.last = state;
  if (memory.keeps) keepText(state);
}

/** A text of elsewhere that comes to run: with its comments, as it was written. */
export function bringText(memory: TextMemory, written: Written, scenario: Scenario): void {
  const earlier = memory.last?.earlier ?? [];
  rememberText(memory, { ...firstText(playedFile(scenario)), ...written, clean: written, earlier });
}

/** A text of elsewhere that cannot run as it is: the next that is shown. */
export function setFound(memory: TextMemory, found: Written): void {
  memory.found = found;
}
