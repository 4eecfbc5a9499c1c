import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../scenario/limits.ts';
import { toBase64Url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { commandsOf } from './commandTree.ts';
import { decodeLink } from './decodeLink.ts';
import { deflate } from './deflate.ts';
import { encodeLink } from './encodeLink.ts';
import { anyLink, EXAMPLE_LINK, exampleScenario } from './SharedLinkTestContext.ts';
import { NOTHING_SAVED, type DecodedLink, type SharedLink } from './SharedLink.ts';

async function hashOf(link: SharedLink): Promise<string> {
  const encoded = await encodeLink(link);
  if (!encoded.ok) throw new Error(encoded.problem.kind);
  return encoded.hash;
}

/** A link that its maker's hands changed, checksum and all. */
async function forged(content: unknown): Promise<string> {
  const bytes = await deflate(typeof content === 'string' ? content : JSON.stringify(content));
  return `#/l/1.${toBase64Url(bytes)}.${checksum(bytes)}`;
}

async function contentOf(link: SharedLink): Promise<Record<string, unknown>> {
  const payload = (await hashOf(link)).split('.')[1]!;
  const stream = new Blob([Buffer.from(payload, 'base64url')]).stream();
  return (await new Response(stream.pipeThrough(new DecompressionStream('deflate-raw'))).json()) as Record<
    string,
    unknown
  >;
}

function brokenOf(decoded: DecodedLink) {
  if (decoded.ok) throw new Error('the link is whole');
  return decoded;
}

describe('a link', () => {
  test('that is decoded equals the one that was encoded', async () => {
    await fc.assert(
      fc.asyncProperty(anyLink, async (link) => {
        expect(await decodeLink(await hashOf(link))).toEqual({ ok: true, link });
      }),
      { numRuns: 60 },
    );
  });

  test('is found in an address, in the text behind its hash, and within a sentence', async () => {
    const hash = await hashOf(EXAMPLE_LINK);
    const whole = { ok: true, link: EXAMPLE_LINK };
    for (const text of [
      `https://example.org/courses/kafka/${hash}`,
      hash.slice(1),
      hash.slice(2),
      hash.slice(4),
      ` ${hash}\n`,
      `<https://example.org/${hash}>.`,
      `${hash}?utm_source=mail&x=1`,
      `${hash.slice(0, 90)}\r\n ${hash.slice(90)}`,
    ]) {
      expect(await decodeLink(text)).toEqual(whole);
    }
  });

  test('stays readable for ever: the stored one of version 1', async () => {
    const stored = readFileSync('src/link/migrations/version-1.txt', 'utf8');
    expect(await decodeLink(stored)).toEqual({ ok: true, link: EXAMPLE_LINK });
  });

  test('with more than an address holds is refused with the limit', async () => {
    const scenario = exampleScenario({ seed: 1 });
    const commands = Array.from({ length: 9000 }, (_, i) => {
      return {
        atUs: i * 7919 + (i % 13),
        after: (i * i) % 97,
        kind: 'SendRecords',
        producer: 'pay-api',
        count: 1 + ((i * 31) % 977),
      } as const;
    });
    const encoded = await encodeLink({
      ...EXAMPLE_LINK,
      scenario,
      tree: { branches: [{ id: 'a', parent: null, commands }], open: 'a' },
    });
    expect(encoded).toMatchObject({
      ok: false,
      problem: { kind: 'too-long', what: 'text', limit: LIMITS.linkCharacters },
    });
  });
});

describe('commandsOf', () => {
  test('follows a branch from its root', () => {
    const at = (atUs: number) => ({ atUs, kind: 'StartBroker', broker: 1 }) as const;
    const tree = {
      branches: [
        { id: 'a', parent: null, commands: [at(1), at(2)] },
        { id: 'b', parent: 'a', commands: [at(3)] },
        { id: 'c', parent: 'a', commands: [at(4)] },
      ],
      open: 'c',
    };
    expect(commandsOf(tree).map((command) => command.atUs)).toEqual([1, 2, 4]);
    expect(commandsOf(tree, 'b').map((command) => command.atUs)).toEqual([1, 2, 3]);
  });
});

describe('a broken link', () => {
  test.each([
    '',
    'https://example.org/#/lessons/acks',
    '#/l/',
    '#/l/abc',
    '#/l/0.abc.def',
    'hello',
    '#/s/eJw.1',
    'https://other.org/#/l/foo/bar',
  ])('%j is not ours, or only its beginning', async (text) => {
    const { problem, saved } = brokenOf(await decodeLink(text));
    expect(['not-ours', 'cut-off']).toContain(problem.kind);
    expect(problem.kind).toBe(text === '#/l/' ? 'cut-off' : 'not-ours');
    expect(saved).toEqual(NOTHING_SAVED);
  });

  test('of a newer version says which one it is', async () => {
    const { problem } = brokenOf(await decodeLink('#/l/12.abc.def'));
    expect(problem).toEqual({ kind: 'newer-version', version: 12, known: 1 });
  });

  test('that is cut off anywhere says so, and keeps more the later it was cut', async () => {
    const hash = await hashOf(EXAMPLE_LINK);
    let savedBefore = 0;
    for (let length = 7; length < hash.length; length++) {
      const { problem, saved } = brokenOf(await decodeLink(hash.slice(0, length)));
      // A point at the end is the end of a sentence, and is not part of what was read.
      expect(problem).toEqual({ kind: 'cut-off', position: hash.slice(0, length).replace(/\.$/, '').length });
      const savedNow = Object.values(saved).filter((part) => part !== null).length;
      expect(savedNow).toBeGreaterThanOrEqual(savedBefore);
      savedBefore = savedNow;
    }
    const { saved } = brokenOf(await decodeLink(hash.slice(0, -3)));
    expect(saved).toMatchObject(EXAMPLE_LINK);
  });

  test('that was cut within its commands keeps those before', async () => {
    const commands = Array.from({ length: 50 }, (_, i) => ({
      ...EXAMPLE_LINK.tree.branches[0]!.commands[0]!,
      atUs: i * 1_234_567,
    }));
    const hash = await hashOf({
      ...EXAMPLE_LINK,
      tree: { branches: [{ id: 'a', parent: null, commands }], open: 'a' },
    });
    const { saved } = brokenOf(await decodeLink(hash.slice(0, hash.length * 0.75)));
    const kept = saved.tree?.branches[0]?.commands ?? [];
    expect(saved.scenario).toEqual(EXAMPLE_LINK.scenario);
    expect(kept.length).toBeGreaterThan(2);
    expect(kept.length).toBeLessThan(50);
    expect(kept).toEqual(commands.slice(0, kept.length));
  });

  test('with a foreign character says where', async () => {
    const hash = await hashOf(EXAMPLE_LINK);
    const text = `${hash.slice(0, 50)}\n${hash.slice(50, 80)}*${hash.slice(81)}`;
    expect(brokenOf(await decodeLink(text)).problem).toEqual({ kind: 'edited', position: 81, path: null });
  });

  test('with another character of the alphabet is edited', async () => {
    const hash = await hashOf(EXAMPLE_LINK);
    for (let at = 6; at < hash.length; at += 7) {
      if (hash[at] === '.') continue;
      const other = hash[at] === '7' ? '8' : '7';
      const { problem } = brokenOf(await decodeLink(hash.slice(0, at) + other + hash.slice(at + 1)));
      expect(problem.kind).toBe('edited');
    }
  });

  test('beyond the limit is not looked into', async () => {
    const { problem } = brokenOf(await decodeLink(`#/l/1.${'A'.repeat(LIMITS.linkCharacters)}.00000000`));
    expect(problem).toMatchObject({ kind: 'too-long', what: 'text', limit: LIMITS.linkCharacters });
  });

  test('that blows up when it is unpacked is stopped', async () => {
    const { problem } = brokenOf(await decodeLink(await forged('"'.padEnd(20_000_000, 'a'))));
    expect(problem).toMatchObject({ kind: 'too-long', what: 'content' });
  });

  test('with a scenario that is not valid names the path and keeps the rest', async () => {
    const content = await contentOf(EXAMPLE_LINK);
    const scenario = { ...(content.scenario as object), brokerz: [] };
    const { problem, saved } = brokenOf(await decodeLink(await forged({ ...content, scenario })));
    expect(problem).toMatchObject({
      kind: 'bad-scenario',
      problems: [{ code: 'unknown-key', path: 'brokerz' }],
    });
    expect(saved).toMatchObject({ scenario: null, scenarioJson: scenario, instant: EXAMPLE_LINK.instant });
  });

  test('with a command that is not valid keeps the scenario and the commands before', async () => {
    const content = await contentOf(EXAMPLE_LINK);
    const commands = [
      { at: '1s', kind: 'KillBroker', broker: 1 },
      { at: '2s', kind: 'KillBroker', broker: 9 },
      { at: '3s', kind: 'StartBroker', broker: 1 },
    ];
    const { problem, saved } = brokenOf(
      await decodeLink(await forged({ ...content, branches: [{ id: 'a', commands }] })),
    );
    expect(problem).toMatchObject({
      kind: 'bad-commands',
      problems: [{ path: 'branches[0].commands[1].broker' }],
    });
    expect(saved.scenario).toEqual(EXAMPLE_LINK.scenario);
    expect(saved.tree?.branches[0]?.commands).toEqual([{ atUs: 1_000_000, kind: 'KillBroker', broker: 1 }]);
    expect(saved.lostCommands).toBe(2);
  });

  test('with commands that go back in time is not valid', async () => {
    const content = await contentOf(EXAMPLE_LINK);
    const commands = ['2s', '1s'].map((at) => ({ at, kind: 'KillBroker', broker: 1 }));
    const { problem } = brokenOf(
      await decodeLink(await forged({ ...content, branches: [{ id: 'a', commands }] })),
    );
    expect(problem).toMatchObject({
      kind: 'bad-commands',
      problems: [{ code: 'out-of-range', path: 'branches[0].commands[1].at' }],
    });
  });

  test.each([
    [{ instant: { timeUs: -1, after: 0 } }, 'instant'],
    [{ instant: { timeUs: 1.5, after: 0 } }, 'instant'],
    [{ place: { kind: 'moon' } }, 'place'],
    [
      { place: { kind: 'lab', files: { broker: 1, partition: 'orders-0', target: { by: 'luck' } } } },
      'place',
    ],
    [{ place: { kind: 'lab', files: { broker: -1, partition: 'orders-0', target: null } } }, 'place'],
    [{ place: { kind: 'lesson', lesson: 'l', stepId: null, moment: { began: 7 } } }, 'place'],
    [{ engine: 'latest' }, 'engine'],
    [{ digest: 7 }, 'digest'],
    [{ open: 'z' }, 'open'],
    [{ branches: [] }, 'branches'],
    [{ branches: [{ id: 'a', parent: 'a', commands: [] }] }, 'branches[0].parent'],
    [
      {
        branches: [
          { id: 'a', commands: [] },
          { id: 'a', commands: [] },
        ],
      },
      'branches[1].id',
    ],
    [{ branches: [{ id: 'a' }] }, 'branches[0].commands'],
  ])('with %j is edited and says in which part', async (change, path) => {
    const content = await contentOf(EXAMPLE_LINK);
    const { problem, saved } = brokenOf(await decodeLink(await forged({ ...content, ...change })));
    expect(problem).toEqual({ kind: 'edited', position: null, path });
    expect(saved.scenario).toEqual(EXAMPLE_LINK.scenario);
  });

  test('never throws, whatever is given', async () => {
    const hash = await hashOf(EXAMPLE_LINK);
    const damaged = fc
      .array(fc.tuple(fc.nat(hash.length), fc.nat(3), fc.string({ maxLength: 4 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((edits) =>
        edits.reduce((text, [at, count, other]) => text.slice(0, at) + other + text.slice(at + count), hash),
      );
    const anyContent = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant('['.repeat(100_000)),
      fc.constant('{"scenario":'.repeat(50_000)),
    );
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `#/l/1.${text}`),
      damaged,
    );
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const decoded = await decodeLink(text);
        if (!decoded.ok) expect(decoded.problem.kind).toBeTypeOf('string');
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        expect((await decodeLink(await forged(content))).ok).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});
