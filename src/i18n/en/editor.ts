import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

/** The scenario as text. It comes with its editor. */
export const editor = {
  title: 'Scenario as text',
  open: 'Edit it as text',
  close: 'Close the text',
  format: 'Written as',
  json: 'JSON',
  yaml: 'YAML',
  cannotConvert:
    'The text cannot be read as it is, so it stays as it is. Mend what is marked, then choose again.',
  commentsAside:
    'JSON has no comments. Those of the YAML text are put aside: they come back when YAML is chosen again.',
  help: 'Ctrl+Space shows what may stand at the caret, and Escape closes that list. Tab leaves the text; Ctrl+] and Ctrl+[ move lines in and out.',
  at: (path: string, doc: string) => (path === '' ? doc : `${path}${doc === '' ? '' : `: ${doc}`}`),
  problems: (count: number) => plural(count, { one: '# problem', other: '# problems' }),
  goesOn: 'The run goes on as it is.',
  line: (line: number) => `line ${formatNumber(line)}`,
  runs: 'This is what runs.',
  runsNote: 'Deeds come into the text at once, comments stay.',
  ready: 'Not applied yet.',
  readyNote: (time: string) =>
    `Applied, it begins a future of its own and plays it from the start to ${time}.`,
  apply: 'Apply',
  applyKeys: (isMac: boolean) => (isMac ? '⌘↵' : 'Ctrl+↵'),
  takeRun: 'Take what runs',
  applied: 'Applied. A future of its own runs.',
  taken: 'The text is what runs.',
  elsewhere: 'Another scenario runs now.',
  elsewhereNote: 'What you typed is still here, and not what runs.',
  behind: 'What was done since comes into the text once it can be read.',
  wouldRun: 'It would run as it is.',
  /** What CodeMirror says itself, by its own words. */
  phrases: {
    Completions: 'What may stand here',
    'Fold line': 'Fold line',
    'Unfold line': 'Unfold line',
    'folded code': 'folded lines',
    unfold: 'unfold',
    'Fold gutter': 'Fold',
    'Folded lines': 'Folded lines',
    'Unfolded lines': 'Unfolded lines',
    to: 'to',
    Diagnostics: 'Problems',
    'No diagnostics': 'No problems',
    close: 'close',
    'Control character': 'Control character',
  },
};
