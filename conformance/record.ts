import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { recordAll } from './record/recordAll.ts';
import type { WantedRecording } from './record/recordAll.ts';
import { unrecordableBecause } from './record/unrecordableBecause.ts';
import { readScenarios, recordingFile } from './recording/files.ts';
import type { ConformanceScenario } from './recording/files.ts';
import { formatRecording } from './recording/formatRecording.ts';
import { RECORDER_VERSION } from './recording/Recording.ts';
import type { Recording } from './recording/Recording.ts';
import { CannotRecord, runMain } from './runMain.ts';

/** `conformance:record [NAME…]`: records what is missing or no longer fits its scenario; a name records that scenario anew. */
async function main(names: readonly string[]): Promise<number> {
  const all = readScenarios();
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new CannotRecord(`No such scenario in conformance/scenarios: ${unknown.join(', ')}`);
  const wanted = all
    .filter((one) => names.length === 0 || names.includes(one.name))
    .flatMap((one) =>
      one.expectation.versions.flatMap((version) => runsToRecord(one, version, names.length > 0)),
    );
  for (const { name, scenario } of wanted) {
    const reason = unrecordableBecause(scenario);
    if (reason !== null) throw new CannotRecord(`${name}: ${reason}`);
  }
  const failed = await recordAll(wanted, (recording) => {
    const file = recordingFile(recording.kafkaVersion, recording.scenario, recording.run);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatRecording(recording));
  });
  return failed === 0 ? 0 : 1;
}

function runsToRecord(one: ConformanceScenario, kafkaVersion: string, again: boolean): WantedRecording[] {
  const { name, scenario, hash } = one;
  return Array.from({ length: one.expectation.runs }, (_, index) => index + 1)
    .filter((run) => again || !isFresh(recordingFile(kafkaVersion, name, run), hash))
    .map((run) => ({
      name,
      scenario,
      scenarioHash: hash,
      kafkaVersion,
      run,
      tries: one.expectation.tries,
    }));
}

function isFresh(file: string, hash: string): boolean {
  if (!existsSync(file)) return false;
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  return recording.scenarioHash === hash && recording.recorder === RECORDER_VERSION;
}

await runMain(main);
