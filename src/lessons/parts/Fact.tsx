import type { Catalogue } from '../../i18n/Catalogue.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useLessonState } from '../LessonContext.tsx';
import { useStep } from './StepContext.ts';

export type FactUnit = Exclude<keyof Catalogue['lesson']['fact'], 'missing'>;

/** A number that the run has produced, by the name that steps.json gives it. The text never types one itself. */
export function Fact({ id, unit = 'number' }: { readonly id: string; readonly unit?: FactUnit }) {
  const m = useMessages().lesson.fact;
  const step = useStep();
  if (step.facts?.[id] === undefined) throw new Error(`step ${step.id} has no fact ${id}`);
  const value = useLessonState((state) => state.facts[id] ?? null);
  return <b className="fact">{value === null ? m.missing : formatFact(m, value, unit)}</b>;
}

export function formatFact(m: Catalogue['lesson']['fact'], value: number, unit: FactUnit): string {
  return m[unit](value);
}
