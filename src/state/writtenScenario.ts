import { formatScenario } from '../scenario/formatScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';

type ScenarioFile = ReturnType<typeof formatScenario>;

const FILES = new WeakMap<Scenario, ScenarioFile>();

/**
 * A scenario as it would be written, made once: it never changes, is kept every two seconds and compared with every frame, and that of
 * thirty brokers takes 40 ms to write.
 */
export function writtenScenario(scenario: Scenario): ScenarioFile {
  let file = FILES.get(scenario);
  if (file === undefined) {
    file = formatScenario(scenario);
    FILES.set(scenario, file);
  }
  return file;
}
