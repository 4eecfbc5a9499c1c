import type { Measurement } from '../../formulas/Formula.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { onlyPartition, onlyProducer, quietScenario } from './trialScenario.ts';

/** Long enough for a batch to be sent and stored. */
const LIMIT_US = 5_000_000;

/** Share of the log that is values, after so many records of so many bytes were handed over at once. */
export async function measureBatchEfficiency(
  engine: EngineLike,
  scenario: Scenario,
  { n, v }: { readonly n: number; readonly v: number },
): Promise<Measurement> {
  const quiet = quietScenario(scenario, { producer: { 'batch.size': '1048576', 'linger.ms': '5' } });
  const driver = new EngineDriver(engine);
  await driver.load({
    ...quiet,
    producers: quiet.producers.map((producer) => ({
      ...producer,
      workload: producer.workload && { ...producer.workload, key: null, valueBytes: v },
    })),
  });
  await driver.apply({ kind: 'SendRecords', producer: onlyProducer(scenario), count: n });
  await driver.advanceUntil({ event: 'RecordsAcknowledged' }, LIMIT_US);
  const { entities, rows } = driver.run.facts();
  const partition = onlyPartition(scenario);
  let bytes = 0;
  for (const entity of entities.values())
    if (entity.kind === 'replica' && entity.partition === partition && entity.role === 'leader')
      bytes = entity.storage.sizeBytes;
  const batches = rows.filter(
    ({ event }) => event.kind === 'RecordsAppended' && event.role === 'leader',
  ).length;
  return {
    value: (n * v) / bytes,
    interval: null,
    trials: 1,
    failedAssumption: batches === 1 ? null : 'oneBatch',
  };
}
