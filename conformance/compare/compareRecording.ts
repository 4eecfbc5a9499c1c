import { KAFKA_VERSIONS } from '../../src/scenario/Scenario.ts';
import type { Command, Scenario } from '../../src/scenario/Scenario.ts';
import { MICROS_PER_MILLI } from '../../src/shared/units.ts';
import { quietInstantsOf } from '../recording/quietInstants.ts';
import type { Recording } from '../recording/Recording.ts';
import { compareStories, matches } from './compareStories.ts';
import type { Divergence } from './compareStories.ts';
import type { Expectation } from './Expectation.ts';
import { observeRun } from './observeRun.ts';
import { printDivergence } from './printDivergence.ts';
import { tryClients } from './tryClients.ts';
import { storyOf } from './Story.ts';
import type { Story } from './Story.ts';

export interface Verdict {
  /** Seed whose story is the recorded one, or comes nearest to it. */
  readonly seed: number;
  /** What parts the two; empty when they are equal. Differences that the expectation knows are not among them. */
  readonly divergences: readonly Divergence[];
  /** Lanes that differ as the expectation says they do. */
  readonly known: readonly string[];
  /** Differences that the expectation knows and that are not there any more. */
  readonly vanished: readonly string[];
  readonly kafka: Story;
  readonly engine: Story;
}

/**
 * Whether a recorded run is one that the engine can give. Where Kafka may choose, the engine's seeds choose; a run must be equal to one of them in
 * every lane. If none is, the nearest is told.
 */
export function compareRecording(
  recording: Recording,
  scenario: Scenario,
  expectation: Expectation,
): Verdict {
  const kafka = storyOf(recording, scenario);
  let nearest: Verdict | null = null;
  for (let seed = 1; seed <= expectation.seeds; seed++) {
    const verdict = compareWith(seed, kafka, recording, scenario, expectation);
    if (nearest === null || verdict.divergences.length < nearest.divergences.length) nearest = verdict;
    if (nearest.divergences.length === 0) break;
  }
  if (nearest === null) throw new Error('an expectation needs at least one seed');
  return nearest;
}

function compareWith(
  seed: number,
  kafka: Story,
  recording: Recording,
  scenario: Scenario,
  expectation: Expectation,
): Verdict {
  const played = asRecorded(scenario, recording, seed);
  const jitter = jitterOf(played, expectation.jitterMs);
  const seen = observeRun(
    { ...played, commands: [...jitter, ...played.commands] },
    quietInstantsOf(scenario),
  );
  const tried = tryClients(expectation.tries);
  const engine = storyOf({ ...seen, commands: seen.commands.slice(jitter.length), tried }, played);
  const all = compareStories(kafka, engine, expectation);
  const isKnown = ({ lane }: Divergence) => expectation.differs.some((one) => matches(lane, one.lane));
  return {
    seed,
    divergences: all.filter((one) => !isKnown(one)),
    known: all.filter(isKnown).map(({ lane }) => lane),
    vanished: expectation.differs
      .filter((one) => !all.some(({ lane }) => matches(lane, one.lane)))
      .map(({ lane }) => lane),
    kafka,
    engine,
  };
}

/** Commands that make messages between servers take longer now and then. */
function jitterOf({ brokers, controllers }: Scenario, jitterMs: number): Command[] {
  if (jitterMs === 0) return [];
  const servers = [
    ...controllers.map(({ nodeId }) => `controller:${String(nodeId)}`),
    ...brokers.map(({ nodeId }) => `broker:${String(nodeId)}`),
  ];
  return servers.flatMap((a, i) =>
    servers.slice(i + 1).map((b): Command => ({
      atUs: 0,
      kind: 'SlowLink',
      between: [a, b],
      latencyUs: null,
      jitterUs: jitterMs * MICROS_PER_MILLI,
      bandwidthBitsPerSecond: null,
      lossPercent: 0,
    })),
  );
}

/**
 * How long a process takes to start is the machine's affair, and so the scenario's: the engine's brokers ask for their registration when the recorded
 * ones did, and they are of its version. The shortest start is the engine's `times.brokerStart`; a longer one begins so much later.
 */
export function asRecorded(
  given: Scenario,
  recording: Pick<Recording, 'startMs' | 'kafkaVersion'>,
  seed: number,
): Scenario {
  const version = KAFKA_VERSIONS.find((one) => recording.kafkaVersion.startsWith(`${one}.`));
  const scenario = version === undefined ? given : { ...given, kafkaVersion: version };
  const shortestMs = Math.min(...Object.values(recording.startMs).flat());
  if (!Number.isFinite(shortestMs)) return { ...scenario, seed };
  const left = new Map(Object.entries(recording.startMs).map(([broker, starts]) => [broker, [...starts]]));
  const commands = scenario.commands.map((command): Command => {
    if (command.kind !== 'StartBroker') return command;
    const startMs = left.get(String(command.broker))?.shift() ?? shortestMs;
    return { ...command, atUs: command.atUs + (startMs - shortestMs) * MICROS_PER_MILLI };
  });
  return {
    ...scenario,
    seed,
    commands: commands.sort((a, b) => a.atUs - b.atUs),
    times: { ...scenario.times, brokerStartUs: shortestMs * MICROS_PER_MILLI },
  };
}

/** A verdict for a person; empty when there is nothing to tell. */
export function printVerdict({ divergences, vanished, kafka, engine }: Verdict): string {
  return [
    ...divergences.map((divergence) => printDivergence(divergence, kafka, engine)),
    ...vanished.map(
      (lane) => `${lane}: the expectation says that it differs, and it does not any more: take it out`,
    ),
  ].join('\n\n');
}
