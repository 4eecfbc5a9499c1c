import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { importKafkaTopics } from '../../src/import/kafkaTopics.ts';
import { toBase64Url } from '../../src/link/base64url.ts';
import { checksum } from '../../src/link/checksum.ts';
import { commandsOf, singleBranch } from '../../src/link/commandTree.ts';
import { decodeLink } from '../../src/link/decodeLink.ts';
import { deflate } from '../../src/link/deflate.ts';
import { encodeLink } from '../../src/link/encodeLink.ts';
import type { DecodedLink, SharedLink } from '../../src/link/SharedLink.ts';
import { formatScenario } from '../../src/scenario/formatScenario.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import { damageJson, damageText, numbersFrom } from './damage.ts';

/**
 * What comes from outside may be anything: whatever it is, it is read or refused with reasons, nothing is thrown and nothing is
 * dropped in silence. 10 000 of it with `test:all`; a few hundred of the same damage otherwise.
 */
const isAll = process.env['HIGHWATER_TEST_ALL'] === '1';
const ROUNDS = isAll ? 2500 : 120;
vi.setConfig({ testTimeout: isAll ? 1_800_000 : 120_000 });

const PRESETS = 'content/scenarios/presets';
const PASTES = 'test/field/topics';

const presetTexts = ['three-brokers', 'lose-a-record'].map((name) =>
  readFileSync(`${PRESETS}/${name}.json`, 'utf8'),
);
const scenarios: readonly Scenario[] = presetTexts.map((text) => {
  const parsed = parseScenarioText(text);
  if (!parsed.ok) throw new Error('a preset is broken');
  return parsed.scenario;
});

const links: readonly SharedLink[] = scenarios.map((scenario, i) => ({
  scenario,
  tree: singleBranch([
    { kind: 'KillBroker', broker: 1, atUs: 2_000_000, after: 3 },
    { kind: 'CutLink', between: ['broker:2', 'broker:3'], atUs: 3_000_000 },
  ]),
  instant: { timeUs: 4_000_000, after: i },
  place: { kind: 'lab' },
  bookmarks: [{ name: 'here', at: { timeUs: 1, after: 0 } }],
  engineVersion: '1.2.3',
  digest: '0123456789abcdef',
}));

const pick = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T;

/** A link that is not whole says what is wrong, and what it could save is good by itself. */
function expectAnswered(decoded: DecodedLink): void {
  if (decoded.ok) return;
  expect(decoded.problem.kind).toMatch(/./);
  const { scenario, tree, lostCommands } = decoded.saved;
  expect(lostCommands).toBeGreaterThanOrEqual(0);
  if (scenario !== null) expect(parseScenario(formatScenario(scenario)).ok).toBe(true);
  if (tree !== null) expect(commandsOf(tree).length).toBeGreaterThanOrEqual(0);
}

test('links with characters lost, doubled and changed', async () => {
  const next = numbersFrom(1);
  const whole = await Promise.all(
    links.map(async (link) => {
      const encoded = await encodeLink(link);
      if (!encoded.ok) throw new Error('too long');
      return encoded.hash;
    }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const at = Math.floor(next() * links.length);
    const text = damageText(whole[at] ?? '', next);
    const decoded = await decodeLink(text);
    expectAnswered(decoded);
    // What passes its checksum is what was made.
    if (decoded.ok) expect(decoded.link).toEqual(links[at]);
  }
});

test('links that somebody forged, checksum and all', async () => {
  const next = numbersFrom(2);
  for (let round = 0; round < ROUNDS; round++) {
    const link = pick(links, next);
    const content = {
      scenario: formatScenario(link.scenario),
      branches: [{ id: 'a', commands: [{ at: '2s', kind: 'KillBroker', broker: 1 }] }],
      open: 'a',
      instant: link.instant,
      place: link.place,
      bookmarks: [{ name: 'here', timeUs: 1, after: 0 }],
      engine: link.engineVersion,
      digest: link.digest,
    };
    const bytes = await deflate(JSON.stringify(damageJson(content, next)));
    const decoded = await decodeLink(`#/l/1.${toBase64Url(bytes)}.${checksum(bytes)}`);
    expectAnswered(decoded);
    if (!decoded.ok) continue;
    // What was accepted is a link like any other: it can be made again, and says the same.
    const again = await encodeLink(decoded.link);
    expect(again.ok && (await decodeLink(again.hash))).toEqual(decoded);
  }
});

test('scenario files, as text and as JSON', () => {
  const next = numbersFrom(3);
  for (let round = 0; round < ROUNDS; round++) {
    const text = pick(presetTexts, next);
    const isText = next() < 0.5;
    const read = isText
      ? parseScenarioText(damageText(text, next))
      : parseScenario(damageJson(JSON.parse(text), next));
    if (!read.ok) {
      expect(read.problems.length).toBeGreaterThan(0);
      for (const { code, path } of read.problems)
        expect([typeof code, typeof path]).toEqual(['string', 'string']);
      continue;
    }
    const again = parseScenario(JSON.parse(JSON.stringify(formatScenario(read.scenario))));
    expect(again.ok && again.scenario).toEqual(read.scenario);
  }
});

test('a key that the format does not know is never passed over', () => {
  const next = numbersFrom(4);
  for (let round = 0; round < ROUNDS; round++) {
    const file = JSON.parse(pick(presetTexts, next)) as Record<string, unknown>;
    const places = [file, ...(file['brokers'] as object[]), ...(file['topics'] as object[])];
    Object.assign(pick(places, next), { [`unheard-of-${round}`]: pick([1, 'x', null, {}], next) });
    const read = parseScenario(file);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.problems.map(({ code }) => code)).toContain('unknown-key');
  }
});

test('output of kafka-topics.sh, of real clusters and damaged', () => {
  const next = numbersFrom(5);
  const pastes = readdirSync(PASTES).map((name) => readFileSync(`${PASTES}/${name}`, 'utf8'));
  for (let round = 0; round < ROUNDS; round++) {
    const { scenario, ignored, notices, found } = importKafkaTopics(damageText(pick(pastes, next), next));
    if (scenario === null) {
      expect(notices.some(({ level }) => level === 'error')).toBe(true);
      continue;
    }
    expect(parseScenario(JSON.parse(JSON.stringify(scenario))).ok).toBe(true);
    expect(found.topics.length).toBeGreaterThan(0);
    for (const { line } of ignored) expect(line).toBeGreaterThan(0);
  }
});
