/** What the command line says when it cannot go on. */
export const cli = {
  usage:
    'Usage: npm run --silent simulate -- FILE.json [--seed N] [--until 60s] [--out FILE] [--trace FILE] [--metrics FILE]',
  cannotRead: ({ file }: { file: string }): string => `${file}: this file cannot be read.`,
  untilIsMissing:
    'until: it is not said where the run ends. Write "until": "60s" into the file, or give --until 60s.',
  badArgument: ({ detail }: { detail: string }): string => detail,
  badSeed: ({ value }: { value: string }): string =>
    `--seed: ${value} is not a whole number from 0 to 4294967295.`,
  badUntil: ({ value }: { value: string }): string =>
    `--until: ${value} is not a time. Write a number of ms, or a number and one of us ms s min h d.`,
  exportCompose: {
    usage: 'Usage: npm run export:compose -- FILE-OR-LINK [--out DIR]',
    written: ({ script }: { script: string }): string => `Written. Start it: sh ${script}`,
    brokenLink: ({ problem }: { problem: string }): string => `This link cannot be read: ${problem}.`,
  },
};
