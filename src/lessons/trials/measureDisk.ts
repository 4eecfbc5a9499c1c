import { diskReplicas, disk } from '../../formulas/disk.ts';
import type { Measurement, SymbolValues } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { checkIn, type TrialWatch } from './Trials.ts';
import { onlyProducer } from './trialScenario.ts';
import { emptyPartition } from './trialTopic.ts';

/** A scaled run: a minute stands for the retention, a tenth of it for the span of a segment, a second for the check. */
const RETENTION_MS = 60_000;
const SEGMENT_MS = RETENTION_MS / 10;
const CHECK_MS = 1000;
const VALUE_BYTES = 5000;
const RECORDS_PER_SECOND = 60;
/** Twice the retention, in so many parts. */
const PARTS = 12;

export interface DiskMeasurement extends Measurement {
  /** On the disk for each byte of the formula: with segments as long as a tenth of the retention. */
  readonly share: number;
}

/** What the disks of a small cluster hold when retention is in full course, scaled to the formula's own rate and time. */
export async function measureDisk(
  engine: EngineLike,
  scenario: Scenario,
  values: SymbolValues,
  watch: TrialWatch = {},
): Promise<DiskMeasurement> {
  const { rf, brokers } = diskReplicas(values);
  const driver = new EngineDriver(engine);
  await driver.load(diskScenario(scenario, rf, brokers));
  for (let part = 1; part <= PARTS; part++) {
    checkIn(watch, part - 1, PARTS);
    await driver.advanceTo((part / PARTS) * 2 * RETENTION_MS * 1000);
  }
  const { entities, rows, nowUs } = driver.run.facts();
  let heldBytes = 0;
  for (const entity of entities.values())
    if (entity.kind === 'replica') heldBytes += entity.storage.sizeBytes;
  let writtenBytes = heldBytes;
  for (const { event } of rows) if (event.kind === 'SegmentsDeleted') writtenBytes += event.sizeBytes;
  const bytesPerMs = writtenBytes / (nowUs / 1000);
  const share = heldBytes / (bytesPerMs * RETENTION_MS);
  return {
    value: disk.compute(values) * share,
    share,
    interval: null,
    trials: 1,
    failedAssumption: share > 1 ? 'leavesAtOnce' : null,
  };
}

function diskScenario(scenario: Scenario, rf: number, brokers: number): Scenario {
  const [broker] = scenario.brokers;
  const [topic] = scenario.topics;
  if (broker === undefined || topic === undefined) throw new Error('the scenario has no broker or no topic');
  const ids = Array.from({ length: brokers }, (_, i) => i + 1);
  const own = onlyProducer(scenario);
  return {
    ...scenario,
    consumers: [],
    brokers: ids.map((nodeId) => ({
      ...broker,
      nodeId,
      configs: { ...broker.configs, 'log.retention.check.interval.ms': String(CHECK_MS) },
    })),
    topics: [
      {
        ...topic,
        partitions: ids.map((_, first) => emptyPartition(replicasFrom(ids, first, rf))),
        configs: {
          ...topic.configs,
          'retention.ms': String(RETENTION_MS),
          'segment.ms': String(SEGMENT_MS),
          'min.insync.replicas': '1',
        },
      },
    ],
    producers: scenario.producers
      .filter(({ clientId }) => clientId === own)
      .map((producer) => ({
        ...producer,
        configs: { ...producer.configs, 'linger.ms': '500', 'batch.size': '500000' },
        workload: producer.workload && {
          ...producer.workload,
          topic: topic.name,
          key: 'card-{n}',
          keyCount: 600,
          valueBytes: VALUE_BYTES,
          arrivals: { kind: 'constant', recordsPerSecond: RECORDS_PER_SECOND },
        },
      })),
  };
}

/** Each partition begins with the broker after that of the partition before. */
function replicasFrom(ids: readonly number[], first: number, rf: number): readonly number[] {
  return Array.from({ length: rf }, (_, i) => ids[(first + i) % ids.length]!);
}
