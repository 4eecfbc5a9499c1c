import { expect, test } from 'vitest';
import { OTHER_VERSIONS } from './otherVersions.ts';
import { RULES } from './ruleAreas.ts';

test('every note about another version has a source, both sides in sentences, and a rule that exists if it names one', () => {
  expect(OTHER_VERSIONS.length).toBeGreaterThanOrEqual(25);
  const ids = OTHER_VERSIONS.map(({ id }) => id);
  expect(
    ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)),
  ).toEqual([]);
  const rules = new Set(RULES.map(({ id }) => id));
  for (const { id, there, here, source, versions, rule } of OTHER_VERSIONS) {
    expect(there, id).toMatch(/^[^\s].*\.$/);
    expect(here, id).toMatch(/^[^\s].*\.$/);
    expect(source, id).toMatch(/KIP-\d+|KAFKA-\d+|since \d|upgrade notes|Config|Builder|Metrics|\.json/);
    expect(versions, id).toMatch(/\d\.(\d|x)/);
    expect(rule === undefined || rules.has(rule), `${id} names ${rule ?? ''}`).toBe(true);
  }
});
