import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngineSession } from '../../src/bridge/EngineSession.ts';
import { parseLesson, type Lesson } from '../../src/lessons/lessonSchema.ts';
import { playLessonHeadless } from '../../src/lessons/playLessonHeadless.ts';
import { parseScenarioText } from '../../src/scenario/parseScenario.ts';
import type { Scenario } from '../../src/scenario/Scenario.ts';

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'steps.json')))
  .map((entry) => entry.name);

const read = (folder: string, file: string) => readFileSync(join(import.meta.dirname, folder, file), 'utf8');

function readScenario(folder: string): Scenario {
  const parsed = parseScenarioText(read(folder, 'scenario.json'));
  if (!parsed.ok) throw new Error(`${folder}/scenario.json: ${JSON.stringify(parsed.problems)}`);
  return parsed.scenario;
}

const readLesson = (folder: string): Lesson =>
  parseLesson(JSON.parse(read(folder, 'steps.json')), `${folder}/steps.json`);

/** Ids that a text gives to a component: `<Fact id="lost" />`. */
function idsIn(text: string, component: string): string[] {
  return [...text.matchAll(new RegExp(`<${component}\\s[^>]*?id="([^"]+)"`, 'g'))].map((match) => match[1]!);
}

it('finds the lessons', () => {
  expect(FOLDERS).toContain('06-acks-and-min-insync');
});

describe.each(FOLDERS)('lesson %s', (folder) => {
  it('plays: every goal is reached, every claim holds, every question has one answer', async () => {
    const reports = await playLessonHeadless(new EngineSession(), readScenario(folder), readLesson(folder));
    expect(Object.fromEntries(reports.map(({ step, problems }) => [step, problems]))).toEqual(
      Object.fromEntries(reports.map(({ step }) => [step, []])),
    );
  }, 120_000);

  it('has a text whose ids are those of its steps', () => {
    const { steps } = readLesson(folder);
    const parts = read(folder, 'en.mdx')
      .split(/(?=<Step\s)/)
      .slice(1);
    expect(parts.map((part) => idsIn(part, 'Step')[0])).toEqual(steps.map((step) => step.id));
    for (const [i, step] of steps.entries()) {
      const text = parts[i]!;
      const { predict } = step;
      const options = predict?.kind === 'choice' ? predict.options.map((option) => option.id) : [];
      expect(idsIn(text, 'Option').sort(), `${step.id}: options`).toEqual(options.sort());
      expect(text.includes('<Predict'), `${step.id}: a question in the text`).toBe(predict !== undefined);
      expect(new Set(idsIn(text, 'Fact')), `${step.id}: facts`).toEqual(
        new Set(Object.keys(step.facts ?? {})),
      );
      expect(idsIn(text, 'Task'), `${step.id}: goals`).toEqual((step.goals ?? []).map((goal) => goal.id));
      expect(/^<Step[^>]*\sdeed="/.test(text), `${step.id}: a name for its deed`).toBe(
        step.acts !== undefined,
      );
    }
  });
});
