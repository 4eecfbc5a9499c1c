import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Interest } from '../shared/interestingEvents.ts';
import { fieldsOf, KeptText } from './keptText.ts';
import { clampSpeed, DEFAULT_SPEED } from './playbackSpeed.ts';
import type { Pacing } from './Simulation.ts';

/** How a reader likes a run to be played and told. Theme, motion and keys are kept by `ui/preferences`, which knows no runs. */
export interface PlayPreferences {
  readonly pacing: Pacing;
  /** Simulated µs a second. */
  readonly speed: number;
  readonly verbosity: Interest;
}

export const DEFAULT_PLAY_PREFERENCES: PlayPreferences = {
  pacing: 'event',
  speed: DEFAULT_SPEED,
  verbosity: 'change',
};

const KEY = 'highwater.play';

/** Kept over a reload where the browser allows it. What is unknown or broken in there is the default again. */
export function createPreferencesStore(kept = new KeptText()): StoreApi<PlayPreferences> {
  const store = createStore<PlayPreferences>(() => readPreferences(kept.readJson(KEY)));
  store.subscribe((preferences) => kept.write(KEY, JSON.stringify(preferences)));
  return store;
}

function readPreferences(json: unknown): PlayPreferences {
  const { pacing, speed, verbosity } = fieldsOf(json);
  return {
    pacing: pacing === 'event' || pacing === 'steady' ? pacing : DEFAULT_PLAY_PREFERENCES.pacing,
    speed:
      typeof speed === 'number' && Number.isFinite(speed)
        ? clampSpeed(speed)
        : DEFAULT_PLAY_PREFERENCES.speed,
    verbosity:
      verbosity === 'error' || verbosity === 'change' || verbosity === 'rpc'
        ? verbosity
        : DEFAULT_PLAY_PREFERENCES.verbosity,
  };
}
