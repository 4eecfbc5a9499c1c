import { formatNumber } from '../format.ts';
import { joinAnd, plural } from '../plural.ts';

const n = formatNumber;
const messages = (count: number): string => plural(count, { one: '# message', other: '# messages' });
const records = (count: number): string => plural(count, { one: '# record', other: '# records' });

/** Queues of a queue broker, beside the log of a partition. Comes with the panel that shows it. */
export const queues = {
  title: 'Queues and the log',
  empty: 'There is no queue broker in this scenario.',
  broker: (name: string, isUp: boolean) => `${name}, ${isUp ? 'running' : 'not running'}`,
  notKafka: 'not Kafka',
  kill: (name: string) => `Crash ${name}`,
  start: (name: string) => `Start ${name}`,
  crash: 'Crash',
  close: 'Close',
  begin: 'Start',
  unroutable: (count: number) => `${messages(count)} found no queue.`,
  queue: (name: string) => `Queue ${name}`,
  bindings: (keys: readonly string[]) =>
    keys.length === 0 ? 'default exchange' : joinAnd([...new Set(keys)]),
  binding: (exchange: string, type: string, key: string) =>
    type === 'fanout' ? `${exchange} (fanout)` : `${exchange} (${type}) ${key}`,
  notDurable: 'not durable',
  picture: (name: string, gone: number, unacked: number, ready: number) =>
    `Queue ${name}: ${n(gone)} of its messages are gone, ${n(unacked)} are with consumers, ${n(ready)} are ready.`,
  log: (partition: string) => `Log ${partition}`,
  logPicture: (partition: string, from: number, to: number, readers: readonly string[]) =>
    `Log of ${partition}: it keeps ${records(to - from)}, from offset ${n(from)} on.${
      readers.length === 0 ? '' : ` Next to be read: ${joinAnd(readers)}.`
    }`,
  reader: (name: string, offset: number) => `${name} at ${n(offset)}`,
  readers: (names: readonly string[]) =>
    names.length <= 2 ? names.join(', ') : `${names[0] ?? ''} and ${n(names.length - 1)} more`,
  kept: (count: number) => `${records(count)} kept`,
  outOfSight: (before: number, after: number) =>
    [before === 0 ? '' : `${n(before)} before`, after === 0 ? '' : `${n(after)} after`]
      .filter((part) => part !== '')
      .join(', '),
  legend: {
    gone: 'acknowledged, and gone',
    unacked: 'with a consumer, not acknowledged',
    ready: 'ready',
    again: 'delivered before',
    kept: 'in the log, read or not',
    reader: 'next for a group',
  },
  counts: {
    ready: 'Ready',
    unacked: 'Unacked',
    acked: 'Acked',
    redelivered: 'Redelivered',
    deadLettered: 'Dead letters',
    dropped: 'Dropped',
    lost: 'Lost',
  },
  messagesOf: (name: string) => `Messages of ${name}, one by one`,
  queueColumn: 'Queue',
  columns: { message: 'Message', state: 'State', consumer: 'Consumer', redelivered: 'Delivered before' },
  states: { unacked: 'not acknowledged', ready: 'ready' },
  yes: 'yes',
  no: 'no',
  more: (count: number) => `${messages(count)} more`,
  unused: (names: readonly string[]) => `Nothing came to ${joinAnd(names)} yet.`,
  consumers: 'Who consumes',
  publishers: 'Who publishes',
  client: 'Client',
  process: 'Process',
  processes: { running: 'running', closed: 'closed', killed: 'crashed', paused: 'stands still' },
  prefetch: 'Prefetch',
  noLimit: 'no limit',
  auto: 'autoAck',
  held: 'In hand',
  done: 'Done',
  published: 'Published',
  confirmed: 'Confirmed',
  deeds: 'Deeds',
};
