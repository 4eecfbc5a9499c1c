import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { directEngine } from '../bridge/directEngine.ts';
import { EngineSession } from '../bridge/EngineSession.ts';
import { parseScenarioText } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { allTraceRows } from './allTraceRows.ts';
import { createSimulation } from './createSimulation.ts';
import { FakeClock } from './FakeClockTestContext.ts';
import { TRACE_ROWS_KEPT } from './simulationState.ts';

const UNTIL_US = 12_000_000;

function threeBrokers(): Scenario {
  const parsed = parseScenarioText(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8'));
  if (!parsed.ok) throw new Error('the preset is no scenario');
  return parsed.scenario;
}

/** What `simulate --trace` writes. */
function headless(scenario: Scenario): EngineSession {
  const session = new EngineSession({ checkpointInterval: 0, traceRows: Infinity });
  session.load(scenario, []);
  session.advance({ untilUs: UNTIL_US, budgetMs: Infinity });
  return session;
}

test('a simulation has every row of the run, more than the page keeps, and none ahead of where it stands', async () => {
  const scenario = threeBrokers();
  const expected = headless(scenario).allRows();
  expect(expected.length).toBeGreaterThan(2 * TRACE_ROWS_KEPT);
  const simulation = createSimulation({
    startEngine: () => directEngine(new EngineSession()),
    clock: new FakeClock(),
  });
  await simulation.load(scenario);
  await simulation.advanceUntil({ event: 'InvariantBroken' }, UNTIL_US);
  expect(await simulation.traceRows()).toEqual(expected);
  await simulation.seek({ timeUs: 5_000_000, after: 0 });
  expect(await simulation.traceRows()).toEqual(expected.filter((row) => row.timeUs < 5_000_000));
  simulation.dispose();
}, 60_000);

test.each([1, 2, 7, 1000])('pages of %i rows lose none and repeat none', async (pageRows) => {
  const session = headless({ ...threeBrokers(), producers: [] });
  const rows = await allTraceRows(directEngine(session), UNTIL_US, pageRows);
  expect(rows).toEqual(session.allRows());
});
