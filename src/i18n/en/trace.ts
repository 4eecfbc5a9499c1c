import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const records = (count: number) => plural(count, { one: '# record', other: '# records' });
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const trace = {
  title: 'What just happened',
  empty: 'Nothing yet. Press play, or take the next event.',
  youDidThis: 'you did this',
  scenarioDidThis: 'scenario',
  why: 'Why?',
  whyOf: (sentence: string) => `Why? ${sentence}`,
  goThere: 'Go there',
  goTo: (time: string) => `Go to ${time}`,
  closeWhy: 'Close',
  whyTitle: 'Chain of causes',
  whyLoading: 'Looking for the cause.',
  whyScenario: 'The scenario began here.',
  aboutError: 'What it means',
  aboutErrorOf: (error: string) => `: ${error}`,
  /** Routine facts between two that matter, in one line. */
  summary: (counts: {
    readonly appended: number;
    readonly highWatermark: number;
    readonly acknowledged: number;
    readonly read: number;
    readonly other: number;
  }) => {
    const parts = [
      counts.appended > 0 ? `${records(counts.appended)} appended` : '',
      counts.highWatermark > 0 ? `high watermark plus ${formatNumber(counts.highWatermark)}` : '',
      counts.acknowledged > 0 ? `${formatNumber(counts.acknowledged)} acknowledged` : '',
      counts.read > 0 ? `${formatNumber(counts.read)} read` : '',
    ].filter((part) => part !== '');
    if (parts.length > 0) return `${capital(parts.join(', '))}.`;
    return plural(counts.other, { one: '# routine step.', other: '# routine steps.' });
  },
  spokenSummary: (seconds: number, summary: string, errors: number) =>
    `In ${plural(seconds, { one: '# second', other: '# seconds' })}: ${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}, ${
      errors === 0 ? 'no errors' : plural(errors, { one: '# error', other: '# errors' })
    }.`,
};
