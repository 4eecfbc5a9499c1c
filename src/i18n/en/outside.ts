import { formatDuration, formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;
const records = (count: number) => plural(count, { one: '# record', other: '# records' });

/** Databases, retry topics and dead letters. The panel loads it. */
export const outside = {
  title: 'Outside of Kafka',
  none: 'No application here writes to a database or sends records on.',
  ladder: 'Retry ladder',
  ladderText: (steps: readonly string[]) => `Retry ladder: ${steps.join('; ')}`,
  step: (topic: string, count: number, waiting: number) =>
    `${topic} ${records(count)}, ${n(waiting)} waiting`,
  way: (from: string, to: string, count: number) => `${n(count)} from ${from} to ${to}`,
  records,
  waiting: (count: number) => `${n(count)} waiting`,
  delay: (delayUs: number) => `after ${formatDuration(delayUs)}`,
  due: (inUs: number) => `next in ${formatDuration(Math.max(0, inUs))}`,
  atHand: (offset: number, attempt: number) =>
    attempt === 1 ? `at ${n(offset)}` : `at ${n(offset)}, try ${n(attempt)}`,
  tries: (failed: number, done: number, skipped: number) =>
    [
      `${n(done)} done`,
      ...(failed > 0 ? [plural(failed, { one: '# failed try', other: '# failed tries' })] : []),
      ...(skipped > 0 ? [`${n(skipped)} skipped`] : []),
    ].join(' · '),
  nobody: 'nobody reads it',
  headers: (topic: string) => `Headers of the newest record in ${topic}`,
  unknown: 'not kept here',
  store: (name: string) => `Database ${name}`,
  up: 'up',
  down: (forUs: number) => `down, back in ${formatDuration(forUs)}`,
  figures: {
    rows: 'rows',
    ignored: 'there already, left',
    overwritten: 'there already, written anew',
    transactions: 'transactions',
    refused: 'refused',
  },
  offsets: 'Offsets kept in it',
  recent: 'Newest rows',
  columns: { row: 'Row', writer: 'Written by', became: 'What it did' },
  became: { inserted: 'inserted', overwritten: 'written anew', ignored: 'was there: ignored' },
  ledger: 'What became of what was read',
  ledgerOf: (group: string, partition: string) => `${group}, ${partition}`,
  counts: {
    due: 'committed',
    once: 'applied once',
    twice: 'applied twice',
    forwarded: 'sent on',
    skipped: 'skipped',
    lost: 'lost',
    ahead: 'applied, not committed',
  },
};
