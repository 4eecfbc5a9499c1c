import { useEffect, useRef, type ReactNode } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { classNames } from '../../ui/classNames.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { LessonKnobs } from '../LessonKnobs.tsx';
import { useLesson, useLessonState } from '../LessonContext.tsx';
import { StepContext, useStep } from './StepContext.ts';
import { useStepKeys } from './useStepKeys.ts';

export interface StepProps {
  readonly id: string;
  /** The claim of the step. */
  readonly title: string;
  /** What the main button does, in the imperative. */
  readonly deed?: string;
  /** How the button to the next step is called: what comes there. */
  readonly next?: string;
  readonly children: ReactNode;
}

/** One step of the text. Of all steps of a lesson only the open one is there. */
export function Step(props: StepProps) {
  const { lesson } = useLesson();
  const openIndex = useLessonState((state) => state.stepIndex);
  const index = lesson.steps.findIndex((step) => step.id === props.id);
  const step = lesson.steps[index];
  if (step === undefined) throw new Error(`steps.json has no step ${props.id}`);
  if (index !== openIndex) return null;
  return (
    <StepContext value={step}>
      <OpenStep key={props.id} {...props} index={index} />
    </StepContext>
  );
}

function OpenStep({ title, deed, next, index, children }: StepProps & { readonly index: number }) {
  const m = useMessages().lesson;
  const { lesson, linkNotice } = useLesson();
  const heading = useFocusOnArrival();
  const phase = useLessonState((state) => state.phase);
  useStepKeys(index);
  return (
    <article className="lesson-step" data-phase={phase}>
      <div className="lesson-text" tabIndex={-1}>
        {linkNotice !== null && <div className="mb-4">{linkNotice}</div>}
        <p className="type-label">{m.stepOf(index + 1, lesson.steps.length)}</p>
        <div className="prose">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
          <StepState />
        </div>
        <LessonKnobs />
        <p role="status" className="sr-only">
          {phase === 'preparing' ? m.preparing : phase === 'running' ? m.running : ''}
        </p>
      </div>
      <StepFoot index={index} deed={deed} next={next} />
    </article>
  );
}

/** Going from step to step moves the focus along; opening the lesson leaves it where it is. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isOpening = arrivals++ === 0;
    const focusIsLost = document.activeElement === document.body || document.activeElement === null;
    if (isOpening || !focusIsLost) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
let arrivals = 0;

/** What the reader must know of the run beside the text: it is their own now, it stopped, it did not get there. */
function StepState() {
  const m = useMessages().lesson;
  const { restart, linkNotice } = useLesson();
  const phase = useLessonState((state) => state.phase);
  const changed = useLessonState((state) => state.changed);
  const reached = useLessonState((state) => state.reached);
  const isFree = useStep().acts === undefined;
  return (
    <>
      {phase === 'failed' && <Callout tone="error" title={m.failed} live />}
      {phase === 'done' && !reached && <Callout tone="wait" title={m.notReached} live />}
      {changed && !isFree && (
        <Callout tone="info" className="my-3">
          {linkNotice === null ? m.changed : m.changedInLink}{' '}
          <Button size="small" onPress={restart}>
            {m.restart}
          </Button>
        </Callout>
      )}
    </>
  );
}

/** What the run has shown; it is not there before the deed. */
export function Outcome({ children }: { readonly children: ReactNode }) {
  const m = useMessages().lesson;
  const { runtime } = useLesson();
  const phase = useLessonState((state) => state.phase);
  if (phase !== 'done') return null;
  return (
    <div className="lesson-outcome">
      {children}
      <p className="flex flex-wrap gap-2">
        <Button size="small" icon="play" onPress={() => void runtime.watch()}>
          {m.watch}
        </Button>
        <Button size="small" variant="ghost" onPress={() => void runtime.toResult()}>
          {m.toResult}
        </Button>
      </p>
    </div>
  );
}

interface StepFootProps {
  readonly index: number;
  readonly deed: string | undefined;
  readonly next: string | undefined;
}

function StepFoot({ index, deed, next }: StepFootProps) {
  const m = useMessages().lesson;
  const { goToStep } = useLesson();
  return (
    <footer className="lesson-foot">
      <IconButton
        icon="back"
        variant="plain"
        label={m.back}
        isDisabled={index === 0}
        onPress={() => goToStep(index - 1)}
      />
      <StepSegments index={index} />
      <MainButton index={index} deed={deed} next={next} />
    </footer>
  );
}

/** A dozen links beside two buttons would be narrower than a finger: there they are a list. */
const FINGER_ON_PHONE = '(pointer: coarse) and (max-width: 719px)';

function StepSegments({ index }: { readonly index: number }) {
  const m = useMessages().lesson;
  const { lesson, hrefOfStep, stepsDone, goToStep } = useLesson();
  const areTooNarrow = useMediaQuery(FINGER_ON_PHONE);
  if (areTooNarrow)
    return (
      <SelectField
        label={m.steps}
        hideLabel
        className="flex-1"
        value={String(index)}
        options={lesson.steps.map((step, i) => ({
          value: String(i),
          label: m.stepLink(i + 1, stepsDone.includes(step.id)),
        }))}
        onChange={(chosen) => goToStep(Number(chosen))}
      />
    );
  return (
    <nav aria-label={m.steps} className="flex min-w-0 flex-1 gap-1">
      {lesson.steps.map((step, i) => (
        <a
          key={step.id}
          href={hrefOfStep(i)}
          aria-label={m.stepLink(i + 1, stepsDone.includes(step.id))}
          aria-current={i === index ? 'step' : undefined}
          className="group flex h-8 flex-1 items-center pointer-coarse:h-11"
        >
          <span
            className={classNames(
              'h-1.5 w-full rounded-[3px] group-hover:outline group-hover:outline-control',
              i === index
                ? 'bg-ink'
                : i < index || stepsDone.includes(step.id)
                  ? 'bg-water-deep'
                  : 'bg-sunken',
            )}
          />
        </a>
      ))}
    </nav>
  );
}

/** Names the deed; before a prediction it asks for one; after the deed it goes on. */
function MainButton({ index, deed, next }: StepFootProps) {
  const m = useMessages().lesson;
  const { lesson, runtime, goToStep, finishStep } = useLesson();
  const step = useStep();
  const phase = useLessonState((state) => state.phase);
  const skipped = useLessonState((state) => state.skippedPrediction);
  const answered = useLessonState((state) => step.predict !== undefined && step.predict.id in state.answers);
  const isLast = index === lesson.steps.length - 1;
  if (phase === 'done' || phase === 'failed' || step.acts === undefined) {
    if (isLast)
      return (
        <Button
          variant="primary"
          size="large"
          className="lesson-main"
          onPress={() => {
            finishStep();
            window.location.hash = '/';
          }}
        >
          {m.finish}
        </Button>
      );
    return (
      <Button
        variant="primary"
        size="large"
        iconAfter="next"
        className="lesson-main"
        onPress={() => goToStep(index + 1)}
      >
        {next ?? m.stepOf(index + 2, lesson.steps.length)}
      </Button>
    );
  }
  const mustPredict = step.predict !== undefined && !answered && !skipped;
  if (mustPredict)
    return (
      <Button variant="primary" size="large" className="lesson-main" isDisabled>
        {m.predictFirst}
      </Button>
    );
  return (
    <Button
      variant="primary"
      size="large"
      iconAfter="next"
      className="lesson-main"
      isDisabled={phase !== 'ready'}
      onPress={() => void runtime.doDeed()}
    >
      {phase === 'ready' ? deed : phase === 'running' ? m.running : m.preparing}
    </Button>
  );
}
