import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { PRESETS } from './presets.ts';

/** A ready cluster, by the name of its file. */
export async function loadPreset(id: string): Promise<Scenario> {
  const preset = PRESETS.find((one) => one.id === id);
  const parsed = parseScenario(await preset?.load());
  if (!parsed.ok) throw new Error(`content/scenarios/presets/${id}.json: ${JSON.stringify(parsed.problems)}`);
  return parsed.scenario;
}
