import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import { KeptText } from '../../../state/keptText.ts';
import type { Plain } from './fileChanges.ts';
import { playedFile, splitPlayed } from './playedFile.ts';
import { keepText, readText } from './scenarioDraft.ts';
import { readScenarioText } from './scenarioText.ts';
import {
  applied,
  firstText,
  followRun,
  rewritten,
  standingOf,
  takeRun,
  typed,
  type TextState,
} from './textState.ts';

function scenarioOf(extra: object = {}) {
  const parsed = parseScenario({
    highwater: 1,
    seed: 4,
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }],
    ...extra,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}
const KILL: Command = { atUs: 2_000_000, after: 3, kind: 'KillBroker', broker: 1 };
const planned = scenarioOf({
  commands: [
    { at: '1s', kind: 'KillBroker', broker: 2 },
    { at: '9s', kind: 'StartBroker', broker: 2 },
  ],
});
const RUNS = playedFile(planned);
const DONE = playedFile(planned, [KILL]);
const OTHER = playedFile(scenarioOf({ seed: 8, title: 'Other' }));
const standing = ({ text, format }: TextState, runs: Plain) =>
  standingOf(readScenarioText(text, format), runs).kind;

test('a deed stands among what is planned, in order of time, and is read again as the same', () => {
  const { text } = followRun(firstText(RUNS), DONE);
  expect([...text.matchAll(/at: (\S+)/g)].map(([, at]) => at)).toEqual(['1s', '2s', '9s']);
  expect(standingOf(readScenarioText(text, 'yaml'), DONE)).toEqual({ kind: 'runs' });
});

test('a text that is applied leaves what was done by hand as done by hand, where it still has it', () => {
  const read = readScenarioText(followRun(firstText(RUNS), DONE).text.replace('seed: 4', 'seed: 5'), 'yaml');
  if (!read.parsed.ok) throw new Error('faulty');
  const { scenario } = read.parsed;
  const split = splitPlayed(scenario, [KILL]);
  expect(split.commands).toEqual([KILL]);
  expect(split.scenario.commands).toEqual(planned.commands);
  expect(playedFile(split.scenario, split.commands)).toEqual(playedFile(scenario));
  expect(splitPlayed(scenario, [{ ...KILL, atUs: 3 }])).toEqual({ scenario, commands: [] });
});

describe('what is typed is never lost', () => {
  const MINE =
    '# of mine\nhighwater: 1\nseed: 4 # lucky\nbrokers:\n  - node.id: 1\n  - node.id: 2\n  - node.id: 3\n';

  test('a deed comes into a text that waits to be applied', () => {
    const before = typed(firstText(playedFile(scenarioOf())), MINE);
    const state = followRun(before, playedFile(scenarioOf(), [KILL]));
    expect(state.text).toContain('# of mine');
    expect(state.text).toContain('node.id: 3');
    expect(state.text).toContain('kind: KillBroker');
    expect(standing(state, state.base)).toBe('ready');
  });

  test('a text that cannot be read waits, and takes in what was done as soon as it can', () => {
    const broken = followRun(typed(firstText(RUNS), 'highwater: 1\nbrokers: ['), DONE);
    expect(broken).toMatchObject({ text: 'highwater: 1\nbrokers: [', isBehind: true });
    const mended = followRun(typed(broken, firstText(RUNS).text.replace('seed: 4', 'seed: 4 # lucky')), DONE);
    expect(mended).toMatchObject({ isBehind: false });
    expect(mended.text).toContain('# lucky');
    expect(mended.text).toContain('at: 2s');
  });

  test('when another scenario comes to run, it stays and it is said; when its own comes back, all is as before', () => {
    const mine = typed(firstText(RUNS), MINE);
    const elsewhere = followRun(mine, OTHER);
    expect(elsewhere).toMatchObject({ text: MINE, isElsewhere: true });
    expect(followRun(elsewhere, RUNS)).toMatchObject({ text: MINE, isElsewhere: false });
    expect(takeRun(elsewhere, OTHER)).toMatchObject({ text: firstText(OTHER).text, isElsewhere: false });
  });

  test('a text that says what runs gives way to the text of another scenario, and comes back with its comments', () => {
    const commented = typed(firstText(RUNS), `# mine\n${firstText(RUNS).text}`);
    const other = followRun(commented, OTHER);
    expect(other.text).toBe(firstText(OTHER).text);
    expect(followRun(other, RUNS).text).toBe(commented.text);
  });

  test('undone after it was applied, the text from before is there again', () => {
    const commented = typed(firstText(RUNS), `# mine\n${firstText(RUNS).text}`);
    const other = typed(followRun(commented, RUNS), commented.text.replace('seed: 4', 'seed: 8'));
    const runs = playedFile({ ...planned, seed: 8 });
    const now = applied(other, runs);
    expect(standing(now, runs)).toBe('runs');
    expect(followRun(now, RUNS).text).not.toContain('seed: 8');
    expect(followRun(followRun(now, RUNS), runs).text).toBe(other.text);
  });

  test('given up, it is what ran before, with its comments', () => {
    const commented = followRun(typed(firstText(RUNS), `# mine\n${firstText(RUNS).text}`), DONE);
    expect(takeRun(typed(commented, 'nonsense'), DONE).text).toBe(commented.text);
  });

  test('over a reload, with what was done since', () => {
    const map = new Map<string, string>();
    const kept = new KeptText({
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, text) => void map.set(key, text),
      removeItem: (key) => void map.delete(key),
    });
    keepText(typed(firstText(playedFile(scenarioOf())), MINE), kept);
    expect(readText(playedFile(scenarioOf()), kept).text).toBe(MINE);
    expect(readText(playedFile(scenarioOf(), [KILL]), kept).text).toContain('KillBroker');
    expect(readText(OTHER, kept)).toMatchObject({ text: MINE, isElsewhere: true });
    map.set('highwater.lab.draft', '{"text": 3}');
    expect(readText(OTHER, kept).text).toBe(firstText(OTHER).text);
  });
});

describe('written the other way', () => {
  const commented = typed(firstText(RUNS), `# mine\n${firstText(RUNS).text}`);

  test('the comments of YAML are put aside and come back, with what was done meanwhile', () => {
    const json = rewritten(commented, 'json')!;
    expect(standing(json, RUNS)).toBe('runs');
    expect(json.text).not.toContain('mine');
    expect(rewritten(json, 'yaml')!.text).toBe(commented.text);
    const later = rewritten(followRun(json, DONE), 'yaml')!;
    expect(later.text).toContain('# mine');
    expect(standing(later, DONE)).toBe('runs');
  });

  test('it is the same scenario, faults and all', () => {
    const faulty = typed(commented, 'highwater: 1\ntopics:\n  - name: t\n    partitions: 0\n');
    const json = rewritten(faulty, 'json')!;
    expect(JSON.parse(json.text)).toEqual({ highwater: 1, topics: [{ name: 't', partitions: 0 }] });
    const edited = typed(json, json.text.replace('"partitions": 0', '"partitions": 3'));
    expect(rewritten(edited, 'yaml')!.text).toBe(faulty.text.replace('partitions: 0', 'partitions: 3'));
  });

  test('a text that cannot be read stays as it is', () => {
    expect(rewritten(typed(commented, 'a: ['), 'json')).toBeNull();
    expect(rewritten(typed(commented, ''), 'json')).toBeNull();
  });
});
