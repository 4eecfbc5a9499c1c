import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ERRORS_WITH_A_RUN,
  inSimulator,
  loadErrorScenario,
  SEEN_ON_THE_WIRE,
} from '../../src/app/errors/errorScenarios.ts';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { Run } from '../../src/engine/cluster/Run.ts';
import { ERROR_CODES } from '../../src/engine/protocol/Errors.ts';
import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';
import { KAFKA_ERRORS } from '../../src/shared/kafkaErrors.ts';

const ENGINE = join(import.meta.dirname, '../../src/engine');
const TEN_SECONDS_US = 10_000_000;

test('theTableHasEveryErrorOfTheEngineUnderItsCode', () => {
  const codes = new Map<string, number>(KAFKA_ERRORS.map(({ name, code }) => [name, code]));
  for (const [name, code] of Object.entries(ERROR_CODES))
    if (name !== 'NONE') expect(codes.get(name), name).toBe(code);
});

/** The button of that name on the page of each error opens these runs. */
describe('make it happen', () => {
  test.each([...ERRORS_WITH_A_RUN].map((name) => [name]))('%s', async (name) => {
    const scenario = await scenarioOf(name);
    expect(scenario.description).not.toBeNull();
    const request = (SEEN_ON_THE_WIRE as Readonly<Record<string, string>>)[name];
    // Whoever opens it presses play and sees it happen.
    if (request === undefined)
      expect(tracedAtUs(scenario, name)).toBeGreaterThanOrEqual(scenario.openAtUs ?? 0);
    else expect(isAnsweredWith(scenario, name, `${request}Response`)).toBe(true);
  });
});

test('whatIsSaidToBeAnsweredStandsInTheEngine', () => {
  const sources = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('protocol/Errors.ts'),
    )
    .map((file) => readFileSync(join(ENGINE, file), 'utf8'))
    .join('\n');
  for (const { name } of KAFKA_ERRORS)
    if (inSimulator(name) === 'answered') expect(sources.includes(`'${name}'`), name).toBe(true);
});

async function scenarioOf(name: string): Promise<Scenario> {
  const parsed = parseScenario(await loadErrorScenario(name));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

/** First fact of the trace that names it; −1: there is none. */
function tracedAtUs(scenario: Scenario, name: string): number {
  const session = new EngineSession({ checkpointInterval: 0, invariantInterval: 0, traceRows: Infinity });
  session.load(scenario, []);
  const endUs = scenario.untilUs ?? 0;
  // Frames leave rows out; all are looked at, ten simulated seconds at a time, as most runs need no more.
  for (let untilUs = TEN_SECONDS_US; ; untilUs += TEN_SECONDS_US) {
    session.advance({ untilUs: Math.min(untilUs, endUs), budgetMs: Infinity });
    const row = session.allRows().find(({ event }) => JSON.stringify(event).includes(`"${name}"`));
    if (row) return row.timeUs;
    if (untilUs >= endUs) return -1;
  }
}

/** Whether a response of that kind carries it, ever. */
function isAnsweredWith(scenario: Scenario, name: string, kind: string): boolean {
  const run = new Run(scenario, []);
  run.start();
  while (run.step(scenario.untilUs ?? 0))
    if (
      run.cluster.state.queue.some(
        (payload) =>
          payload.kind === 'Envelope' &&
          payload.rpc.kind === kind &&
          JSON.stringify(payload.rpc).includes(`"${name}"`),
      )
    )
      return true;
  return false;
}
