import { readFileSync } from 'node:fs';
import type { EngineSession } from '../EngineSession.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';
import type { SimulationResult } from '../SimulationResult.ts';

export const MICROS_PER_SECOND = 1_000_000;

/** Three brokers, one partition of three replicas that broker 1 leads, a producer and a consumer; with these commands. */
export function runOf(commands: readonly object[], changes: object = {}): EngineSession {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as object;
  return sessionOn(readScenario({ ...file, commands, ...changes }));
}

export function clusterAfter(
  commands: readonly object[],
  seconds: number,
  changes: object = {},
): SimulationResult {
  const run = runOf(commands, changes);
  run.advance({ untilUs: seconds * MICROS_PER_SECOND, budgetMs: Infinity });
  const result = run.result();
  if (result.violations.length > 0) throw new Error(JSON.stringify(result.violations));
  return result;
}

/** Of one process, or of the cluster. */
export function valueOf(metrics: SimulationResult['metrics'], name: string, node?: string): number {
  const own = node === undefined ? metrics : metrics[node];
  const value = typeof own === 'object' ? own[name] : undefined;
  if (typeof value !== 'number') throw new Error(`${node ?? 'cluster'} has no ${name}`);
  return value;
}
