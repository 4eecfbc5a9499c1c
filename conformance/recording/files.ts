import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeScenarioProblem } from '../../src/i18n/describeScenarioProblem.ts';
import { parseScenarioText } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import { eachTime } from '../../src/shared/eachTime.ts';
import { readExpectation } from '../compare/Expectation.ts';
import type { Expectation } from '../compare/Expectation.ts';
import type { Recording } from './Recording.ts';

const SCENARIOS = 'conformance/scenarios';
const RECORDINGS = 'conformance/recordings';
const SCENARIO_ENDING = '.hw.json';

/** A scenario that is recorded, and what its companion says of the comparison. */
export interface ConformanceScenario {
  readonly name: string;
  readonly scenario: Scenario;
  /** Of the text, and of what is tried beside it; a recording carries the hash of what it was made from. */
  readonly hash: string;
  readonly expectation: Expectation;
}

export function readScenarios(): ConformanceScenario[] {
  return readdirSync(SCENARIOS)
    .filter((file) => file.endsWith(SCENARIO_ENDING))
    .sort()
    .map((file) => readScenario(file.slice(0, -SCENARIO_ENDING.length)));
}

function readScenario(name: string): ConformanceScenario {
  const text = readFileSync(join(SCENARIOS, `${name}${SCENARIO_ENDING}`), 'utf8');
  const parsed = parseScenarioText(text);
  if (!parsed.ok)
    throw new Error(
      parsed.problems.map((problem) => `${name}: ${describeScenarioProblem(problem)}`).join('\n'),
    );
  const companion = join(SCENARIOS, `${name}.expect.json`);
  if (!existsSync(companion)) throw new Error(`${companion} is missing: it says how ${name} is compared`);
  const expectation = readExpectation(JSON.parse(readFileSync(companion, 'utf8')), companion);
  return {
    name,
    scenario: { ...parsed.scenario, commands: eachTime(parsed.scenario.commands) },
    hash: createHash('sha256')
      .update(text)
      .update(Object.keys(expectation.tries).length === 0 ? '' : JSON.stringify(expectation.tries))
      .digest('hex')
      .slice(0, 16),
    expectation,
  };
}

export function recordingFile(kafkaVersion: string, name: string, run: number): string {
  return join(RECORDINGS, kafkaVersion, `${name}.${String(run)}.json`);
}

/** Every committed recording, by version, name and run. */
export function readRecordings(): Recording[] {
  if (!existsSync(RECORDINGS)) return [];
  return readdirSync(RECORDINGS)
    .sort()
    .flatMap((version) =>
      readdirSync(join(RECORDINGS, version))
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => JSON.parse(readFileSync(join(RECORDINGS, version, file), 'utf8')) as Recording),
    );
}
