import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeLinkProblem } from '../src/i18n/describeLinkProblem.ts';
import { describeScenarioProblem } from '../src/i18n/describeScenarioProblem.ts';
import { en } from '../src/i18n/en/index.ts';
import { commandsOf } from '../src/link/commandTree.ts';
import { decodeLink } from '../src/link/decodeLink.ts';
import { parseScenarioText } from '../src/scenario/parseScenario.ts';
import { parseTime } from '../src/scenario/quantity.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { asRecorded } from './compare/compareRecording.ts';
import { compareStories } from './compare/compareStories.ts';
import { readExpectation } from './compare/Expectation.ts';
import { observeRun } from './compare/observeRun.ts';
import { SAID, sideBySide } from './compare/printDivergence.ts';
import { storyOf } from './compare/Story.ts';
import { NEWEST_OF } from './kafkaVersions.ts';
import { recordAll } from './record/recordAll.ts';
import { unrecordableBecause } from './record/unrecordableBecause.ts';
import { quietInstantsOf } from './recording/quietInstants.ts';
import type { Recording } from './recording/Recording.ts';
import { CannotRecord, runMain } from './runMain.ts';

/** How long a run goes on after the last command, when nothing says until when. */
const AFTER_LAST_COMMAND_US = 10_000_000;
/** A machine is late by so much; a workload that flows has handed over more or fewer records by then. */
const MACHINE_LATE_S = 0.5;
const USAGE = 'npm run conformance:replay -- FILE-OR-LINK [--kafka 4.2.2] [--until 30s]';

/**
 * `conformance:replay -- FILE-OR-LINK [--kafka 4.2.2] [--until 30s]`: "does real Kafka do that?" Runs a shared scenario on a real cluster and on
 * the engine, and prints both stories side by side. Exit code 0: they are the same; 1: they are not; 2: it could not be tried.
 */
async function main(args: readonly string[]): Promise<number> {
  const { given, kafka, untilUs } = readArguments(args);
  const read = await readScenario(given);
  const scenario = withEnd(read, untilUs);
  const reason = unrecordableBecause(scenario);
  if (reason !== null) throw new CannotRecord(`Real Kafka cannot be asked this. ${reason}.`);
  const kafkaVersion = kafka ?? NEWEST_OF[scenario.kafkaVersion];
  console.error(
    `${scenario.title ?? given.slice(0, 60)}: ${String((scenario.untilUs ?? 0) / 1_000_000)} s on Apache Kafka ${kafkaVersion} …`,
  );
  const recorded: Recording[] = [];
  const wanted = { name: 'replay', scenario, scenarioHash: '', kafkaVersion, run: 1 };
  await recordAll([wanted], (recording) => recorded.push(recording));
  const [recording] = recorded;
  if (!recording)
    throw new CannotRecord('There is no story of Kafka to tell: the run failed, as told above.');
  return tell(recording, scenario);
}

interface Arguments {
  readonly given: string;
  readonly kafka: string | null;
  readonly untilUs: number | null;
}

function readArguments(args: readonly string[]): Arguments {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kafka: { type: 'string' }, until: { type: 'string' } },
    });
  } catch (error) {
    throw new CannotRecord(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const { positionals, values } = parsed;
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw new CannotRecord(USAGE);
  const until = values.until === undefined ? null : parseTime(values.until);
  if (until?.ok === false)
    throw new CannotRecord(`--until ${String(values.until)}: not a time, such as 30s or 1500ms`);
  return { given, kafka: values.kafka ?? null, untilUs: until?.value ?? null };
}

function tell(recording: Recording, scenario: Scenario): number {
  const kafka = storyOf(recording, scenario);
  const played = asRecorded(scenario, recording, scenario.seed);
  const engine = storyOf(observeRun(played, quietInstantsOf(scenario)), played);
  const by = slackOf(scenario);
  const expectation = readExpectation(
    { asks: 'Does real Kafka do that?', slack: by === 0 ? [] : [{ lane: '.*', by }] },
    'replay',
  );
  const divergences = new Map(compareStories(kafka, engine, expectation).map((one) => [one.lane, one]));
  const lanes = [...new Set([...kafka.keys(), ...engine.keys()])].sort(byKindAndName);
  for (const lane of lanes) {
    const divergence = divergences.get(lane);
    console.log(`\n${lane}${divergence ? `: ${SAID[divergence.reason]}` : ''}`);
    console.log(
      sideBySide(kafka.get(lane) ?? [], engine.get(lane) ?? [], divergence?.index ?? null).join('\n'),
    );
  }
  console.log(`\n${verdictOf(lanes.length, divergences.size, by)}`);
  return divergences.size === 0 ? 0 : 1;
}

function verdictOf(lanes: number, differing: number, slack: number): string {
  const { early, late } = readExpectation({ asks: '-' }, '').windowMs;
  const window = `times within ${String(early / 1000)} s early and ${String(late / 1000)} s late${slack === 0 ? '' : `, numbers within ${String(slack)} records`}`;
  return differing === 0
    ? `Kafka and the engine tell the same story in all ${String(lanes)} lanes (${window}).`
    : `They part in ${String(differing)} of ${String(lanes)} lanes, each at its row with “>” (${window}). Where Kafka may choose, another seed or another run may agree.`;
}

/** Records that flow while the machine is late: numbers may differ by them. */
function slackOf({ producers }: Scenario): number {
  const perSecond = producers.reduce(
    (sum, { workload }) =>
      sum + (workload?.arrivals.kind === 'constant' ? workload.arrivals.recordsPerSecond : 0),
    0,
  );
  return Math.ceil(perSecond * MACHINE_LATE_S);
}

const KINDS = ['metadata quorum', 'broker ', 'registration ', 'partition ', 'topic ', 'configs ', 'answer '];
const LATER_KINDS = ['producer ', 'consumer ', 'replicas ', 'log '];

/** What the cluster decided, then what clients saw, then what is in the logs. */
function byKindAndName(a: string, b: string): number {
  const kinds = [...KINDS, ...LATER_KINDS];
  const kindOf = (lane: string) => kinds.findIndex((kind) => lane.startsWith(kind));
  return kindOf(a) - kindOf(b) || a.localeCompare(b, 'en', { numeric: true });
}

/** A scenario from a file or a link. */
async function readScenario(given: string): Promise<Scenario> {
  if (existsSync(given)) {
    const parsed = parseScenarioText(readFileSync(given, 'utf8'));
    if (parsed.ok) return parsed.scenario;
    throw new CannotRecord(
      parsed.problems.map((problem) => `${given}: ${describeScenarioProblem(problem)}`).join('\n'),
    );
  }
  const decoded = await decodeLink(given);
  if (decoded.ok) {
    const { scenario, tree } = decoded.link;
    const commands = [...scenario.commands, ...commandsOf(tree)].sort((a, b) => a.atUs - b.atUs);
    return { ...scenario, commands };
  }
  const { lines, problems } = describeLinkProblem(en, decoded.problem);
  const what =
    decoded.problem.kind === 'not-ours'
      ? `“${given.slice(0, 60)}” is neither a file here nor a link to a run.`
      : `The link cannot be read. ${[...lines, ...problems].join('\n')}`;
  throw new CannotRecord(what);
}

function withEnd(scenario: Scenario, askedUs: number | null): Scenario {
  const lastUs = scenario.commands.at(-1)?.atUs ?? 0;
  return { ...scenario, untilUs: askedUs ?? scenario.untilUs ?? lastUs + AFTER_LAST_COMMAND_US };
}

await runMain(main);
