import {
  Children,
  isValidElement,
  useId,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { preferencesStore, usePreferences } from '../../ui/preferences.ts';
import { agrees, type Answer, type Grade } from '../grade.ts';
import { useLesson, useLessonState } from '../LessonContext.tsx';
import type { Question } from '../lessonSchema.ts';
import { ShowOfHands } from './ShowOfHands.tsx';
import { Causes } from './Causes.tsx';
import { formatFact, type FactUnit } from './Fact.tsx';
import { useStep } from './StepContext.ts';

export interface OptionProps {
  readonly id: string;
  /** When this answer would be true: told to who gave it and was wrong. */
  readonly when?: string;
  readonly children: ReactNode;
}

/** One answer. `<Predict>` draws it. */
export function Option(props: OptionProps): ReactNode {
  return props.children;
}

export interface PredictProps {
  readonly question: string;
  /** Of a number. */
  readonly unit?: FactUnit;
  /** Of a number: when another answer would be true. */
  readonly when?: string;
  readonly children?: ReactNode;
}

/** Asked before the deed, graded by the run after it. */
export function Predict({ question, unit = 'number', when, children }: PredictProps) {
  const m = useMessages().lesson;
  const step = useStep();
  const { predict } = step;
  if (predict === undefined) throw new Error(`steps.json asks nothing in step ${step.id}`);
  const answer = useLessonState((state) => state.answers[predict.id] ?? null);
  const grade = useLessonState((state) => state.grade);
  const titleId = useId();
  const { room } = usePreferences();
  const options = optionsOf(children, predict);
  return (
    <section className="predict" aria-labelledby={titleId}>
      <h2 id={titleId} className="flex gap-2 px-3.5 pt-2.5 pb-1.5 text-[13px] leading-5 font-[600]">
        <span className="mt-0.5">
          <Icon name="info" size={15} />
        </span>
        {answer !== null && grade !== null ? m.yourPrediction(question) : question}
      </h2>
      {predict.kind === 'choice' ? (
        <Choice question={predict} options={options} answer={answer} grade={grade} labelledBy={titleId} />
      ) : (
        <NumberAnswer key={predict.id} question={predict} unit={unit} answer={answer} grade={grade} />
      )}
      {room && predict.kind === 'choice' && <ShowOfHands key={predict.id} options={options.length} />}
      {answer === null && <SkipPrediction />}
      {grade !== null && (
        <Verdict question={predict} options={options} unit={unit} answer={answer} grade={grade} when={when} />
      )}
    </section>
  );
}

/** Nobody is made to guess. */
function SkipPrediction() {
  const m = useMessages().lesson;
  const { runtime } = useLesson();
  const phase = useLessonState((state) => state.phase);
  const skipped = useLessonState((state) => state.skippedPrediction);
  if (skipped || (phase !== 'ready' && phase !== 'preparing')) return null;
  return (
    <p className="border-t border-line px-3.5 py-1">
      <AriaButton
        className="lesson-link min-h-8 text-[12.5px] pointer-coarse:min-h-11"
        onPress={() => runtime.skipPrediction()}
      >
        {m.showWithout}
      </AriaButton>
    </p>
  );
}

type OptionElement = ReactElement<OptionProps>;

/** In the order of steps.json; that the text has the same ones is a matter for the tests. */
function optionsOf(children: ReactNode, question: Question): readonly OptionElement[] {
  if (question.kind !== 'choice') return [];
  const found = Children.toArray(children).filter(
    (child): child is OptionElement =>
      isValidElement<Partial<OptionProps>>(child) && child.props.id !== undefined,
  );
  return question.options.map(({ id }) => {
    const element = found.find((option) => option.props.id === id);
    if (element === undefined) throw new Error(`the text of ${question.id} has no <Option id="${id}">`);
    return element;
  });
}

const letterOf = (i: number): string => String.fromCharCode(65 + i);

interface ChoiceProps {
  readonly question: Question;
  readonly options: readonly OptionElement[];
  readonly answer: Answer | null;
  readonly grade: Grade | null;
  readonly labelledBy: string;
}

function Choice({ question, options, answer, grade, labelledBy }: ChoiceProps) {
  const m = useMessages().lesson;
  const { runtime } = useLesson();
  const isOpen = useLessonState((state) => state.phase) === 'ready';
  const trueOptions = grade?.kind === 'choice' ? grade.trueOptions : [];
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[Number(event.key) - 1];
    if (option === undefined || !isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!preferencesStore.getState().singleKeys) return;
    event.preventDefault();
    runtime.answer(option.props.id);
  };
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} onKeyDown={onKeyDown} tabIndex={-1}>
      {options.map((option, i) => {
        const { id } = option.props;
        const isMine = answer === id;
        const isTrue = trueOptions.includes(id);
        const isWrong = grade !== null && isMine && !isTrue;
        return (
          <label
            key={id}
            className={classNames(
              'predict-option',
              isTrue && 'bg-sea text-ink',
              isOpen && 'hover:bg-surface-2',
              isMine && grade === null && 'bg-accent-tint text-ink',
            )}
          >
            <input
              type="radio"
              name={question.id}
              className="sr-only"
              checked={isMine}
              disabled={!isOpen}
              onChange={() => runtime.answer(id)}
            />
            <span
              aria-hidden="true"
              className={classNames(
                'predict-mark',
                isTrue && 'rounded-[5px] border-water bg-water text-surface',
                isWrong && 'border-error text-error',
                isMine && grade === null && 'border-accent text-accent',
              )}
            >
              {isTrue ? <Icon name="check" size={12} /> : letterOf(i)}
            </span>
            <span>{option}</span>
            <span className="text-[11.5px] font-[600]">
              {isWrong && <span className="text-error">{m.youSaid}</span>}
              {isTrue && <span className="text-water">{m.runSays}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

interface NumberAnswerProps {
  readonly question: Question & { readonly kind: 'number' };
  readonly unit: FactUnit;
  readonly answer: Answer | null;
  readonly grade: Grade | null;
}

function NumberAnswer({ question, unit, answer, grade }: NumberAnswerProps) {
  const m = useMessages().lesson;
  const { runtime } = useLesson();
  const isOpen = useLessonState((state) => state.phase) === 'ready';
  const [text, setText] = useState('');
  const inputId = useId();
  const value = Number(text);
  const isFit = text.trim() !== '' && value >= question.min && value <= question.max;
  if (grade !== null) return null;
  return (
    <form
      className="flex flex-wrap items-center gap-2 px-3.5 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit) runtime.answer(value);
      }}
    >
      <label htmlFor={inputId} className="text-[12.5px] text-ink-2">
        {m.yourNumber}
      </label>
      <input
        id={inputId}
        inputMode="decimal"
        className="number-input mono"
        value={text}
        disabled={!isOpen}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="small" isDisabled={!isFit || !isOpen}>
        {m.say}
      </Button>
      {answer !== null && (
        <span className="text-[12.5px] text-accent">
          {m.youSaid} {formatFact(m.fact, Number(answer), unit)}
        </span>
      )}
    </form>
  );
}

interface VerdictProps {
  readonly question: Question;
  readonly options: readonly OptionElement[];
  readonly unit: FactUnit;
  readonly answer: Answer | null;
  readonly grade: Grade;
  readonly when: string | undefined;
}

function Verdict({ question, options, unit, answer, grade, when }: VerdictProps) {
  const m = useMessages().lesson;
  const mine = options.find((option) => option.props.id === answer);
  const isAgreed = answer !== null && agrees(question, grade, answer);
  const said = grade.kind === 'number' && answer !== null ? formatFact(m.fact, Number(answer), unit) : null;
  return (
    <div
      role="status"
      className="border-t border-line px-3.5 pt-2 pb-2.5 text-[12.5px] leading-[18px] text-ink-2 empty:hidden"
    >
      {grade.kind === 'number' && (
        <p className="predict-number">
          {grade.value === null ? m.runHasNoNumber : m.runNumber(formatFact(m.fact, grade.value, unit))}{' '}
          {said !== null && !isAgreed && (
            <span className="text-error">
              {m.youSaid} {said}.
            </span>
          )}
        </p>
      )}
      {grade.kind === 'choice' && grade.trueOptions.length === 0 && <span>{m.noneTrue} </span>}
      {isAgreed && <span>{m.agreed} </span>}
      {answer !== null && !isAgreed && <span>{mine?.props.when ?? when} </span>}
      <Causes />
    </div>
  );
}
