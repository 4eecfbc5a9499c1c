import { afterEach, expect, vi } from 'vitest';
import { UnifiedLog } from '../../../src/engine/storage/UnifiedLog.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FieldRun } from './FieldRun.ts';

vi.setConfig({ testTimeout: 240_000 });

afterEach(() => {
  // Back to what the engine does.
  vi.restoreAllMocks();
});

const MICROS_PER_SECOND = 1_000_000;
/** What STO-12 had been running for when its files begin. */
const BEFORE_START_S = 24_000;

/** From the first log that is recovered to the last; 0 when there was nothing to recover. */
function recoverySeconds(run: FieldRun): number {
  const [started] = run.toEnd().facts('LogRecoveryStarted');
  const done = run.facts('LogRecovered');
  const unfenced = run.facts('BrokerUnfenced').length;
  if (unfenced === 0) return Infinity;
  if (!started) return 0;
  return done.length === started.event.logs
    ? ((done.at(-1)?.timeUs ?? 0) - started.timeUs) / MICROS_PER_SECOND
    : Infinity;
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'STO-05',
    rules: ['TS1', 'TS3'],
    context: ['local_TiB.1GiB', 'local_TiB.128MiB'],
    play: (open) => {
      const run = open('STO-05').toEnd();
      const logs = Array.from({ length: 5 }, (_, i) => run.replica(1, `events-${i}`));
      const { remoteLogs } = run.run.cluster;
      const remote = logs.flatMap(({ topicPartition, topicId }) => remoteLogs.of(topicPartition, topicId));
      return {
        measured: {
          'scaled.local_bytes': logs.reduce((sum, { log }) => sum + log.sizeBytes, 0),
          'scaled.remote_bytes': remote.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        },
      };
    },
    switchedOff: {
      rule: 'what was copied leaves the disk by the local limits',
      rules: { deletableSegments: () => ({ count: 0, mustRoll: false }) },
      fails: ['scaled.local_bytes'],
    },
  },
  {
    id: 'STO-12',
    rules: ['DF1', 'DF2', 'DF3', 'B8'],
    play: (open) => {
      const run = open('STO-12').toEnd();
      const [full] = run.facts('DiskFull');
      const halted = run.facts('BrokerHalted');
      const fullUs = full?.timeUs ?? Infinity;
      const soon = halted.filter(({ timeUs }) => timeUs - fullUs <= 15 * MICROS_PER_SECOND);
      const errors = new Set(run.facts('ProduceRefused').map(({ event }) => event.error));
      const isStorageError = errors.has('KAFKA_STORAGE_ERROR') && halted.length > 0;
      const restarted = run.facts('BrokerStarted', { broker: 1 });
      const failedAgain = halted.some(
        ({ timeUs, event }) => event.broker === 1 && timeUs > (restarted[0]?.timeUs ?? Infinity),
      );
      return {
        measured: {
          time_to_full: BEFORE_START_S + fullUs / MICROS_PER_SECOND,
          brokers_down_at_that_time: new Set(soon.map(({ event }) => event.broker)).size,
          error: isStorageError ? 'KAFKA_STORAGE_ERROR(56), then process exit' : null,
          restart_without_space: failedAgain ? 'fails' : 'starts',
        },
      };
    },
    contrasts: {
      'two log dirs, one full': () => {
        const run = FieldRun.of('STO-12.two-log-dirs').toEnd();
        expect(run.facts('DiskFull').map(({ event }) => event.logDir)).toEqual(['/data/1']);
        expect(run.facts('BrokerHalted')).toEqual([]);
        const broker = run.broker(1);
        expect([broker.partitions.size, broker.offlinePartitions.size]).toEqual([6, 6]);
      },
    },
    switchedOff: {
      rule: 'a write that finds no room fails',
      rules: { hasRoom: () => true },
      fails: ['time_to_full', 'brokers_down_at_that_time', 'error', 'restart_without_space'],
    },
  },
  {
    id: 'STO-13',
    rules: ['RC1', 'RC2', 'A8'],
    play: (open) => ({
      measured: {
        'recovery.threads1': recoverySeconds(open('STO-13.one-thread')),
        'recovery.threads2': recoverySeconds(open('STO-13')),
        'recovery.threads8': recoverySeconds(open('STO-13.eight-threads')),
        'recovery.clean': recoverySeconds(open('STO-13.clean-stop')),
      },
    }),
    switchedOff: {
      rule: 'after an unclean stop what was not flushed is read',
      off: () => void vi.spyOn(UnifiedLog.prototype, 'segmentsToRecover').mockReturnValue([]),
      fails: ['recovery.threads1', 'recovery.threads2', 'recovery.threads8'],
    },
  },
];

runCases(PLANS, { held: 10, context: 2, history: 0, pending: 0 });
