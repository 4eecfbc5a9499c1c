import { vi } from 'vitest';
import { checkConfig } from '../../../src/scenario/configs/kafkaConfigs.ts';
import { runCases, type CasePlan } from './caseSuite.ts';

vi.setConfig({ testTimeout: 240_000 });

const MICROS_PER_SECOND = 1_000_000;

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
];

runCases(PLANS, { held: 5, context: 0, history: 0, pending: 0 });
