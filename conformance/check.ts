import { compareRecording, printVerdict } from './compare/compareRecording.ts';
import { recordAll } from './record/recordAll.ts';
import { unrecordableBecause } from './record/unrecordableBecause.ts';
import { readRecordings, readScenarios } from './recording/files.ts';
import type { ConformanceScenario } from './recording/files.ts';
import type { Recording } from './recording/Recording.ts';
import { CannotRecord, runMain } from './runMain.ts';

/** `conformance [NAME…]`: runs every scenario on real clusters once more, and compares the engine with these runs and with the recorded ones. */
async function main(names: readonly string[]): Promise<number> {
  const all = readScenarios();
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new CannotRecord(`No such scenario in conformance/scenarios: ${unknown.join(', ')}`);
  const scenarios = all.filter(({ name }) => names.length === 0 || names.includes(name));
  let differing = 0;
  let equal = 0;
  const compare = (recording: Recording, what: string) => {
    const one = scenarios.find(({ name }) => name === recording.scenario);
    if (!one) return;
    const text = printVerdict(compareRecording(recording, one.scenario, one.expectation));
    if (text === '') equal += 1;
    else {
      differing += 1;
      console.log(`\n${one.name}, Kafka ${recording.kafkaVersion}, ${what}\n${text}\n`);
    }
  };
  for (const recording of readRecordings()) compare(recording, `recorded run ${String(recording.run)}`);
  const failed = await recordAll(scenarios.flatMap(wantedAgain), (recording) =>
    compare(recording, 'run now'),
  );
  console.log(`${String(equal)} equal, ${String(differing)} differ, ${String(failed)} could not be run`);
  return differing + failed === 0 ? 0 : 1;
}

function wantedAgain({ name, scenario, hash, expectation }: ConformanceScenario) {
  if (unrecordableBecause(scenario) !== null) return [];
  return expectation.versions.map((kafkaVersion) => ({
    name,
    scenario,
    scenarioHash: hash,
    kafkaVersion,
    run: 1,
  }));
}

await runMain(main);
