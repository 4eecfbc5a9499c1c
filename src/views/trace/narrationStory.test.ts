import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EngineSession } from '../../bridge/EngineSession.ts';
import { en } from '../../i18n/en/index.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import { InterestTracker, isTold } from '../../shared/interestingEvents.ts';
import { describeTraceEvent } from './describeTraceEvent.ts';

/** What the live region says of a run that is heard from its start to its end, at the pace of events. */
function story(file: string, least: 'error' | 'change'): string {
  const parsed = parseScenario(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const session = new EngineSession({ checkpointInterval: 0, invariantInterval: 0, traceRows: Infinity });
  session.load(parsed.scenario, []);
  session.advance({ untilUs: parsed.scenario.untilUs ?? 0, budgetMs: Infinity });
  const tracker = new InterestTracker();
  return session
    .allRows()
    .filter(({ event }) => isTold(tracker.observe(event), least))
    .map(({ timeUs, event }) => en.stage.narration.at(timeUs, describeTraceEvent(event)))
    .join('\n');
}

test('aRecordIsLostAndWhoListensKnowsWhy', async () => {
  const told = story('content/scenarios/presets/lose-a-record.json', 'change');
  await expect(told).toMatchFileSnapshot('__snapshots__/lose-a-record.story.txt');
});

test('errorsAloneTellOfARefusal', async () => {
  const told = story('content/scenarios/errors/NOT_ENOUGH_REPLICAS.json', 'error');
  await expect(told).toMatchFileSnapshot('__snapshots__/not-enough-replicas.story.txt');
});

test('whoListensHearsWhoReadsWhichPartitionWhileAGroupRebalances', async () => {
  const told = story('content/scenarios/field/CON-04.json', 'change');
  await expect(told).toMatchFileSnapshot('__snapshots__/rebalance.story.txt');
});
