import { Arrivals } from '../client/producer/Arrivals.ts';
import type { CallTimes } from '../client/producer/workload/CallTimes.ts';
import { ClosedLoop } from '../client/producer/workload/ClosedLoop.ts';
import { PoissonArrivals } from '../client/producer/workload/PoissonArrivals.ts';
import { diurnalSchedule } from '../client/producer/workload/schedule.ts';
import { ScheduledArrivals } from '../client/producer/workload/ScheduledArrivals.ts';
import type { WorkloadShape } from '../client/producer/WorkloadSource.ts';
import { hashText } from '../kernel/hash.ts';
import { utf8Bytes } from '../../shared/utf8.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { ProducerSpec, Workload } from '../../scenario/Scenario.ts';

/** What the application of a producer sends; only what differs from the plainest workload has a field. */
export function workloadShapeOf(
  { clientId, workload, partitioner }: ProducerSpec,
  seed: number,
): WorkloadShape | null {
  if (workload === null) return null;
  const { keyList, keyPick, valueBytesMost, headers, compressibility, eventTime, values, transfers } =
    workload;
  const isDrawn = [keyPick, valueBytesMost, eventTime, transfers].some((drawn) => drawn !== undefined);
  return Object.freeze({
    topic: workload.topic,
    partition: workload.partition,
    key: workload.key,
    keyCount: workload.keyCount,
    valueBytes: workload.valueBytes,
    tombstoneEvery: workload.tombstoneEvery,
    ...(workload.transaction && { transaction: Object.freeze({ ...workload.transaction }) }),
    ...(keyList && { keyList: Object.freeze([...keyList]) }),
    ...(keyPick && { keyPick }),
    ...(valueBytesMost !== undefined && { valueBytesMost }),
    ...(headers && {
      headers: Object.freeze(
        headers.map(({ key, valueBytes }) => Object.freeze({ keyBytes: utf8Bytes(key).length, valueBytes })),
      ),
    }),
    ...(compressibility && { compressibility: Object.freeze({ ...compressibility }) }),
    ...(values && {
      values: Object.freeze({
        kind: values,
        seed: drawSeedOf(seed, clientId, 'values'),
        ...(headers && { headers: Object.freeze(headers.map((header) => Object.freeze({ ...header }))) }),
      }),
    }),
    ...(eventTime && {
      eventTime: Object.freeze({
        delayMs: Math.floor(eventTime.delayUs / MICROS_PER_MILLI),
        delayMostMs: Math.floor(eventTime.delayMostUs / MICROS_PER_MILLI),
      }),
    }),
    ...(transfers && {
      transfers: Object.freeze({
        amount: transfers.amount,
        amountMost: transfers.amountMost,
        records: transfers.records,
      }),
    }),
    ...(isDrawn && { drawSeed: drawSeedOf(seed, clientId, 'records') }),
    ...(partitioner && { partitioner }),
    ...(workload.transaction && { transaction: Object.freeze({ ...workload.transaction }) }),
  });
}

/** When the application calls send(). */
export function callTimesOf(
  {
    clientId,
    workload,
  }: {
    readonly clientId: string;
    readonly workload: Pick<Workload, 'arrivals' | 'startUs' | 'endUs'> | null;
  },
  seed: number,
): CallTimes {
  const arrivals = workload?.arrivals ?? { kind: 'none' };
  const startUs = workload?.startUs ?? 0;
  const endUs = workload?.endUs ?? null;
  switch (arrivals.kind) {
    case 'none':
      return new Arrivals(0, startUs, endUs);
    case 'constant':
      return new Arrivals(arrivals.recordsPerSecond, startUs, endUs);
    case 'poisson': {
      const drawSeed = drawSeedOf(seed, clientId, 'arrivals');
      return new PoissonArrivals(drawSeed, arrivals.recordsPerSecond, startUs, endUs);
    }
    case 'bursts':
      return new ScheduledArrivals(Object.freeze({ ...arrivals }), startUs, endUs);
    case 'diurnal': {
      const { lowPerSecond, highPerSecond, periodUs } = arrivals;
      const schedule = diurnalSchedule(lowPerSecond, highPerSecond, periodUs);
      return new ScheduledArrivals(Object.freeze(schedule), startUs, endUs);
    }
    case 'closedLoop':
      return new ClosedLoop(arrivals.senders, arrivals.thinkUs, startUs, endUs);
    case 'list':
      return new ScheduledArrivals(Object.freeze({ ...arrivals }), startUs, endUs);
  }
}

/** What no other producer's draws depend on, nor draws of another purpose. */
function drawSeedOf(seed: number, clientId: string, purpose: string): number {
  return hashText(`${clientId}/${purpose}`, seed);
}
