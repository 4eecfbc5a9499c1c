import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { readScenario } from './randomScenario.ts';
import type { ScenarioFile } from '../../src/scenario/ScenarioFile.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/**
 * What the presets come to. A digest that changes means that every link ever shared comes out otherwise: never by accident.
 * Whoever changes what the engine does on purpose says so in `src/shared/engineChangelog.ts` and takes over the new digests
 * with `npx vitest run test/engine/presetDigests.test.ts -u`.
 */
const PRESETS = 'content/scenarios/presets';

/** A large cluster is run for less: its events are as many. */
const UNTIL_US: Readonly<Record<string, number>> = { 'thirty-brokers.json': 5_000_000 };

test('every preset comes to its pinned digest', () => {
  const digests = Object.fromEntries(
    readdirSync(PRESETS)
      .sort()
      .map((name) => {
        const file = JSON.parse(readFileSync(`${PRESETS}/${name}`, 'utf8')) as ScenarioFile;
        const engine = new EngineSession();
        engine.load(readScenario(file), []);
        engine.advance({ untilUs: UNTIL_US[name] ?? 30_000_000, budgetMs: Infinity });
        expect(engine.result().violations, name).toEqual([]);
        return [name, engine.digest()];
      }),
  );
  expect(digests).toMatchInlineSnapshot(`
    {
      "four-brokers.json": "d3a99a2daea81397",
      "lose-a-record.json": "a01017216ebe2599",
      "thirty-brokers.json": "b20f64fbd0b08a82",
      "three-brokers.json": "a5b1248cad40d5ed",
    }
  `);
});
