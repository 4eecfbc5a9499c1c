import { Suspense, type ReactNode } from 'react';
import { useMessages } from '../ui/messages.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { useSimulation } from '../views/SimulationContext.tsx';
import { usePreferences } from '../ui/preferences.ts';
import { AlertNarration, LiveNarration, Transport, UnderMinIsrSound } from './pieces.tsx';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const UNDO_KEYS = IS_APPLE ? '⌘Z' : 'Ctrl+Z';
const REDO_KEYS = IS_APPLE ? '⇧⌘Z' : 'Ctrl+Shift+Z, Ctrl+Y';

function isUndo(event: KeyboardEvent): boolean {
  return (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
}

function isRedo(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey && !event.shiftKey && key === 'y') return true;
  return (event.metaKey || event.ctrlKey) && event.shiftKey && key === 'z';
}

export interface StageTransportProps {
  /** Where more than commands can be undone. */
  readonly onUndo?: () => void;
  /** Where what was undone can be done again. */
  readonly onRedo?: () => void;
  /** What the scenario is going to do stands on the timeline. */
  readonly showsPlans?: boolean;
  /** Given, the timeline stands elsewhere, and this at the end of the row. */
  readonly docked?: ReactNode;
}

/** Time: play, step, scrub. Whoever listens hears what happens. */
export function StageTransport({ onUndo, onRedo, showsPlans = false, docked }: StageTransportProps) {
  const m = useMessages();
  const simulation = useSimulation();
  const { sound } = usePreferences();
  useShortcuts(m.app.keys.onThisScreen, [
    { keys: UNDO_KEYS, label: m.lab.undo, match: isUndo, run: onUndo ?? (() => void simulation.undo()) },
    ...(onRedo === undefined ? [] : [{ keys: REDO_KEYS, label: m.lab.redo, match: isRedo, run: onRedo }]),
  ]);
  return (
    <Suspense fallback={<div className="h-16" />}>
      <Transport showsPlans={showsPlans} docked={docked} />
      <LiveNarration />
      <AlertNarration />
      {sound && <UnderMinIsrSound />}
    </Suspense>
  );
}
