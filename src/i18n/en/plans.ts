import { formatDuration, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

/** Faults at a time, once or again. Loaded with the Lab's palette. */
export const plans = {
  title: 'Planned',
  lead: 'A fault at a time of your choice, once or again. It stands on the timeline before it happens, and in the scenario.',
  plan: 'Plan a fault',
  none: 'Nothing is planned.',
  done: 'done',
  edit: 'Change',
  remove: 'Remove',
  editOne: (what: string) => `Change: ${what}`,
  removeOne: (what: string) => `Remove: ${what}`,
  when: (atUs: number, repeat: { readonly everyUs: number; readonly times: number } | undefined) =>
    repeat === undefined
      ? `at ${formatTime(atUs)}`
      : `from ${formatTime(atUs)} on, every ${formatDuration(repeat.everyUs)}, ${plural(repeat.times, { one: '# time', other: '# times' })}`,
  on: (deed: string, target: string) => (target === '' ? deed : `${deed}: ${target}`),
  dialog: {
    title: 'Plan a fault',
    change: 'Change what is planned',
    target: 'On',
    other: 'and, for the link between two',
    fault: 'What',
    at: 'At, in seconds of the run',
    heal: 'Undo it after so many seconds',
    healHint: 'Leave it empty, and it stays so.',
    again: 'Again',
    once: 'once',
    repeated: 'again and again',
    every: 'Every so many seconds',
    times: 'How often in all',
    submit: 'Plan it',
    note: (nowUs: number) => `The run stands at ${formatTime(nowUs)} and stays there.`,
  },
  problems: {
    at: 'When is a number of seconds from the start of the run, as 12.5.',
    past: (nowUs: number) => `That time is over: the run stands at ${formatTime(nowUs)}.`,
    heal: 'After how long it is undone is a number of seconds above 0.',
    every: 'How far apart is a number of seconds above 0.',
    times: 'How often is a whole number, 2 or more.',
    healTooLong:
      'It is undone only after the next time has come: choose a shorter time, or one further apart.',
  },
  faults: {
    KillBroker: 'Crash (SIGKILL)',
    StopBroker: 'Stop cleanly (SIGTERM)',
    StartBroker: 'Start',
    CutPower: 'Cut the power',
    PauseProcess: 'Stop the process (SIGSTOP)',
    SlowDisk: 'Slow disk, 100 times',
    FailDisk: 'Disk fails',
    KillController: 'Crash (SIGKILL)',
    StopController: 'Stop cleanly (SIGTERM)',
    StartController: 'Start',
    CutControllerPower: 'Cut the power',
    KillClient: 'Crash (SIGKILL)',
    CloseClient: 'Close it',
    StartClient: 'Start',
    StallConsumer: 'Stall: no poll()',
    PauseWorkload: 'Stop sending',
    SendRecords: 'Send 10 records',
    CutLink: 'Cut the link',
    CutLinkForward: 'Cut the link one way',
    SlowLink: 'Slow link, 200 ms',
    ClockAhead: 'Clock 1 h ahead',
  },
};
