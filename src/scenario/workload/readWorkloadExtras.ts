import { LIMITS } from '../limits.ts';
import { parseRate, parseSize } from '../quantity.ts';
import { checked, readTime } from '../readCluster.ts';
import type { ReadReport } from '../readConfigs.ts';
import type { FileArrivals, FilePartitioner, FileTransfers, FileWorkload } from '../ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from '../ScenarioProblem.ts';
import {
  DEFAULT_CURRENCY,
  PARTITIONER_NAMES,
  type Arrivals,
  type KeyPickSpec,
  type PartitionerSpec,
  type TransfersSpec,
  type WorkloadExtras,
} from './WorkloadSpec.ts';

const KINDS_OF_ARRIVALS = ['constant', 'poisson', 'bursts', 'diurnal', 'closedLoop', 'at'] as const;
const DAY_US = 86_400_000_000;
const DEFAULT_EXPONENT_PERCENT = 100;

/** When records come, out of the one kind of arrivals that a file gives. */
export function readArrivals(
  file: FileArrivals | null | undefined,
  path: string,
  report: ReadReport,
): Arrivals {
  if (file === undefined || file === null) return { kind: 'none' };
  const given = KINDS_OF_ARRIVALS.filter((kind) => file[kind] !== undefined);
  if (given.length !== 1)
    report.problems.push(scenarioProblem('one-of-arrivals', path, file, oneOf(KINDS_OF_ARRIVALS)));
  const rate = (text: string, ...steps: readonly string[]): number => {
    const perSecond = checked(parseRate(text));
    if (perSecond > LIMITS.recordsPerSecond) {
      const range = { kind: 'range', min: 0, max: LIMITS.recordsPerSecond } as const;
      report.problems.push(scenarioProblem('out-of-range', steps.reduce(pathTo, path), text, range));
    }
    return perSecond;
  };
  const { constant, poisson, bursts, diurnal, closedLoop, at } = file;
  if (constant !== undefined) return { kind: 'constant', recordsPerSecond: rate(constant, 'constant') };
  if (poisson !== undefined) return { kind: 'poisson', recordsPerSecond: rate(poisson, 'poisson') };
  if (bursts !== undefined) {
    const everyUs = readTime(bursts.every, 0);
    const withinUs = readTime(bursts.within, 0);
    const everyPath = pathTo(pathTo(path, 'bursts'), 'every');
    if (everyUs === 0) report.problems.push(scenarioProblem('no-time', everyPath, bursts.every));
    else if (withinUs > everyUs)
      report.problems.push(
        scenarioProblem('longer-than-between', pathTo(pathTo(path, 'bursts'), 'within'), bursts.within),
      );
    return { kind: 'bursts', records: bursts.records, everyUs, withinUs };
  }
  if (diurnal !== undefined) {
    const periodUs = readTime(diurnal.period, DAY_US);
    if (periodUs === 0)
      report.problems.push(
        scenarioProblem('no-time', pathTo(pathTo(path, 'diurnal'), 'period'), diurnal.period),
      );
    return {
      kind: 'diurnal',
      lowPerSecond: rate(diurnal.low, 'diurnal', 'low'),
      highPerSecond: rate(diurnal.high, 'diurnal', 'high'),
      periodUs,
    };
  }
  if (closedLoop !== undefined)
    return { kind: 'closedLoop', senders: closedLoop.senders, thinkUs: readTime(closedLoop.think, 0) };
  if (at === undefined) return { kind: 'none' };
  const timesUs = at.map((time) => readTime(time, 0));
  timesUs.forEach((timeUs, i) => {
    if (timeUs < (timesUs[i - 1] ?? 0))
      report.problems.push(scenarioProblem('falling-times', pathTo(pathTo(path, 'at'), i), at[i]));
  });
  return { kind: 'list', timesUs };
}

/** What else a file says of keys, sizes, headers and timestamps; nothing of what it does not say. */
export function readWorkloadExtras(file: FileWorkload, path: string, report: ReadReport): WorkloadExtras {
  const { keyList, keyPick, valueBytesMost, headers, compressibility, eventTime, values, transfers } = file;
  const tell = (code: ScenarioProblem['code'], key: string, value: unknown): void => {
    report.problems.push(scenarioProblem(code, pathTo(path, key), value));
  };
  if (keyList?.length === 0) tell('no-keys', 'keyList', keyList);
  if (keyList !== undefined && file.key !== undefined && file.key !== null)
    tell('key-and-list', 'keyList', file.key);
  if (keyPick !== undefined && keyList === undefined && (file.key ?? null) === null)
    tell('pick-without-keys', 'keyPick', keyPick.kind);
  const keyCount = keyList?.length ?? file.keys ?? 1;
  if (keyPick?.kind === 'zipf' && keyCount > LIMITS.zipfKeys)
    report.problems.push(
      scenarioProblem('too-many', pathTo(path, 'keys'), keyCount, {
        kind: 'range',
        min: 1,
        max: LIMITS.zipfKeys,
      }),
    );
  const mostBytes = valueBytesMost === undefined ? null : checked(parseSize(valueBytesMost));
  if (mostBytes !== null && mostBytes < checked(parseSize(file.valueBytes ?? 100)))
    tell('most-below-least', 'valueBytesMost', valueBytesMost);
  if (values !== undefined && compressibility !== undefined) tell('values-and-ratio', 'values', values);
  const delayUs = readTime(eventTime?.delay, 0);
  const delayMostUs = readTime(eventTime?.delayMost, delayUs);
  if (delayMostUs < delayUs) tell('most-below-least', 'eventTime.delayMost', eventTime?.delayMost);
  if (transfers !== undefined) {
    // Somebody pays somebody else.
    const accounts = keyList?.length ?? (file.key?.includes('{n}') === true ? (file.keys ?? 1) : 1);
    if (accounts < 2) tell('transfers-without-accounts', 'transfers', undefined);
    if ((file.tombstoneEvery ?? null) !== null) tell('transfers-and-tombstones', 'transfers', undefined);
    if (transfers.amountMost !== undefined && transfers.amountMost < transfers.amount)
      tell('most-below-least', 'transfers.amountMost', transfers.amountMost);
  }
  return {
    ...(keyList === undefined ? {} : { keyList }),
    ...(keyPick === undefined ? {} : { keyPick: readKeyPick(keyPick) }),
    ...(mostBytes === null ? {} : { valueBytesMost: mostBytes }),
    ...(headers === undefined || headers.length === 0
      ? {}
      : {
          headers: headers.map(({ key, valueBytes }) => ({
            key,
            valueBytes: valueBytes === undefined ? 0 : checked(parseSize(valueBytes)),
          })),
        }),
    ...(compressibility === undefined
      ? {}
      : {
          compressibility: {
            ratioPermille: compressibility.ratioPermille,
            halfBytes: checked(parseSize(compressibility.halfBytes ?? 0)),
          },
        }),
    ...(values === undefined ? {} : { values }),
    ...(eventTime === undefined ? {} : { eventTime: { delayUs, delayMostUs } }),
    ...(transfers === undefined ? {} : { transfers: readTransfers(transfers) }),
  };
}

function readTransfers(file: FileTransfers): TransfersSpec {
  const { currency = DEFAULT_CURRENCY, amount, amountMost = amount, opening = 0, records } = file;
  return { currency, amount, amountMost, opening, records: records === 2 ? 2 : 1 };
}

function readKeyPick(pick: NonNullable<FileWorkload['keyPick']>): KeyPickSpec {
  return pick.kind === 'zipf'
    ? { kind: 'zipf', exponentPercent: pick.exponentPercent ?? DEFAULT_EXPONENT_PERCENT }
    : pick;
}

/** That of another client, or a rule of the application's own. */
export function readPartitioner(file: FilePartitioner): PartitionerSpec {
  switch (file.kind) {
    case 'client':
      return {
        kind: 'client',
        name: PARTITIONER_NAMES.find((name) => name === file.name) ?? 'kafkajs:default',
      };
    case 'vip':
      return { kind: 'vip', keys: file.keys, partitions: file.partitions ?? 1 };
    case 'salt':
      return { kind: 'salt', keys: file.keys ?? null, salts: file.salts };
  }
}
