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

test('every preset comes to its pinned digest', () => {
  const digests = Object.fromEntries(
    readdirSync(PRESETS)
      .sort()
      .map((name) => {
        const file = JSON.parse(readFileSync(`${PRESETS}/${name}`, 'utf8')) as ScenarioFile;
        const engine = new EngineSession();
        engine.load(readScenario(file), []);
        engine.advance({ untilUs: 30_000_000, budgetMs: Infinity });
        expect(engine.result().violations, name).toEqual([]);
        return [name, engine.digest()];
      }),
  );
  expect(digests).toMatchInlineSnapshot(`
    {
      "lose-a-record.json": "bcc10b83e96d8f58",
      "three-brokers.json": "b2297e36cc3515ec",
    }
  `);
});
