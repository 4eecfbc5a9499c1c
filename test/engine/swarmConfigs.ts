import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';

/**
 * Configs by which a cluster comes to places where a standard one seldom is: fetches too small to catch up at once, an ISR that
 * is quick to shrink, sessions that are quick to end, watermarks on disk that are old. Half of the seeds keep the standard.
 */
export function swarmConfigs(seed: number): ScenarioFile['configs'] {
  return { ...ofReplication(seed), ...ofSnapshots(seed) };
}

/** In one seed of four controllers make snapshots of the metadata log all the time, and keep few of its records. */
function ofSnapshots(seed: number): ScenarioFile['configs'] {
  const rng = new Rng(seed, 'swarmSnapshots');
  if (rng.int(4) > 0) return {};
  return {
    'metadata.log.max.record.bytes.between.snapshots': 600 + rng.int(6000),
    'metadata.max.retention.bytes': rng.int(6000),
  };
}

function ofReplication(seed: number): ScenarioFile['configs'] {
  const rng = new Rng(seed, 'swarmConfigs');
  const oneOf = <T>(values: readonly T[]): T => values[rng.int(values.length)] as T;
  if (rng.int(2) === 0) return {};
  const lagMs = oneOf([2000, 5000, 30_000]);
  const heartbeatMs = oneOf([500, 2000]);
  return {
    'replica.fetch.max.bytes': oneOf([2000, 20_000, 1_048_576]),
    'replica.lag.time.max.ms': lagMs,
    'replica.fetch.wait.max.ms': Math.min(lagMs, oneOf([50, 500])),
    'broker.heartbeat.interval.ms': heartbeatMs,
    'broker.session.timeout.ms': heartbeatMs * oneOf([3, 5]),
    'replica.high.watermark.checkpoint.interval.ms': oneOf([500, 5000, 30_000]),
  };
}
