import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeScenarioProblem } from '../src/i18n/describeScenarioProblem.ts';
import { commandsOf } from '../src/link/commandTree.ts';
import { decodeLink } from '../src/link/decodeLink.ts';
import { parseScenarioText } from '../src/scenario/parseScenario.ts';
import { parseTime } from '../src/scenario/quantity.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { asRecorded } from './compare/compareRecording.ts';
import { compareStories } from './compare/compareStories.ts';
import { readExpectation } from './compare/Expectation.ts';
import { observeRun } from './compare/observeRun.ts';
import { sideBySide } from './compare/printDivergence.ts';
import { storyOf } from './compare/Story.ts';
import { recordAll, unrecordableBecause } from './record/recordAll.ts';
import type { Recording } from './recording/Recording.ts';

const DEFAULT_VERSION = '4.2.2';
/** How long a run goes on after the last command, when nothing says until when. */
const AFTER_LAST_COMMAND_US = 10_000_000;

/**
 * `conformance:replay -- FILE-OR-LINK [--kafka 4.2.2] [--until 30s]`: "does real Kafka do that?" Runs a shared scenario on a real cluster and on
 * the engine, and prints both stories side by side.
 */
async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { kafka: { type: 'string', default: DEFAULT_VERSION }, until: { type: 'string' } },
  });
  const [given] = positionals;
  if (given === undefined)
    return refuse('npm run conformance:replay -- FILE-OR-LINK [--kafka 4.2.2] [--until 30s]');
  const read = await readScenario(given);
  if (typeof read === 'string') return refuse(read);
  const until = values.until === undefined ? null : parseTime(values.until);
  if (until?.ok === false) return refuse(`--until ${String(values.until)}: not a time`);
  const scenario = withEnd(read, until?.ok === true ? until.value : null);
  const reason = unrecordableBecause(scenario);
  if (reason !== null) return refuse(reason);

  const recorded: Recording[] = [];
  const wanted = { name: 'replay', scenario, scenarioHash: '', kafkaVersion: values.kafka, run: 1 };
  await recordAll([wanted], (recording) => recorded.push(recording));
  const [recording] = recorded;
  return recording ? tell(recording, scenario) : 1;
}

function tell(recording: Recording, scenario: Scenario): number {
  const kafka = storyOf(recording, scenario);
  const played = asRecorded(scenario, recording, scenario.seed);
  const engine = storyOf(observeRun(played), played);
  const expectation = readExpectation({ asks: 'Does real Kafka do that?' }, '');
  const divergences = new Map(compareStories(kafka, engine, expectation).map((one) => [one.lane, one]));
  for (const lane of [...new Set([...kafka.keys(), ...engine.keys()])].sort()) {
    const divergence = divergences.get(lane);
    console.log(`\n${lane}${divergence ? ` – differs (${divergence.reason})` : ''}`);
    console.log(
      sideBySide(kafka.get(lane) ?? [], engine.get(lane) ?? [], divergence?.index ?? null).join('\n'),
    );
  }
  console.log(
    divergences.size === 0 ? '\nThe stories are the same.' : `\n${String(divergences.size)} lanes differ.`,
  );
  return divergences.size === 0 ? 0 : 1;
}

/** A scenario from a file or a link; what is wrong with it as a text. */
async function readScenario(given: string): Promise<Scenario | string> {
  if (!existsSync(given)) {
    const decoded = await decodeLink(given);
    if (!decoded.ok)
      return `neither a file nor a link that can be read: ${given.slice(0, 60)} (${decoded.problem.kind})`;
    const { scenario, tree } = decoded.link;
    const commands = [...scenario.commands, ...commandsOf(tree)].sort((a, b) => a.atUs - b.atUs);
    return { ...scenario, commands };
  }
  const parsed = parseScenarioText(readFileSync(given, 'utf8'));
  if (!parsed.ok)
    return parsed.problems.map((problem) => `${given}: ${describeScenarioProblem(problem)}`).join('\n');
  return parsed.scenario;
}

function withEnd(scenario: Scenario, askedUs: number | null): Scenario {
  const lastUs = scenario.commands.at(-1)?.atUs ?? 0;
  return { ...scenario, untilUs: askedUs ?? scenario.untilUs ?? lastUs + AFTER_LAST_COMMAND_US };
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
