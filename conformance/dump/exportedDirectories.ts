import { readFileSync } from 'node:fs';
import { DirectoryReader } from '../../src/bridge/directory/DirectoryReader.ts';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { DirectoryAnswers, DirectoryFile } from '../../src/shared/LogDirectory.ts';

/** The files of a replica as the engine exports them. */
export interface ExportedByEngine {
  /** Of the run that they come from. */
  readonly run: string;
  /** Name of the directory: topic and partition. */
  readonly partition: string;
  readonly files: readonly DirectoryFile[];
}

interface Run {
  readonly name: string;
  readonly preset: 'three-brokers' | 'four-brokers';
  readonly seconds: number;
  readonly topic?: Readonly<Record<string, unknown>>;
  readonly producer?: Readonly<Record<string, unknown>>;
  readonly workload?: Readonly<Record<string, unknown>>;
  readonly partitions: readonly string[];
  /** What is said of batches of which there are only sizes. */
  readonly missingBytes?: 'uncompressed';
}

/** Several segments, so that indexes are closed and snapshots stand between them. */
const ROLLING = { 'segment.bytes': 1_048_576, 'segment.ms': 2000, 'index.interval.bytes': 1024 };
const KEYED = { key: 'user-{n}', keys: 64, headers: [{ key: 'trace', valueBytes: 16 }] };
const LARGE = { arrivals: { constant: '200/s' }, valueBytes: 300 };

const RUNS: readonly Run[] = [
  {
    name: 'uncompressed',
    preset: 'three-brokers',
    seconds: 9,
    topic: ROLLING,
    workload: { ...LARGE, ...KEYED },
    partitions: ['payments-0'],
  },
  ...['gzip', 'snappy', 'lz4', 'zstd'].flatMap((codec) =>
    ['json', 'random'].map((values): Run => ({
      name: `${codec} of ${values}`,
      preset: 'three-brokers',
      seconds: 6,
      topic: ROLLING,
      producer: { 'compression.type': codec, 'linger.ms': 50 },
      workload: { ...LARGE, ...KEYED, values },
      partitions: ['payments-0'],
    })),
  ),
  {
    name: 'LogAppendTime, packed by the broker',
    preset: 'three-brokers',
    seconds: 6,
    topic: { ...ROLLING, 'compression.type': 'zstd', 'message.timestamp.type': 'LogAppendTime' },
    producer: { 'linger.ms': 50 },
    workload: { ...LARGE, values: 'text' },
    partitions: ['payments-0'],
  },
  {
    name: 'a preset ratio, written uncompressed',
    preset: 'three-brokers',
    seconds: 6,
    topic: ROLLING,
    producer: { 'compression.type': 'lz4', 'linger.ms': 50 },
    workload: { ...LARGE, compressibility: { ratioPermille: 400 } },
    partitions: ['payments-0'],
    missingBytes: 'uncompressed',
  },
  {
    name: 'compacted, with tombstones',
    preset: 'three-brokers',
    seconds: 45,
    topic: {
      ...ROLLING,
      'cleanup.policy': 'compact',
      'min.cleanable.dirty.ratio': 0.01,
      'segment.ms': 5000,
    },
    producer: { 'compression.type': 'gzip', 'linger.ms': 50 },
    workload: { ...LARGE, ...KEYED, values: 'json', tombstoneEvery: 7 },
    partitions: ['payments-0'],
  },
  {
    name: 'transactions, one of three aborted',
    preset: 'three-brokers',
    seconds: 12,
    topic: ROLLING,
    producer: { 'transactional.id': 'pay', 'linger.ms': 20 },
    workload: { ...LARGE, transaction: { records: 10, abortEvery: 3 } },
    partitions: ['payments-0'],
  },
  {
    name: 'transactions and groups',
    preset: 'four-brokers',
    seconds: 30,
    partitions: ['payments-0', 'balances-0', '__consumer_offsets-0', '__transaction_state-0'],
  },
];

/** Runs the engine for every kind of log that it exports. */
export function exportedDirectories(): ExportedByEngine[] {
  return RUNS.flatMap((run) => {
    const engine = sessionAfter(run);
    return run.partitions.map((partition): ExportedByEngine => {
      const broker = brokerWith(engine, partition);
      const answer = engine.inspectDirectory({
        kind: 'export',
        source: { kind: 'replica', broker, partition },
        missingBytes: run.missingBytes ?? 'refuse',
      }) as DirectoryAnswers['export'];
      if (answer?.ok !== true)
        throw new Error(`${run.name}: ${partition} is not exported, ${answer?.refusal ?? 'no such replica'}`);
      return { run: run.name, partition, files: answer.files };
    });
  });
}

function sessionAfter({ preset, seconds, topic, producer, workload }: Run): EngineSession {
  const file = JSON.parse(readFileSync(`content/scenarios/presets/${preset}.json`, 'utf8')) as {
    topics: { configs: object }[];
    producers: { configs: object; workload: object }[];
  };
  const [ofTopic, ofProducer] = [file.topics[0], file.producers[0]];
  if (!ofTopic || !ofProducer) throw new Error(`${preset} has no topic or no producer`);
  ofTopic.configs = { ...ofTopic.configs, ...topic };
  ofProducer.configs = { ...ofProducer.configs, ...producer };
  ofProducer.workload = { ...ofProducer.workload, ...workload };
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  let wallMs = 0;
  const engine = new EngineSession({ wallMs: () => wallMs++, directories: new DirectoryReader() });
  engine.load(parsed.scenario, []);
  engine.seek({ timeUs: seconds * 1_000_000, after: 0 });
  return engine;
}

/** The first broker that has a replica of it. */
function brokerWith(engine: EngineSession, partition: string): number {
  for (let broker = 1; broker <= 4; broker++)
    if (
      engine.inspectDirectory({ kind: 'overview', source: { kind: 'replica', broker, partition } }) !== null
    )
      return broker;
  throw new Error(`no broker has ${partition}`);
}
