import { formatRate, formatSize, formatTime } from '../quantity.ts';
import type { FileArrivals, FilePartitioner, FileTransfers, FileWorkload } from '../ScenarioFile.ts';
import { DEFAULT_CURRENCY } from './WorkloadSpec.ts';
import type { Arrivals, PartitionerSpec, TransfersSpec, WorkloadExtras } from './WorkloadSpec.ts';

const DAY_US = 86_400_000_000;
const DEFAULT_EXPONENT_PERCENT = 100;

/** null: there are none. */
export function formatArrivals(arrivals: Arrivals): FileArrivals | null {
  switch (arrivals.kind) {
    case 'none':
      return null;
    case 'constant':
      return { constant: formatRate(arrivals.recordsPerSecond) };
    case 'poisson':
      return { poisson: formatRate(arrivals.recordsPerSecond) };
    case 'bursts': {
      const { records, everyUs, withinUs } = arrivals;
      const within = withinUs === 0 ? {} : { within: formatTime(withinUs) };
      return { bursts: { records, every: formatTime(everyUs), ...within } };
    }
    case 'diurnal': {
      const { lowPerSecond, highPerSecond, periodUs } = arrivals;
      const period = periodUs === DAY_US ? {} : { period: formatTime(periodUs) };
      return { diurnal: { low: formatRate(lowPerSecond), high: formatRate(highPerSecond), ...period } };
    }
    case 'closedLoop': {
      const { senders, thinkUs } = arrivals;
      return { closedLoop: { senders, ...(thinkUs === 0 ? {} : { think: formatTime(thinkUs) }) } };
    }
    case 'list':
      return { at: arrivals.timesUs.map(formatTime) };
  }
}

export function formatWorkloadExtras(extras: WorkloadExtras): Partial<FileWorkload> {
  const { keyList, keyPick, valueBytesMost, headers, compressibility, eventTime, values, transfers } = extras;
  const isPlainZipf = keyPick?.kind === 'zipf' && keyPick.exponentPercent === DEFAULT_EXPONENT_PERCENT;
  return {
    ...(keyList === undefined ? {} : { keyList }),
    ...(keyPick === undefined ? {} : { keyPick: isPlainZipf ? { kind: 'zipf' } : keyPick }),
    ...(valueBytesMost === undefined ? {} : { valueBytesMost: formatSize(valueBytesMost) }),
    ...(headers === undefined
      ? {}
      : {
          headers: headers.map(({ key, valueBytes }) => ({
            key,
            ...(valueBytes === 0 ? {} : { valueBytes: formatSize(valueBytes) }),
          })),
        }),
    ...(compressibility === undefined
      ? {}
      : {
          compressibility: {
            ratioPermille: compressibility.ratioPermille,
            ...(compressibility.halfBytes === 0 ? {} : { halfBytes: formatSize(compressibility.halfBytes) }),
          },
        }),
    ...(values === undefined ? {} : { values }),
    ...(eventTime === undefined
      ? {}
      : {
          eventTime: {
            delay: formatTime(eventTime.delayUs),
            ...(eventTime.delayMostUs === eventTime.delayUs
              ? {}
              : { delayMost: formatTime(eventTime.delayMostUs) }),
          },
        }),
    ...(transfers === undefined ? {} : { transfers: formatTransfers(transfers) }),
  };
}

function formatTransfers({ currency, amount, amountMost, opening, records }: TransfersSpec): FileTransfers {
  return {
    ...(currency === DEFAULT_CURRENCY ? {} : { currency }),
    amount,
    ...(amountMost === amount ? {} : { amountMost }),
    ...(opening === 0 ? {} : { opening }),
    ...(records === 1 ? {} : { records }),
  };
}

export function formatPartitioner(partitioner: PartitionerSpec): FilePartitioner {
  switch (partitioner.kind) {
    case 'client':
      return partitioner;
    case 'vip': {
      const { keys, partitions } = partitioner;
      return { kind: 'vip', keys, ...(partitions === 1 ? {} : { partitions }) };
    }
    case 'salt': {
      const { keys, salts } = partitioner;
      return { kind: 'salt', ...(keys === null ? {} : { keys }), salts };
    }
  }
}
