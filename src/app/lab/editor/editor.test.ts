import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { scenarioJsonSchema } from '../../../scenario/scenarioJsonSchema.ts';
import { completionsAt, docAt } from './completions.ts';
import { formatOf, placeAt, rangeOf, readScenarioText } from './scenarioText.ts';

const schema = scenarioJsonSchema();
/** The text and the caret, which stands at the bar. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return { text: marked.replace('|', ''), caret };
}
function offered(marked: string, format: 'json' | 'yaml' = formatOf(marked)) {
  const { text, caret } = at(marked);
  const place = placeAt(text, caret, format);
  return place === null ? null : completionsAt(schema, place, format).map(({ name }) => name);
}

const JSON_TEXT = `{
  "highwater": 1,
  "brokers": [{ "node.id": 1 }],
  "topics": [{ "name": "t", "partitions": 0, "replication.factor": 1, "configs": { "min.insync.replicas": "x" } }]
}`;
const YAML_TEXT = `highwater: 1
brokers:
  - node.id: 1
topics:
  - name: t
    partitions: 0
    replication.factor: 1
`;

describe('what may be written at the caret', () => {
  test.each([
    ['a key at the top', '{ "highwater": 1, "brok|" }', ['brokers', 'queueBrokers']],
    ['a key that is there is not offered again', '{ "seed": 1, "see|" }', []],
    [
      'a key within a list',
      '{ "highwater": 1, "topics": [{ "repl|" }] }',
      ['replicas', 'replication.factor'],
    ],
    [
      'Kafka’s configs of the place',
      '{ "topics": [{ "name": "t", "configs": { "min.ins|" } }] }',
      ['min.insync.replicas'],
    ],
    ['a value of a few', '{ "brokers": [{ "node.id": 1, "state": "n|" }] }', ['new', 'running']],
    ['a command by its kind', '{ "commands": [{ "kind": "KillB|" }] }', ['KillBroker']],
    ['what a command of its kind has', '{ "commands": [{ "kind": "KillBroker", "bro|" }] }', ['broker']],
    [
      'the same in YAML',
      'highwater: 1\ntopics:\n  - name: t\n    repl|\n',
      ['replicas', 'replication.factor'],
    ],
    ['a value in YAML', 'brokers:\n  - node.id: 1\n    state: ne|\n', ['new']],
  ])('%s', (_, text, expected) => {
    expect(offered(text)?.toSorted()).toEqual(expected.toSorted());
  });

  test('a completion brings its quotes and its colon, and takes the place of the word', () => {
    const { text, caret } = at('{ "bro|" }');
    const place = placeAt(text, caret, 'json')!;
    expect(completionsAt(schema, place, 'json')[0]?.text).toBe('"brokers": ');
    expect(text.slice(place.range.from, place.range.to)).toBe('"bro"');
  });

  test('each thing has the words of the schema', () => {
    expect(docAt(schema, ['seed'], null)).not.toBe('');
    expect(docAt(schema, ['commands', 0, 'at'], 'KillBroker')).toContain('every event of that instant');
    expect(docAt(schema, ['nonsense', 'at'], null)).toBe('');
  });
});

describe('where a problem stands', () => {
  test.each([
    ['topics[0].partitions', '0'],
    ['topics[0].configs.min.insync.replicas', '"x"'],
    ['brokers[0].node.id', '1'],
    ['topics[0].nonsense', '"topics"'],
  ])('%s', (path, expected) => {
    const range = rangeOf(parseDocument(JSON_TEXT), path)!;
    expect(JSON_TEXT.slice(range.from, range.to).startsWith(expected) || path.endsWith('nonsense')).toBe(
      true,
    );
  });

  test('a key that is not known is pointed at itself', () => {
    const { problems } = readScenarioText('highwater: 1\nbrokers:\n  - node.idd: 1\n', 'yaml');
    const { range } = problems.find(({ problem }) => problem.code === 'unknown-key')!;
    expect(range).toEqual({ from: 26, to: 34 });
  });

  test.each([
    ['json', JSON_TEXT, '0,'],
    ['yaml', YAML_TEXT, '0\n'],
  ] as const)('%s: the value that is not allowed', (format, text, expected) => {
    const { problems, parsed } = readScenarioText(text, format);
    expect(parsed.ok).toBe(false);
    const found = problems.find(({ problem }) => problem.path === 'topics[0].partitions');
    expect(text.slice(found!.range!.from, found!.range!.from + 2)).toBe(expected);
  });

  test.each([
    ['json', '{ "highwater": 1,\n "seed": }', 2],
    ['yaml', 'highwater: 1\nbrokers: [', 2],
    ['yaml', 'seed: 1\nseed: 2\n', 2],
  ] as const)('%s that cannot be read is told with its line', (format, text, line) => {
    const { problems } = readScenarioText(text, format);
    expect(problems[0]?.problem.line).toBe(line);
    expect(problems[0]?.range).not.toBeNull();
    expect(describeScenarioProblem(problems[0]!.problem)).toMatch(
      format === 'json' ? /is not JSON/ : /is not YAML: \w|the key seed is there twice/,
    );
  });
});
