import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

/** Links: making one, opening one, and the page for one that is broken. */
export const link = {
  copy: 'Copy link',
  copied: 'Copied',
  copiedSpoken: 'The link is in the clipboard.',
  dialogTitle: 'Take the link',
  blocked:
    'This browser did not let the page write to the clipboard. The link is selected; copy it with the keys you know.',
  address: 'Link to this moment',
  tooLongTitle: 'This run is too long for a link',
  tooLong: (length: number, limit: number) =>
    `It would have ${formatNumber(length)} characters, and a link may have ${formatNumber(limit)}. Save the scenario file instead: it holds the same commands.`,

  opening: 'Opening the link',
  openedTitle: 'Shared run',
  replaying: 'Replaying the run to the moment of the link.',
  keep: 'Go on in your Lab',
  stepIsGone:
    'This link was made in a step of a lesson that is not here any more. Its run is complete; here it is in the Lab.',
  openLesson: (number: number, title: string) => `Open lesson ${number}, ${title}`,

  verdict: {
    same: (version: string) =>
      `Replayed to the bit: engine ${version}, and the same digest as where the link was made.`,
    'our-fault':
      'The same engine came to another state than where the link was made. That must not happen, and the fault is ours.',
    agrees: (made: string, here: string) =>
      `Made with engine ${made}, run with engine ${here}: both come to the same state.`,
    differs: (made: string, here: string) =>
      `Made with engine ${made}, run with engine ${here}: they come to another state. What you see is what engine ${here} does.`,
    changes: 'What changed between the two',
    noChanges: 'The changelog between the two names no change of behaviour.',
    change: (version: string, summary: string) => `${version}: ${summary}`,
    digests: (made: string, here: string) => `Digest in the link ${made}, here ${here}.`,
  },

  broken: {
    pageTitle: 'A link that cannot be opened as it is',
    titles: {
      'not-ours': 'This is not a link of Highwater',
      'newer-version': 'This link was made by a newer Highwater',
      'cut-off': 'This link is cut off',
      edited: 'This link was changed on the way',
      'too-long': 'This link is too long',
      'bad-scenario': 'The scenario in this link cannot run',
      'bad-commands': 'Some commands in this link were not understood',
    },
    notOurs:
      'A link of Highwater goes on after “#/l/” with a number, a full stop and the run. This one does not.',
    newer: (version: number, known: number) =>
      `It has format ${formatNumber(version)}; this page knows formats up to ${formatNumber(known)}. Open it where Highwater is newer, or reload if this page is an old copy.`,
    cutOff: (position: number) =>
      `It ends after character ${formatNumber(position)}, before its checksum. Programs for mail and chat shorten long links.`,
    edited: 'It is complete, and its checksum does not fit what stands in it.',
    editedAt: (position: number) => `Character ${formatNumber(position)} is one that such a link never has.`,
    editedPath: (path: string) => `At fault is the part “${path}”.`,
    tooLongText: (length: number, limit: number) =>
      `It has ${formatNumber(length)} characters; the limit is ${formatNumber(limit)}.`,
    tooLongContent: (limit: number) =>
      `Unpacked it has more than ${formatNumber(limit)} characters; that is the limit.`,
    badScenario: 'The link is whole, and this is what keeps its scenario from running:',
    badCommands: 'The link is whole; these commands do not fit its scenario:',
    where: 'Where',

    savedTitle: 'What could be saved',
    nothing: 'Nothing of it could be read.',
    scenario: (brokers: number, topics: number) =>
      `The whole scenario: ${plural(brokers, { one: '# broker', other: '# brokers' })}, ${plural(topics, { one: '# topic', other: '# topics' })}.`,
    scenarioText: 'The text of the scenario, to be mended by hand.',
    commands: (kept: number, lost: number) =>
      lost === 0
        ? `${plural(kept, { one: '# command', other: '# commands' })}, none lost.`
        : `${plural(kept, { one: '# command', other: '# commands' })}; ${formatNumber(lost)} more could not be read and would be missing.`,
    noCommands: 'No commands.',
    instant: (time: string) => `The moment: ${time}.`,
    noInstant: 'Not the moment: the run starts at 0:00.000.',
    notCompared: 'The result cannot be compared with the one where the link was made.',
    silent: 'Nothing is dropped in silence: what opens is what is listed here.',
    open: 'Open what could be saved',
    mend: 'Mend the scenario as text',
    toCourse: 'To the course',
    toLab: 'To the Lab',
  },
};
