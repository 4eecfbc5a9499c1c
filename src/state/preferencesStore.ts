import { createStore, type StoreApi } from 'zustand/vanilla';
import { readAlertRules, type AlertRule } from '../shared/alerts.ts';
import type { Interest } from '../shared/interestingEvents.ts';
import type { SeriesName } from '../shared/metricDefinitions.ts';
import { fieldsOf, KeptText } from './keptText.ts';
import { clampSpeed, DEFAULT_SPEED } from './playbackSpeed.ts';
import type { Pacing } from './Simulation.ts';

/** How a reader likes a run to be played and told. Theme, motion and keys are kept by `ui/preferences`, which knows no runs. */
export interface PlayPreferences {
  readonly pacing: Pacing;
  /** Simulated µs a second. */
  readonly speed: number;
  readonly verbosity: Interest;
  /** Names of the series that are drawn; null: the telling ones. */
  readonly metrics: readonly SeriesName[] | null;
  readonly alertRules: readonly AlertRule[];
}

export const DEFAULT_PLAY_PREFERENCES: PlayPreferences = {
  pacing: 'event',
  speed: DEFAULT_SPEED,
  verbosity: 'change',
  metrics: null,
  alertRules: [],
};

/** More than anybody draws at once is nothing that this page wrote. */
const MOST_METRICS = 100;

const KEY = 'highwater.play';

/** Kept over a reload where the browser allows it. What is unknown or broken in there is the default again. */
export function createPreferencesStore(kept = new KeptText()): StoreApi<PlayPreferences> {
  const store = createStore<PlayPreferences>(() => readPreferences(kept.readJson(KEY)));
  store.subscribe((preferences) => kept.write(KEY, JSON.stringify(preferences)));
  return store;
}

function readPreferences(json: unknown): PlayPreferences {
  const { pacing, speed, verbosity, metrics, alertRules } = fieldsOf(json);
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
    metrics: isSeriesNames(metrics) ? metrics : DEFAULT_PLAY_PREFERENCES.metrics,
    alertRules: readAlertRules(alertRules),
  };
}

/** A name that this run has no values for is drawn as an empty strip; what is no list of names is not taken. */
function isSeriesNames(value: unknown): value is readonly SeriesName[] {
  return (
    Array.isArray(value) &&
    value.length <= MOST_METRICS &&
    value.every((name) => typeof name === 'string' && name !== '')
  );
}
