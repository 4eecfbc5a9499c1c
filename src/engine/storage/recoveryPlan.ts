import type { Bytes, Micros, Offset } from '../../shared/units.ts';

const MIB = 1_048_576;

/** What of a log is checked after an unclean stop. */
export interface RecoveryJob {
  /** Log directory that it is in: each has threads of its own. */
  readonly logDir: string;
  readonly segments: number;
  readonly sizeBytes: Bytes;
  /** Of half a batch at its end, which is cut off; left out: there is none. */
  readonly tornBytes?: Bytes;
}

/** When a job is done, and by which of its directory's threads. */
export interface RecoveryTurn {
  readonly thread: number;
  readonly startUs: Micros;
  readonly endUs: Micros;
}

/**
 * The first of the segments that are recovered after an unclean stop (RC1): the one that holds the recovery point, whole. Kafka:
 * `LogLoader.recoverLog`, `LogSegments.values` (4.2).
 */
export function firstSegmentToRecover(
  segments: readonly { readonly baseOffset: Offset }[],
  recoveryPoint: Offset,
): number {
  let first = 0;
  while (first + 1 < segments.length && (segments[first + 1]?.baseOffset ?? Infinity) <= recoveryPoint)
    first += 1;
  return first;
}

/**
 * How the logs of a broker are recovered (RC2): those of a directory queue for its `num.recovery.threads.per.data.dir` threads, and
 * whichever is free first takes the next. A log is one job. Kafka: `LogManager.loadLogs` (4.2).
 */
export function recoveryTurns(
  jobs: readonly RecoveryJob[],
  threadsPerDir: number,
  perMiBUs: Micros,
  nowUs: Micros,
): RecoveryTurn[] {
  const threads = new Map<string, Micros[]>();
  return jobs.map(({ logDir, sizeBytes }) => {
    let freeAtUs = threads.get(logDir);
    if (freeAtUs === undefined) {
      freeAtUs = new Array<Micros>(threadsPerDir).fill(nowUs);
      threads.set(logDir, freeAtUs);
    }
    const thread = freeAtUs.indexOf(Math.min(...freeAtUs));
    const startUs = freeAtUs[thread] ?? nowUs;
    const endUs = startUs + Math.round((perMiBUs * sizeBytes) / MIB);
    freeAtUs[thread] = endUs;
    return { thread, startUs, endUs };
  });
}
