import { compareRecording, printVerdict } from './compare/compareRecording.ts';
import { recordAll } from './record/recordAll.ts';
import type { WantedRecording } from './record/recordAll.ts';
import { unrecordableBecause } from './record/unrecordableBecause.ts';
import { readRecordings, readScenarios } from './recording/files.ts';
import type { ConformanceScenario } from './recording/files.ts';
import type { Recording } from './recording/Recording.ts';
import { CannotRecord, runMain } from './runMain.ts';

/**
 * `conformance [NAME…]`: runs every scenario on real clusters once more, and compares the engine with these runs and with the recorded ones. A run that
 * differs is made once more by itself.
 */
async function main(names: readonly string[]): Promise<number> {
  const all = readScenarios();
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new CannotRecord(`No such scenario in conformance/scenarios: ${unknown.join(', ')}`);
  const scenarios = all.filter(({ name }) => names.length === 0 || names.includes(name));
  let equal = 0;
  const verdictOf = (recording: Recording): string => {
    const one = scenarios.find(({ name }) => name === recording.scenario);
    const text = one ? printVerdict(compareRecording(recording, one.scenario, one.expectation)) : '';
    if (text === '') equal += 1;
    return text;
  };
  const tell = ({ scenario, kafkaVersion }: Recording, what: string, text: string) => {
    console.log(`\n${scenario}, Kafka ${kafkaVersion}, ${what}\n${text}\n`);
  };
  let differing = 0;
  for (const recording of readRecordings()) {
    if (!scenarios.some(({ name }) => name === recording.scenario)) continue;
    const text = verdictOf(recording);
    if (text === '') continue;
    differing += 1;
    tell(recording, `recorded run ${String(recording.run)}`, text);
  }
  const again: WantedRecording[] = [];
  const wanted = scenarios.flatMap(wantedAgain);
  let failed = await recordAll(wanted, (recording) => {
    const text = verdictOf(recording);
    if (text === '') return;
    tell(recording, 'run now beside others; it is run once more, alone', text);
    again.push(...wanted.filter((item) => isOf(recording, item)));
  });
  // Beside other clusters a machine with few cores is sometimes late by seconds. What differs for a rule differs again.
  if (again.length > 0)
    failed += await recordAll(
      again,
      (recording) => {
        const text = verdictOf(recording);
        if (text === '') return;
        differing += 1;
        tell(recording, 'run now, alone', text);
      },
      1,
    );
  console.log(`${String(equal)} equal, ${String(differing)} differ, ${String(failed)} could not be run`);
  return differing + failed === 0 ? 0 : 1;
}

function isOf({ scenario, kafkaVersion }: Recording, item: WantedRecording): boolean {
  return item.name === scenario && item.kafkaVersion === kafkaVersion;
}

function wantedAgain({ name, scenario, hash, expectation }: ConformanceScenario) {
  if (unrecordableBecause(scenario) !== null) return [];
  return expectation.versions.map((kafkaVersion) => ({
    name,
    scenario,
    scenarioHash: hash,
    kafkaVersion,
    run: 1,
    tries: expectation.tries,
  }));
}

await runMain(main);
