import { expect, test } from 'vitest';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { KeptText } from '../../../state/keptText.ts';
import { formatLab, parseLab } from '../../../state/labStore.ts';
import { dropComparison, keepComparison, readComparison } from './keptComparison.ts';

function memory(): KeptText {
  const map = new Map<string, string>();
  return new KeptText({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  });
}
function scenarioOf(seed: number) {
  const parsed = parseScenario({ highwater: 1, seed, brokers: [{ 'node.id': 1 }] });
  if (!parsed.ok) throw new Error('faulty');
  return parsed.scenario;
}
const INSTANT = { timeUs: 3_000_000, after: 2 };

test('two runs side by side are there again, where they stood, until they are closed', () => {
  const kept = memory();
  const pair = {
    a: { name: 'acks=all', scenario: scenarioOf(4), commands: [] },
    b: {
      name: 'acks=1',
      scenario: scenarioOf(4),
      commands: [{ atUs: 1_000_000, after: 3, kind: 'KillBroker', broker: 1 } as const],
    },
  };
  expect(readComparison(kept)).toBeNull();
  keepComparison({ pair, instant: INSTANT }, kept);
  expect(readComparison(kept)).toEqual({ pair, instant: INSTANT });
  dropComparison(kept);
  expect(readComparison(kept)).toBeNull();
});

test('what cannot be read is no comparison', () => {
  const kept = memory();
  for (const text of ['{', '3', '{"a":{"name":"x","lab":"{"},"b":{}}']) {
    kept.write('highwater.lab.comparison', text);
    expect(readComparison(kept)).toBeNull();
  }
});

test('a named scenario carries its bookmarks', () => {
  const bookmarks = [{ name: 'before the crash', at: { timeUs: 1000, after: 0 } }];
  const lab = { scenario: scenarioOf(4), commands: [], instant: INSTANT };
  expect(parseLab(formatLab({ ...lab, bookmarks }))).toEqual({
    lab: { ...lab, bookmarks },
    lost: 0,
    bookmarkProblems: [],
  });
  expect(parseLab(formatLab(lab))).toEqual({ lab, lost: 0, bookmarkProblems: [] });
});
