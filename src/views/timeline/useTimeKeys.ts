import type { RefObject } from 'react';
import { timeline } from '../../i18n/en/timeline.ts';
import { formatDuration } from '../../i18n/format.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { isPlain, useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import { useSimulation, useStageViewStore } from '../SimulationContext.tsx';
import { useSteps } from './useSteps.ts';
import { useStops } from './useStops.ts';

/** A press of the keys for the speed makes it this much of what it was. */
const SPEED_STEP = 2;

/** What Space presses by itself. A thing in the picture is not pressed: there it plays. */
const PRESSED_BY_SPACE =
  'button, a, summary, input, select, [role="button"], [role="radio"], [role="tab"], [role="option"], [role="row"]';

/** A key without Ctrl, Alt or ⌘, in capitals or not. */
export function plainKey(keys: string, key: string, label: string, run: () => void): Shortcut {
  return {
    keys,
    label,
    match: (event) =>
      event.key.toLowerCase() === key && isPlain(event) && !(key === ' ' && isPressed(event.target)),
    run,
  };
}

function isPressed(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('[data-entity]') === null && target.closest(PRESSED_BY_SPACE) !== null;
}

/** Keys of time: they go, stop, step, and change how fast; while the focus is in `target`, or on the whole page. */
export function useTimeKeys(title: string, target?: RefObject<HTMLElement | null>): void {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const m = useMessages().stage;
  const steps = useSteps();
  const goToStop = useStops();
  const changeSpeed = (factor: number) => {
    simulation.setSpeed(simulation.playback.getState().speed * factor);
    announce(m.transport.oneSecondShows(formatDuration(simulation.playback.getState().speed)));
  };
  useShortcuts(
    title,
    [
      plainKey('Space', ' ', m.keys.play, () => {
        if (simulation.playback.getState().playing) simulation.pause();
        else simulation.play();
      }),
      plainKey('.', '.', m.keys.next, steps.on),
      plainKey(',', ',', m.keys.previous, steps.back),
      plainKey('}', '}', m.keys.oneEvent, () => void simulation.stepEvent()),
      plainKey('{', '{', timeline.keys.eventBack, () => void simulation.stepBack('event')),
      plainKey(')', ')', timeline.keys.nextRpc, () => void simulation.stepRpc()),
      plainKey('(', '(', timeline.keys.previousRpc, () => void simulation.stepBack('rpc')),
      plainKey('<', '<', timeline.keys.slower, () => changeSpeed(1 / SPEED_STEP)),
      plainKey('>', '>', timeline.keys.faster, () => changeSpeed(SPEED_STEP)),
      plainKey('L', 'l', m.keys.nextMark, () => goToStop(1)),
      plainKey('J', 'j', m.keys.previousMark, () => goToStop(-1)),
      plainKey('S', 's', timeline.keys.bookmarks, () => view.setState({ bookmarksOpen: true })),
      plainKey('E', 'e', m.keys.pacing, () =>
        simulation.setPacing(simulation.playback.getState().pacing === 'event' ? 'steady' : 'event'),
      ),
    ],
    target,
  );
}
