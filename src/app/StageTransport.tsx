import { Suspense } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { useSimulation } from '../views/SimulationContext.tsx';
import { LiveNarration, Transport } from './pieces.tsx';

const UNDO_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘Z' : 'Ctrl+Z';

function isUndo(event: KeyboardEvent): boolean {
  return (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
}

export interface StageTransportProps {
  /** Where more than commands can be undone. */
  readonly onUndo?: () => void;
  /** What the scenario is going to do stands on the timeline. */
  readonly showsPlans?: boolean;
}

/** Time: play, step, scrub. Whoever listens hears what happens. */
export function StageTransport({ onUndo, showsPlans = false }: StageTransportProps) {
  const m = useMessages();
  const simulation = useSimulation();
  useShortcuts(m.app.keys.onThisScreen, [
    { keys: UNDO_KEYS, label: m.lab.undo, match: isUndo, run: onUndo ?? (() => void simulation.undo()) },
  ]);
  return (
    <Suspense fallback={<div className="h-16" />}>
      <Transport showsPlans={showsPlans} />
      <LiveNarration />
    </Suspense>
  );
}
