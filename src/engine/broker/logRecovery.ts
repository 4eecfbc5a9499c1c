import type { NodeContext } from '../node/Node.ts';
import { recoveryTurns } from '../storage/recoveryPlan.ts';
import type { RecoveryJob, RecoveryTurn } from '../storage/recoveryPlan.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import type { Micros, TopicPartition } from '../../shared/units.ts';
import type { BrokerInternals } from './BrokerInternals.ts';
import type { Partition } from './Partition.ts';

// What a process does with its logs before it serves anybody, if the one before it did not stop cleanly. Kafka:
// `LogManager.loadLogs`, `LogLoader.recoverLog` (4.2).

export const RECOVERY_TIMER = 'logRecovery';

/** A log with something to check; what is empty takes no time. */
export interface LogToRecover extends RecoveryJob {
  readonly topicPartition: TopicPartition;
}

/**
 * The recovery of all logs of a broker. What it finds and mends is in the logs from the moment the process starts; what takes time
 * is that the broker waits for it.
 */
export class LogRecovery {
  readonly jobs: readonly LogToRecover[];
  /** When each job is done, once it has begun. */
  turns: readonly RecoveryTurn[] | null = null;
  isDone = false;
  /** What was done by then is told. */
  toldUs: Micros = -1;

  constructor(jobs: readonly LogToRecover[]) {
    this.jobs = jobs;
  }
}

/** What is to be recovered of logs that were not closed, before they are loaded. In the order of their names, as a directory is read. */
export function recoveryOf(partitions: Iterable<Partition>): LogRecovery {
  const jobs: LogToRecover[] = [];
  for (const { topicPartition, logDir, log } of partitions) {
    const segments = log.segmentsToRecover();
    const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0);
    const torn = log.takeTornBytes();
    const job = { topicPartition, logDir, segments: segments.length, sizeBytes: sizeBytes + torn };
    if (job.sizeBytes > 0) jobs.push(Object.freeze({ ...job, ...(torn > 0 && { tornBytes: torn }) }));
  }
  jobs.sort((a, b) => (a.topicPartition < b.topicPartition ? -1 : 1));
  return new LogRecovery(Object.freeze(jobs));
}

/** The threads begin. */
export function beginRecovery(recovery: LogRecovery, broker: BrokerInternals, ctx: NodeContext): void {
  const { recoveryThreadsPerDataDir, recoveryPerMiBUs } = broker.config;
  const { jobs } = recovery;
  const perMiBUs = recoveryPerMiBUs * broker.diskFactor;
  recovery.turns = Object.freeze(recoveryTurns(jobs, recoveryThreadsPerDataDir, perMiBUs, ctx.nowUs));
  if (jobs.length > 0)
    ctx.trace({
      kind: 'LogRecoveryStarted',
      broker: broker.id,
      logs: jobs.length,
      segments: jobs.reduce((sum, { segments }) => sum + segments, 0),
      sizeBytes: jobs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    });
  continueRecovery(recovery, broker, ctx);
}

/** Some logs may be done. */
export function continueRecovery(recovery: LogRecovery, broker: BrokerInternals, ctx: NodeContext): void {
  const { toldUs } = recovery;
  recovery.toldUs = ctx.nowUs;
  let nextUs = Infinity;
  recovery.turns?.forEach(({ startUs, endUs }, i) => {
    if (endUs > ctx.nowUs) nextUs = Math.min(nextUs, endUs);
    const job = recovery.jobs[i];
    if (!job || endUs > ctx.nowUs || endUs <= toldUs) return;
    const { topicPartition: partition, segments, sizeBytes, tornBytes } = job;
    const tookMs = (endUs - startUs) / MICROS_PER_MILLI;
    ctx.trace({
      kind: 'LogRecovered',
      partition,
      broker: broker.id,
      segments,
      sizeBytes,
      tookMs,
      ...(tornBytes !== undefined && { tornBytes }),
    });
  });
  if (nextUs < Infinity) ctx.setTimer(RECOVERY_TIMER, nextUs - ctx.nowUs);
  else recovery.isDone = true;
}

/** What is left of a recovery that goes on: logs of a directory, and segments of the log that a thread is at. */
export function remainingToRecover({ jobs, turns }: LogRecovery, nowUs: Micros) {
  const left = jobs.flatMap((job, i) => {
    const turn = turns?.[i];
    return turn && turn.endUs > nowUs ? [{ ...job, ...turn }] : [];
  });
  return {
    logs: (dir: string): number => left.filter(({ logDir }) => logDir === dir).length,
    segments: (dir: string, thread: number): number => {
      const own = left.find((job) => job.logDir === dir && job.thread === thread);
      if (!own || own.startUs > nowUs) return 0;
      return Math.ceil((own.segments * (own.endUs - nowUs)) / (own.endUs - own.startUs));
    },
  };
}
