import { describe, expect, test } from 'vitest';
import { changesBetween, isSame, type Plain } from './fileChanges.ts';
import { patchText, valueOf, writeText } from './writeText.ts';

const FILE = {
  highwater: 1,
  brokers: [{ 'node.id': 1 }, { 'node.id': 2, 'broker.rack': 'a' }],
  topics: [{ name: 't', partitions: 2, replicas: { '0': [1, 2] } }],
  commands: [{ at: '1s', kind: 'KillBroker', broker: 1 }],
} satisfies Plain;
const { commands, ...withoutCommands } = FILE;
const start = { at: '2s', kind: 'StartBroker', broker: 1 };
const cut = { at: '0s', kind: 'CutLink', between: ['broker:1', 'broker:2'] };
const stop = { at: '3s', kind: 'StopBroker', broker: 2 };

/** What a deed, a form or undo makes of a file. */
const CHANGES: readonly (readonly [what: string, from: Plain, to: Plain])[] = [
  ['nothing', FILE, FILE],
  ['a deed after the others', FILE, { ...FILE, commands: [...commands, start] }],
  ['a deed before the others', FILE, { ...FILE, commands: [cut, ...commands] }],
  [
    'a deed between two',
    { ...FILE, commands: [cut, start] },
    { ...FILE, commands: [cut, ...commands, start] },
  ],
  ['the first deed', withoutCommands, FILE],
  ['the last deed undone', FILE, withoutCommands],
  ['another deed in its place', FILE, { ...FILE, commands: [start] }],
  ['one twice', FILE, { ...FILE, commands: [...commands, ...commands] }],
  ['a value within a list', FILE, { ...FILE, topics: [{ ...FILE.topics[0]!, partitions: 6 }] }],
  ['a list of bare values', FILE, { ...FILE, topics: [{ ...FILE.topics[0]!, replicas: { '0': [2] } }] }],
  [
    'a config where none was',
    FILE,
    { ...FILE, topics: [{ ...FILE.topics[0]!, configs: { 'retention.ms': 1 } }] },
  ],
  ['a broker more', FILE, { ...FILE, brokers: [...FILE.brokers, { 'node.id': 3, state: 'new' }] }],
  ['a broker less', FILE, { ...FILE, brokers: [{ 'node.id': 2, 'broker.rack': 'a' }] }],
  ['a key less', FILE, { ...FILE, brokers: [{ 'node.id': 1 }, { 'node.id': 2 }] }],
  ['all of it', FILE, { highwater: 1, seed: 9, brokers: [{ 'node.id': 7 }] }],
];

describe('what is otherwise in a later file comes into the text', () => {
  test.each(CHANGES)('%s', (_, from, to) => {
    for (const format of ['json', 'yaml'] as const) {
      const patched = patchText(writeText(from, format), format, from, to);
      expect(valueOf(patched!, format), format).toEqual(to);
      // And back again.
      expect(valueOf(patchText(patched!, format, to, from)!, format), format).toEqual(from);
    }
  });

  test('nothing otherwise leaves the text to the letter', () => {
    const text = 'highwater:   1\n\n\n# of mine\nbrokers: [ {node.id: 1} ]\n';
    expect(patchText(text, 'yaml', FILE, FILE)).toBe(text);
  });

  test('comments, order of keys and what somebody wrote besides stay', () => {
    const text = `# three racks
highwater: 1
topics:
  - name: t # payments
    partitions: 2 # as in production
    replicas:
      "0": [1, 2]
seed: 42

# the rack of 1 is unknown
brokers:
  - node.id: 9 # one of mine
  - node.id: 1
  - node.id: 2
    broker.rack: a
commands:
  # it goes first
  - at: 1s
    kind: KillBroker
    broker: 1
`;
    const to = {
      ...FILE,
      topics: [{ ...FILE.topics[0]!, partitions: 6 }],
      commands: [...commands, start, stop],
    };
    expect(patchText(text, 'yaml', FILE, to)).toBe(
      text.replace('partitions: 2 #', 'partitions: 6 #') +
        '  - at: 2s\n    kind: StartBroker\n    broker: 1\n  - at: 3s\n    kind: StopBroker\n    broker: 2\n',
    );
  });

  test.each([
    ['four blanks', 'highwater: 1\ntopics:\n    - name: t\n      partitions: 1\n'],
    ['lists at the margin', 'highwater: 1\ntopics:\n- name: t\n  partitions: 1\n'],
    ['padded braces', 'highwater: 1\ntopics:\n  - { name: t, partitions: 1 }\n'],
    ['tight braces', 'highwater: 1\ntopics:\n  - {name: t, partitions: 1}\n'],
  ])('it is indented as it was: %s', (_, text) => {
    const from = { highwater: 1, topics: [{ name: 't', partitions: 1 }] };
    const to = { highwater: 1, topics: [{ name: 't', partitions: 2 }] };
    expect(patchText(text, 'yaml', from, to)).toBe(text.replace('partitions: 1', 'partitions: 2'));
  });

  test('a text that cannot be read takes nothing in', () => {
    expect(patchText('highwater: 1\nbrokers: [', 'yaml', FILE, withoutCommands)).toBeNull();
    expect(patchText('{ "highwater": ', 'json', FILE, withoutCommands)).toBeNull();
    expect(patchText('', 'yaml', FILE, withoutCommands)).toBeNull();
    // JSON may be indented with tabs, which YAML may not.
    expect(patchText('{\n\t"highwater": 1,\n\t"seed": 3\n}', 'json', FILE, FILE)).not.toBeNull();
  });

  test('what somebody took out of the text is not brought back by a change within it', () => {
    const text = 'highwater: 1\nbrokers: []\n';
    const to = { ...FILE, brokers: [{ 'node.id': 1, 'broker.rack': 'b' }, FILE.brokers[1]!] };
    expect(valueOf(patchText(text, 'yaml', FILE, to)!, 'yaml')).toEqual({ highwater: 1, brokers: [] });
  });
});

test('bare values stand in one line, in both ways of writing', () => {
  expect(writeText({ replicas: { '0': [1, 2, 3] }, a: [] }, 'json')).toBe(
    '{\n  "replicas": {\n    "0": [1, 2, 3]\n  },\n  "a": []\n}\n',
  );
  expect(writeText({ replicas: { '0': [1, 2, 3] }, between: ['broker:1', 'broker:2'] }, 'yaml')).toBe(
    'replicas:\n  "0": [1, 2, 3]\nbetween: [broker:1, broker:2]\n',
  );
});

test('the order of keys is no change, that of items is', () => {
  expect(changesBetween({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame({ a: null }, { b: null })).toBe(false);
});
