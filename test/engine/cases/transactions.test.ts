import { afterEach, expect, vi } from 'vitest';
import * as InitProducerId from '../../../src/engine/broker/transaction/decideInitProducerId.ts';
import { ERROR_CODES, type KafkaError } from '../../../src/engine/protocol/Errors.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import { ExternalStore } from '../../../src/engine/store/ExternalStore.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import type { FieldRun } from './FieldRun.ts';

const PARTITION = 'out-0';
/** When the clock of TXN-03 begins, and how long it is looked at. */
const PODS_START_MS = 5000;
const LOOKED_AT_MS = 60_000;

afterEach(() => {
  // Back to what the engine does.
  vi.restoreAllMocks();
});

/** A coordinator that ends a transaction for whoever knows its transactional.id. */
const anyEpochEnds: Partial<Rules> = {
  decideEndTxn: (known, asked) =>
    kafkaRules.decideEndTxn(
      known,
      known === null ? asked : { ...asked, producerEpoch: known.current.producerEpoch },
    ),
};

function coded(error: string): string {
  return `${error}(${ERROR_CODES[error as KafkaError]})`;
}

/** INVALID_PRODUCER_EPOCH as the class that Java throws. */
function exceptionOf(error: string): string {
  const words = error.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Exception`;
}

/** What a reader got, by the names that the case gives the records: a1, a2, b1. */
function visible(run: FieldRun, consumer: string): string[] {
  const { log } = run.replica(1, PARTITION);
  const nodes = run.run.cluster.state.nodes;
  return run.facts('RecordsDelivered', { consumer }).flatMap(({ event }) =>
    Array.from({ length: event.count }, (_, i) => {
      const offset = event.baseOffset + i;
      const batch = log.batchAt(log.indexOf(offset));
      const name = nodes[batch.origin]?.name.replace('producer:', '').toLowerCase() ?? '';
      return `${name}${batch.firstOrdinal + offset - batch.baseOffset + 1}`;
    }),
  );
}

function lastCall(run: FieldRun, call: string) {
  return run.facts('TransactionalCallEnded', { producer: 'A', call }).at(-1);
}

/** `raised by the client` where nobody was asked. */
function thrownBy(run: FieldRun, call: string): string {
  const ended = lastCall(run, call);
  if (!ended) return 'nothing';
  return `${exceptionOf(ended.event.error)}, raised by the ${ended.event.tookMs === 0 ? 'client' : 'coordinator'}`;
}

function fatalErrors(run: FieldRun): number {
  return run
    .toEnd()
    .factsBetween('TransactionFailed', PODS_START_MS, PODS_START_MS + LOOKED_AT_MS, { isFatal: true }).length;
}

function databaseOf(run: FieldRun) {
  const node = run.run.cluster.state.nodes.find((one) => one instanceof ExternalStore);
  return node instanceof ExternalStore ? node.table : expect.fail('there is no database');
}

const sourceOf = (run: FieldRun) => run.run.cluster.directory.names.indexOf('producer:source');

const PLANS: readonly CasePlan[] = [
  {
    id: 'TXN-01',
    rules: ['T22'],
    play: (open) => {
      const run = open('TXN-01').toEnd();
      const aborting = open('TXN-01.abort').toEnd();
      const committing = open('TXN-01.commit-only').toEnd();
      return {
        measured: {
          visible_read_committed: visible(run, 'committed'),
          visible_read_uncommitted: visible(run, 'everything'),
          'A.send_error': coded(run.facts('RecordsFailed', { producer: 'A' }).at(-1)?.event.error ?? ''),
          'A.commit_error_after_failed_send': thrownBy(run, 'commitTransaction'),
          'A.abort_error': coded(lastCall(aborting, 'abortTransaction')?.event.error ?? ''),
          'A.commit_error_without_send': coded(lastCall(committing, 'commitTransaction')?.event.error ?? ''),
          epoch_B: run.facts('ProducerIdAssigned', { producer: 'B' }).at(-1)?.event.producerEpoch,
        },
      };
    },
    switchedOff: {
      rule: 'a transaction is ended under its own epoch alone',
      rules: anyEpochEnds,
      fails: ['A.abort_error', 'A.commit_error_without_send'],
    },
  },
  {
    id: 'TXN-03',
    rules: ['T22', 'T21'],
    play: (open) => ({
      measured: {
        fatal_errors_in_60s: fatalErrors(open('TXN-03')),
        'fatal_errors_in_60s.unique_ids': fatalErrors(open('TXN-03.unique-ids')),
      },
    }),
    switchedOff: {
      rule: 'a transaction is ended under its own epoch alone',
      rules: anyEpochEnds,
      fails: ['fatal_errors_in_60s'],
    },
  },
  {
    id: 'TXN-06',
    rules: ['T21'],
    play: (open) => {
      const run = open('TXN-06').toEnd();
      const written = (name: string) => open(name).toEnd().replica(1, PARTITION).log.logEndOffset;
      const works = [900_000, 900_001].filter((ms) => written(`TXN-06.${ms}`) > 0);
      return {
        measured: {
          error: coded(run.facts('TransactionFailed', { isFatal: true })[0]?.event.cause ?? ''),
          records_written: run.replica(1, PARTITION).log.logEndOffset,
          works_with_ms: Math.max(...works),
        },
      };
    },
    switchedOff: {
      rule: 'no transaction may take longer than transaction.max.timeout.ms',
      off: () => void vi.spyOn(InitProducerId, 'validateInitProducerId').mockReturnValue('NONE'),
      fails: ['error', 'records_written', 'works_with_ms'],
    },
  },
  {
    id: 'TXN-04',
    rules: ['consume-process-produce', 'outside-store'],
    play: (open) => {
      const run = open('TXN-04').toEnd();
      const unique = open('TXN-04.unique-key').toEnd();
      const { rows, appliedTwice } = databaseOf(run);
      return {
        measured: {
          db_rows: rows,
          duplicates: appliedTwice.get('in-0')?.get(sourceOf(run))?.size ?? 0,
          kafka_output_read_committed: visible(run, 'committed').length,
          'db_rows.with_unique_key': databaseOf(unique).rows,
        },
      };
    },
    switchedOff: {
      rule: 'a unique key leaves a row that is there already as it is',
      rules: { isRepeatedWrite: () => false },
      fails: ['db_rows.with_unique_key'],
    },
  },
];

runCases(PLANS, { held: 16, context: 0, history: 0, pending: 0 });
