import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KafkaCluster } from './cluster/KafkaCluster.ts';
import { prepareKafka } from './cluster/prepareKafka.ts';
import { RECORDER_VERSION } from './recording/Recording.ts';
import type { Recording } from './recording/Recording.ts';
import { readScenarios, recordingFile } from './recording/files.ts';
import type { ConformanceScenario } from './recording/files.ts';
import { formatRecording } from './recording/formatRecording.ts';
import { recordRun } from './record/recordRun.ts';
import { NOT_RECORDABLE } from './record/carryOut.ts';

/** `conformance:record [NAME…]`: records what is missing or no longer fits; a name records that scenario anew. */
async function main(names: readonly string[]): Promise<number> {
  const java = javaVersion();
  const all = readScenarios();
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) {
    console.error(`No such scenario in conformance/scenarios: ${unknown.join(', ')}`);
    return 2;
  }
  for (const one of all) {
    if (names.length > 0 && !names.includes(one.name)) continue;
    for (const kafkaVersion of one.expectation.versions) {
      const missing = runsToRecord(one, kafkaVersion, names.length > 0);
      if (missing.length > 0) await recordRuns(one, kafkaVersion, missing, java);
    }
  }
  return 0;
}

function runsToRecord(one: ConformanceScenario, kafkaVersion: string, again: boolean): number[] {
  return Array.from({ length: one.expectation.runs }, (_, index) => index + 1).filter((run) => {
    const file = recordingFile(kafkaVersion, one.name, run);
    if (again || !existsSync(file)) return true;
    const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
    return recording.scenarioHash !== one.hash || recording.recorder !== RECORDER_VERSION;
  });
}

async function recordRuns(
  one: ConformanceScenario,
  kafkaVersion: string,
  runs: readonly number[],
  java: string,
): Promise<void> {
  for (const command of one.scenario.commands) {
    const reason = NOT_RECORDABLE[command.kind];
    if (reason !== undefined) throw new Error(`${one.name}: ${command.kind} cannot be recorded: ${reason}`);
  }
  const classPath = prepareKafka(kafkaVersion);
  for (const run of runs) {
    const started = performance.now();
    const cluster = new KafkaCluster(classPath);
    try {
      await cluster.start(one.scenario, kafkaVersion.split('.').slice(0, 2).join('.'));
      const recording = await recordRun(cluster, {
        name: one.name,
        scenario: one.scenario,
        scenarioHash: one.hash,
        kafkaVersion,
        java,
        run,
      });
      const file = recordingFile(kafkaVersion, one.name, run);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, formatRecording(recording));
      console.log(
        `${one.name}, Kafka ${kafkaVersion}, run ${String(run)}: ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
    } finally {
      await cluster.close();
    }
  }
}

function javaVersion(): string {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) throw new Error('Java 17 or newer (java) is needed to record.', { cause: error });
  return /version "([^"]+)"/.exec(stderr)?.[1] ?? 'unknown';
}

process.exitCode = await main(process.argv.slice(2));
