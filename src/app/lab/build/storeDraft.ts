import type { ScenarioFile } from '../../../scenario/ScenarioFile.ts';

/** What the form for a database holds, as it was typed. */
export interface StoreFields {
  readonly name: string;
  readonly latency: string;
  readonly downFrom: string;
  readonly downTo: string;
  /** Numbers of transactions, with commas. */
  readonly failCommits: string;
  readonly loseAnswers: string;
}

export const EMPTY_STORE: StoreFields = {
  name: '',
  latency: '',
  downFrom: '',
  downTo: '',
  failCommits: '',
  loseAnswers: '',
};

/** The scenario with one more database. What is no number stays as it was typed, so that the scenario says what is wrong. */
export function withStore(file: ScenarioFile, fields: StoreFields): ScenarioFile {
  const { name, latency, downFrom, downTo, failCommits, loseAnswers } = fields;
  const isDown = downFrom.trim() !== '' || downTo.trim() !== '';
  const store = {
    name: name.trim(),
    ...(latency.trim() === '' ? {} : { latency: latency.trim() }),
    ...(isDown ? { down: [{ from: downFrom.trim(), to: downTo.trim() }] } : {}),
    ...ordinals('failCommits', failCommits),
    ...ordinals('loseAnswers', loseAnswers),
  };
  return { ...file, stores: [...(file.stores ?? []), store] };
}

function ordinals(key: string, text: string): Readonly<Record<string, readonly number[]>> {
  const numbers = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  return numbers.length === 0 ? {} : { [key]: numbers };
}
