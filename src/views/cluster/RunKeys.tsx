import type { RefObject } from 'react';
import { timeline } from '../../i18n/en/timeline.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useStageViewStore, VERBOSITIES } from '../SimulationContext.tsx';
import { plainKey, useTimeKeys } from '../timeline/useTimeKeys.ts';
import { askWhy } from './askWhy.ts';

/** Keys of time, of the narration, and of Why?: the same on every level of the stage, while the focus is in it. */
export function RunKeys({ target }: { readonly target: RefObject<HTMLElement | null> }) {
  const view = useStageViewStore();
  const m = useMessages().stage;
  useTimeKeys(timeline.keys.title, target);
  useShortcuts(
    timeline.keys.told,
    [
      plainKey('W', 'w', m.keys.why, () => askWhy(view)),
      plainKey('O', 'o', m.keys.outline, () =>
        view.setState((state) => ({ outlineVisible: !state.outlineVisible })),
      ),
      plainKey('M', 'm', m.keys.mute, () => {
        const muted = !view.getState().muted;
        view.setState({ muted });
        announce(muted ? m.narration.muted : m.narration.unmuted);
      }),
      plainKey('V', 'v', m.keys.verbosity, () => {
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
