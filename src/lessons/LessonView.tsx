import 'katex/dist/katex.min.css';
import { useEffect, useImperativeHandle, useMemo, useState, type ReactNode, type Ref } from 'react';
import { useStore } from 'zustand';
import { lessonCatalog, type LessonCatalogEntry } from 'virtual:lesson-catalog';
import type { MDXContent } from 'mdx/types';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { KeptText } from '../state/keptText.ts';
import { createProgressStore, selectLesson, type ProgressStore } from '../state/progressStore.ts';
import { useSimulation, useStageViewStore } from '../views/SimulationContext.tsx';
import type { ClientCodeExporter } from './ClientCodeExporter.ts';
import { LessonContextProvider, type StartTrialEngine } from './LessonContext.tsx';
import { lessonComponents } from './lessonComponents.tsx';
import type { Answer } from './grade.ts';
import { LessonRuntime, type LinkedRun, type StepMoment } from './LessonRuntime.ts';
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
  /** How true to Kafka a config is, to stand beside its knob. */
  readonly fidelityMark?: (control: string) => ReactNode;
  /** Keeps what was done and answered; left out, it is forgotten with the page. */
  readonly progress?: ProgressStore;
  /** A run to open the step on, in place of its own preparation; the same object as long as it is the same link. */
  readonly linked?: LinkedRun | null;
  /** Told when the stage stands where the link was made. */
  readonly onLinkReplayed?: () => void;
  /** Stands over the text of the step that was opened on a link. */
  readonly linkNotice?: ReactNode;
  readonly handle?: Ref<LessonHandle>;
  /** Told when a step is done: how many of the lesson are done now. */
  readonly onStepsDone?: (count: number) => void;
}

/** What a link to this moment of the lesson holds. */
export interface LessonHandle {
  place(): { readonly stepId: string; readonly moment: StepMoment | null };
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
  const {
    slug,
    step,
    loaded,
    startTrialEngine,
    clientCode,
    fidelityMark,
    progress = FORGETFUL,
    linked = null,
    onLinkReplayed,
    linkNotice = null,
    handle,
    onStepsDone,
  } = props;
  const { lesson, scenario, Text } = loaded;
  const simulation = useSimulation();
  const [firstStep] = useState(() => indexOfStep(lesson, step));
  const runtime = useMemo(() => {
    const { answers } = selectLesson(slug)(progress.store.getState());
    const memory = {
      answers: onlyAnswers(answers),
      onAnswer: (questionId: string, answer: Answer) => progress.answer(slug, questionId, answer),
    };
    return new LessonRuntime(simulation, lesson, scenario, memory, firstStep);
  }, [simulation, lesson, scenario, progress, slug, firstStep]);
  useEffect(() => runtime.start(), [runtime]);
  const stepIndex = indexOfStep(lesson, step);
  useEffect(() => {
    if (linked === null) void runtime.open(stepIndex);
    else void runtime.adopt(stepIndex, linked).then((isThere) => isThere && onLinkReplayed?.());
    progress.openStep(slug, lesson.steps[stepIndex]!.id);
  }, [runtime, stepIndex, progress, slug, lesson, linked, onLinkReplayed]);
  const view = useStageViewStore();
  useEffect(() => {
    const { show } = lesson.steps[stepIndex]!;
    if (show !== undefined) view.setState(show);
  }, [view, lesson, stepIndex]);
  const isShown = useStore(runtime.store, (state) => state.phase === 'done' && state.stepIndex === stepIndex);
  useEffect(() => {
    view.setState({ pointedAt: isShown ? (lesson.steps[stepIndex]!.focus ?? []) : [] });
  }, [view, lesson, stepIndex, isShown]);
  useImperativeHandle(
    handle,
    () => ({ place: () => ({ stepId: runtime.step.id, moment: runtime.moment() }) }),
    [runtime],
  );
  const { stepsDone } = useStore(
    progress.store,
    useMemo(() => selectLesson(slug), [slug]),
  );
  const value = useMemo(() => {
    const finishStep = () => {
      progress.finishStep(slug, lesson.steps[stepIndex]!.id);
      onStepsDone?.(selectLesson(slug)(progress.store.getState()).stepsDone.length);
    };
    const hrefOfStep = (index: number) => `#/lesson/${slug}/${lesson.steps[index]?.id ?? ''}`;
    return {
      slug,
      lesson,
      scenario,
      Text,
      runtime,
      startTrialEngine: startTrialEngine ?? null,
      clientCode: clientCode ?? null,
      fidelityMark: fidelityMark ?? null,
      stepsDone,
      hrefOfStep,
      linkNotice,
      restart: () => {
        // The address without the link opens the step as it is in the lesson.
        if (linked !== null) window.location.hash = hrefOfStep(stepIndex).slice(1);
        else void runtime.restart();
      },
      finishStep,
      goToStep: (index: number) => {
        if (index > stepIndex) finishStep();
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
    fidelityMark,
    stepsDone,
    progress,
    linked,
    linkNotice,
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

const FORGETFUL = createProgressStore(new KeptText(null));

/** What is kept may be of an older lesson, or somebody else's: only what can be an answer is one. */
function onlyAnswers(kept: Readonly<Record<string, unknown>>): Readonly<Record<string, Answer>> {
  return Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, Answer] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}
