import { EngineSession } from '../../src/bridge/EngineSession.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';
import { readScenario } from '../engine/randomScenario.ts';
import { swarmScenarioFile } from '../engine/swarmSeed.ts';

/**
 * Runs of which every JavaScript engine must make the same bits. `scripts/digests-elsewhere.mjs` bundles this file as a plain script
 * and runs it in Node, in Firefox and in jsc: it may use nothing but the language.
 */
interface Case {
  readonly name: string;
  readonly file: () => ScenarioFile;
  readonly untilUs: number;
}

const SECOND = 1_000_000;
const PRESET_SEEDS = [1, 2, 3];
/** A large cluster is run for less: its events are as many. */
const LARGE_FROM_BROKERS = 10;
/** Random clusters with faults of all kinds, mended at the end. */
const SWARM_SEEDS = Array.from({ length: 12 }, (_, i) => 201 + i);

const presets = import.meta.glob<ScenarioFile>('../../content/scenarios/presets/*.json', {
  eager: true,
  import: 'default',
});
const lessons = import.meta.glob<ScenarioFile>('../../content/lessons/*/scenario.json', {
  eager: true,
  import: 'default',
});

function untilUs(file: ScenarioFile): number {
  return (file.brokers ?? []).length >= LARGE_FROM_BROKERS ? 5 * SECOND : 30 * SECOND;
}

const CASES: readonly Case[] = [
  ...Object.entries(presets).flatMap(([path, file]) =>
    PRESET_SEEDS.map((seed) => ({
      name: `preset ${path.split('/').at(-1) ?? path}, seed ${seed}`,
      file: () => ({ ...file, seed }),
      untilUs: untilUs(file),
    })),
  ),
  ...Object.entries(lessons).map(([path, file]) => ({
    name: `lesson ${path.split('/').at(-2) ?? path}`,
    file: () => file,
    untilUs: untilUs(file),
  })),
  ...SWARM_SEEDS.map((seed) => ({
    name: `swarm, seed ${seed}`,
    file: () => swarmScenarioFile(seed),
    untilUs: 60 * SECOND,
  })),
];

export const NAMES: readonly string[] = CASES.map(({ name }) => name);

/** The digest at the end, reached once straight on and once more from a checkpoint in the middle; and how many events it took. */
export function outcomeOf(name: string): { readonly digest: string; readonly events: number } {
  const wanted = CASES.find((each) => each.name === name);
  if (wanted === undefined) throw new Error(`no case is called ${name}`);
  const engine = new EngineSession({ wallMs: () => 0 });
  engine.load(readScenario(wanted.file()), []);
  const end = { timeUs: wanted.untilUs, after: 0 };
  engine.seek(end);
  const digest = engine.digest();
  engine.seek({ timeUs: wanted.untilUs / 2, after: 0 });
  engine.seek(end);
  if (engine.digest() !== digest) throw new Error(`${name}: another digest after going back`);
  return { digest, events: engine.result().events };
}
