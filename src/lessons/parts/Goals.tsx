import { useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useLessonState } from '../LessonContext.tsx';
import { useStep } from './StepContext.ts';

/** Open tasks, each checked by the run itself as soon as it holds. */
export function BreakIt({ children }: { readonly children: ReactNode }) {
  const m = useMessages().lesson.goals;
  const id = useId();
  return (
    <section aria-labelledby={id} className="predict px-3.5 py-2.5">
      <h2 id={id} className="text-[13px] leading-5 font-[600]">
        {m.title}
      </h2>
      <p className="text-[12.5px] leading-[18px] text-ink-2">{m.lead}</p>
      <ul className="goals">{children}</ul>
    </section>
  );
}

export function Task({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const m = useMessages().lesson.goals;
  const step = useStep();
  if (step.goals?.some((goal) => goal.id === id) !== true)
    throw new Error(`step ${step.id} has no goal ${id}`);
  const isDone = useLessonState((state) => state.goalsMet.includes(id));
  return (
    <li className={classNames('flex gap-2 py-1', isDone && 'text-ink')}>
      <span
        aria-hidden="true"
        className={classNames(
          'predict-mark shrink-0',
          isDone && 'rounded-[5px] border-ok bg-ok text-surface',
        )}
      >
        {isDone && <Icon name="check" size={12} />}
      </span>
      <span className="flex-1">{children}</span>
      <span
        role="status"
        className={classNames('text-[11.5px] font-[600]', isDone ? 'text-ok' : 'text-ink-3')}
      >
        {isDone ? m.done : m.open}
      </span>
    </li>
  );
}
