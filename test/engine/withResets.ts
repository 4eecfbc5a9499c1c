import { Rng } from '../../src/engine/kernel/Rng.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { FAULTS_UNTIL_MS } from './randomScenario.ts';

const FIRST_MS = 1000;
const MOST_BETWEEN_MS = 900;

/** The same scenario, with connections that are reset again and again: between any broker and whoever it talks to. */
export function withResets(file: ScenarioFile, seed: number): ScenarioFile {
  const rng = new Rng(seed, 'resets');
  const brokers = (file.brokers ?? []).map((broker) => `broker:${broker['node.id']}`);
  const others = [
    ...brokers,
    ...(file.controllers ?? []).map((controller) => `controller:${controller['node.id']}`),
    ...(file.producers ?? []).map((producer) => `producer:${producer['client.id']}`),
    ...(file.consumers ?? []).map((consumer) => `consumer:${consumer['client.id']}`),
  ];
  const resets: NonNullable<ScenarioFile['commands']>[number][] = [];
  for (let atMs = FIRST_MS; atMs < FAULTS_UNTIL_MS; atMs += 50 + rng.int(MOST_BETWEEN_MS)) {
    const one = brokers[rng.int(brokers.length)];
    const other = others[rng.int(others.length)];
    if (one !== undefined && other !== undefined && one !== other)
      resets.push({ at: `${atMs}.${rng.int(1000)}ms`, kind: 'ResetConnections', between: [one, other] });
  }
  return { ...file, commands: [...(file.commands ?? []), ...resets] };
}
