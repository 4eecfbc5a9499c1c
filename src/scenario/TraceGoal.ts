import type { TraceEvent, TraceKind } from '../shared/traceEvents.ts';

/**
 * What a run is to wait for: the n-th fact of a kind whose fields equal the given ones. Plain data, so that steps of a lesson,
 * tests and the worker speak of it in the same words. Fields that hold lists are compared item by item.
 */
export interface TraceGoal {
  readonly event: TraceKind;
  readonly where?: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  /** How many times, from where the run stands; 1 when left out. */
  readonly times?: number;
}

/** Whether a fact is one that the goal counts. */
export function matchesGoal(goal: TraceGoal, event: TraceEvent): boolean {
  if (event.kind !== goal.event) return false;
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(goal.where ?? {}).every(([name, wanted]) => equalField(fields[name], wanted));
}

function equalField(found: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return found === wanted;
  return (
    Array.isArray(found) && found.length === wanted.length && wanted.every((item, i) => item === found[i])
  );
}
