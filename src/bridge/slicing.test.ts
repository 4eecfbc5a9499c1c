import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Command, Scenario } from '../scenario/Scenario.ts';
import type { TraceRow } from '../shared/traceEvents.ts';
import { EngineSession } from './EngineSession.ts';

const PRESETS = ['three-brokers', 'lose-a-record'];
const UNTIL_US = 12_000_000;
const COMMANDS: readonly Command[] = [{ atUs: 1_500_000, after: 0, kind: 'KillBroker', broker: 1 }];

function preset(name: string): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(`content/scenarios/presets/${name}.json`, 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

/** A session whose clock says at each look that another ms is gone: the budget is then a number of looks. */
function session(): EngineSession {
  let wallMs = 0;
  return new EngineSession({ wallMs: () => wallMs++ });
}

function whole(scenario: Scenario) {
  const engine = session();
  engine.load(scenario, COMMANDS);
  const { trace } = engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
  return { digest: engine.digest(), trace, result: engine.result() };
}

describe.each(PRESETS)('slices of %s', (name) => {
  const scenario = preset(name);
  const { digest, trace, result } = whole(scenario);

  test('change nothing: neither the digest nor one row of the trace', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(
          fc.record({ us: fc.integer({ min: 1, max: 900_000 }), budgetMs: fc.nat(20), stop: fc.boolean() }),
        ),
        (slices) => {
          const engine = session();
          engine.load(scenario, COMMANDS);
          const rows: TraceRow[] = [];
          let nowUs = 0;
          let expectedSeq = 1;
          while (nowUs < UNTIL_US) {
            const { us, budgetMs, stop } = slices.next().value as {
              us: number;
              budgetMs: number;
              stop: boolean;
            };
            const frame = engine.advance({
              untilUs: Math.min(UNTIL_US, nowUs + us),
              budgetMs,
              stopAtInteresting: stop,
            });
            expect(frame.sinceFrame).toBe(expectedSeq);
            expectedSeq = frame.frameSeq;
            rows.push(...frame.trace);
            nowUs = frame.nowUs;
          }
          // A slice may have stopped inside the last instant.
          rows.push(...engine.advance({ untilUs: UNTIL_US, budgetMs: Infinity }).trace);
          expect(engine.digest()).toBe(digest);
          expect(rows).toEqual(trace);
          expect(engine.result()).toEqual(result);
        },
      ),
      { numRuns: 8 },
    );
  }, 60_000);
});
