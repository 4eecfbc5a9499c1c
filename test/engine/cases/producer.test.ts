import { readFileSync } from 'node:fs';
import { afterEach, expect, vi } from 'vitest';
import * as ClientNames from '../../../src/engine/client/network/clientNames.ts';
import * as BatchReady from '../../../src/engine/client/producer/batchReady.ts';
import * as ClientPartitioners from '../../../src/engine/client/producer/partitioners/clientPartitioners.ts';
import { murmur2 } from '../../../src/engine/client/producer/murmur2.ts';
import { partitionForKey } from '../../../src/engine/client/producer/partitionForKey.ts';
import type { ProducerConfig } from '../../../src/engine/client/producer/producerConfig.ts';
import * as ProducerConfigs from '../../../src/engine/client/producer/producerConfig.ts';
import { recordOf } from '../../../src/engine/client/producer/WorkloadSource.ts';
import { ERROR_CODES, type KafkaError } from '../../../src/engine/protocol/Errors.ts';
import { kafkaRules } from '../../../src/engine/rules/kafkaRules.ts';
import * as CompressedSize from '../../../src/engine/storage/compressedSize.ts';
import type { RecordBatch } from '../../../src/engine/storage/RecordBatch.ts';
import * as RecordBatchSize from '../../../src/engine/storage/recordBatchSize.ts';
import { typedProducerConfigs } from '../../../src/engine/cluster/configs.ts';
import { parseScenario } from '../../../src/scenario/parseScenario.ts';
import type { ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';
import { kafkaException } from '../../../src/i18n/en/kafkaException.ts';
import { expectPresent } from '../../../src/shared/assert.ts';
import { utf8Bytes } from '../../../src/shared/utf8.ts';
import { runCases, type CasePlan } from './caseSuite.ts';
import { FIELD_SCENARIOS, FieldRun, sumOf } from './FieldRun.ts';

// What is no decision of the rules object is switched off where it stands: in the module that gives it.
const { resolveProducerConfig } = ProducerConfigs;

afterEach(() => {
  // Back to what the engine does.
  vi.restoreAllMocks();
});

const seconds = (us: number): number => us / 1_000_000;

function batchesOf(run: FieldRun, topicPartition: string, broker = 1): RecordBatch[] {
  const { log } = run.replica(broker, topicPartition);
  return Array.from({ length: log.batchCount }, (_, i) => log.batchAt(i));
}

/** Key of the record at that offset; none where there is none, or none with a key. */
function keyAt(batches: readonly RecordBatch[], offset: number): string | null | undefined {
  const batch = batches.find(({ baseOffset, count }) => baseOffset <= offset && offset < baseOffset + count);
  return batch?.contents?.keys[offset - batch.baseOffset];
}

/** m0, m1, … in the order of the log. */
function logOrder(run: FieldRun): string[] {
  return batchesOf(run, 'orders-0').flatMap(({ firstOrdinal, count }) =>
    Array.from({ length: count }, (_, i) => `m${firstOrdinal + i}`),
  );
}

function withConfig(changed: Partial<ProducerConfig>): void {
  vi.spyOn(ProducerConfigs, 'resolveProducerConfig').mockImplementation((given) => {
    const resolved = resolveProducerConfig(given);
    return 'error' in resolved ? resolved : { config: { ...resolved.config, ...changed } };
  });
}

/** `MESSAGE_TOO_LARGE(10)` */
function withCode(error: string): string {
  return `${error}(${ERROR_CODES[error as KafkaError]})`;
}

function lingerRun(run: FieldRun): { requestsPerSecond: number; batches: RecordBatch[]; waitedMs: number } {
  run.toEnd();
  const appended = run.factsBetween('RecordsAppended', 1000, 11_000, { role: 'leader' });
  const batches = batchesOf(run, 'events-0');
  const oneWayMs = 0.49;
  const waited = appended.map(
    ({ timeUs }, i) => timeUs / 1000 - oneWayMs - (batches[i]?.baseTimestampMs ?? 0),
  );
  // A client counts whole ms; the bytes are µs on the wire.
  return { requestsPerSecond: appended.length / 10, batches, waitedMs: Math.floor(Math.max(...waited)) };
}

/** Where the record of each key went, by the client that sent it. */
function partitionsByClient(run: FieldRun, clients: readonly string[], key: string): Record<string, number> {
  return Object.fromEntries(
    clients.map((client) => {
      const [topicPartition] = [...run.producer(`${client} ${key}`).outcomes.acked.keys()];
      return [client, Number(expectPresent(topicPartition, 'a partition').split('-').at(-1))];
    }),
  );
}

/** Metric to key. */
const HASHED = {
  '354afe16../10': '354afe16-939a-4ea8-8e17-8bb0840b6886',
  'f562ac3b../10': 'f562ac3b-2224-4e25-a0ab-56094e10c239',
  'fd7af248../32': 'fd7af248-ce5c-46a5-93d7-1c0c9005b99d',
  '100:48069/12': '100:48069',
  'TT0124/15': 'TT0124',
  'wu/10': 'wu',
};

/** What becomes of a producer with other configs: in a file, and in the constructor. */
function refusal(configs: Record<string, string | number | boolean>): string {
  const file = JSON.parse(readFileSync(`${FIELD_SCENARIOS}/PRO-09.json`, 'utf8')) as ScenarioFile;
  const parsed = parseScenario({ ...file, producers: [{ 'client.id': 'x', configs }] });
  if (parsed.ok) return 'starts';
  const [problem] = parsed.problems;
  const text = Object.fromEntries(Object.entries(configs).map(([name, value]) => [name, String(value)]));
  const resolved = ProducerConfigs.resolveProducerConfig(typedProducerConfigs(text));
  if (problem?.code !== 'config-conflict' || !('error' in resolved)) return 'starts';
  expect(problem.path.endsWith(resolved.error.config)).toBe(true);
  return resolved.error.config === 'acks' ? 'ConfigException: acks must be all' : AT_MOST_FIVE;
}
const AT_MOST_FIVE = 'ConfigException: at most 5';
/** Of the process before the crash. */
let firstProducerId: number | undefined;
const IN_FLIGHT = 'max.in.flight.requests.per.connection';

const PLANS: readonly CasePlan[] = [
  {
    id: 'NET-01',
    rules: ['client-names', 'RT2'],
    play: (open) => {
      const run = open('NET-01').toEnd();
      const learned = run.facts('LeaderLearned', { client: 'producer:laptop' });
      const failed = run.facts('Disconnected', { client: 'producer:laptop', reason: 'UnknownHost' });
      const [given] = run.facts('RecordsFailed');
      if (given) {
        // It goes on asking, and trying, until the record fails: 120 s after it came into a batch.
        expect(failed.length).toBeGreaterThan(50);
        expect(seconds(given.timeUs)).toBeCloseTo(121, 1);
        expect(given.event.error).toBe('TimeoutException');
      }
      return {
        measured: {
          bootstrap_connection: learned.length > 0 ? 'ok' : 'none',
          second_connection_target: failed[0]?.event.address ?? 'localhost:9092',
          records_written: run.ends(1, 'events-0').leo,
        },
      };
    },
    switchedOff: {
      rule: 'a client connects to the address that metadata name',
      off: () => {
        vi.spyOn(ClientNames, 'clientNames').mockImplementation(() => ({ bootstrap: [1], misnamed: [] }));
      },
      fails: ['second_connection_target', 'records_written'],
    },
    contrasts: {
      'two listeners: internal kafka:29092, external localhost:9092': () => {
        const run = FieldRun.of('NET-01.two-listeners').toEnd();
        expect(run.facts('Disconnected')).toEqual([]);
        expect(run.ledger()).toMatchObject({ acked: 2, failed: 0 });
      },
    },
  },
  {
    id: 'PRO-01',
    rules: ['ID5', 'ID9', 'S5', 'A2'],
    play: (open) => {
      const plain = open('PRO-01').toEnd();
      const idempotent = open('PRO-01.idempotent').toEnd();
      const refused = idempotent.facts('ProduceRefused');
      return {
        measured: {
          'log_order.idempotence_false': logOrder(plain),
          'log_order.idempotence_true': logOrder(idempotent),
          'B2_first_response.idempotence_true': withCode(refused[1]?.event.error ?? 'NONE'),
          'log_order.idempotence_false_inflight1': logOrder(open('PRO-01.in-flight-1').toEnd()),
        },
      };
    },
    switchedOff: {
      rule: 'a broker takes a batch only if its sequence follows the last one',
      rules: { validateSequence: () => 'NONE' },
      fails: ['log_order.idempotence_true', 'B2_first_response.idempotence_true'],
    },
    contrasts: {
      'idempotence on, no warm-up batch': () => {
        const run = FieldRun.of('PRO-01.cold-start').toEnd();
        // Its records are m0 to m5 here: nothing was sent before them.
        expect(logOrder(run)).toEqual(['m3', 'm4', 'm5']);
        const [failed] = run.facts('RecordsFailed');
        expect(failed?.event.count).toBe(3);
        expect(seconds(expectPresent(failed, 'a failure').timeUs)).toBeCloseTo(11.61 + 120, 0);
        const errors = new Set(
          run.factsBetween('ProduceRetried', 11_700, 140_000).map((row) => row.event.error),
        );
        expect([...errors]).toEqual(['OUT_OF_ORDER_SEQUENCE_NUMBER']);
      },
    },
  },
  {
    id: 'PRO-03',
    rules: ['S2'],
    play: (open) => {
      const run = open('PRO-03');
      const producer = run.producer('app');
      let buffered = 0;
      run.runUntil(12_000);
      const fullAtUs = producer.blockedSinceUs;
      for (const queue of [...producer.accumulator.queues.values(), ...producer.sent.values()])
        buffered += sumOf(queue, ({ count }) => count);
      const failed = run.soughtUntil('RecordsFailed', { producer: 'app' }, 90_000);
      const error = failed?.event.error ?? '';
      const classes: Record<string, string> = {
        BufferExhaustedException: 'BufferExhaustedException (a TimeoutException)',
      };
      if (failed) {
        expect(kafkaException(failed.event)).toMatch(/within the configured max blocking time 60000 ms/);
        run.toEnd();
        // One record is missing in the middle, and those behind it are there.
        expect(run.ledger()).toMatchObject({ failed: 1, lostAfterAck: 0 });
        expect(run.ledger().acked).toBeGreaterThan(32_769);
      }
      return {
        measured: {
          buffer_full_at: fullAtUs === null ? null : seconds(fullAtUs) - 5,
          exception_at: failed ? seconds(failed.timeUs) - 5 : null,
          exception: classes[error] ?? error,
          buffered_records_at_full: buffered,
        },
      };
    },
    switchedOff: {
      rule: 'batches take their memory from buffer.memory',
      off: () => {
        withConfig({ 'buffer.memory': Infinity });
      },
      fails: ['buffer_full_at', 'exception_at', 'exception', 'buffered_records_at_full'],
    },
  },
  {
    id: 'PRO-04',
    rules: ['S2', 'CM2', 'RT7'],
    context: ['A.compressed_bytes'],
    play: (open) => {
      const run = open('PRO-04').toEnd();
      const failure = (producer: string): string | undefined =>
        run.facts('RecordsFailed', { producer })[0]?.event.error;
      const byDefault = run.producer('A-default');
      const workload = expectPresent(byDefault.workload, 'a workload');
      const { upperBoundBytes } = recordOf(workload, 0, 1, false).shape;
      const limit = byDefault.config['max.request.size'];
      expect(run.facts('ProduceRefused', { producer: 'A-default' })).toEqual([]);
      const after = (producer: string): string => {
        const refused = run.facts('ProduceRefused', { producer })[0]?.event.error;
        return refused === undefined ? (failure(producer) ?? 'accepted') : withCode(refused);
      };
      return {
        measured: {
          'A.default': `${failure('A-default')} (client, ${upperBoundBytes} > ${limit})`,
          'A.after_client_change': after('A-larger'),
          'B.after_client_change': after('B-larger'),
        },
      };
    },
    switchedOff: {
      rule: 'what the broker is sent is compressed',
      off: () => {
        vi.spyOn(CompressedSize, 'compressedRecordBytes').mockImplementation((_, bytes) => bytes);
      },
      fails: ['A.after_client_change'],
    },
  },
  {
    id: 'PRO-08',
    rules: ['PP2', 'PP9'],
    play: (open) => {
      const run = open('PRO-08').toEnd();
      const names = {
        java: 'java',
        librdkafka: 'librdkafka_crc32',
        sarama: 'sarama',
        'kafkajs-1': 'kafkajs_legacy',
      };
      const rows = Object.entries(HASHED).map(([metric, key]) => {
        const by = partitionsByClient(run, Object.keys(names), key);
        return [
          metric,
          Object.fromEntries(Object.entries(names).map(([client, name]) => [name, by[client]])),
        ];
      });
      return {
        measured: {
          ...(Object.fromEntries(rows) as Record<string, unknown>),
          "murmur2('100:48069')": murmur2(utf8Bytes('100:48069')),
          "murmur2('TT0124')": murmur2(utf8Bytes('TT0124')),
        },
      };
    },
    switchedOff: {
      rule: 'each client hashes keys in its own way',
      off: () => {
        vi.spyOn(ClientPartitioners, 'clientPartition').mockImplementation((_, key, count) =>
          partitionForKey(key ?? new Uint8Array(), count),
        );
      },
      fails: Object.keys(HASHED),
    },
    contrasts: {
      'librdkafka partitioner=murmur2_random, kafkajs DefaultPartitioner (2.x)': () => {
        const run = FieldRun.of('PRO-08.compatible').toEnd();
        for (const key of Object.values(HASHED)) {
          const {
            java,
            librdkafka,
            'kafkajs-2': kafkajs,
          } = partitionsByClient(run, ['java', 'librdkafka', 'kafkajs-2'], key);
          expect([librdkafka, kafkajs]).toEqual([java, java]);
        }
      },
    },
  },
  {
    id: 'PRO-09',
    rules: ['C1'],
    play: (open) => {
      const run = open('PRO-09').toEnd();
      const idempotence = (producer: string): boolean =>
        run.facts('ProducerStarted', { producer })[0]?.event.idempotent ?? false;
      const { config } = run.producer('E');
      return {
        measured: {
          A: `starts, idempotence=${idempotence('A')}`,
          B: refusal({ acks: '1', 'enable.idempotence': true }),
          'C.v4': refusal({ [IN_FLIGHT]: 10 }),
          D: `starts, idempotence=${idempotence('D')}`,
          E: `idempotence=${idempotence('E')}, acks=${config.acks}, in_flight=${config[IN_FLIGHT]}`,
        },
      };
    },
    switchedOff: {
      rule: 'idempotence goes with acks=all, retries, and at most five requests in flight',
      off: () => {
        vi.spyOn(ProducerConfigs, 'resolveProducerConfig').mockImplementation((given) => {
          const resolved = resolveProducerConfig({});
          if ('error' in resolved) return resolved;
          return { config: { ...resolved.config, ...given, acks: 'all', 'enable.idempotence': true } };
        });
      },
      fails: ['A', 'B', 'C.v4', 'D'],
    },
  },
  {
    id: 'PRO-12',
    rules: ['ID1', 'ID11'],
    play: (open) => {
      const run = open('PRO-12').runUntil(6000);
      expect(run.ledger().acked).toBe(250);
      run.toEnd();
      const keys = batchesOf(run, 'events-0').flatMap(({ contents }) => contents?.keys ?? []);
      const ids = run
        .facts('ProducerIdAssigned', { producer: 'pipeline' })
        .map((row) => row.event.producerId);
      return {
        measured: { duplicates: keys.length - new Set(keys).size, pid_changes: new Set(ids).size > 1 },
      };
    },
    switchedOff: {
      rule: 'a duplicate is known by producer id and sequence, and not by what it holds',
      rules: {
        findDuplicate: (producers, batch) => {
          firstProducerId ??= batch.producerId;
          const isKnown = batch.producerId !== firstProducerId;
          return isKnown ? { baseOffset: 200, timestampMs: 0 } : kafkaRules.findDuplicate(producers, batch);
        },
      },
      fails: ['duplicates'],
    },
    contrasts: {
      'transactional.id + checkpoint in the same transaction, or dedupe by event id downstream': () => {
        // The first way: what the crash left open is aborted, and who reads what is committed has each event once.
        const run = FieldRun.of('PRO-12.transactional').toEnd();
        const batches = batchesOf(run, 'events-0');
        const keysRead = (consumer: string) =>
          run
            .facts('RecordsDelivered', { consumer })
            .flatMap(({ event: { baseOffset, count } }) =>
              Array.from({ length: count }, (_, i) => keyAt(batches, baseOffset + i)),
            );
        expect(keysRead('committed')).toEqual(Array.from({ length: 250 }, (_, i) => `event-${i + 1}`));
        expect([keysRead('everything').length, new Set(keysRead('everything')).size]).toEqual([300, 250]);
        // The second way: who reads by event id has each once.
        const keys = batchesOf(FieldRun.of('PRO-12').toEnd(), 'events-0').flatMap(
          ({ contents }) => contents?.keys ?? [],
        );
        expect([keys.length, new Set(keys).size]).toEqual([300, 250]);
      },
    },
  },
  {
    id: 'PRO-13',
    rules: ['S3', 'RB5'],
    play: (open) => {
      const none = lingerRun(open('PRO-13'));
      const five = lingerRun(open('PRO-13.linger-5'));
      const twenty = lingerRun(open('PRO-13.linger-20'));
      const full = twenty.batches.filter(({ count }) => count >= 20);
      return {
        measured: {
          bytes_single_record_batch: none.batches[100]?.sizeBytes,
          'requests_per_s.linger0': none.requestsPerSecond,
          'requests_per_s.linger5': five.requestsPerSecond,
          'requests_per_s.linger20': twenty.requestsPerSecond,
          'bytes_per_record.batch_of_20':
            sumOf(full, ({ sizeBytes }) => sizeBytes) / sumOf(full, ({ count }) => count),
          'added_latency_first_record.linger20': twenty.waitedMs,
        },
      };
    },
    switchedOff: {
      rule: 'a batch waits for linger.ms since its first record, and no longer',
      off: () => {
        vi.spyOn(BatchReady, 'batchReady').mockImplementation(({ waitedMs, full }) =>
          full || waitedMs >= 40 ? { ready: true } : { ready: false, nextCheckMs: 40 - waitedMs },
        );
      },
      fails: [
        'bytes_single_record_batch',
        'requests_per_s.linger0',
        'requests_per_s.linger5',
        'requests_per_s.linger20',
        'bytes_per_record.batch_of_20',
        'added_latency_first_record.linger20',
      ],
    },
  },
  {
    id: 'PRO-14',
    rules: ['RB4', 'RB5'],
    play: (open) => {
      const run = open('PRO-14').toEnd();
      const size = (value: number): number | undefined => batchesOf(run, `value-${value}-0`)[0]?.sizeBytes;
      return {
        measured: { 'size(value=78)': size(78), 'size(value=80)': size(80), 'size(value=200)': size(200) },
      };
    },
    switchedOff: {
      rule: 'a record has its length before it, as a varint',
      off: () => {
        vi.spyOn(RecordBatchSize, 'sizedRecord').mockImplementation(
          (offsetDelta, deltaMs, contentBytes) =>
            1 +
            RecordBatchSize.varintLength(deltaMs) +
            RecordBatchSize.varintLength(offsetDelta) +
            contentBytes,
        );
      },
      fails: ['size(value=78)', 'size(value=80)', 'size(value=200)'],
    },
  },
  {
    id: 'PRO-17',
    rules: ['S2'],
    play: (open) => {
      const run = open('PRO-17').toEnd();
      const [failed] = run.facts('RecordsFailed', { producer: 'app' });
      return {
        measured: {
          send_blocks_for: failed ? seconds(failed.timeUs) - 1 : null,
          error_text: failed ? kafkaException(failed.event) : null,
        },
      };
    },
    switchedOff: {
      rule: 'send() waits for metadata for max.block.ms',
      off: () => {
        withConfig({ 'max.block.ms': 10_000 });
      },
      fails: ['send_blocks_for', 'error_text'],
    },
  },
];

runCases(PLANS, { held: 40, context: 1, history: 0, pending: 0 });
