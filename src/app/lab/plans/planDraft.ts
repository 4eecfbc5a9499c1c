import { plans } from '../../../i18n/en/plans.ts';
import type { Command, Repeat } from '../../../scenario/Scenario.ts';
import type { Micros } from '../../../shared/units.ts';
import type { Draft } from '../build/DeedFrame.tsx';
import type { PlannableFault } from './plannableFaults.ts';

/** What the form of a planned fault holds, as it was typed. */
export interface PlanDraft {
  readonly at: string;
  /** Empty: it stays so. */
  readonly heal: string;
  readonly isRepeated: boolean;
  readonly every: string;
  readonly times: string;
}

const MICROS = 1_000_000;

/** The commands that a plan comes to: the fault, and what undoes it, each as often as the plan says. */
export function readPlan(draft: PlanDraft, fault: PlannableFault, nowUs: Micros): Draft<readonly Command[]> {
  const p = plans.problems;
  const problems: string[] = [];
  const atUs = readSeconds(draft.at);
  if (atUs === null) problems.push(p.at);
  else if (atUs <= nowUs) problems.push(p.past(nowUs));
  const healUs = draft.heal.trim() === '' || fault.cure === null ? 0 : readSeconds(draft.heal);
  if (healUs === null || (healUs === 0 && draft.heal.trim() !== '' && fault.cure !== null))
    problems.push(p.heal);
  const repeat = draft.isRepeated ? readRepeat(draft, problems) : null;
  if (repeat !== null && healUs !== null && healUs >= repeat.everyUs) problems.push(p.healTooLong);
  if (atUs === null || healUs === null || problems.length > 0) return { ok: false, problems };
  const again = repeat === null ? {} : { repeat };
  return {
    ok: true,
    deed: [
      { ...fault.body, atUs, ...again },
      ...(fault.cure === null || healUs === 0 ? [] : [{ ...fault.cure, atUs: atUs + healUs, ...again }]),
    ],
  };
}

function readRepeat({ every, times }: PlanDraft, problems: string[]): Repeat | null {
  const everyUs = readSeconds(every);
  const count = Number(times.trim());
  const isCount = Number.isSafeInteger(count) && count >= 2;
  if (everyUs === null || everyUs === 0) problems.push(plans.problems.every);
  if (!isCount) problems.push(plans.problems.times);
  return everyUs === null || everyUs === 0 || !isCount ? null : { everyUs, times: count };
}

/** Seconds to the µs, with a point or a comma; null where the text is no such number. */
function readSeconds(text: string): Micros | null {
  const trimmed = text.trim().replace(',', '.');
  if (!/^\d+(\.\d{1,6})?$/.test(trimmed)) return null;
  const us = Math.round(Number(trimmed) * MICROS);
  return Number.isSafeInteger(us) ? us : null;
}

/** As `readPlan` reads it. */
export function writeSeconds(us: Micros): string {
  return String(us / MICROS);
}
