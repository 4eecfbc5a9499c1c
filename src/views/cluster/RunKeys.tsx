import type { RefObject } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { timeline } from '../../i18n/en/timeline.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { isPlain, useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import { useSimulation, useStageViewStore, VERBOSITIES } from '../SimulationContext.tsx';
import { askWhy } from './askWhy.ts';
import { useSteps } from '../timeline/useSteps.ts';
import { useStops } from '../timeline/useStops.ts';

/** A press of the keys for the speed makes it this much of what it was. */
const SPEED_STEP = 2;

/** What Space presses by itself. A thing in the picture is not pressed: there it plays. */
const PRESSED_BY_SPACE =
  'button, a, summary, input, select, [role="button"], [role="radio"], [role="tab"], [role="option"], [role="row"]';

/** Keys of time, of the narration, and of Why?: the same on every level of the stage, while the focus is in it. */
export function RunKeys({ target }: { readonly target: RefObject<HTMLElement | null> }) {
  const simulation = useSimulation();
  const view = useStageViewStore();
  const m = useMessages().stage;
  const steps = useSteps();
  const goToStop = useStops();
  const changeSpeed = (factor: number) => {
    simulation.setSpeed(simulation.playback.getState().speed * factor);
    announce(m.transport.oneSecondShows(formatDuration(simulation.playback.getState().speed)));
  };
  const one = (keys: string, key: string, label: string, run: () => void): Shortcut => ({
    keys,
    label,
    match: (event) =>
      event.key.toLowerCase() === key && isPlain(event) && !(key === ' ' && isPressed(event.target)),
    run,
  });
  useShortcuts(
    timeline.keys.title,
    [
      one('Space', ' ', m.keys.play, () => {
        if (simulation.playback.getState().playing) simulation.pause();
        else simulation.play();
      }),
      one('.', '.', m.keys.next, steps.on),
      one(',', ',', m.keys.previous, steps.back),
      one('}', '}', m.keys.oneEvent, () => void simulation.stepEvent()),
      one('{', '{', timeline.keys.eventBack, () => void simulation.stepBack('event')),
      one(')', ')', timeline.keys.nextRpc, () => void simulation.stepRpc()),
      one('(', '(', timeline.keys.previousRpc, () => void simulation.stepBack('rpc')),
      one('<', '<', timeline.keys.slower, () => changeSpeed(1 / SPEED_STEP)),
      one('>', '>', timeline.keys.faster, () => changeSpeed(SPEED_STEP)),
      one('L', 'l', m.keys.nextMark, () => goToStop(1)),
      one('J', 'j', m.keys.previousMark, () => goToStop(-1)),
      one('S', 's', timeline.keys.bookmarks, () => view.setState({ bookmarksOpen: true })),
      one('E', 'e', m.keys.pacing, () =>
        simulation.setPacing(simulation.playback.getState().pacing === 'event' ? 'steady' : 'event'),
      ),
      one('W', 'w', m.keys.why, () => askWhy(view)),
      one('O', 'o', m.keys.outline, () =>
        view.setState((state) => ({ outlineVisible: !state.outlineVisible })),
      ),
      one('M', 'm', m.keys.mute, () => {
        const muted = !view.getState().muted;
        view.setState({ muted });
        announce(muted ? m.narration.muted : m.narration.unmuted);
      }),
      one('V', 'v', m.keys.verbosity, () => {
        const at = VERBOSITIES.indexOf(view.getState().verbosity);
        const verbosity = VERBOSITIES[(at + 1) % VERBOSITIES.length]!;
        view.setState({ verbosity, muted: false });
        announce(m.narration.verbosityNow(m.narration.verbosity[verbosity]));
      }),
    ],
    target,
  );
  return null;
}

function isPressed(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('[data-entity]') === null && target.closest(PRESSED_BY_SPACE) !== null;
}
