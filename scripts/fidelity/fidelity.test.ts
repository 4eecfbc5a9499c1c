import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RuleArea } from '../../src/engine/model/RuleEntry.ts';
import { RULE_AREAS } from '../../src/engine/model/ruleAreas.ts';
import { conformanceRows, countConformance } from './conformance.ts';
import { ledgerOf, marksOf } from './ledger.ts';
import { renderModel } from './renderModel.ts';
import { countVectors, vectorRows } from './vectors.ts';
import {
  MODEL_FILE,
  NO_RESULTS,
  readResults,
  resultsOf,
  sourcesHash,
  tagsOf,
  unknownTags,
} from './results.ts';

const ROOT = join(import.meta.dirname, '../..');

test('src/engine/MODEL.md is what the rules and the results make of it; else: npm run model', () => {
  expect(
    readFileSync(join(ROOT, MODEL_FILE), 'utf8') ===
      renderModel(RULE_AREAS, readResults(ROOT), conformanceRows(ROOT), vectorRows(ROOT)),
    'src/engine/MODEL.md is stale: run `npm run model` and commit it',
  ).toBe(true);
});

test('a title may carry several tags, and other brackets are none', () => {
  expect(tagsOf('[I10] [R3] random events')).toEqual(['I10', 'R3']);
  expect(tagsOf('isr > [H2, I6] queues [5,0,3] keep [4 5] order')).toEqual(['H2', 'I6']);
  expect(tagsOf('[page-cache] loses what is dirty')).toEqual(['page-cache']);
  expect(tagsOf('[] [1] [RB4–RB5]')).toEqual([]);
});

const tests = [
  { file: 'b.test.ts', title: '[H1] second', passed: true },
  { file: 'a.test.ts', title: '[H1] [H2] first', passed: true },
  { file: 'a.test.ts', title: '[H2] third', passed: false },
  { file: 'a.test.ts', title: '[H3] [Z9] [nothing] fourth', passed: true },
];

test('results are by rule, sorted, and do not depend on the order of the run', () => {
  const results = resultsOf(tests, ['H1', 'H2', 'H3']);
  expect(results['H1']).toEqual({
    passed: 2,
    failed: 0,
    tests: ['a.test.ts > [H1] [H2] first', 'b.test.ts > [H1] second'],
  });
  expect(results['H2']).toMatchObject({ passed: 1, failed: 1 });
  expect(JSON.stringify(resultsOf(tests.toReversed(), ['H1', 'H2', 'H3']))).toBe(JSON.stringify(results));
  expect(unknownTags(tests, ['H1', 'H2', 'H3'])).toEqual(['Z9']);
});

const AREAS: readonly RuleArea[] = [
  {
    area: 'One',
    rules: [
      { id: 'H1', title: 'passes', source: 'A', files: ['a.ts'], state: 'modelled', controls: ['acks'] },
      { id: 'H2', title: 'fails', source: 'A', files: ['a.ts'], state: 'modelled', controls: ['acks', 'x'] },
      {
        id: 'H3',
        title: 'passes in part',
        source: 'A',
        files: ['a.ts'],
        state: 'simplified',
        reason: 'So.',
        consequence: 'Then.',
        controls: ['x'],
      },
      { id: 'H4', title: 'without test', source: 'A', files: ['a.ts'], state: 'modelled' },
      {
        id: 'gone',
        title: 'gone',
        source: 'A',
        files: [],
        state: 'not modelled',
        reason: 'No.',
        consequence: 'None.',
      },
    ],
  },
];
const RESULTS = { sourcesHash: 'abc', results: resultsOf(tests, ['H1', 'H2', 'H3', 'H4', 'gone']) };

test('only a rule modelled in full, with tests that all passed, is verified', () => {
  expect(ledgerOf(AREAS, RESULTS).map((entry) => [entry.id, entry.state])).toEqual([
    ['H1', 'verified'],
    ['H2', 'modelled'],
    ['H3', 'simplified'],
    ['H4', 'modelled'],
    ['gone', 'not-modelled'],
  ]);
  expect(ledgerOf(AREAS, NO_RESULTS).filter((entry) => entry.verified)).toEqual([]);
});

test('a control is as true as its rules are together', () => {
  expect(marksOf(ledgerOf(AREAS, RESULTS))).toEqual({
    acks: { state: 'modelled', rules: ['H1', 'H2'] },
    x: { state: 'simplified', rules: ['H2', 'H3'] },
  });
});

test('the model says the same twice, and what is not modelled in a list of its own', () => {
  const text = renderModel(AREAS, RESULTS);
  expect(renderModel(AREAS, RESULTS)).toBe(text);
  expect(text).toContain('| `H1` | passes | A | verified | 2 |  | [a](a.ts) |');
  expect(text).toContain('- **gone** (`gone`; A). No. None.');
});

test('what was run on Kafka itself stands in a table: scenario, version, verdict, window', () => {
  const text = renderModel(AREAS, RESULTS, [
    {
      scenario: 'leader-killed',
      asks: 'Who leads?',
      kafkaVersions: [
        { version: '4.2.2', runs: 5 },
        { version: '4.4.0', runs: 1 },
      ],
      rules: [],
      differs: [],
      windowMs: { early: 1000, late: 3000 },
    },
    {
      scenario: 'other',
      asks: 'What else?',
      kafkaVersions: [{ version: '4.2.2', runs: 1 }],
      rules: [],
      differs: [{ lane: 'consumer c', because: 'Not modelled.' }],
      windowMs: { early: 500, late: 8000 },
    },
  ]);
  expect(text).toContain('| `leader-killed` | Who leads? | 4.2.2 (5), 4.4.0 (1) | equal | −1 to +3 s |');
  expect(text).toContain(
    '| `other` | What else? | 4.2.2 (1) | differs in consumer c: Not modelled. | −0.5 to +8 s |',
  );
  expect(text).toContain(
    '2 scenarios were run on real clusters and recorded (7 recordings); in 1 the engine',
  );
});

test('what was run on Kafka’s classes stands in a table: group, classes, version, counts, differences', () => {
  const one = { group: 'acl', classes: 'StandardAuthorizer', kafkaVersion: '4.2.2' };
  const text = renderModel(
    AREAS,
    RESULTS,
    [],
    [
      { ...one, cases: 30, executed: 29, same: 28, differs: [{ ids: ['acl-07'], because: 'So.' }] },
      {
        ...one,
        kafkaVersion: '4.4.0',
        cases: 30,
        executed: 30,
        same: 28,
        differs: [{ ids: ['a', 'b'], because: 'Two.' }],
      },
    ],
  );
  expect(text).toContain('| `acl` | StandardAuthorizer | 4.2.2 | 30 | 29 | 28 | `acl-07`: So. |');
  expect(text).toContain('| `acl` | StandardAuthorizer | 4.4.0 | 30 | 30 | 28 | 2: Two. |');
  expect(text).toContain('on the classes of Kafka 4.2.2 and 4.4.0: 59 runs, of which 56 gave the same.');
});

test('every difference of the table has its reason', () => {
  const rows = vectorRows(ROOT);
  expect(countVectors(rows).executed).toBeGreaterThan(0);
  expect(rows.flatMap(({ differs }) => differs).filter(({ because }) => because === '')).toEqual([]);
});

test('the README counts what is recorded', () => {
  const { scenarios, recordings } = countConformance(conformanceRows(ROOT));
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(
    `${scenarios} scenarios in ${recordings} recordings`,
  );
});

test('the hash is of the sources: the same twice, and not of MODEL.md', () => {
  expect(sourcesHash(ROOT)).toBe(sourcesHash(ROOT));
  expect(sourcesHash(ROOT)).toMatch(/^[0-9a-f]{64}$/);
});
