import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { findErrors } from '../../src/app/errors/findErrors.ts';
import { futuresOfLink } from '../../src/app/lab/futures/futuresOfLink.ts';
import { DirectoryReader } from '../../src/bridge/directory/DirectoryReader.ts';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { importKafkaTopics } from '../../src/import/kafkaTopics.ts';
import { toBase64Url } from '../../src/link/base64url.ts';
import { checksum } from '../../src/link/checksum.ts';
import { commandsOf, singleBranch } from '../../src/link/commandTree.ts';
import { decodeLink } from '../../src/link/decodeLink.ts';
import { deflate } from '../../src/link/deflate.ts';
import { encodeLink } from '../../src/link/encodeLink.ts';
import type { DecodedLink, LinkPlace, SharedLink } from '../../src/link/SharedLink.ts';
import { formatScenario } from '../../src/scenario/formatScenario.ts';
import { parseScenario, parseScenarioText } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import type {
  DirectoryAnswers,
  DirectoryFile,
  DirectoryQuery,
  DirectoryQueryKind,
} from '../../src/shared/LogDirectory.ts';
import { MAX_TIMESTAMP } from '../../src/shared/maxTimestamp.ts';
import { formatLab, parseLab, type SavedLab } from '../../src/state/labStore.ts';
import { damageBytes, damageJson, damageText, numbersFrom } from './damage.ts';

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

const CONFIG_NAMES = new Set(['min.insync.replicas', 'max.poll.interval.ms']);
const PLACES: readonly LinkPlace[] = [
  { kind: 'lab' },
  {
    kind: 'lab',
    files: { broker: 1, partition: 'payments-0', target: { by: 'timestamp', timestampMs: MAX_TIMESTAMP } },
  },
  { kind: 'lesson', lesson: '1-the-log', stepId: 'begin' },
];

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
      place: pick(PLACES, next),
      bookmarks: [{ name: 'here', timeUs: 1, after: 0 }],
      engine: link.engineVersion,
      digest: link.digest,
      compare: { name: 'here', other: { name: 'there', commands: [] } },
      others: [
        {
          scenario: formatScenario(pick(scenarios, next)),
          branches: [{ id: 'b', commands: [], name: 'other' }],
        },
      ],
    };
    const bytes = await deflate(JSON.stringify(damageJson(content, next)));
    const decoded = await decodeLink(`#/l/1.${toBase64Url(bytes)}.${checksum(bytes)}`);
    expectAnswered(decoded);
    if (!decoded.ok) continue;
    // What was accepted is a link like any other: it can be made again, and says the same.
    const again = await encodeLink(decoded.link);
    expect(again.ok && (await decodeLink(again.hash))).toEqual(decoded);
    const { list, open } = futuresOfLink(decoded.link);
    expect(list.map(({ id }) => id)).toContain(open);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
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

test('a pasted log or stack trace', () => {
  const next = numbersFrom(6);
  const pastes = [
    'org.apache.kafka.common.errors.NotEnoughReplicasException: Messages are rejected since there are fewer in-sync replicas\n\tat a.B.c(B.java:1)',
    ...['groups', 'offsets', 'other'].flatMap((folder) =>
      readdirSync(`test/field/${folder}`).map((name) => readFileSync(`test/field/${folder}/${name}`, 'utf8')),
    ),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const text = damageText(pick(pastes, next), next);
    const lines = text.split('\n').length;
    const { errors, troubles, configs } = findErrors(text, CONFIG_NAMES);
    for (const { line, count } of [...errors, ...troubles, ...configs]) {
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(lines);
      expect(count).toBeGreaterThan(0);
    }
  }
});

test('what a browser kept of a Lab', () => {
  const next = numbersFrom(7);
  const kept = links.map((link) =>
    formatLab({
      scenario: link.scenario,
      commands: commandsOf(link.tree),
      instant: link.instant,
      futures: futuresOfLink(link),
      bookmarks: link.bookmarks ?? [],
    }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const text = pick(kept, next);
    const damaged =
      next() < 0.5 ? damageText(text, next) : JSON.stringify(damageJson(JSON.parse(text), next));
    const read = parseLab(damaged);
    if ('reason' in read) {
      if (read.reason === 'bad-scenario') expect(read.problems.length).toBeGreaterThan(0);
      continue;
    }
    // As many deeds as stand in the text, and what was read is read again from what is written of it.
    const { commands } = JSON.parse(damaged) as { readonly commands: readonly unknown[] };
    expect(read.lab.commands).toHaveLength(commands.length);
    const again = parseLab(formatLab(read.lab));
    const filled = (lab: SavedLab) => ({
      ...lab,
      futures: lab.futures ?? null,
      bookmarks: lab.bookmarks ?? [],
    });
    expect('lab' in again && [filled(again.lab), again.lost]).toEqual([filled(read.lab), 0]);
  }
});

test('the files of a partition with bytes lost, changed and put in', () => {
  const next = numbersFrom(8);
  const files = exportedFiles();
  const engine = new DirectoryReader();
  const ask = <Kind extends DirectoryQueryKind>(query: Extract<DirectoryQuery, { readonly kind: Kind }>) =>
    engine.answer(query, () => {
      throw new Error('files are of no run');
    }) as DirectoryAnswers[Kind] | null;
  const source = { kind: 'opened' } as const;
  // Each is read to the last byte, which takes as long as many links.
  for (let round = 0; round < ROUNDS / 25; round++) {
    const hurt = Math.floor(next() * files.length);
    const damaged = files.map(([name, bytes], i): DirectoryFile =>
      i === hurt ? [name, damageBytes(bytes, next)] : [name, bytes],
    );
    const view = ask({ kind: 'open', name: 'payments-0', files: damaged })!;
    for (const { file, position } of view.problems) {
      expect(file).toMatch(/./);
      expect(position).toBeGreaterThanOrEqual(0);
    }
    for (const target of [
      { by: 'offset', offset: Math.floor(next() * (view.logEndOffset + 2)) },
      { by: 'timestamp', timestampMs: view.segments[0]?.largestTimestampMs ?? 0 },
      { by: 'timestamp', timestampMs: MAX_TIMESTAMP },
    ] as const)
      expect(ask({ kind: 'lookUp', source, target })?.outcome).toMatch(/./);
    expect(ask({ kind: 'transactions', source, producer: '' })?.count).toBeGreaterThanOrEqual(0);
    for (const { baseOffset } of view.segments)
      for (const { position } of ask({ kind: 'batches', source, segment: baseOffset, from: 0, limit: 5 }) ??
        [])
        expect(ask({ kind: 'batch', source, segment: baseOffset, position })?.batch.position).toBe(position);
    for (const { name, kind } of view.files)
      if (kind !== 'deleted')
        expect(
          ask({ kind: 'file', source, file: name, from: 0, limit: 200 })?.sizeBytes,
        ).toBeGreaterThanOrEqual(0);
  }
});

/** Of a producer whose transactions end both ways, in several segments. */
function exportedFiles(): readonly DirectoryFile[] {
  const file = JSON.parse(presetTexts[0] ?? '') as {
    topics: { configs: object }[];
    producers: { configs: object; workload: object }[];
  };
  file.topics[0]!.configs = { ...file.topics[0]!.configs, 'segment.ms': 1000 };
  const [producer] = file.producers;
  producer!.configs = { ...producer!.configs, 'transactional.id': 'pay' };
  producer!.workload = { ...producer!.workload, transaction: { records: 30, abortEvery: 2 } };
  const parsed = parseScenario(file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const session = new EngineSession({ directories: new DirectoryReader() });
  session.load(parsed.scenario, []);
  session.seek({ timeUs: 3_000_000, after: 0 });
  const answer = session.inspectDirectory({
    kind: 'export',
    source: { kind: 'replica', broker: 1, partition: 'payments-0' },
    missingBytes: 'refuse',
  }) as DirectoryAnswers['export'];
  if (answer?.ok !== true) throw new Error('not exported');
  return answer.files;
}
