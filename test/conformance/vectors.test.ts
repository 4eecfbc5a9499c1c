import { describe, expect, it } from 'vitest';
import { EXPLAINED_VECTORS, namesField } from '../../conformance/vectors/explained.ts';
import { LEFT_GROUPS, RUN_GROUPS } from '../../conformance/vectors/VectorGroups.ts';
import {
  formatVectorResults,
  readVectorResults,
  readVectors,
  runnersSha256,
  vectorsSha256,
} from '../../conformance/vectors/VectorResults.ts';
import type { GroupResults } from '../../conformance/vectors/VectorResults.ts';

const BASELINE = '4.2.2';
const vectors = readVectors();
const allResults = readVectorResults();

function idsOf({ same, differs, notExecuted }: GroupResults): string[] {
  return [...same, ...Object.keys(differs), ...Object.keys(notExecuted)].sort();
}

describe('the groups of vectors-2.json', () => {
  it('are run on Kafka, or left with a reason', () => {
    const named = [...RUN_GROUPS, ...LEFT_GROUPS].map(({ group }) => group);
    expect(named.toSorted()).toEqual(Object.keys(vectors).sort());
  });

  it('that were executed once are all run', () => {
    const executed = Object.entries(vectors)
      .filter(([, cases]) => cases.some(({ source }) => String(source).startsWith('executed')))
      .map(([group]) => group);
    const run = RUN_GROUPS.map(({ group }) => group);
    expect(executed.filter((group) => !run.includes(group))).toEqual([]);
  });

  it.each(RUN_GROUPS)('$group has an answer in every case', ({ group, answers }) => {
    const isAnswer = (field: string) =>
      answers.some((name) => field === name || (name === 'expect' && /^expect\d+(plus)?$/.test(field)));
    const without = (vectors[group] ?? []).filter((vector) => !Object.keys(vector).some(isAnswer));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('their results', () => {
  it('are there for the version of the recordings', () => {
    expect(allResults.map(({ kafkaVersion }) => kafkaVersion)).toContain(BASELINE);
  });

  describe.each(allResults)('on Kafka $kafkaVersion', (results) => {
    const explanations = EXPLAINED_VECTORS.filter(({ kafkaVersions }) =>
      kafkaVersions.includes(results.kafkaVersion),
    );

    it('were made from the vectors and by the runners as they stand; else: npm run conformance:vectors', () => {
      expect(results.vectorsSha256).toBe(vectorsSha256());
      expect(results.runnersSha256).toBe(runnersSha256());
    });

    it('have every case of every group that is run', () => {
      expect(
        Object.fromEntries(Object.entries(results.groups).map(([group, one]) => [group, idsOf(one)])),
      ).toEqual(
        Object.fromEntries(
          RUN_GROUPS.map(({ group }) => [group, (vectors[group] ?? []).map(({ id }) => id).sort()]),
        ),
      );
    });

    it('differ where the list of differences says so, and nowhere else', () => {
      const differing = Object.entries(results.groups).flatMap(([group, { differs }]) =>
        Object.keys(differs).map((id) => `${group} ${id}`),
      );
      const explained = explanations.flatMap(({ group, ids }) => ids.map((id) => `${group} ${id}`));
      expect(differing.sort()).toEqual(explained.sort());
    });

    it.each(explanations)('$group $ids differ in $fields alone', ({ group, ids, fields }) => {
      const differing = ids.flatMap((id) => results.groups[group]?.differs[id]?.fields ?? []);
      const isNamed = (field: string) => fields.some((pattern) => namesField(pattern, field));
      expect(differing.filter((field) => !isNamed(field))).toEqual([]);
      const isUsed = (pattern: string) => differing.some((field) => namesField(pattern, field));
      expect(fields.filter((pattern) => !isUsed(pattern))).toEqual([]);
    });
  });

  it('are all executed on the version of the recordings', () => {
    const baseline = allResults.find(({ kafkaVersion }) => kafkaVersion === BASELINE);
    const left = Object.entries(baseline?.groups ?? {}).filter(
      ([, { notExecuted }]) => Object.keys(notExecuted).length > 0,
    );
    expect(left).toEqual([]);
  });

  it('are written back as they were read', () => {
    for (const results of allResults) {
      const text = formatVectorResults(results);
      expect(formatVectorResults(JSON.parse(text) as typeof results)).toBe(text);
    }
  });
});
