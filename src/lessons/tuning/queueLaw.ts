import type { QueueFigure } from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI, MICROS_PER_SECOND, type Micros } from '../../shared/units.ts';

/** A length that small is as good as none, and no hundredth of it is told from another. */
const SMALL = 0.01;
const TOLERATED_SHARE = 0.01;
/** A queue that is longer at the end than at the start by this share of all that came is no steady one. */
const STEADY_SHARE = 0.02;
const FEW = 5;

export function arrivalsPerSecond({ arrivals }: QueueFigure, spanUs: Micros): number {
  return (arrivals * MICROS_PER_SECOND) / spanUs;
}

/** λ, W and their product; null: nothing that came in this time also left. */
export function lawOf(
  queue: QueueFigure,
  spanUs: Micros,
): { readonly perSecond: number; readonly stayMs: number; readonly inside: number } | null {
  if (queue.meanStayUs === null) return null;
  const perSecond = arrivalsPerSecond(queue, spanUs);
  return {
    perSecond,
    stayMs: queue.meanStayUs / MICROS_PER_MILLI,
    inside: (perSecond * queue.meanStayUs) / MICROS_PER_SECOND,
  };
}

export function toleranceOf(inside: number): number {
  return Math.max(SMALL, TOLERATED_SHARE * inside);
}

/** As much left as came, but for a few. */
export function isSteady({ arrivals, lengthAtStart, lengthAtEnd }: QueueFigure): boolean {
  return Math.abs(lengthAtEnd - lengthAtStart) <= Math.max(FEW, STEADY_SHARE * arrivals);
}
