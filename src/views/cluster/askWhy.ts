import type { StoreApi } from 'zustand/vanilla';
import type { EntityKey } from '../../bridge/frame.ts';
import type { StageViewState } from '../SimulationContext.tsx';

/** Around a value, a wait or a fact that has a Why? of its own, and on what opens that. */
const HAS_WHY = '[data-why-within]';
const ASKED = '[data-why]';
/** On what stands for a thing that the inspector tells of. */
const STANDS_FOR = '[data-why-of]';

/** W: why is it so, of the value that has the focus where that has a Why? of its own, else of the thing, in the inspector. */
export function askWhy(view: StoreApi<StageViewState>): void {
  const at = document.activeElement;
  const own = at?.closest(HAS_WHY)?.querySelector<HTMLElement>(ASKED);
  if (own) {
    own.click();
    own.focus();
    return;
  }
  const { focused, inspected, folded } = view.getState();
  const key = at?.closest(STANDS_FOR)?.getAttribute('data-why-of') ?? focused ?? inspected;
  if (key === null) return;
  view.setState({ ...placeOfWhy(key), asksWhy: true, folded: { ...folded, panels: false } });
}

/** A replica is told of with its broker, while its partition is looked at. */
export function placeOfWhy(key: EntityKey): Pick<StageViewState, 'inspected'> & Partial<StageViewState> {
  const [, partition, broker] = /^replica:(.*)@(\d+)$/.exec(key) ?? [];
  if (partition === undefined || broker === undefined) return { inspected: key };
  return { inspected: `broker:${broker}`, partition };
}
