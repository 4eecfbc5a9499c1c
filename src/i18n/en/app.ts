/** The shell: top bar, keys, faults, pages that are only text. */
export const app = {
  embedded: { title: 'Highwater', open: 'Open in Highwater' },
  name: 'Highwater',
  pageTitle: (page: string) => `${page} · Highwater`,
  homeTitle: 'Highwater: Apache Kafka, slowed down until you can see it',
  skipToMain: 'Skip to the content',
  isDefault: ', default',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',

  nav: {
    label: 'Main',
    home: 'Highwater, to the course',
    course: 'Course',
    lab: 'Lab',
    fidelity: 'What is modelled',
    back: 'Back to the course',
    more: 'More',
  },
  theme: {
    useDark: 'Use the dark theme',
    useLight: 'Use the light theme',
  },

  keys: {
    open: 'Keys and settings',
    title: 'Keys and settings',
    onThisScreen: 'Keys on this screen',
    everywhere: 'Everywhere',
    help: 'Show this list',
    room: 'Room mode: larger, for a lecture room',
    tab: 'Next control',
    escape: 'Close, or back one level',
    key: 'Key',
    does: 'Does',
    singleOff:
      'Single keys are switched off, so only keys with Ctrl, Alt or ⌘, and those of the focused control, work.',
  },

  room: {
    on: 'Room mode. Shift and R leave it.',
    off: 'Room mode is left.',
    command: 'Room mode on or off',
    hands: 'Show of hands',
    fewer: (option: string) => `One hand fewer for ${option}`,
    more: (option: string) => `One hand more for ${option}`,
    count: (option: string, hands: number) => `${option}: ${hands}`,
  },

  notFound: {
    title: 'There is no such page',
    body: (path: string) =>
      `Nothing stands at ${path}. It may have been renamed, or the address was cut off.`,
    toCourse: 'To the course',
  },

  fault: {
    title: 'This page stopped, and the fault is ours',
    body: 'Highwater met a state that its code does not allow. Nothing was sent anywhere. A reload starts afresh; your progress in the course is kept.',
    stageTitle: 'The picture stopped, and the fault is ours',
    stageBody: 'The text stays readable. Reload the page to start the run again.',
    report: 'What went wrong',
    copyReport: 'Copy the report',
    reload: 'Reload',
    toCourse: 'To the course',
  },

  noWorker: {
    title: 'The cluster cannot run here',
    body: 'The simulation needs a module worker, and this browser did not start one (it may be offline with the worker not yet loaded, or older than Chromium 111, Firefox 128 or Safari 16.4). Text, formulas and answers stay readable.',
    retry: 'Try again',
  },

  invariant: {
    title: (time: string) => `The simulation stopped at ${time}`,
    body: 'In Kafka that can never happen, so the fault is in Highwater. The report holds a link that repeats it exactly.',
    copyReport: 'Copy the report',
    goBefore: 'Go to just before',
  },

  sheet: {
    label: 'Text panel',
    rests: { peek: 'low', half: 'half height', full: 'full height' },
    handle: (rest: string) => `Text panel, ${rest}. Press to change its height; arrow keys move it.`,
  },

  lesson: {
    crumb: (number: number, title: string) => `${number} · ${title}`,
    meta: (minutes: string, steps: string) => `${minutes} · ${steps}`,
    minutes: (count: number) => `${count} min`,
    phone: (number: number) => `Lesson ${number}`,
    openInLab: 'Open in Lab',
    copyLink: 'Copy link to step',
    stage: 'Stage',
    text: 'Lesson',
    panels: 'What goes on',
    panelNow: 'Waits and facts',
    panelLedger: 'Ledger',
    panelMetrics: 'Metrics',
    panelMetadata: 'Metadata log',
    panelStorage: 'Storage',
    panelShare: 'Share groups',
    panelQueues: 'Queues',
    panelOutside: 'Outside',
    panelProducers: 'Producers',
    panelTransactions: 'Transactions',
    panelGroups: 'Groups',
    missingTitle: 'There is no such lesson',
    missingBody: (slug: string) => `No lesson is called “${slug}”.`,
    notWrittenTitle: (number: number, title: string) => `Lesson ${number}, ${title}, is not yet written`,
    notWrittenBody: 'It is part of the plan of the course and nothing of it can be read yet.',
  },
};
