import type { BatchView, IndexLookUpView, LookUpView, ProbeView } from '../../shared/LogDirectory.ts';

/** What one press of “Next step” adds to a look-up, in the order in which the broker does it. */
export type LookUpStep =
  | { readonly kind: 'segment' }
  | {
      readonly kind: 'probe';
      readonly index: IndexLookUpView;
      readonly probe: ProbeView;
      readonly number: number;
    }
  | { readonly kind: 'entry'; readonly index: IndexLookUpView }
  | { readonly kind: 'scan'; readonly batch: BatchView; readonly number: number }
  | { readonly kind: 'end' };

export function lookUpSteps(lookUp: LookUpView): readonly LookUpStep[] {
  if (lookUp.segment === null) return [{ kind: 'segment' }, { kind: 'end' }];
  const steps: LookUpStep[] = [{ kind: 'segment' }];
  for (const index of [lookUp.timeIndex, lookUp.offsetIndex]) {
    if (index === null) continue;
    index.probes.forEach((probe, i) => steps.push({ kind: 'probe', index, probe, number: i + 1 }));
    steps.push({ kind: 'entry', index });
  }
  lookUp.scanned.forEach((batch, i) => steps.push({ kind: 'scan', batch, number: i + 1 }));
  steps.push({ kind: 'end' });
  return steps;
}

/** How much of a look-up is shown after some of its steps. */
export interface StepsShown {
  readonly hasSegment: boolean;
  /** Comparisons in the time index, and in the offset index. */
  readonly timeProbes: number;
  readonly offsetProbes: number;
  readonly hasTimeEntry: boolean;
  readonly hasOffsetEntry: boolean;
  readonly batches: number;
  readonly isComplete: boolean;
}

export function shownAfter(lookUp: LookUpView, steps: readonly LookUpStep[], done: number): StepsShown {
  const taken = steps.slice(0, done);
  const probesIn = (index: IndexLookUpView | null): number =>
    taken.filter((step) => step.kind === 'probe' && step.index === index).length;
  const hasEntry = (index: IndexLookUpView | null): boolean =>
    taken.some((step) => step.kind === 'entry' && step.index === index);
  return {
    hasSegment: done > 0,
    timeProbes: probesIn(lookUp.timeIndex),
    offsetProbes: probesIn(lookUp.offsetIndex),
    hasTimeEntry: hasEntry(lookUp.timeIndex),
    hasOffsetEntry: hasEntry(lookUp.offsetIndex),
    batches: taken.filter(({ kind }) => kind === 'scan').length,
    isComplete: done >= steps.length,
  };
}
