import { useEffect, useMemo, useState } from 'react';
import { lessonCatalog, type LessonCatalogEntry } from 'virtual:lesson-catalog';
import type { MDXContent } from 'mdx/types';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { useSimulation } from '../views/SimulationContext.tsx';
import type { ClientCodeExporter } from './ClientCodeExporter.ts';
import { LessonContextProvider, type StartTrialEngine } from './LessonContext.tsx';
import { lessonComponents } from './lessonComponents.tsx';
import { LessonRuntime } from './LessonRuntime.ts';
import { parseLesson, type Lesson } from './lessonSchema.ts';
import './lesson.css';

export interface LessonViewProps {
  readonly slug: string;
  /** Id of a step, or its number from 1; null: the first. */
  readonly step: string | null;
  /** For trials and the matrix; without it they say that they cannot run here. */
  readonly startTrialEngine?: StartTrialEngine;
  /** For "In production"; without it that part is left out. */
  readonly clientCode?: ClientCodeExporter;
  readonly stepsDone?: number;
  /** Told when a step is left behind: how many are done now. */
  readonly onStepsDone?: (count: number) => void;
}

interface LoadedLesson {
  readonly slug: string;
  readonly lesson: Lesson;
  readonly scenario: Scenario;
  readonly Text: MDXContent;
}

/** The text of a lesson, beside the stage whose run it drives. Stands inside SimulationProvider. */
export function LessonView(props: LessonViewProps) {
  const { slug } = props;
  const [loaded, setLoaded] = useState<LoadedLesson | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let isWanted = true;
    const entry = lessonCatalog.find((lesson) => lesson.id === slug);
    if (entry === undefined) return;
    loadLesson(entry).then(
      (lesson) => isWanted && setLoaded(lesson),
      (error: unknown) => isWanted && setFailure(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isWanted = false;
    };
  }, [slug]);
  // The page's error boundary tells it.
  if (failure !== null) throw failure;
  if (loaded === null || loaded.slug !== slug) return null;
  return <OpenLesson key={slug} {...props} loaded={loaded} />;
}

async function loadLesson(entry: LessonCatalogEntry): Promise<LoadedLesson> {
  const [text, steps, scenario] = await Promise.all([
    entry.load.en(),
    entry.loadSteps?.(),
    entry.loadScenario?.(),
  ]);
  const parsed = parseScenario(scenario?.default);
  if (!parsed.ok) throw new Error(`${entry.id}/scenario.json: ${JSON.stringify(parsed.problems)}`);
  return {
    slug: entry.id,
    lesson: parseLesson(steps?.default, `${entry.id}/steps.json`),
    scenario: parsed.scenario,
    Text: text.default,
  };
}

function OpenLesson(props: LessonViewProps & { readonly loaded: LoadedLesson }) {
  const { slug, step, loaded, startTrialEngine, clientCode, stepsDone = 0, onStepsDone } = props;
  const { lesson, scenario, Text } = loaded;
  const simulation = useSimulation();
  const runtime = useMemo(
    () => new LessonRuntime(simulation, lesson, scenario),
    [simulation, lesson, scenario],
  );
  useEffect(() => runtime.start(), [runtime]);
  const stepIndex = indexOfStep(lesson, step);
  useEffect(() => {
    void runtime.open(stepIndex);
  }, [runtime, stepIndex]);
  const value = useMemo(() => {
    const hrefOfStep = (index: number) => `#/lesson/${slug}/${lesson.steps[index]?.id ?? ''}`;
    return {
      slug,
      lesson,
      scenario,
      Text,
      runtime,
      startTrialEngine: startTrialEngine ?? null,
      clientCode: clientCode ?? null,
      stepsDone,
      hrefOfStep,
      goToStep: (index: number) => {
        if (index > stepIndex && index > stepsDone) onStepsDone?.(index);
        window.location.hash = hrefOfStep(index).slice(1);
      },
    };
  }, [
    slug,
    lesson,
    scenario,
    Text,
    runtime,
    startTrialEngine,
    clientCode,
    stepsDone,
    onStepsDone,
    stepIndex,
  ]);
  return (
    <LessonContextProvider value={value}>
      <Text components={lessonComponents} />
    </LessonContextProvider>
  );
}

export function indexOfStep(lesson: Lesson, step: string | null): number {
  if (step === null) return 0;
  const byId = lesson.steps.findIndex((each) => each.id === step);
  if (byId >= 0) return byId;
  const number = Number(step);
  return Number.isInteger(number) && number >= 1 && number <= lesson.steps.length ? number - 1 : 0;
}
