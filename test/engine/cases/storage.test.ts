import { expect, vi } from 'vitest';
import { checkConfig } from '../../../src/scenario/configs/kafkaConfigs.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import { recordCountOf } from '../../../src/engine/storage/BatchContents.ts';
import type { BatchOfRecords } from '../../../src/engine/storage/BatchContents.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { sumOf, type FieldRun } from './FieldRun.ts';

vi.setConfig({ testTimeout: 240_000 });

const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';

const MICROS_PER_SECOND = 1_000_000;
const MIB = 1_048_576;

/** Keys of the records that broker 1 has. */
function keysIn(run: FieldRun, partition: string): (string | null)[] {
  return run.batchesIn(1, partition).flatMap(({ contents }) => [...(contents?.keys ?? [])]);
}

const recordsOf = (batch: BatchOfRecords) => Array.from({ length: recordCountOf(batch) }, (_, i) => i).keys();

/** Of a replica on broker 1, with files that are renamed and wait to be deleted. */
function sizeOnDisk(run: FieldRun, partition: string): number {
  const { log } = run.replica(1, partition);
  return log.sizeBytes + sumOf(log.deletedSegments, ({ sizeBytes }) => sizeBytes);
}

const PLANS: readonly CasePlan[] = [
  {
    id: 'STO-01',
    rules: ['SG3', 'RE1', 'RE3', 'RE5'],
    play: (open) => {
      const run = open('STO-01').toEnd();
      const broker = 1;
      const [appended] = run.facts('RecordsAppended', { broker });
      const [rolled] = run.facts('SegmentRolled', { broker });
      const [moved] = run.facts('LogStartOffsetIncremented', { broker });
      const [unlinked] = run.facts('SegmentFilesDeleted', { broker });
      const sinceFirst = (row: { readonly timeUs: number } | undefined): number | null =>
        row && appended ? (row.timeUs - appended.timeUs) / MICROS_PER_SECOND : null;
      const refused = checkConfig('topic', 'segment.bytes', 16_384);
      return {
        measured: {
          // Each record is a batch of its own, and all have one size.
          records_per_segment: rolled?.event.sizeBytes === 109 * 9600 ? rolled.event.baseOffset : null,
          seconds_per_segment: sinceFirst(rolled),
          first_record_max_age_readable: sinceFirst(moved),
          file_removed_by: sinceFirst(unlinked),
          'segment_bytes=16384 on 4.x':
            !refused.ok && checkConfig('topic', 'segment.bytes', 1_048_576).ok
              ? 'rejected (min 1048576)'
              : 'accepted',
        },
      };
    },
    switchedOff: {
      rule: 'segments whose newest record is older than retention.ms go',
      rules: { deletableSegments: () => ({ count: 0, mustRoll: false }) },
      fails: ['first_record_max_age_readable', 'file_removed_by'],
    },
  },
  {
    id: 'STO-03',
    rules: ['RE1', 'RE2'],
    context: ['user_expectation'],
    play: (open) => {
      const run = open('STO-03').runUntil(20_000);
      const partitions = Array.from({ length: 12 }, (_, i) => `logs-${i}`);
      const firstDeleted = new Set<string>();
      let least = Infinity;
      let most = 0;
      let mostInAll = 0;
      // Past the second deletion of each replica, which waits for 258 of 300 s; with `test:all` a dozen checks after the first ones.
      for (let ms = 20_000; ms <= (isAll ? 6_000_000 : 3_400_000); ms += 1000) {
        run.runUntil(ms);
        let total = 0;
        for (const broker of [1, 2, 3])
          for (const partition of partitions) {
            const { log } = run.replica(broker, partition);
            if (log.logStartOffset > 0) firstDeleted.add(`${partition}@${broker}`);
            if (firstDeleted.has(`${partition}@${broker}`)) least = Math.min(least, log.sizeBytes);
            most = Math.max(most, log.sizeBytes);
            total += log.sizeBytes;
          }
        mostInAll = Math.max(mostInAll, total);
      }
      expect(firstDeleted.size).toBe(36);
      return {
        measured: {
          replica_log_size_min_after_first_deletion: least,
          replica_log_size_max: most / MIB,
          cluster_total_max: mostInAll / MIB,
        },
      };
    },
    switchedOff: {
      rule: 'a segment goes only if what is left is not below retention.bytes',
      rules: {
        deletableSegments: (log, reason, limits, nowMs, remote) =>
          kafkaRules.deletableSegments(
            log,
            reason,
            { ...limits, retentionBytes: limits.retentionBytes / 2 },
            nowMs,
            remote,
          ),
      },
      fails: ['replica_log_size_min_after_first_deletion', 'replica_log_size_max', 'cluster_total_max'],
    },
  },
  {
    id: 'STO-10',
    rules: ['SG3', 'RE1', 'RE3'],
    play: (open) => {
      const sizeOf = (run: FieldRun): number => run.replica(1, 'events-0').log.sizeBytes / MIB;
      const bad = open('STO-10').toEnd();
      const { log } = bad.replica(1, 'events-0');
      const badOffset = bad
        .facts('RecordsAcknowledged', { producer: 'wrong-clock' })
        .map(({ event }) => event.baseOffset)[0];
      const limited = open('STO-10.default-limit');
      const endMs = (limited.scenario.untilUs ?? 0) / 1000;
      const refused = limited.soughtUntil('ProduceRefused', {}, endMs)?.event.error;
      return {
        measured: {
          'v3.log_start_segment_on_day_30': log.segments[0]?.baseOffset ?? null,
          'v3.size_on_day_30': sizeOf(bad),
          'normal.size_on_day_30': sizeOf(open('STO-10.no-bad-record').toEnd()),
          'v4.error': refused === 'INVALID_TIMESTAMP' ? 'INVALID_TIMESTAMP(32)' : refused,
        },
        named: { 'the segment that holds the bad record (day 3)': badOffset },
      };
    },
    switchedOff: {
      rule: 'retention stops at the first segment that is to stay',
      rules: {
        deletableSegments: (log, reason, limits, nowMs, remote) => {
          const count = log.segments.findIndex(
            ({ maxTimestampMs }, i) =>
              i === log.segments.length - 1 ||
              (maxTimestampMs <= nowMs && nowMs - maxTimestampMs <= limits.retentionMs),
          );
          return reason === 'RetentionMsBreach'
            ? { count, mustRoll: false }
            : kafkaRules.deletableSegments(log, reason, limits, nowMs, remote);
        },
      },
      fails: ['v3.log_start_segment_on_day_30', 'v3.size_on_day_30'],
    },
  },
  {
    id: 'STO-04',
    rules: ['SG3', 'RE3'],
    play: (open) => {
      const segmentsOf = (run: FieldRun, partition: string): number =>
        run.replica(1, partition).log.segments.length;
      const small = segmentsOf(open('STO-04').toEnd(), 'bulk-0');
      const trickle = open('STO-04.segment-ms').toEnd();
      return {
        measured: {
          'segments.1MiB': small,
          // A log and two indexes; the indexes are mapped.
          'files.1MiB': 3 * small,
          'maps.1MiB': 2 * small,
          'files.1GiB': 3 * segmentsOf(open('STO-04.1GiB').toEnd(), 'bulk-0'),
          'segments.segment_ms_60s': Array.from({ length: 10 }, (_, i) =>
            segmentsOf(trickle, `trickle-${i}`),
          ).reduce((sum, count) => sum + count, 0),
        },
      };
    },
    switchedOff: {
      rule: 'a segment that is full is rolled',
      rules: { shouldRollSegment: () => false },
      fails: ['segments.1MiB', 'files.1MiB', 'maps.1MiB', 'files.1GiB', 'segments.segment_ms_60s'],
    },
  },
  {
    id: 'STO-07',
    rules: ['SG3', 'CL1', 'CL5'],
    play: (open) => {
      const run = open('STO-07').runUntil(4_320_000);
      const before = keysIn(run, 'profiles-0').filter((key) => key === 'K').length;
      run.toEnd();
      return {
        measured: {
          versions_at_24h: before,
          versions_after_next_write_and_clean: keysIn(run, 'profiles-0').filter((key) => key === 'K').length,
        },
      };
    },
    switchedOff: {
      rule: 'a later record of its key supersedes a record',
      rules: {
        retainBatch: (batch) => ({ kept: [...recordsOf(batch)], deleteHorizonMs: null, isOriginal: true }),
      },
      fails: ['versions_after_next_write_and_clean'],
    },
  },
  {
    id: 'STO-09',
    rules: ['CL2', 'CL5', 'G1'],
    play: (open) => {
      const stopped = open('STO-09').toEnd();
      const offsets = Array.from({ length: 50 }, (_, i) => `__consumer_offsets-${i}`);
      const growing = offsets.filter((partition) => stopped.replica(1, partition).log.sizeBytes > 0);
      const cleaned = open('STO-09.cleaner-works');
      let most = 0;
      for (let ms = 10_000; ms <= 864_000; ms += 2000) {
        cleaned.runUntil(ms);
        const total = sumOf(offsets, (partition) => sizeOnDisk(cleaned, partition));
        most = Math.max(most, total);
      }
      expect(cleaned.facts('LogCleaned').length).toBeGreaterThan(2);
      return {
        measured: {
          growth_per_day: sumOf(growing, (partition) => stopped.replica(1, partition).log.sizeBytes),
          partitions_growing: growing.length,
          size_with_cleaner: most,
        },
      };
    },
    switchedOff: {
      rule: 'a later record of its key supersedes a record',
      rules: {
        retainBatch: (batch) => ({ kept: [...recordsOf(batch)], deleteHorizonMs: null, isOriginal: true }),
      },
      fails: ['size_with_cleaner'],
    },
  },
  {
    id: 'CON-14',
    rules: ['CL5', 'CL8'],
    context: ['contiguity_reader'],
    play: (open) => {
      const run = open('CON-14').toEnd();
      const { log } = run.replica(1, 'state-0');
      const read = run.facts('RecordsDelivered', { consumer: 'reader' });
      return {
        measured: {
          records: read.reduce((sum, { event }) => sum + event.count, 0),
          end_minus_begin: log.logEndOffset - log.logStartOffset,
          position_after: run.position('reader'),
        },
      };
    },
    switchedOff: {
      rule: 'a later record of its key supersedes a record',
      rules: {
        retainBatch: (batch) => ({ kept: [...recordsOf(batch)], deleteHorizonMs: null, isOriginal: true }),
      },
      fails: ['records'],
    },
  },
];

runCases(PLANS, { held: 25, context: 2, history: 0, pending: 0 });
