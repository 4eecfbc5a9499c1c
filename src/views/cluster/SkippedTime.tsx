import { useEffect, useState } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { usePanelPlayback, useSimulation } from '../SimulationContext.tsx';

/** How long the length of a folded stretch stays to be read. */
const FOLD_SHOWN_MS = 900;
/** After a single step it goes by itself. */
const FOLD_OF_STEP_SHOWN_MS = 4000;

/** Dull time is folded in sight. `bottom`: above what stands there. */
export function SkippedTime({ bottom }: { readonly bottom?: number }) {
  const m = useMessages().stage.transport;
  const simulation = useSimulation();
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const unsubscribe = simulation.playback.subscribe(({ skippedUs }, { skippedUs: before }) => {
      if (skippedUs === before) return;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const isFolded = skippedUs !== null && skippedUs >= 1000;
      if (isFolded) setShown(skippedUs);
      timer = setTimeout(() => setShown(null), isFolded ? FOLD_OF_STEP_SHOWN_MS : FOLD_SHOWN_MS);
    });
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [simulation]);
  const quietUs = usePanelPlayback((state) => state.quietUs);
  useEffect(() => {
    if (quietUs !== null) announce(m.quiet(formatDuration(quietUs)));
  }, [quietUs, m]);
  if (quietUs !== null) {
    return (
      <p
        style={bottom === undefined ? undefined : { bottom }}
        className="pointer-events-none absolute bottom-10 left-4 max-w-[60%] rounded-cell bg-sunken px-2 py-0.5 text-[11.5px] text-ink-2"
      >
        {m.quiet(formatDuration(quietUs))}
      </p>
    );
  }
  if (shown === null) return null;
  return (
    <p
      style={bottom === undefined ? undefined : { bottom }}
      className="hw-mono pointer-events-none absolute top-1.5 right-3 max-md:top-auto max-md:bottom-[46px] rounded-cell bg-sunken px-2 py-0.5 text-[11px] text-ink-2"
    >
      {m.skipped(formatDuration(shown))}
    </p>
  );
}
