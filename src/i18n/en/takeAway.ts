import { formatNumber, formatTime } from '../format.ts';

/** What can be taken along of a run. Loaded with its dialog. */
export const takeAway = {
  open: 'Export',
  title: 'Take it along',
  link: {
    title: 'Link',
    lead: 'The run to the bit, in an address.',
    copy: 'Copy the link',
    copied: 'Copied',
    length: (length: number) => `${formatNumber(length)} characters.`,
    long: (length: number, safe: number) =>
      `${formatNumber(length)} characters: programs for mail and chat cut links of more than ${formatNumber(safe)}. The scenario file below holds the same, and is never cut.`,
    tooLong: (length: number, limit: number) =>
      `It would have ${formatNumber(length)} characters, and a link may have ${formatNumber(limit)}. Take the scenario file: it holds the same commands.`,
    making: 'Being made.',
  },
  files: {
    title: 'Files',
    scenario: 'Scenario file',
    scenarioAbout: 'The cluster and every command, as JSON; the Lab opens it, and so does simulate.',
    trace: 'Trace file',
    traceAbout: 'Every fact of the run, a line each (NDJSON).',
  },
  picture: {
    title: 'Picture of what is on the stage',
    svg: 'SVG',
    png: 'PNG',
    about: 'With the colours of this theme, the moment and its link.',
    caption: (name: string, atUs: number) =>
      `${name}, ${formatTime(atUs)}. Highwater, Apache Kafka simulated`,
    none: 'There is no picture on the page to take.',
    failed: 'This browser could not make a PNG of it. The SVG is the same picture.',
  },
  embed: {
    title: 'On a page of your own',
    about: 'Stage and transport alone, in an iframe.',
    code: 'HTML for the page',
    frameTitle: 'Highwater',
  },
};
