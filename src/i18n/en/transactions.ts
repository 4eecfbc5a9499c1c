import { formatDuration, formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

const n = formatNumber;

/** Transactions as their coordinator and the log have them. The panel loads it. */
export const transactions = {
  title: 'Transactions',
  none: 'No transactional.id is known to a coordinator. A producer with transactional.id makes itself known when it starts.',
  coordinators: 'What the coordinators know',
  coordinator: (broker: number, partition: string) => `broker ${broker}, in ${partition}`,
  state: 'State',
  writes: (state: string) => `writing ${state}`,
  id: 'Producer id, epoch',
  idAndEpoch: (producerId: number, epoch: number) => `${n(producerId)}, ${n(epoch)}`,
  timeout: 'transaction.timeout.ms',
  timeoutOf: (timeoutUs: number, endsInUs: number | null) =>
    endsInUs === null
      ? formatDuration(timeoutUs)
      : endsInUs <= 0
        ? `${formatDuration(timeoutUs)}, over: the next scan aborts it`
        : `${formatDuration(timeoutUs)}, over in ${formatDuration(endsInUs)}`,
  partitions: 'Partitions',
  noPartitions: 'none',
  missing: 'Markers still to be written',
  states: 'The states of a transactional.id',
  isHere: 'is here',
  log: {
    title: (partition: string, broker: number) => `${partition} on broker ${broker}`,
    picture: (partition: string) => `The newest batches of ${partition}, from left to right`,
    none: 'The partition that the stage shows has no leader.',
    empty: 'Nothing is in the log.',
    noTransactions: 'No record here belongs to a transaction.',
    before: (count: number) => plural(count, { one: '# batch before', other: '# batches before' }),
    lso: (offset: number) => `LSO ${n(offset)}`,
    hw: (offset: number) => `HW ${n(offset)}`,
    leo: (offset: number) => `LEO ${n(offset)}`,
    lead: (lso: number, hw: number, leo: number) =>
      `read_committed reads below ${n(lso)}, read_uncommitted below ${n(hw)}; the log ends at ${n(leo)}.`,
    producer: (producerId: number, epoch: number) => `id ${n(producerId)}, epoch ${n(epoch)}`,
    what: {
      plain: 'of no transaction',
      open: 'open: nobody with read_committed gets it',
      committed: 'committed',
      aborted: 'aborted: read_committed skips it',
      commitMarker: 'control marker COMMIT',
      abortMarker: 'control marker ABORT',
    },
    batch: (first: number, count: number) =>
      count === 1 ? `Offset ${n(first)}` : `Offsets ${n(first)} to ${n(first + count - 1)}`,
    list: 'As a list',
    columns: { offsets: 'Offsets', what: 'What it is', who: 'Producer' },
    legend: {
      bracket: 'a transaction',
      open: 'still open',
      struck: 'aborted',
      commit: 'C commits',
      abort: 'A aborts',
    },
  },
};
