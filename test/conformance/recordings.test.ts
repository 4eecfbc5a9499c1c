import { describe, expect, it } from 'vitest';
import { compareRecording, printVerdict } from '../../conformance/compare/compareRecording.ts';
import { readRecordings, readScenarios } from '../../conformance/recording/files.ts';
import { RULES } from '../../src/engine/model/ruleAreas.ts';

const scenarios = readScenarios();
const recordings = readRecordings();

describe('what Apache Kafka did, the engine does', () => {
  for (const { name, scenario, expectation } of scenarios) {
    const rules = expectation.rules.map((rule) => `[${rule}] `).join('');
    for (const recording of recordings.filter((one) => one.scenario === name))
      it(`${rules}${name}, Kafka ${recording.kafkaVersion}, run ${recording.run}`, () => {
        expect(printVerdict(compareRecording(recording, scenario, expectation))).toBe('');
      });
  }
});

describe('the set of recordings', () => {
  it.each(scenarios)(
    'has every run of $name, made from the scenario as it stands',
    ({ name, hash, expectation }) => {
      const wanted = expectation.versions.flatMap((version) =>
        Array.from({ length: expectation.runs }, (_, index) => `${version} run ${index + 1} of ${hash}`),
      );
      const present = recordings
        .filter(({ scenario }) => scenario === name)
        .map(({ kafkaVersion, run, scenarioHash }) => `${kafkaVersion} run ${run} of ${scenarioHash}`);
      expect(present).toEqual(expect.arrayContaining(wanted));
    },
  );

  it('names rules that there are', () => {
    const known = new Set(RULES.map(({ id }) => id));
    expect(
      scenarios.flatMap(({ name, expectation }) =>
        expectation.rules.filter((rule) => !known.has(rule)).map((rule) => `${name}: ${rule}`),
      ),
    ).toEqual([]);
  });

  it('has no recording without its scenario', () => {
    const names = new Set(scenarios.map(({ name }) => name));
    expect(recordings.filter(({ scenario }) => !names.has(scenario)).map(({ scenario }) => scenario)).toEqual(
      [],
    );
  });
});
