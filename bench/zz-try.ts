import { readFileSync } from 'node:fs';
import { EngineSession } from '../src/bridge/EngineSession.ts';
import { parseLesson } from '../src/lessons/lessonSchema.ts';
import { playLessonHeadless } from '../src/lessons/playLessonHeadless.ts';
import { EngineDriver } from '../src/lessons/EngineDriver.ts';
import { playActs, scenarioForStep } from '../src/lessons/playActs.ts';
import { parseScenarioText } from '../src/scenario/parseScenario.ts';
const [folder, only, show] = process.argv.slice(2);
const dir = `content/lessons/${folder}`;
const parsed = parseScenarioText(readFileSync(`${dir}/scenario.json`, 'utf8'));
if (!parsed.ok) { console.log(JSON.stringify(parsed.problems)); process.exit(1); }
const lesson = parseLesson(JSON.parse(readFileSync(`${dir}/steps.json`, 'utf8')), 'steps');
for (const step of lesson.steps) {
  if (only && only !== 'all' && step.id !== only) continue;
  const t0 = Date.now();
  const reports = await playLessonHeadless(new EngineSession(), parsed.scenario, { steps: [step] });
  console.log(step.id, Date.now() - t0, 'ms');
  for (const r of reports) console.log('  ', r.step, JSON.stringify(r.facts), r.nowUs / 1e6, r.problems.join('\n     '));
  if (show) {
    const driver = new EngineDriver(new EngineSession());
    await driver.load(scenarioForStep(parsed.scenario, step));
    await playActs(driver, step.before ?? []);
    driver.run.startHere();
    await playActs(driver, step.acts ?? []);
    for (const { timeUs, event } of driver.run.facts().rows) {
      if (['RecordsAppended','HighWatermarkAdvanced','RecordsAcknowledged','RecordsDelivered','ProduceParked'].includes(event.kind) && show !== 'full') continue;
      if (event.kind==='GroupRequestSent' && show!=='beats' && event.request.endsWith('eartbeat')) continue;
      console.log((timeUs / 1e6).toFixed(3), JSON.stringify(event));
    }
  }
}
