import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

/** The scenario as text. It comes with its editor. */
export const editor = {
  format: 'Written as',
  json: 'JSON',
  yaml: 'YAML',
  cannotConvert:
    'The text cannot be read as it is, so it stays as it is. Mend what is marked, then choose again.',
  help: 'Ctrl+Space shows what may stand at the caret. Escape closes that list; Tab leaves the text.',
  completions: 'What may stand here',
  noCompletions: 'Nothing is known that may stand here.',
  at: (path: string, doc: string) => (path === '' ? doc : `${path}${doc === '' ? '' : `: ${doc}`}`),
  problems: (count: number) => plural(count, { one: '# problem', other: '# problems' }),
  noProblems: 'It would run as it is.',
  line: (line: number) => `line ${formatNumber(line)}`,
  draft: 'This is the text that you had left here. It is not what runs.',
  dropDraft: 'Take what runs',
};
